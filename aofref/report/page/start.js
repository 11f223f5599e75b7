/* The beginning ------------------------------------------------------------------------------ */

/* The node that the address names, -1 for none. */
function linked() {
  let wanted = location.hash.slice(1);
  try { wanted = decodeURIComponent(wanted); } catch { /* no address of ours */ }
  return wanted ? nodeAt(wanted) : -1;
}

window.scrollTo(0, 0);
const asked = linked();
state.node = asked < 0 ? data.opened : asked;
if (state.node === data.last && truth.size) foresee();
state.hand = level[refused(state.node)?.cells.at(-1) ?? king(state.node) ?? played(state.node).o[1]] ?? state.hand;
furnish();
draw();
listen();
go(state.node, false);
state.begun = true;

/* The rest of the record is played when there is time, and held to what the referee has found. */
const later = window.requestIdleCallback || ((act) => setTimeout(act, 50));
const rest = (from) => later(() => {
  const until = performance.now() + 8;
  let node = from;
  while (node < data.last && performance.now() < until) { played(node); node += 1; }
  if (node < data.last) { rest(node); return; }
  settle();
  played(data.last);
  if (differs) { draw(); go(nodes[state.node].own ? data.last : state.node, false); return; }
  restore();
  mark(state.node);
  losses(state.node);
});
rest(0);
