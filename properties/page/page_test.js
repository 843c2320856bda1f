// The report page as people see it: opened from disk in a browser, looked at, clicked through.
// With --missing it only says what it lacks.
// Example: node page_test.js build/report/index.html build/page-tests   (see scripts/page-test)

const { mkdirSync } = require("fs");
const { browser_path, megabytes, open, start } = require("./browser");
const { check_contrast } = require("./contrast");
const { check_controls } = require("./controls");
const { check_explorer } = require("./explorer");
const { check_figures } = require("./figures");
const { check_keyboard } = require("./keyboard");
const { check_layout, picture, print } = require("./layout");
const { check_tooltips } = require("./tooltip");

const largest = 3; // megabytes

const looks = [
  { name: "light", width: 1280, height: 900, scheme: "light", clicked: true, printed: true },
  { name: "dark", width: 1280, height: 900, scheme: "dark" },
  { name: "phone", width: 390, height: 844, scheme: "light", clicked: true },
];

function missing() {
  if (!browser_path()) return "chromium is not installed";
  try {
    return require.resolve("playwright-core") && require.resolve("axe-core") && null;
  } catch {
    return "playwright-core or axe-core is not installed";
  }
}

/** Looks at the page in one way; returns what there is to say of it. */
async function look_at(browser, file, folder, look, complain) {
  const { page, ready } = await open(browser, file, look, complain);
  const figures = await check_figures(page, complain);
  await check_layout(page, complain);
  const paths = [await picture(page, folder, look.name)];
  await check_contrast(page, complain);
  const stops = await check_keyboard(page, complain);
  const controls = look.clicked ? await check_controls(page, complain) : 0;
  if (look.clicked) await check_tooltips(page, complain);
  if (look.clicked) await check_explorer(page, complain);
  if (look.printed) paths.push(await print(page, folder, complain));
  await page.context().close();
  const clicked = look.clicked ? `, ${controls} controls tried` : "";
  console.log(
    `${look.name}: ready in ${ready.toFixed(1)} s, ${figures} figures, ${stops} stops of Tab${clicked}`,
  );
  for (const path of paths) console.log(`  ${path}`);
}

async function main([file, folder]) {
  mkdirSync(folder, { recursive: true });
  const wrong = new Set();
  const size = megabytes(file);
  console.log(`${file}: ${size.toFixed(2)} MB`);
  if (size >= largest) wrong.add(`is ${size.toFixed(2)} MB, and ${largest} MB is too much to send`);
  const browser = await start();
  try {
    for (const look of looks) {
      const complain = (text) => wrong.add(`${look.name}: ${text}`);
      await look_at(browser, file, folder, look, complain).catch((error) =>
        complain(error.message),
      );
    }
  } finally {
    await browser.close();
  }
  for (const text of wrong) console.error(`page-test: ${text}`);
  if (!wrong.size) console.log("page-test: passed");
  return wrong.size ? 1 : 0;
}

const why = missing();
if (why) {
  console.error(`page-test: ${why}; scripts/setup --page-tools installs it`);
  process.exitCode = 2;
} else if (process.argv[2] !== "--missing") {
  main(process.argv.slice(2)).then(
    (status) => (process.exitCode = status),
    (error) => {
      console.error(`page-test: ${error.message}`);
      process.exitCode = 1;
    },
  );
}
