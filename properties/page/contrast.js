// What those who see little can tell apart, and what is read aloud to those who see nothing.

const { fold } = require("./figures");

const levels = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Relative luminance of "rgb(1, 2, 3)", as WCAG 2 defines it. */
function luminance(colour) {
  const channels = colour
    .match(/[\d.]+/g)
    .slice(0, 3)
    .map(Number);
  const linear = channels
    .map((c) => c / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}

function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The colours of words and marks in figures, which axe does not look at; runs in the page. */
function read_colours() {
  const colours = (selector, key) => {
    const all = [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility());
    const seen = all.map((node) => getComputedStyle(node)[key]);
    return [...new Set(seen)].filter((colour) => colour.startsWith("rgb("));
  };
  return {
    paper: getComputedStyle(document.body).backgroundColor,
    words: colours(".plot text", "fill"),
    marks: [
      ...colours(".plot .mark-symbol.role-mark path", "stroke"),
      ...colours(".plot .mark-symbol.role-mark path", "fill"),
      ...colours(".plot .mark-line.role-mark path", "stroke"),
      ...colours(".legend svg path", "fill"),
    ],
  };
}

async function check_colours(page, complain) {
  const { paper, words, marks } = await page.evaluate(read_colours);
  const seen = (kind, least, all) => {
    for (const colour of new Set(all)) {
      const ratio = contrast(colour, paper);
      if (ratio < least)
        complain(`${kind} in ${colour} have a contrast of ${ratio.toFixed(2)}, less than ${least}`);
    }
  };
  seen("words of figures", 4.5, words);
  seen("marks of figures", 3, marks);
}

/** The rules of axe-core, levels A and AA. Long tables are judged by their first rows. */
async function check_rules(page, complain) {
  await fold(page, true);
  await page.evaluate(require("axe-core").source);
  const violations = await page.evaluate(async (values) => {
    const where = { exclude: [[".scroll tbody tr:nth-child(n+4)"], [".plot svg"]] };
    const rules = { runOnly: { type: "tag", values }, resultTypes: ["violations"] };
    return (await axe.run(where, rules)).violations;
  }, levels);
  for (const { id, help, nodes } of violations) {
    const first = nodes[0].failureSummary.split("\n").slice(1).join("; ").trim();
    complain(`axe: ${id}: ${help}: ${nodes.length} times, as at ${nodes[0].target}: ${first}`);
  }
  await fold(page, false);
}

async function check_contrast(page, complain) {
  await check_colours(page, complain);
  await check_rules(page, complain);
}

module.exports = { check_contrast, contrast };
