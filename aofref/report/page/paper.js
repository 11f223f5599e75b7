/* Paper: the whole game with a diagram after each round ---------------------------------------- */

let left = null; // the node to come back to, and the level that was in hand

function rounds() {
  left = [current, levelInHand];
  go(lastNode, false); // the cover
  const ends = main.filter((node, n) => n === main.length - 1 || (n && played(main[n - 1]).shown.round !== played(node).shown.round));
  if (ends.length % 2) ends.pop(); // two a sheet; the cover shows the last
  $("rounds").replaceChildren(...ends.map(diagram));
  document.body.classList.add("rounds");
}

/* The board after a node, with its sentence. */
function diagram(node) {
  const now = board(node), pictures = levels.map((_, at) => pictured(make("use", { href: `#ground-${at}` })));
  const put = (layer, cell, ...made) => pictures[level[cell]][layer].append(...made);
  names.forEach((_, cell) => { if (now[cell]) put("men", cell, token(now[cell], cell)); });
  lettered(put);
  marks(node, put);
  return element("figure", {}, element("figcaption", {}, sentence(node)), element("div", { class: "levels" }, ...highest.map((at) => pictures[at].svg)));
}

function screen() {
  $("rounds").replaceChildren();
  document.body.classList.remove("rounds");
  if (!left) return;
  go(left[0], false);
  grasp(left[1]);
  left = null;
}
