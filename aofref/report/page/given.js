/* A board begins from the position in its address, if the referee would accept it there: a line with "_" for its blanks,
   which names the start as "ply-0" does elsewhere. */

const lineInAddress = () => {
  try { return decodeURIComponent(location.hash.slice(1)).split(".")[0].replaceAll("_", " "); } catch { return ""; /* no address of ours */ }
};
const placed = (() => {
  const line = lineInAddress();
  if (!line.includes("/")) return "";
  const game = rules(data), { setup, line: written, faults } = placing(game);
  try {
    const set = setup(game.read(line));
    return written(set) === line && !faults(set).length ? line : "";
  } catch { return ""; }
})();

if (placed) {
  const record = new DOMParser().parseFromString($("record").textContent, "text/html").body.textContent;
  $("record").textContent = record.replace(/^\[(Position|FEN|SetUp) .*\n/gm, "").replace(/^\[Variant .*\n/m, (tag) => `${tag}[Position "${placed}"]\n`);
  Object.assign(data, { given: placed, half: 0, began: null });
}
