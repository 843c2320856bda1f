// A mark that is pointed at tells its witness.

/** The rows of the tooltip that is shown, by their titles; null where there is none. */
const read_tip = () => {
  const tip = document.querySelector("#tooltip.visible");
  if (!tip) return null;
  const rows = [...tip.querySelectorAll("tr")].map((row) => [...row.children]);
  return Object.fromEntries(rows.map(([key, value]) => [key.innerText.trim(), value.innerText]));
};

const marks = ".mark-symbol.role-mark path, .mark-rect.role-mark path";

/** Where a figure has one of its marks on top; this runs in the page. */
function mark_of(plot, selector) {
  const marks = [...plot.querySelectorAll(selector)];
  for (const mark of marks.reverse()) {
    const { x, y, width, height } = mark.getBoundingClientRect();
    const [left, top] = [x + width / 2, y + height / 2].map(Math.round);
    if (document.elementFromPoint(left, top) === mark) return { left, top };
  }
  return null;
}

/** Whether the document holds what a tooltip of drift says; this runs in the page. */
function is_measured(tip) {
  const { number, place, report, variant } = window.sextant;
  const holds = (octave) =>
    place(octave.absolute?.position ?? "") === tip.position &&
    String(octave.absolute.channel) === tip.channel &&
    [octave.absolute.got, octave.absolute.want].join() === [tip.got, tip.want].join() &&
    number(octave.absolute.value) === tip["absolute error"];
  return report.drift.some(
    (one) => one.recipe === tip.recipe && variant(one) === tip.format && one.octaves.some(holds),
  );
}

/** The tooltip of a mark; null where no mark can be pointed at, or none tells anything. */
async function point_at(page, plot) {
  await plot.evaluate((node) => node.scrollIntoView({ block: "center" }));
  const at = await plot.evaluate(mark_of, marks);
  if (!at) return null;
  await page.mouse.move(at.left, at.top, { steps: 3 });
  await page.waitForSelector("#tooltip.visible", { timeout: 5000 }).catch(() => {});
  return page.evaluate(read_tip);
}

/** Points at a mark of every figure that has such; at drift's, the tooltip must be true. */
async function check_tooltips(page, complain) {
  for (const plot of await page.locator(".plot").all()) {
    const section = await plot.evaluate((node) => node.closest("section").id);
    if (!(await plot.locator(marks).count())) continue; // lines alone, as of waves
    const tip = await point_at(page, plot);
    const words = JSON.stringify(tip);
    if (!tip) complain(`${section}: a mark that is pointed at tells nothing`);
    else if (/undefined|NaN|\[object/.test(words)) complain(`${section}: a tooltip says ${words}`);
    else if (section === "drift" && !(await page.evaluate(is_measured, tip)))
      complain(`drift: a tooltip tells no witness of the report: ${words}`);
    await page.mouse.move(1, 1);
  }
}

module.exports = { check_tooltips };
