/* The pages of the contents, which browsers cannot count: before it is printed, the book is laid out in columns as large as what
   a sheet holds, which end where its pages will. --------------------------------------------------------------------------- */

const SHEETS = { a4: [210.23, 297.01], letter: [215.9, 279.6] }; // wide and high, in millimetres, by how Chromium prints

function countPages() {
  const links = [...document.querySelectorAll(".contents a")], body = document.body.style, kept = body.cssText, { scrollX, scrollY } = window;
  const rules = [...document.styleSheets].flatMap(sheet => [...sheet.cssRules]);
  const { marginTop, marginRight, marginBottom, marginLeft } = rules.find(rule => rule instanceof CSSPageRule).style;
  const media = rules.filter(rule => rule instanceof CSSMediaRule).map(rule => [rule.media, rule.media.mediaText]);
  for (const [list, text] of media) list.mediaText = text === "print" ? "all" : "not all";
  for (const link of links) link.dataset.a4 = "00"; // so that the contents are as long as they will be
  const counted = entries(SHEETS).map(([paper, [width, height]]) => {
    const wide = `calc(${width}mm - ${marginLeft} - ${marginRight})`, high = `calc(${height}mm - ${marginTop} - ${marginBottom})`;
    body.cssText = `margin: 0; box-sizing: content-box; width: ${wide}; height: ${high}; columns: ${wide} 1; column-gap: 0; column-fill: auto;`;
    const { left, width: column } = document.body.getBoundingClientRect();
    const pages = () => links.map(link => {
      const title = document.querySelector(`${link.getAttribute("href")} :is(h2, h3)`).getBoundingClientRect();
      return floor((title.left - left + 1) / column) + 1;
    });
    pages().forEach((page, at) => { links[at].dataset.a4 = page; });
    return [paper, pages()];
  });
  body.cssText = kept;
  for (const [list, text] of media) list.mediaText = text;
  scrollTo({ left: scrollX, top: scrollY, behavior: "instant" });
  for (const [paper, pages] of counted) links.forEach((link, at) => { link.dataset[paper] = pages[at]; });
}

addEventListener("beforeprint", countPages);
