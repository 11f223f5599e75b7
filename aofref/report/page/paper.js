/* Print: a diagram after each round --------------------------------------------------------- */

function rounds() {
  if (document.body.classList.contains("rounds")) return;
  const ends = data.main.filter((node, n) => {
    const before = nodes[data.main[n - 1]];
    return n === data.main.length - 1 || (before && before.r !== nodes[node].r);
  });
  const here = state.node, shared = make("g", { id: "sheet" }, ...base().map((found) => found.cloneNode(true)));
  shared.querySelectorAll("[tabindex]").forEach((found) => found.removeAttribute("tabindex"));
  const holder = make("svg", { width: 0, height: 0, class: "defs" }, make("defs", {}, shared));
  const figures = ends.map((node) => {
    const now = board(node), [under, over] = marks(node), figure = document.createElement("figure");
    const standing = names.flatMap((_, cell) => now[cell] ? [token(now[cell], cell)] : []);
    const caption = document.createElement("figcaption");
    caption.textContent = nodes[node].w;
    figure.append(caption, make("svg", { viewBox: `0 0 ${sheet.w} ${sheet.h}` }, make("use", { href: "#sheet" }), ...under, ...standing, ...over));
    return figure;
  });
  $("rounds").replaceChildren(holder, ...figures);
  document.body.classList.add("rounds");
  state.node = here;
  draw();
}
