/* The beginning ------------------------------------------------------------------------------ */

/* The node that the address names, -1 for none. */
function linked() {
  const wanted = inAddress() ?? location.hash.slice(1);
  return wanted ? nodeAt(wanted) : -1;
}

window.scrollTo(0, 0);
const asked = linked();
current = asked < 0 ? data.opened : asked;
if (current === lastNode && truth.size) foresee();
levelInHand = level[refused(current)?.cells.slice(-1)[0] ?? king(current) ?? present().o[1]] ?? levelInHand;
furnish();
draw();
listen();
go(current, false);
begun = true;

/* The rest of the record is played when there is time, and held to what the referee has found. */
const later = window.requestIdleCallback || ((act) => setTimeout(act, 50));
const rest = (from) => later(() => {
  const until = performance.now() + 8;
  let node = from;
  while (node < lastNode && performance.now() < until) { played(node); node += 1; }
  if (node < lastNode) { rest(node); return; }
  settle();
  played(lastNode);
  if (differs) { draw(); go(nodes[current].own ? lastNode : current, false); return; }
  restore();
  mark(current);
  losses(current);
});
rest(0);
