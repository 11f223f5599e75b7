/* Faults of positions ------------------------------------------------------------------------ */

/* The double steps of a Pawn: the cells that it leaves, passes and comes to. */
const doublesOf = (game, pawn) => game.names.flatMap((_, from) => game.walks(pawn, from).all.filter(({ double }) => double)
  .map(({ cells: [passed, end] }) => ({ from, passed, end })));

/* What is wrong with a position that is set up or brought, in the referee's words; nothing if it can be played. */
function faultsOf(game, at) {
  const { names, armies, armyOf, isRoyal, isPawn, data: { letters, levels, two, start } } = game, { board, turn, round, men, passed, marks } = at, found = [];
  const royals = men.map((all) => all.filter((cell) => isRoyal[board[cell]]).sort((a, b) => (game.code(board[a]) < game.code(board[b]) ? -1 : 1)));
  for (const army of armies) {
    const letter = letters[army], count = royals[army].length;
    if (count > 1) found.push(`army ${letter} has ${count} royal pieces, on ${royals[army].map((cell) => names[cell]).join(" and ")}`);
    else if (!count && men[army].length) found.push(`army ${letter} has pieces but no royal piece`);
    else if (!count && two) found.push(`army ${letter} has no King`);
  }
  if (!royals.flat().length) found.push("no army is on the board");
  const pawns = [...names.keys()].filter((cell) => isPawn[board[cell]]), array = game.read(start);
  for (const cell of pawns) if (!game.promotions({ ...at, marks: at.marks.map(() => -1) }, cell, cell).includes(-1))
    found.push(`the Pawn of ${letters[armyOf(board[cell])]} on ${names[cell]} should have promoted there`);
  if (two && levels.length === 1) for (const cell of pawns) if (!game.orthodox.comes(array.board, board[cell], cell))
    found.push(`no Pawn of ${letters[armyOf(board[cell])]} can ever come to ${names[cell]}`);
  if (turn < 0 ? two || game.living(at).length > 1 : !two && !royals[turn].length) found.push(turn < 0 ? "nobody is to move" : `army ${letters[turn]} has the turn but is not on the board`);
  if (!(round > 0 && round < 1e9)) found.push(`the round is a number from 1, not '${round}'`);
  for (const { cell, pawn } of passed) if (!isPawn[board[pawn]] || !doublesOf(game, board[pawn]).some(({ passed: over, end }) => over === cell && end === pawn))
    found.push(`no Pawn fits the en passant right '${names[cell]}>${names[pawn]}'`);
  for (const [cell, owed] of marks.entries()) if (owed > (isPawn[board[cell]] ? max(0, ...array.marks) : 0))
    found.push(`${game.code(board[cell])} on ${names[cell]}^${owed} cannot owe ${owed} moves`);
  if (two && !found.length && game.attackers(at, 1 - turn).length) found.push(`army ${letters[1 - turn]} is in check, but it is not its turn`);
  return found;
}
