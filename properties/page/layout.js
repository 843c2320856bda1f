// Nothing sticks out or lies upon another; pictures of the page for people to look at.

const { readFileSync } = require("fs");
const { join } = require("path");
const { fold } = require("./figures");

/** Words of the figures of an element that are cut off or lie upon one another; this runs in the page. */
function misplaced_words(within) {
  const wide = document.documentElement.clientWidth;
  const shown = (node) =>
    node.textContent.trim() && node.checkVisibility({ opacityProperty: true });
  const overlap = (one, other) => {
    const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return width > 2 && height > 4;
  };
  const plots = [...document.querySelectorAll(`${within} .plot`)];
  return plots.flatMap((plot) => {
    const words = [...plot.querySelectorAll("svg text")].filter(shown);
    const boxes = words.map((node) => node.getBoundingClientRect());
    const section = plot.closest("section").id;
    return words.flatMap((node, i) => {
      const other = boxes.findIndex((box, j) => j < i && overlap(box, boxes[i]));
      const out = boxes[i].left < -1 || boxes[i].right > wide + 1;
      return [
        other < 0
          ? []
          : `${section}: '${node.textContent}' lies upon '${words[other].textContent}'`,
        out ? `${section}: '${node.textContent}' sticks out of the page` : [],
      ].flat();
    });
  });
}

/** What makes the page wider than the window; this runs in the page. */
function too_wide() {
  const wide = document.documentElement.clientWidth;
  const most = document.documentElement.scrollWidth;
  if (most <= wide) return null;
  const inner = (node) => node.closest(".scroll, nav") === null;
  const out = [...document.querySelectorAll("body *")].filter(
    (node) => inner(node) && node.getBoundingClientRect().right > wide + 1,
  );
  const names = out.slice(0, 3).map((node) => node.outerHTML.slice(0, 80));
  return `the page is ${most} px wide in ${wide}: ${names.join(" | ")}`;
}

async function check_words(page, complain, when = "", within = "main") {
  for (const text of await page.evaluate(misplaced_words, within)) complain(text + when);
}

async function check_layout(page, complain) {
  await check_words(page, complain);
  for (const open of [true, false]) {
    await fold(page, open);
    const text = await page.evaluate(too_wide);
    if (text) complain(`${text}${open ? ", with its tables open" : ""}`);
  }
}

/** The whole page as one picture; returns its path. */
async function picture(page, folder, name) {
  const path = join(folder, `${name}.png`);
  await page.evaluate(() => scrollTo(0, 0));
  await page.mouse.move(1, 1);
  await page.screenshot({ path, fullPage: true, timeout: 120000 });
  return path;
}

/** What does not fit on the paper; this runs in the page. */
function cut_off() {
  const wide = document.documentElement.clientWidth;
  const parts = [...document.querySelectorAll("main table, main svg, main pre, main select")];
  const out = parts.filter(
    (node) => node.checkVisibility() && node.getBoundingClientRect().right > wide + 1,
  );
  return out.map((node) => `${node.closest("section").id}: ${node.textContent.slice(0, 40)}`);
}

/** Prints the page on A4, whose 210 mm less the margins of page.css are 718 px; returns the path. */
async function print(page, folder, complain) {
  const path = join(folder, "print.pdf");
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 718, height: 1000 });
  for (const text of await page.evaluate(cut_off)) complain(`on paper is cut off ${text}`);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.pdf({ path, format: "A4" });
  const file = readFileSync(path, "latin1");
  if (!file.startsWith("%PDF-") || !/\/Type\s*\/Page\b/.test(file)) complain("prints no pages");
  return path;
}

module.exports = { check_layout, check_words, picture, print };
