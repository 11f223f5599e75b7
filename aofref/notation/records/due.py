"""Due: the number and the army that a move behind the main line of a record may have."""

from collections.abc import Sequence

from aofref.notation.records.tokens import Kind, Token, number_of, outside


class Due:
    """What may be due behind the tokens of a record, as far as no rules are needed to know.

    `is_set_up`: it begins with any position, and so with any number and army.
    """

    def __init__(self, tokens: Sequence[Token], letters: Sequence[str], *, is_set_up: bool) -> None:
        self._tokens, self._letters, self._is_set_up = tokens, letters, is_set_up

    def number(self, number: int) -> bool:
        """Return whether a move may have a number.

        With two armies every move may have a number of its own, unless two moves stand behind one;
        with more a round is shorter once armies have left.
        """
        last, since, most = -1 if self._is_set_up else 1, 0, 0
        for token in outside(self._tokens):
            if token.kind is Kind.MOVE:
                since += 1
                most = max(most, since)
            elif token.kind is Kind.NUMBER and (read := number_of(token.text)) is not None:
                last, since = read, 0
        count = len(self._letters)
        rounds = since // count
        return last < 0 or rounds <= number - last <= (since if count > 2 or most < 2 else rounds)

    def army(self, text: str) -> bool:
        """Return whether a move, given by its text, may be of the army to move."""
        letters = self._letters
        if text[1:2] != ":" or text[0] not in letters:
            return True
        played = [token.text for token in outside(self._tokens) if token.kind is Kind.MOVE]
        last, count = played[-1] if played else "", len(letters)
        if last[1:2] == ":" and last[0] in letters:
            at = letters.index(last[0])
        elif self._is_set_up:
            return True
        else:
            at = len(played) - 1
        if len(played) > count > 2:  # armies may have left
            return text[0] != letters[at % count]
        return text[0] == letters[(at + 1) % count]
