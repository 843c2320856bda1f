// What the explorer says of a choice is what the report says, computed here once more.

/** The rows of the table with a caption that begins so, as {first cell: the next}. */
const read_table = (page, caption) =>
  page.evaluate((words) => {
    const all = [...document.querySelectorAll("#explorer table")];
    const found = all.find((one) => one.caption.textContent.startsWith(words));
    const texts = (row) => [...row.children].map((cell) => cell.textContent);
    return found ? Object.fromEntries([...found.tBodies[0].rows].map(texts)) : null;
  }, caption);

/** Types a position as from the keyboard: the number is marked, and another is typed over it. */
async function type_position(page, key, text) {
  await page.focus(`#explorer input >> nth=${key === "p" ? 0 : 1}`);
  await page.keyboard.press("Control+A");
  await page.keyboard.type(text);
}

/** What two positions and their offset have, from the report's numbers alone. */
function measures_wanted({ pictures, kernel }, p, q) {
  const { positions, values } = pictures.heat_map;
  const [x, y] = [p, q].map((one) => values[positions.indexOf(String(one))]);
  let [dot, xx, yy, apart] = [0, 0, 0, 0];
  for (let j = 0; j < x.length; ++j) {
    dot += x[j] * y[j];
    xx += x[j] ** 2;
    yy += y[j] ** 2;
    apart += (x[j] - y[j]) ** 2;
  }
  const offset = Math.abs(p - q);
  return {
    "dot product": dot,
    cosine: dot / Math.sqrt(xx) / Math.sqrt(yy),
    "squared distance": apart,
    [`K(${offset})`]: kernel.values[kernel.offsets.indexOf(String(offset))],
  };
}

async function check_positions(page, report, [p, q], complain) {
  await type_position(page, "p", String(p));
  await type_position(page, "q", String(q));
  const shown = await read_table(page, "Positions ");
  for (const [name, wanted] of Object.entries(measures_wanted(report, p, q))) {
    const value = Number(shown?.[name]);
    if (!(Math.abs(value - wanted) <= 1e-6 * Math.abs(wanted) + 1e-9))
      complain(`explorer: ${name} of ${p} and ${q} is ${shown?.[name]}, not ${wanted}`);
  }
  const row = await page.$eval("#explorer details", (node) => (node.open = true));
  await page.waitForSelector("#explorer details table");
  const channel = await read_table(page, "Rows of ");
  const wanted =
    report.pictures.heat_map.values[report.pictures.heat_map.positions.indexOf(`${p}`)];
  if (!row || Math.abs(Number(channel[0]) - wanted[0]) > 1e-6 * Math.abs(wanted[0]))
    complain(`explorer: channel 0 of ${p} is ${channel[0]}, not ${wanted[0]}`);
}

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqr";

/** A pattern with its runs spelled out: 0*5 is 00000. */
function digits_of(pattern) {
  let text = "";
  for (let i = 0; i < pattern.length; ++i) {
    const times = pattern[i + 1] === "*" ? digits.indexOf(pattern[i + 2]) : 1;
    text += Array(times).fill(pattern[i]).join("");
    if (pattern[i + 1] === "*") i += 2;
  }
  return text;
}

/** A recipe and a format are chosen, and a position; the table below must be the report's row. */
async function check_bits(page, { lost_bits }, series, k, complain) {
  const position = lost_bits.positions[k];
  const format =
    series.format === series.computed_in
      ? series.format
      : `${series.format}, computed in ${series.computed_in}`;
  for (const [label, value] of Object.entries({
    Recipe: series.recipe,
    Format: format,
    Position: position,
  })) {
    const select = page
      .locator(`#explorer label:has(select)`, { hasText: label })
      .locator("select");
    if (await select.count()) await select.selectOption(value);
  }
  await page.evaluate(() =>
    document.querySelectorAll("#explorer details").forEach((node) => (node.open = true)),
  );
  await page.waitForFunction(() =>
    [...document.querySelectorAll("#explorer details")].every((node) => node.children[1]),
  );
  const name = `Bits lost by ${series.recipe} in ${format}`;
  const shown = await read_table(page, `${name} at position `);
  const row = [...digits_of(lost_bits.patterns[series.rows[k]])];
  const wrong = row.filter((digit, j) => shown?.[j] !== String(digits.indexOf(digit)));
  if (wrong.length)
    complain(`explorer: ${name} at ${position}: ${wrong.length} channels are wrong`);
  const words = await page.locator("#explorer p[aria-live]").innerText();
  const some = row.filter((digit) => digit !== "0").length;
  if (!words.includes(some ? `${some} of ${row.length} channels` : "every channel"))
    complain(`explorer: of ${name} at ${position} it says '${words}'`);
}

/** Choices of both parts, looked up in the report. */
async function check_explorer(page, complain) {
  const report = await page.evaluate(() => window.sextant.report);
  const last = report.pictures.heat_map.positions.length - 1;
  for (const pair of [
    [5, 23],
    [last, 0],
    [9, 9],
  ])
    await check_positions(page, report, pair, complain);
  const { series, positions } = report.lost_bits;
  for (const one of [series[0], series[Math.floor(series.length / 2)], series[series.length - 1]])
    for (const k of [0, positions.length - 1]) await check_bits(page, report, one, k, complain);
}

module.exports = { check_explorer };
