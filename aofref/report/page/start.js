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
played(lastNode); // and held to what the referee has found
if (!differs) restore();
const asked = linked();
current = asked < 0 ? data.opened : asked;
if (differs && nodes[current].own) current = lastNode;
furnish();
cursor = king(current) ?? 0;
draw();
listen();
go(current, false);
miss();
