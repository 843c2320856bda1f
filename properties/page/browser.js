// A browser that reads a page from disk and nothing else, and notes whatever goes wrong in it.

const { existsSync, readdirSync, readFileSync, statSync } = require("fs");
const { pathToFileURL } = require("url");

const local = /^(file|data|blob):/;

/** Chromium as Debian installs it, or where SEXTANT_CHROMIUM says. */
function browser_path() {
  const path = process.env.SEXTANT_CHROMIUM || "/usr/bin/chromium";
  return existsSync(path) ? path : null;
}

function missing() {
  if (!browser_path()) return "chromium is not installed";
  try {
    return require.resolve("playwright-core") && require.resolve("axe-core") && null;
  } catch {
    return "playwright-core or axe-core is not installed";
  }
}

/**
 * Runs a test: main(words of the command line, attempt). attempt(name, what) awaits
 * what(complain), and reports an exception as a complaint. Exit status: 0 nothing is wrong; 1
 * something is; 2 no browser. With the word --missing, only prints what is missing.
 */
async function run_test(program, main) {
  const words = process.argv.slice(2);
  const why = missing();
  if (why) {
    console.error(`${program}: ${why}; scripts/setup --page-tools installs it`);
    process.exitCode = 2;
  }
  if (why || words[0] === "--missing") return;
  const wrong = new Set();
  const attempt = async (name, what) => {
    const complain = (text) => wrong.add(`${name}: ${text}`);
    await what(complain).catch((error) => complain(error.message));
  };
  await main(words, attempt).catch((error) => wrong.add(error.message));
  for (const text of wrong) console.error(`${program}: ${text}`);
  if (!wrong.size) console.log(`${program}: passed`);
  process.exitCode = wrong.size ? 1 : 0;
}

/** CPU seconds of all descendants of this process that still run. */
function cpu_seconds() {
  const parents = new Map();
  const ticks = new Map();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/.*\) /, "").split(" ");
      parents.set(pid, fields[1]);
      ticks.set(pid, Number(fields[11]) + Number(fields[12]));
    } catch {
      // It has ended.
    }
  }
  const is_mine = (pid) => pid === String(process.pid) || (parents.has(pid) && is_mine(parents.get(pid)));
  const mine = [...ticks].filter(([pid]) => pid !== String(process.pid) && is_mine(pid));
  return mine.reduce((sum, [, n]) => sum + n, 0) / 100;
}

/**
 * The seconds that what() takes: the elapsed time or the browser's CPU time, whichever is less. On a
 * busy machine the browser waits for other processes.
 */
async function seconds_of(what) {
  const [begun, used] = [performance.now(), cpu_seconds()];
  await what();
  return Math.min((performance.now() - begun) / 1000, cpu_seconds() - used);
}

/** Starts the browser, with `more` words in its command line. */
function start(more = []) {
  const { chromium } = require("playwright-core");
  // What is asked of any host fails at once, whoever asks for it.
  const args = ["--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND", ...more];
  return chromium.launch({ executablePath: browser_path(), args });
}

/** Refuses the network, and notes that it was asked for. */
async function refuse_network(page, complain) {
  const note = (url) => local.test(url) || complain(`asks the network for ${url.slice(0, 100)}`);
  page.on("request", (request) => note(request.url()));
  page.on("websocket", (socket) => note(socket.url()));
  await page.route(
    (url) => !local.test(url.href),
    (route) => route.abort(),
  );
}

function note_errors(page, complain) {
  page.on("pageerror", (error) => complain(`error: ${error.message}`)); // rejections too
  page.on("crash", () => complain("the page crashed"));
  page.on("console", (message) => {
    const kind = message.type();
    if (["error", "warning", "assert"].includes(kind))
      complain(`logs: ${kind}: ${message.text().slice(0, 200)}`);
  });
}

/** Notes in `window.first` the milliseconds until the answer and its figure; runs in the page. */
function note_firsts() {
  window.first = {};
  const note = (what, selector) => {
    if (!(what in window.first) && document.querySelector(selector))
      window.first[what] = performance.now();
  };
  new MutationObserver(() => {
    note("answer", "#answer dd");
    note("figure", "#answer .plot svg");
  }).observe(document, { childList: true, subtree: true });
}

/** Waits until every figure that is shown is drawn. */
async function wait_for_figures(page, complain) {
  const drawn = () =>
    [...document.querySelectorAll(".plot")].every(
      (plot) => !plot.checkVisibility() || plot.querySelector("svg, .empty"),
    );
  await page
    .waitForFunction(drawn, null, { timeout: 60000 })
    .catch(() => complain("after a minute a figure is not drawn"));
}

/** Opens every topic, and waits for its figures. */
async function open_topics(page, complain) {
  const closed = ".topic h2 button[aria-expanded='false']";
  for (const button of await page.locator(closed).elementHandles()) await button.click();
  if (await page.locator(closed).count()) complain("a topic does not open");
  await wait_for_figures(page, complain);
}

/**
 * Opens a page in a look {width, height, scheme, scripts, without}, at an address after '#';
 * `without` names a global object that the browser then lacks. complain(text) is called for
 * everything that is wrong, then and later. Returns the page when its figures are drawn.
 */
async function open(browser, file, look, complain, hash = "") {
  const { width, height, scheme, scripts = true, without } = look;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: "reduce",
    offline: true,
    javaScriptEnabled: scripts,
  });
  const page = await context.newPage();
  note_errors(page, complain);
  await refuse_network(page, complain);
  if (scripts) await page.addInitScript(note_firsts);
  if (without) await page.addInitScript((name) => delete globalThis[name], without);
  const address = pathToFileURL(file).href + hash;
  await page.goto(address, { waitUntil: "load", timeout: 120000 });
  if (scripts) await wait_for_figures(page, complain);
  return page;
}

const megabytes = (file) => statSync(file).size / 1e6;

module.exports = { megabytes, open, open_topics, run_test, seconds_of, start };
