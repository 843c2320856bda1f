// The report page as people see it: opened from disk in a browser, looked at, clicked through.
// With --missing it only says what it lacks.
// Example: node page_test.js build/report/index.html build/page-tests   (see scripts/page-test)

const { existsSync, mkdirSync } = require("fs");
const { dirname, join } = require("path");
const { check_answer, check_static } = require("./answer");
const { megabytes, open, open_topics, run_test, start } = require("./browser");
const { check_contrast } = require("./contrast");
const { check_controls } = require("./controls");
const { check_explorer } = require("./explorer");
const { check_figures } = require("./figures");
const { check_keyboard } = require("./keyboard");
const { check_layout, picture, print } = require("./layout");
const { check_tooltips } = require("./tooltip");

const largest = { report: 1.8, evidence: 3 }; // megabytes
const slowest = 1; // seconds until the answer is there, of the fastest of three loads

const light = { name: "light", width: 1280, height: 900, scheme: "light" };
const looks = [
  { ...light, clicked: true, printed: true },
  { name: "dark", width: 1280, height: 900, scheme: "dark" },
  { name: "tablet", width: 768, height: 1024, scheme: "dark" },
  { name: "phone", width: 390, height: 844, scheme: "light", clicked: true },
];

/** Looks at the page in one way; says what there is to say of it. */
async function look_at(browser, file, folder, look, complain) {
  const page = await open(browser, file, look, complain);
  const paths = [await picture(page, folder, `${look.name}-answer`)];
  const tried = look.clicked ? await check_answer(browser, file, look, page, complain) : 0;
  await open_topics(page, complain);
  const figures = await check_figures(page, complain);
  await check_layout(page, complain);
  paths.push(await picture(page, folder, look.name));
  await check_contrast(page, complain);
  const stops = await check_keyboard(page, complain);
  const controls = look.clicked ? tried + (await check_controls(page, complain)) : 0;
  if (look.clicked) await check_tooltips(page, complain);
  if (look.clicked) await check_explorer(page, complain);
  if (look.printed) paths.push(await print(page, folder, complain));
  await page.context().close();
  const clicked = look.clicked ? `, ${controls} controls and links tried` : "";
  console.log(`${look.name}: ${figures} figures, ${stops} stops of Tab${clicked}`);
  for (const path of paths) console.log(`  ${path}`);
}

/** The answer is there in time. */
async function check_speed(browser, file, complain) {
  const firsts = [];
  for (let i = 0; i < 3; ++i) {
    const page = await open(browser, file, light, complain);
    firsts.push(await page.evaluate(() => window.first));
    await page.context().close();
  }
  const seconds = (what) => Math.min(...firsts.map((first) => first[what])) / 1000;
  console.log(`answer after ${seconds("answer").toFixed(2)} s, figure ${seconds("figure").toFixed(2)} s`);
  if (!(seconds("answer") <= slowest))
    complain(`the answer takes ${seconds("answer").toFixed(2)} s, more than ${slowest} s`);
}

async function look_without_scripts(browser, file, folder, complain) {
  for (const look of [light, looks.at(-1)]) {
    const page = await check_static(browser, file, look, complain);
    console.log(`  ${await picture(page, folder, `${look.name}-without-scripts`)}`);
    await page.context().close();
  }
}

/** The page of records beside a report: all of it opens, and leads back. */
async function look_at_evidence(browser, file, folder, complain) {
  const page = await open(browser, file, light, complain);
  await open_topics(page, complain);
  await check_figures(page, complain);
  await check_layout(page, complain);
  await check_contrast(page, complain);
  if (!(await page.locator('#answer a[href="index.html"]').count()))
    complain("no link back to the report");
  console.log(`  ${await picture(page, folder, "evidence")}`);
  await page.context().close();
}

function check_size(file, limit, complain) {
  const size = megabytes(file);
  console.log(`${file}: ${size.toFixed(2)} MB`);
  if (size > limit) complain(`is ${size.toFixed(2)} MB, more than ${limit} MB`);
}

async function main([file, folder], attempt) {
  mkdirSync(folder, { recursive: true });
  const browser = await start();
  const evidence = join(dirname(file), "evidence.html");
  try {
    await attempt("size", async (complain) => check_size(file, largest.report, complain));
    await attempt("speed", (complain) => check_speed(browser, file, complain));
    await attempt("static", (complain) => look_without_scripts(browser, file, folder, complain));
    for (const look of looks)
      await attempt(look.name, (complain) => look_at(browser, file, folder, look, complain));
    if (existsSync(evidence)) {
      await attempt("size", async (complain) => check_size(evidence, largest.evidence, complain));
      await attempt("evidence", (complain) =>
        look_at_evidence(browser, evidence, folder, complain),
      );
    }
  } finally {
    await browser.close();
  }
}

run_test("page-test", main);
