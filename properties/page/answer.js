// The card: it answers from the report's numbers, every choice has an address, and none fails.

const { open } = require("./browser");
const { check_words } = require("./layout");

/** What the card says and has: its sentences, its choices, its table; runs in the page. */
function read_card() {
  const host = document.getElementById("answer");
  const words = [...host.querySelectorAll("dd")].map((one) => one.innerText);
  const chosen = [...host.querySelectorAll("select, input")].map((one) => one.value);
  return {
    words,
    text: words.join("\n"),
    chosen,
    hash: location.hash,
    link: host.querySelector(".link a").getAttribute("href"),
  };
}

const card = (page) => page.evaluate(read_card);

/** The keys of an address that a menu sets, by the menu's label. */
const menus = {
  Encoding: "encoding",
  "Stored in": "stored",
  "Computed in": "computed",
  "Recipe in use": "recipe",
  "Library or device": "library",
};

function check_text({ words, text }, complain, when) {
  if (words.length !== 4) complain(`answer: ${words.length} sentences, not 4${when}`);
  const slip = /\b(undefined|NaN|null|Infinity|false|true)\b|\[object|  |–/.exec(text);
  if (slip) complain(`answer: says '${slip[0]}'${when}: ${text}`);
  const odd = /\d[eE][-+]?\d|\d\^-?\d|(?<![\d.])\d{5,}/.exec(text);
  if (odd) complain(`answer: spells a number '${odd[0]}'${when}`);
}

const menu = (page, label) =>
  page.locator("#answer label:has(select)", { hasText: label }).locator("select");

/** The figure of the card is drawn, and no words lie upon others. */
async function settle(page, complain, when) {
  await page.waitForTimeout(150);
  await check_words(page, complain, when, "#answer");
}

/** Each choice of a menu changes the address and perhaps the answer; the first leads back. */
async function try_menu(page, label, complain) {
  const node = menu(page, label);
  if (!(await node.count())) return 0;
  const before = await card(page);
  const first = await node.inputValue();
  const values = await node.locator("option").evaluateAll((all) => all.map((one) => one.value));
  for (const value of values.filter((one) => one !== first)) {
    await node.selectOption(value);
    const when = ` after ${label} '${value}'`;
    const now = await card(page);
    check_text(now, complain, when);
    if (now.hash !== now.link) complain(`answer: the link is not the address${when}`);
    const asked = new URLSearchParams(now.hash.slice(1)).get(menus[label]);
    if (asked !== value) complain(`answer: the address has ${asked}${when}`);
    if (label === "Recipe in use" && !now.words[0].includes(value))
      complain(`answer: the recipe is not named${when}`);
    if (label === "Library or device" && now.text === before.text)
      complain(`answer: nothing changes${when}`);
    await settle(page, complain, when);
  }
  await node.selectOption(first);
  // Other menus may have other choices for this one: the default answer leads back.
  await page.evaluate((hash) => (location.hash = hash), before.link);
  await page.waitForFunction((text) => document.querySelector("#answer dl").innerText !== "", "");
  if ((await card(page)).text !== before.text) complain(`answer: ${label} and back does not lead back`);
  return values.length;
}

/** A program of the menu sets its recipe and its library. */
async function try_programs(page, complain) {
  const node = menu(page, "Program");
  if (!(await node.count()) || !(await node.isVisible())) return 0;
  const before = await card(page);
  const values = await node.locator("option").evaluateAll((all) => all.map((one) => one.value));
  for (const value of values.filter(Boolean)) {
    await node.selectOption(value);
    const asked = new URLSearchParams((await card(page)).hash.slice(1));
    const known = await page.evaluate(
      ([name, recipe, library]) =>
        window.sextant.report.engines.some(
          (one) =>
            `${one.engine} (${one.library})` === name &&
            one.recipe === recipe &&
            one.library === library,
        ),
      [value, asked.get("recipe"), asked.get("library")],
    );
    if (!known) complain(`answer: program '${value}' sets ${asked}`);
  }
  await page.evaluate((hash) => (location.hash = hash), before.link);
  return values.length;
}

async function try_context(page, complain) {
  const box = page.locator("#answer input[type=number]");
  const slider = page.locator("#answer input[type=range]");
  const before = await card(page);
  const first = await box.inputValue();
  await slider.focus();
  await page.keyboard.press("Home");
  const least = await box.inputValue();
  if (Number(least) > 512) complain(`answer: the slider begins at ${least}`);
  if (!(await card(page)).hash.includes(`context=${least}&`))
    complain("answer: the slider does not change the address");
  await page.keyboard.press("End");
  const last = Number(await box.inputValue());
  check_text(await card(page), complain, " at the longest context");
  await settle(page, complain, " at the longest context");
  for (const text of [String(last + 1), "-1", "0", "1.5", ""]) {
    const shown = await card(page);
    await box.fill(text);
    const refused = (await box.getAttribute("aria-invalid")) === "true";
    const why = await page.locator("#context-refusal").innerText();
    if (!refused || !why) complain(`answer: context '${text}' is not refused`);
    if ((await card(page)).text !== shown.text)
      complain(`answer: context '${text}' is refused and changes the answer`);
  }
  for (const text of ["2", "3", "1000"].filter((one) => Number(one) <= last)) {
    await box.fill(text);
    check_text(await card(page), complain, ` at context ${text}`);
  }
  await box.fill(first);
  if ((await card(page)).text !== before.text) complain("answer: context and back does not lead back");
  return 2;
}

/** Addresses open the answer that they came from; unknown and absurd ones the default. */
async function check_addresses(browser, file, look, page, complain) {
  const usual = await card(page);
  const opened = async (hash) => {
    const other = await open(browser, file, look, complain, hash);
    const found = { ...(await card(other)), ...(await other.evaluate(() => ({ y: scrollY }))) };
    await other.context().close();
    return found;
  };
  const recipe = menu(page, "Recipe in use");
  await recipe.selectOption(await recipe.locator("option").last().getAttribute("value"));
  await page.locator("#answer input[type=range]").focus();
  await page.keyboard.press("Home");
  const asked = await card(page);
  const linked = await opened(asked.hash);
  if (linked.text !== asked.text || linked.chosen.join() !== asked.chosen.join())
    complain(`answer: ${asked.hash} opens '${linked.text}', not '${asked.text}'`);
  for (const hash of [
    "#context=1e99&stored=x&computed=__proto__&recipe=constructor&library=toString&encoding=nan",
    "#context=-5",
    "#context=99999999999999999999999999&stored=&=&&&%zz=%",
    "#nothing",
    "#=",
  ]) {
    const found = await opened(hash);
    if (found.text !== usual.text) complain(`answer: ${hash} opens '${found.text}'`);
  }
  await page.evaluate((hash) => (location.hash = hash), usual.link);
  return 6;
}

/** What the report's own numbers say of the default answer, computed here once more. */
function wanted_answer() {
  const { asked_in, report, settled } = window.sextant;
  const { stored, computed, recipe, context } = settled(asked_in(""));
  const digits = { bfloat16: 8, float16: 11, float32: 24, float64: 53 };
  const bits = digits[stored];
  const position = (text) =>
    text.startsWith("2^") ? 2 ** Number(text.slice(2)) : Number(text);
  const criterion = bits > 11 ? "half-bfloat16-ulp" : "half-ulp-of-1";
  const range = (name, of) =>
    report.safe_ranges.find(
      (one) =>
        one.criterion === of &&
        one.recipe === name &&
        one.format === stored &&
        one.computed_in === computed,
    );
  const series = report.drift.filter(
    (one) => !one.steps && one.format === stored && one.computed_in === computed,
  );
  const before = (one) =>
    one?.first_violation && position(one.first_violation.position) < context;
  const errors = series
    .find((one) => one.recipe === recipe)
    .octaves.filter((octave) => position(octave.from) < context)
    .map((octave) => octave.absolute?.value ?? 0);
  const matters = range(recipe, criterion);
  const of_recipe = report.drift.filter(
    (one) => one.recipe === recipe && one.computed_in === computed,
  );
  return {
    recipe,
    unrounded: of_recipe.some((one) => digits[one.format] >= digits[computed]),
    good: series
      .map((one) => one.recipe)
      .filter((name) => range(name, "half-ulp-of-1") && !before(range(name, "half-ulp-of-1"))),
    largest: Number(Math.max(...errors).toPrecision(3)),
    from: before(matters) ? matters.first_violation.position : null,
  };
}

async function check_truth(page, complain) {
  const wanted = await page.evaluate(wanted_answer);
  const { words } = await card(page);
  const plain = words.map((text) => text.replace(/\u202f/g, ""));
  const [yours, , good] = plain;
  const missing = wanted.good.slice(0, 4).filter((name) => !good.includes(name));
  if (missing.length) complain(`answer: ${missing} is good enough, and it says '${good}'`);
  if (!wanted.good.length && !/^No recipe/.test(good))
    complain(`answer: no recipe is good enough, and it says '${good}'`);
  if (wanted.good.includes(wanted.recipe) !== /^Yes(\.|, at every)/.test(yours))
    complain(`answer: good enough are ${wanted.good}, and of ${wanted.recipe} it says '${yours}'`);
  if (/positions off/.test(yours) && /\. Angles are/.test(yours) !== wanted.unrounded)
    complain(`answer: says '${yours}', and angles were ${wanted.unrounded ? "" : "not "}measured`);
  if (!yours.includes(wanted.recipe)) complain(`answer: does not name ${wanted.recipe}`);
  if (wanted.largest >= 1e-4 && !yours.includes(` ${wanted.largest}`))
    complain(`answer: the largest error is ${wanted.largest}, and it says '${yours}'`);
  if (wanted.from && !yours.includes(`position ${wanted.from},`))
    complain(`answer: errors matter from ${wanted.from}, and it says '${yours}'`);
}

/** The rows that the program wrote for readers without scripts are those of the card. */
async function check_rows(page, complain) {
  const differing = await page.evaluate(() => {
    const { asked_in, judged, report, settled, variant } = window.sextant;
    const state = settled(asked_in(""));
    const rows = state.all.map((series) => judged(series, state));
    return (report.answer?.rows ?? []).flatMap((row) => {
      const mine = rows.find((one) => one.recipe === row.recipe && variant(one) === variant(row));
      if (!mine) return [`${row.recipe}: not in the card`];
      return ["largest", "position", "positions_off", "holds", "matters_from", "kind"]
        .filter((key) => mine[key] !== row[key])
        .map((key) => `${row.recipe}: ${key} ${mine[key]}, not ${row[key]}`);
    });
  });
  for (const text of differing) complain(`answer: the table has ${text}`);
}

/** "2.99 × 10⁻⁸" as a number. */
function number_of(text) {
  const plain = text.replace(/[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]/g, (c) => "-0123456789"["⁻⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(c)]);
  const [factor, exponent = "0"] = plain.split(/\s*×\s*10/);
  return Number(factor) * 10 ** Number(exponent);
}

/** No error is shown as larger than the bound that stands above it. */
function check_bounds(row, complain) {
  for (const [shown, bound, found] of row.matchAll(/≤ ([^▲\n]+?)(?: ▲)?\s*found ([^\t\n]+)/g))
    if (!(number_of(found) <= number_of(bound))) complain(`engines: says '${shown}'`);
}

/** The format of the matrix of engines can be chosen, and every engine has its row. */
async function check_matrix(page, complain) {
  const engines = await page.evaluate(() =>
    window.sextant.report.engines.map(({ engine, format }) => [engine, format]),
  );
  if (!engines.length) return 0;
  await page.locator('.contents a[href="#engines"]').click();
  const node = page.locator("#engines select");
  const formats = await node.locator("option").evaluateAll((all) => all.map((one) => one.value));
  const first = await node.inputValue();
  for (const format of [...formats, first]) {
    await node.selectOption(format);
    const rows = await page.locator("#engines tbody tr").allInnerTexts();
    const wanted = engines.filter(([, of]) => of === format).map(([name]) => name);
    if (rows.length !== wanted.length || wanted.some((name, i) => !rows[i].startsWith(name)))
      complain(`engines: the matrix of ${format} has ${rows.length} rows, not ${wanted.length}`);
    for (const row of rows) check_bounds(row, complain);
    const empty = rows.filter((row) => !/\d|no bound/.test(row));
    if (empty.length) complain(`engines: a row without numbers: ${empty[0]}`);
  }
  return 1;
}

/** A link to a section opens its topic, and goes there. */
async function check_section_links(browser, file, look, page, complain) {
  const links = await page.$$eval("nav a, .contents a, #answer .link a + a", (all) =>
    all.map((one) => one.getAttribute("href")),
  );
  const other = await open(browser, file, look, complain, links.at(-1));
  const place = (hash) =>
    other.evaluate((id) => {
      const box = document.getElementById(id)?.getBoundingClientRect();
      return box && box.height > 0 && box.top < innerHeight && box.bottom > 0;
    }, hash.slice(1));
  if (!(await place(links.at(-1)))) complain(`${links.at(-1)} in the address shows no such section`);
  for (const hash of links) {
    await other.locator(`a[href="${hash}"]:visible`).first().click();
    await other.waitForTimeout(50);
    if (!(await place(hash))) complain(`the link ${hash} shows no such section`);
  }
  await other.context().close();
  return links.length;
}

/** Tries all there is about the card; returns how many controls and links were tried. */
async function check_answer(browser, file, look, page, complain) {
  check_text(await card(page), complain, "");
  await check_truth(page, complain);
  await check_rows(page, complain);
  let count = 0;
  for (const label of Object.keys(menus)) count += await try_menu(page, label, complain);
  count += await try_programs(page, complain);
  count += await try_context(page, complain);
  count += await check_addresses(browser, file, look, page, complain);
  count += await check_matrix(page, complain);
  count += await check_section_links(browser, file, look, page, complain);
  return count;
}

/** Without scripts there are an answer and a table. */
async function check_static(browser, file, look, complain) {
  const page = await open(browser, file, { ...look, scripts: false }, complain);
  const shown = await page.locator("#answer").innerText();
  if (shown.trim().length < 20) complain(`without scripts the answer is '${shown}'`);
  if (!(await page.locator("#answer table tbody tr").count()))
    complain("without scripts there is no table");
  const size = await page.evaluate(() => document.documentElement.scrollWidth).catch(() => 0);
  if (size > look.width) complain("without scripts the page is too wide");
  return page;
}

module.exports = { check_answer, check_static };
