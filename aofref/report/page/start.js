/* The beginning ------------------------------------------------------------------------------ */

function follow() {
  const wanted = decodeURIComponent(location.hash.slice(1));
  const found = nodes.findIndex((node) => node.a === wanted);
  if (found >= 0 && found !== state.node) go(found);
  return found >= 0;
}

data.sides.forEach((side, n) => $("side").add(new Option(data.two || n ? `from ${side.name}` : "default", n)));
document.querySelectorAll("#scroll [id]").forEach((found) => found.removeAttribute("id")); // no jump to the list
window.scrollTo(0, 0);
state.node = data.start;
draw();
listen();
offer();
if (!follow()) go(data.start, false);
