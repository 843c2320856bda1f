// A browser that reads a page from disk and nothing else, and notes whatever goes wrong in it.

const { existsSync, statSync } = require("fs");
const { pathToFileURL } = require("url");

const local = /^(file|data|blob):/;

/** Chromium as Debian installs it, or where SEXTANT_CHROMIUM says. */
function browser_path() {
  const path = process.env.SEXTANT_CHROMIUM || "/usr/bin/chromium";
  return existsSync(path) ? path : null;
}

function start() {
  const { chromium } = require("playwright-core");
  // What is asked of any host fails at once, whoever asks for it.
  const args = ["--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND"];
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
 * Opens a page in a look {width, height, scheme, scripts}, at an address after '#'. complain(text)
 * is called for whatever is wrong, then and later. Returns the page when its figures are drawn.
 */
async function open(browser, file, look, complain, hash = "") {
  const { width, height, scheme, scripts = true } = look;
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
  const address = pathToFileURL(file).href + hash;
  await page.goto(address, { waitUntil: "load", timeout: 120000 });
  if (scripts) await wait_for_figures(page, complain);
  return page;
}

const megabytes = (file) => statSync(file).size / 1e6;

module.exports = { browser_path, megabytes, open, open_topics, start };
