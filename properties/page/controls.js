// Every control does something to its figure, and undoes it again.

const { check_words } = require("./layout");

/** A figure without the numbers that the library counts its drawings with; this runs in the page. */
const drawing_of = (section) =>
  [...section.querySelectorAll(".plot")]
    .map((plot) => plot.innerHTML.replace(/(clip|gradient_?)\d+/g, "$1"))
    .join("");

const drawing = (page, section) => page.locator(`#${section}`).evaluate(drawing_of);

/** Waits until the figures of a section are as they were, or are not; false if that never happens. */
async function becomes(page, section, before, alike) {
  for (const end = Date.now() + 10000; Date.now() < end; await page.waitForTimeout(30))
    if (((await drawing(page, section)) === before) === alike) return true;
  return false;
}

/** Does and undoes, and sees the figure change and be again what it was; tries more in between. */
async function there_and_back(page, { section, name, there, back, more }, complain) {
  const before = await drawing(page, section);
  await there();
  if (!(await becomes(page, section, before, false)))
    complain(`${section}: ${name} changes nothing`);
  await check_words(page, complain, ` after ${name}`, `#${section}`);
  await more?.();
  await back();
  if (!(await becomes(page, section, before, true)))
    complain(`${section}: ${name} and back does not lead back`);
}

/** Each choice but the first; with more() tried while it is chosen. */
async function try_select(page, { section, name, node, more }, complain) {
  const values = await node.locator("option").evaluateAll((all) => all.map((one) => one.value));
  const first = await node.inputValue();
  if (values.length < 2) complain(`${section}: ${name} leaves no choice`);
  const back = () => node.selectOption(first);
  for (const value of values.filter((one) => one !== first)) {
    const there = () => node.selectOption(value);
    const attempt = { section, name: `${name} '${value}'`, there, back, more };
    await there_and_back(page, attempt, complain);
  }
}

const try_box = (page, { section, name, node }, complain) =>
  there_and_back(
    page,
    { section, name, there: () => node.uncheck(), back: () => node.check() },
    complain,
  );

/** Another number and back; in between, what is none of the data is refused, and changes nothing. */
async function try_number(page, { section, name, node }, complain) {
  const first = await node.inputValue();
  const last = await node.getAttribute("max");
  const words = () =>
    node.evaluate((one) => document.getElementById(one.getAttribute("aria-describedby")).innerText);
  const more = async () => {
    const before = await drawing(page, section);
    for (const text of [String(Number(last) + 1), "-1", "1.5", ""]) {
      await node.fill(text);
      const invalid = (await node.getAttribute("aria-invalid")) === "true";
      if (!invalid || !(await words())) complain(`${section}: ${name} does not refuse '${text}'`);
    }
    if ((await drawing(page, section)) !== before)
      complain(`${section}: ${name} is refused and changes the figures`);
  };
  const there = () => node.fill(last);
  await there_and_back(
    page,
    { section, name, there, back: () => node.fill(first), more },
    complain,
  );
  if (await words()) complain(`${section}: ${name} is right, and still refused`);
}

async function try_button(page, { section, name, node }, complain) {
  const first = await node.getAttribute("aria-pressed");
  const click = (wanted) => async () => {
    await node.click();
    if ((await node.getAttribute("aria-pressed")) !== wanted)
      complain(`${section}: ${name} is not ${wanted}`);
  };
  const other = String(first !== "true");
  const attempt = { section, name, there: click(other), back: click(first) };
  return there_and_back(page, attempt, complain);
}

/** A legend with everything switched off has a figure that says so. */
async function try_none(page, section, complain) {
  const pressed = `#${section} .legend button[aria-pressed="true"]:visible`;
  const buttons = await page.locator(pressed).elementHandles();
  const before = await drawing(page, section);
  for (const button of buttons) await button.click();
  await page
    .waitForSelector(`#${section} .plot .empty`, { timeout: 10000 })
    .catch(() => complain(`${section}: nothing is chosen, and the figure does not say so`));
  for (const button of buttons) await button.click();
  if (!(await becomes(page, section, before, true)))
    complain(`${section}: none chosen and all again does not lead back`);
}

const label_of = (node) =>
  node.evaluate((one) => (one.closest("label") ?? one).innerText.split("\n")[0].trim());

/** Tries what a section has, and in each choice what that alone shows; returns how many it tried. */
async function try_section(page, section, complain) {
  const tried = new Set();
  const each = async (selector, attempt, more) => {
    for (const node of await page.locator(`#${section} ${selector}:visible`).all()) {
      const name = await label_of(node);
      if (!name) complain(`${section}: a control has no name`);
      if (tried.has(selector + name)) continue;
      tried.add(selector + name);
      await attempt(page, { section, name, node, more }, complain);
    }
  };
  const buttons = () => each(".legend button", try_button);
  await buttons();
  if (tried.size) await try_none(page, section, complain);
  await each("input[type=checkbox]", try_box);
  await each("input[type=number]", try_number);
  await each("select", try_select, buttons);
  const all = await page.locator(`#${section} :is(.legend button, input, select)`).count();
  if (tried.size < all) complain(`${section}: ${all - tried.size} controls are never shown`);
  return tried.size;
}

/** A folded table opens by a click on its summary, and closes by another. */
async function try_folds(page, complain) {
  const folds = await page.locator("details").all();
  for (const node of folds) {
    const summary = node.locator("summary");
    const name = await summary.innerText();
    await summary.click();
    if (!(await node.locator("tbody tr").count())) complain(`'${name}' opens no table`);
    await summary.click();
    if (await node.evaluate((one) => one.open)) complain(`'${name}' does not close`);
  }
  return folds.length;
}

/** A verdict chosen leaves the statements that have it, in tables that are shown whole. */
async function try_verdicts(page, complain) {
  const node = page.locator("#claims select");
  if (!(await node.count())) return 0;
  const verdicts = () => page.locator("#claims tbody td:nth-child(2)").allInnerTexts();
  const all = await verdicts();
  const values = await node.locator("option").evaluateAll((many) => many.map((one) => one.value));
  for (const value of [...values.slice(1), values[0]]) {
    await node.selectOption(value);
    const wanted = value === values[0] ? all : all.filter((one) => one === value);
    if (!wanted.length || (await verdicts()).join() !== wanted.join())
      complain(`claims: verdict '${value}' shows ${(await verdicts()).length}, not ${wanted.length}`);
  }
  const cut = (many) => many.filter((one) => one.scrollHeight > one.clientHeight + 1).length;
  if (await page.locator("#claims .scroll").evaluateAll(cut)) complain("claims: a table is cut off");
  return 1;
}

/** Tries every control of every section that has figures; returns how many there are. */
async function check_controls(page, complain) {
  const sections = await page.$$eval(".topic section:has(.plot)", (all) =>
    all.map((one) => one.id),
  );
  let count = (await try_folds(page, complain)) + (await try_verdicts(page, complain));
  for (const section of sections) count += await try_section(page, section, complain);
  return count;
}

module.exports = { check_controls };
