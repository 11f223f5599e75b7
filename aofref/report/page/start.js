/* The beginning ------------------------------------------------------------------------------ */

/* The node that the address of the page names. */
const linked = () => nodeAt(inAddress());

window.scrollTo(0, 0);
opened = keptAs(OPENED);
if (opened && opened.at === location.hash) openInstead(opened);
else {
  opened = null;
  if (acceptable(lineInAddress())) beginAnew(lineInAddress());
}
const asked = linked();
current = asked < 0 ? data.opened : asked;
if (current === lastNode && truth.size) foresee();
furnish();
cursor = king(current) ?? 0;
draw();
listen();
go(current, false);
if (played(current).foreseen && !refused(current)) report($("status").textContent);
miss();
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
  grown = true; // now moves are short and plain
  mark(current);
  losses(current);
});
rest(0);
