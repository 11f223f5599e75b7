/* Paper: the position that is looked at, or the whole game with a diagram after each round ------ */

let left = -1; // the node to come back to

/* Draws the board as a sheet of paper holds it. */
function paper() {
  if (state.paper) return;
  left = state.node;
  state.paper = true;
  draw();
}

function rounds() {
  paper();
  go(main.at(-1), false); // the cover
  const ends = main.filter((node, n) => n === main.length - 1 || (n && played(main[n - 1]).shown.round !== played(node).shown.round));
  if (ends.length % 2) ends.pop(); // two a sheet; the cover shows the last
  const shared = make("g", { id: "sheet" }, ...base(), ...lettering());
  for (const name of ["data-cell", "data-c", "tabindex"]) {
    shared.querySelectorAll(`[${name}]`).forEach((found) => found.removeAttribute(name));
  }
  const holder = make("svg", { width: 0, height: 0, class: "defs" }, make("defs", {}, shared));
  const figures = ends.map((node) => {
    const now = board(node), [under, over] = marks(node), figure = document.createElement("figure");
    const standing = names.flatMap((_, cell) => now[cell] ? [token(now[cell], cell)] : []);
    const caption = document.createElement("figcaption");
    caption.textContent = sentence(node);
    figure.append(caption, make("svg", { viewBox: `0 0 ${sheet.w} ${sheet.h}` }, make("use", { href: "#sheet" }), ...under, ...standing, ...over));
    return figure;
  });
  $("rounds").replaceChildren(holder, ...figures);
  document.body.classList.add("rounds");
  draw();
}

function screen() {
  $("rounds").replaceChildren();
  document.body.classList.remove("rounds");
  state.paper = false;
  if (left >= 0) go(left, false);
  draw();
}
