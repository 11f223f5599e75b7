/* The beginning ------------------------------------------------------------------------------ */

/* The node that the address names, -1 for none. */
function linked() {
  let wanted = location.hash.slice(1);
  try { wanted = decodeURIComponent(wanted); } catch { /* no address of ours */ }
  return nodes.findIndex((node) => node.a === wanted);
}

data.sides.forEach((side, n) => $("side").add(new Option(data.two || n ? `from ${side.name}` : "default", n)));
for (const link of links) {
  link.href = `#${link.id}`;
  link.removeAttribute("id"); // no jump to the list
}
window.scrollTo(0, 0);
for (const name of ["width", "height"]) svg.removeAttribute(name); // of the board without a script
state.node = linked() < 0 ? data.start : linked();
state.hand = level[refused(state.node)?.cells.at(-1) ?? king(state.node) ?? nodes[state.node].o?.[1]] ?? state.hand;
draw();
listen();
offer();
go(state.node, false);
