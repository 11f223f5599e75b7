/* FEN: what other programs write for a position, in games that have one ------------------------------------------------ */

globalThis.fenOf = (game) => {
  const { data, names, armyOf, code: codeOf } = game, { letters, codes } = data, bench = placing(game);
  const ranks = [...new Set(names.map((name) => name.slice(1)))].sort((a, b) => b - a).map((rank) => names.filter((name) => name.slice(1) === rank).map((name) => game.number.get(name)));
  const signOf = (piece) => (armyOf(piece) ? codeOf(piece).toLowerCase() : codeOf(piece));

  /* Reads a FEN: `{ line, half }`, or why it is none. */
  function read(text) {
    const [, placed, turn, rights, passed, half = "0", round = "1"] = /^\s*(\S+)\s+([wb])\s+(-|[KQkq]{1,4})\s+(-|[a-z]\d{1,2})(?:\s+(\d{1,9}|-)(?:\s+(\d{1,9}|-))?)?([\s;,]+(?!moves\b)[a-z]\w*\s[^]*)?\s*$/.exec(text) || [];
    const fault = (why) => ({ code: "bad-position", why });
    if (!placed) return fault("a FEN has a placement, w or b, rights to castle, an en passant square, and two numbers");
    const rows = placed.split("/"), set = bench.empty("wb".indexOf(turn));
    if (rows.length !== ranks.length) return fault(`there are ${rows.length} ranks, not ${ranks.length}`);
    for (const [n, row] of rows.entries()) {
      let file = 0;
      for (const [part] of row.matchAll(/\d+|[A-Za-z]~?|./g)) {
        const code = part[0].toUpperCase();
        if (/\d/.test(part)) file += Number(part);
        else if (!codes.includes(code)) return fault(`${part} is no piece of this game`);
        else set.board[ranks[n][file++]] = game.pieceOf(part[0] === code ? 0 : 1, codes.indexOf(code));
      }
      if (file !== ranks[n].length) return fault(`the rank ${row} has ${file} cells, not ${ranks[n].length}`);
    }
    const homes = entries(data.fen).map(([letter, number]) => [letter, data.castlings[number].walks[1][1]]);
    const lost = new Set(homes.filter(([letter]) => !rights.includes(letter)).map(([, home]) => home)), own = { ...set, lost, round: Number(round) || 1 };
    const right = bench.passes(own).find(({ cell }) => names[cell] === passed), setup = bench.kept({ ...own, passed: right ? [right] : [] }), [why] = bench.faults(setup);
    return why ? fault(why) : { line: bench.line(setup), half: Number(half) || 0 };
  }

  /* Writes the FEN of a position and what led to it; none where nobody is to move but after mate or stalemate. */
  function write({ position, events = [] }) {
    const ended = events.find(({ type }) => /mate$/.test(type)), turn = position.turn < 0 ? letters.indexOf(ended?.army) : position.turn;
    if (turn < 0) return "";
    const placed = ranks.map((row) => row.map((cell) => (position.board[cell] ? signOf(position.board[cell]) : " ")).join("").replace(/ +/g, (all) => all.length)).join("/");
    const set = bench.setup(position), may = bench.castlings(set).filter(({ home }) => !set.lost.has(home)).map(({ home }) => home);
    const rights = entries(data.fen).filter(([, number]) => may.includes(data.castlings[number].walks[1][1])).map(([letter]) => letter).join("");
    const passing = game.moves(position).find(({ from, to }) => game.inPassing(position, from, to).length);
    return [placed, "wb"[turn], rights || "-", passing ? names[passing.to] : "-", position.half, position.round].join(" ");
  }

  return { read, write };
};
