// Every control is reached by Tab, and seen when it is.

const { contrast } = require("./contrast");

/** Numbers what Tab should reach, in the order of the page; returns how many; runs in the page. */
function number_stops() {
  const reached = "a[href], button:enabled, select:enabled, input:enabled, textarea, summary, [tabindex='0']";
  const shown = [...document.querySelectorAll(reached)].filter((node) => node.checkVisibility());
  shown.forEach((node, i) => (node.dataset.stop = i));
  return shown.length;
}

/** What has the focus, and how that is seen; this runs in the page. */
function read_focus() {
  const node = document.activeElement;
  if (!node?.dataset.stop) return null;
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(node);
  const box = node.getBoundingClientRect();
  const words = (node.getAttribute("aria-label") ?? node.innerText).slice(0, 40);
  const nav = document.querySelector("nav");
  const bar = nav?.getBoundingClientRect();
  const covered =
    nav && !nav.contains(node) && box.top >= bar.top && box.bottom <= bar.bottom;
  return {
    stop: Number(node.dataset.stop),
    name: `${node.closest("section")?.id ?? "page"}: ${node.localName} '${words}'`,
    outlined: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2,
    colour: outlineColor,
    behind: getComputedStyle(document.body).backgroundColor,
    inside:
      !covered && box.bottom > 0 && box.top < innerHeight && box.left < innerWidth && box.right > 0,
  };
}

function check_focus(focus, complain) {
  if (!focus.outlined) complain(`${focus.name} has the focus and does not show it`);
  else if (contrast(focus.colour, focus.behind) < 3)
    complain(`${focus.name} shows its focus in ${focus.colour}, too faint`);
  if (!focus.inside) complain(`${focus.name} has the focus out of sight`);
}

/** The next Tab goes to the first stop of the page; this runs in the page. */
function start_over() {
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute("tabindex");
  scrollTo(0, 0);
}

/** Walks through the page by Tab, from its start to its end. */
async function check_keyboard(page, complain) {
  const count = await page.evaluate(number_stops);
  await page.evaluate(start_over);
  const seen = [];
  while (seen.length <= count) {
    await page.keyboard.press("Tab");
    const focus = await page.evaluate(read_focus);
    if (!focus) break;
    check_focus(focus, complain);
    seen.push(focus.stop);
  }
  const missed = [...Array(count).keys()].filter((stop) => !seen.includes(stop));
  const name = (stop) => page.$eval(`[data-stop="${stop}"]`, (node) => node.outerHTML.slice(0, 80));
  for (const stop of missed) complain(`Tab never reaches ${await name(stop)}`);
  if (seen.some((stop, i) => stop !== i) && !missed.length)
    complain("Tab goes through the page in another order than the eye");
  return seen.length;
}

module.exports = { check_keyboard };
