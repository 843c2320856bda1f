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

/**
 * Opens a page in a look {width, height, scheme}. complain(text) is called for whatever is wrong,
 * then and later. Returns the page; ready: the seconds until every figure was drawn.
 */
async function open(browser, file, { width, height, scheme }, complain) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: "reduce",
    offline: true,
  });
  const page = await context.newPage();
  note_errors(page, complain);
  await refuse_network(page, complain);
  await page.goto(pathToFileURL(file).href, { waitUntil: "load", timeout: 120000 });
  const drawn = () =>
    [...document.querySelectorAll(".plot")].every((plot) => plot.querySelector("svg, .empty"));
  await page
    .waitForFunction(drawn, null, { timeout: 60000 })
    .catch(() => complain("after a minute a figure is not drawn"));
  return { page, ready: (await page.evaluate(() => performance.now())) / 1000 };
}

const megabytes = (file) => statSync(file).size / 1e6;

module.exports = { browser_path, megabytes, open, start };
