// Whether each figure is drawn, and says what it shows.

/** What there is of every figure; this runs in the page. */
function read_figures() {
  const texts = (nodes) => [...nodes].map((node) => node.textContent.trim()).filter(Boolean);
  const colours = (nodes) => {
    const seen = [...nodes].map((node) => {
      const { fill, stroke } = getComputedStyle(node);
      return stroke === "none" ? fill : stroke;
    });
    return [...new Set(seen)];
  };
  const read_axis = (axis) => ({
    labels: texts(axis.querySelectorAll(".role-axis-label text")).length,
    title: texts(axis.querySelectorAll(".role-axis-title text")).join(" "),
  });
  const heading = (plot) =>
    texts(plot.closest("figure").parentElement.querySelectorAll("h2, h3, h4")).join(" ");
  return [...document.querySelectorAll(".plot")].map((plot) => {
    const section = plot.closest("section");
    const marks = [...plot.querySelectorAll(".role-mark path")].filter((mark) => {
      const { width, height } = mark.getBoundingClientRect();
      return width + height > 0;
    });
    const pressed = '.legend button[aria-pressed="true"] svg';
    const swatches = section.querySelectorAll(`${pressed} path, ${pressed} rect`);
    const inside = plot.querySelectorAll(".role-legend-symbol path");
    const beside = plot.querySelectorAll(".mark-text.role-mark text");
    return {
      name: `${section.id}: ${plot.getAttribute("aria-label")}`,
      empty: texts(plot.querySelectorAll(".empty")).join(" "),
      size: plot.querySelector("svg")?.getBoundingClientRect().toJSON() ?? null,
      marks: marks.length,
      cells: marks.length > 0 && Boolean(plot.querySelector(".mark-rect.role-mark")),
      colours: colours(marks),
      keys: [swatches, inside, beside].flatMap(colours),
      gradient: Boolean(plot.querySelector(".role-legend-gradient")),
      axes: [...plot.querySelectorAll(".role-axis")].map(read_axis).filter((axis) => axis.labels),
      described: plot.getAttribute("role") === "img" && plot.getAttribute("aria-label"),
      heading: heading(plot),
      caption: texts(plot.closest("figure").querySelectorAll("figcaption")).join(" "),
      numbers: texts(section.querySelectorAll("td")).filter((text) => /\d/.test(text)).length,
    };
  });
}

function complaints_of(figure) {
  const wrong = [];
  const unless = (good, text) => good || wrong.push(`${figure.name}: ${text}`);
  unless(figure.described, "has no description");
  unless(figure.heading, "has no heading");
  unless(figure.caption, "has no caption");
  unless(figure.numbers, "has no table with its numbers");
  if (figure.empty) return [...wrong, `${figure.name}: is empty: ${figure.empty}`];
  unless(figure.size?.width > 100 && figure.size.height > 50, "is too small to be seen");
  unless(figure.marks, "has no marks");
  unless(figure.axes.length >= 2, "has fewer than two axes with labels");
  for (const axis of figure.axes) unless(axis.title, "has an axis without a title");
  const unnamed = figure.colours.filter((colour) => !figure.keys.includes(colour));
  if (figure.colours.length > 1)
    unless(figure.gradient || !unnamed.length, `no legend tells what is ${unnamed.join(", ")}`);
  return wrong;
}

/** Two names of one legend must not look the same; this runs in the page. */
function like_swatches() {
  return [...document.querySelectorAll(".legend")].flatMap((legend) => {
    const look = (button) => button.querySelector("svg")?.innerHTML;
    const all = [...legend.querySelectorAll("button")];
    return all
      .filter((button, i) => all.findIndex((other) => look(other) === look(button)) < i)
      .map((button) => `${legend.closest("section").id}: ${button.textContent} looks like another`);
  });
}

/** Opens every folded table, and closes them again when told so. */
async function fold(page, open) {
  await page.evaluate((to) => {
    for (const node of document.querySelectorAll("details")) node.open = to;
  }, open);
  await page.waitForFunction(
    (to) => !to || [...document.querySelectorAll("details")].every((node) => node.children[1]),
    open,
  );
}

async function check_figures(page, complain) {
  await fold(page, true);
  const figures = await page.evaluate(read_figures);
  for (const text of figures.flatMap(complaints_of)) complain(text);
  for (const text of await page.evaluate(like_swatches)) complain(text);
  const words = await page.evaluate(() => document.querySelector("main").innerText);
  const slips = words.match(/.*(\bundefined\b|\bNaN\b|\[object |could not be shown).*/g) ?? [];
  for (const line of slips) complain(`says '${line.trim().slice(0, 100)}'`);
  if (!figures.length) complain("there are no figures");
  await fold(page, false);
  return figures.length;
}

module.exports = { check_figures, fold };
