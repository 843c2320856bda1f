// The oracle's page as a new user meets it: opened from disk, files dropped, values asked for; and
// what the tool in it says, held against the installed one.  With --missing it only says what it lacks.
// Example: node web_test.js build/web/index.html build-web/lib/web/sextant-web.js build/bin/sextant build/web-tests 200

const { execFileSync, spawnSync } = require("child_process");
const { mkdirSync, readFileSync, statSync, writeFileSync } = require("fs");
const { basename, dirname, join, resolve } = require("path");
const { gzipSync } = require("zlib");
const { open, run_test, seconds_of, start } = require("./browser");
const { check_contrast } = require("./contrast");
const { check_keyboard } = require("./keyboard");
const { check_layout, picture } = require("./layout");
const { check_equality } = require("./web_equality");
const { load } = require("../../lib/web/page/load");

const largest_tool = 4; // megabytes, compressed
const slowest_answer = 1; // seconds after the page is loaded, the fastest of three
const slowest_table = 10; // seconds for a correctly rounded table of 32 MB

const data = join(__dirname, "../data");
const desk = { name: "desk", width: 1280, height: 900, scheme: "light" };
const looks = [desk, { ...desk, name: "dark", scheme: "dark" }, { name: "phone", width: 390, height: 844, scheme: "light" }];

/** The worker's script is a blob; playwright lets blobs through. */
async function open_page(browser, file, look, complain, hash = "") {
  const page = await open(browser, file, look, complain, hash);
  await answered(page);
  return page;
}

/** Waits until nothing runs; returns what is announced, and what the tool printed. */
async function answered(page, limit = 120000) {
  await page.waitForFunction(
    () => document.querySelector("#work").hidden && document.querySelector("#said").textContent,
    null,
    { timeout: limit },
  );
  return page.evaluate(() => ({
    said: document.querySelector("#said").textContent,
    words: document.querySelector("#words").hidden ? "" : document.querySelector("#words").textContent,
    command: document.querySelector("#command").textContent,
  }));
}

const without_library = (text) =>
  text.split("\n").filter((line) => !/^\s+(made by|granted)\b/.test(line)).join("\n");

/** What the installed tool prints for the same command, in the file's folder. */
function native_words(native, folder, words) {
  const { stdout, stderr } = spawnSync(native, words, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
  return stdout + stderr;
}

/** Drops files on the page. A file that is too large for the test's memory is chosen instead. */
async function drop(page, paths) {
  if (statSync(paths[0]).size > 1e9) {
    await page.evaluate(() => (document.querySelector("#said").textContent = ""));
    await page.setInputFiles("#files", paths);
    return answered(page);
  }
  const files = paths.map((path) => ({ name: basename(path), bytes: readFileSync(path).toString("base64") }));
  await page.evaluate((dropped) => {
    const transfer = new DataTransfer();
    for (const { name, bytes } of dropped)
      transfer.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], name));
    document.querySelector("#said").textContent = "";
    document.querySelector("#drop").dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, files);
  return answered(page);
}

async function fill(page, form, values) {
  for (const [name, text] of Object.entries(values)) await page.fill(`#${form} [name=${name}]`, text);
}

const no_encoding = { model: "", encoding: "", dim: "", base: "", part: "", more: "" };

/** A sound and a wrong file of each kind, and what judges it. */
function make_files(native, folder) {
  const at = (name) => join(folder, name);
  execFileSync("/usr/bin/python3", [join(__dirname, "web_kinds.py"), folder, native]);
  return JSON.parse(readFileSync(at("kinds.json"), "utf8"));
}

async function check_files(page, native, folder, complain) {
  const kinds = make_files(native, folder);
  for (const { files, before, words, encoding } of kinds) {
    await fill(page, "encoding", { ...no_encoding, ...encoding });
    if (before) await page.setInputFiles("#input", join(folder, before));
    const paths = files.map((name) => join(folder, name));
    const { said, words: printed, command } = await drop(page, paths);
    const wanted = native_words(native, dirname(paths[0]), words);
    const status = /(could not be judged|does not pass|passes)/.exec(said)?.[0] ?? said;
    if (without_library(printed) !== without_library(wanted))
      complain(`${files}: the page says\n${printed}\nand the tool (${command})\n${wanted}`);
    const shown = await page.locator("#map canvas").count();
    console.log(`  ${files}: ${status}${shown ? ", with a map" : ""}`);
    if (words[0] === "verify" && !before && /pass/.test(status) && !shown) complain(`${files}: no error map`);
  }
}

/** Files that cannot be judged get a sentence, and the page goes on. */
async function check_bad_input(page, native, folder, complain) {
  const bad = {
    "empty.npy": "",
    "words.npy": "not a table",
    "notes.txt": "no kind that is read",
    "cut.npy": readFileSync(join(data, "llama3_cos_f32_p0.npy")).subarray(0, 300),
    "huge.npy": "\x93NUMPY\x01\0\x76\0{'descr': '<f4', 'fortran_order': False, 'shape': (999999999999, 999999), }".padEnd(127) + "\n",
    "cut.gguf": "GGUF\x03\0\0\0\xff\xff\xff\xff\xff\xff\xff\x7f",
    "cut.safetensors": "\xff\xff\xff\xff\xff\xff\xff\xff{}",
    "cut.onnx": "\x08\x07\x3a\xff\xff\xff\xff\x07",
    "config.json": "{",
    "cut.npz": "PK\x03\x04",
  };
  for (const [name, bytes] of Object.entries(bad)) {
    writeFileSync(join(folder, name), bytes, "latin1");
    const { said, words: printed, command } = await drop(page, [join(folder, name)]);
    console.log(`  ${name}: ${said.slice(0, 110)}`);
    if (name === "notes.txt") {
      if (!said.startsWith("notes.txt is of no kind that is read here: choose")) complain(`${name}: says '${said}'`);
      continue;
    }
    const wanted = native_words(native, folder, command.split(" ").slice(1));
    if (printed !== wanted || !said || /passes/.test(said))
      complain(`${name}: the page says '${said}', and\n${printed}\nand the tool\n${wanted}`);
  }
  await page.click("#value button");
  const { words } = await answered(page);
  if (!words) complain("after bad files the page computes no value");
}

/** The explorer of a report links to true values on the page beside it. */
async function check_explorer_link(browser, file, native, folder, complain) {
  const encoding = ["--encoding", "rope", "--dim", "16", "--base", "500000", "--scaling", "linear", "--factor", "4"];
  const made = ["--recipes", "turns", "--formats", "float32", "--octaves", "3", "--exact-page", file];
  execFileSync(native, ["report", ...encoding, ...made, "-o", join(folder, "report")]);
  const page = await open(browser, join(folder, "report/index.html"), desk, complain, "#explorer");
  await page.fill("#explorer-p", "19");
  await page.fill("#explorer-channel", "5");
  await page.click("#explorer .exact a");
  const { words } = await answered(page);
  const wanted = native_words(native, "/", ["value", ...encoding, "--position", "19", "--channel", "5", "--digits", "50"]);
  if (words !== wanted) complain(`the report's link opens '${words}', not '${wanted}'`);
  await page.context().close();
}

/** Fields that were not used, files with nothing to judge, and a second verdict on the same file. */
async function check_guidance(page, folder, complain) {
  const says_of = async (encoding, how, paths) => {
    await fill(page, "encoding", { ...no_encoding, ...encoding });
    await page.selectOption("#how", how);
    return (await drop(page, paths)).said;
  };
  const sound = join(folder, "sound.npy");
  const config = join(folder, "sound/config.json");
  const unused = await says_of({ dim: "64" }, "check", [join(folder, "sound.safetensors")]);
  if (!/not used|Nothing in|only identified/.test(unused)) complain(`of fields that check ignores it says '${unused}'`);
  const alone = await says_of({}, "", [config]);
  if (!/^Nothing in config.json was judged/.test(alone)) complain(`of a configuration alone it says '${alone}'`);
  const identified = await says_of({}, "verify", [sound]);
  if (!/only identified/.test(identified)) complain(`of a table without a claim it says '${identified}'`);
  await fill(page, "encoding", { encoding: "rope", dim: "64", base: "10000", part: "cos" });
  await page.evaluate(() => (document.querySelector("#said").textContent = ""));
  await page.click("#again");
  const again = (await answered(page)).said;
  if (!/does not pass/.test(again)) complain(`judged again with another base it says '${again}'`);
}

/** The page holds the licences of the libraries in it. */
async function check_licences(page, complain) {
  await page.click("#licences summary");
  const text = page.locator("#licences pre");
  for (const title of ["GNU LESSER GENERAL PUBLIC LICENSE", "GNU GENERAL PUBLIC LICENSE", "The MIT License", "Apache License"])
    await text.filter({ hasText: title }).waitFor({ timeout: 10000 }).catch(() => complain(`no text of the ${title}`));
}

/** In a browser that gives a page little memory, a command that needs more says so. */
async function check_little_memory(file, complain) {
  const browser = await start(["--js-flags=--wasm-max-mem-pages=600"]); // 39 MB
  try {
    const page = await open_page(browser, file, desk, complain);
    if (!(await answered(page)).words) complain("in little memory the page computes no value");
    await fill(page, "encoding", { ...no_encoding, dim: "1000000" });
    await page.click("#golden button");
    const { said } = await answered(page);
    console.log(`  in little memory: ${said}`);
    if (!/too little memory for it: close other pages, or install/.test(said)) complain(`in little memory the page says '${said}'`);
  } finally {
    await browser.close();
  }
}

/** A browser without something that the page needs must be called too old. */
async function check_old_browser(browser, file, complain) {
  for (const without of ["WebAssembly", "DecompressionStream"]) {
    const page = await open_page(browser, file, { ...desk, without }, complain);
    const { said } = await answered(page);
    if (!/too old.*Or install sextant/.test(said)) complain(`without ${without} the page says '${said}'`);
    await page.context().close();
  }
}

async function check_values(page, native, complain) {
  const asked = [
    [{ dim: "512" }, { position: "1048577", channel: "6", digits: "50" }],
    [{ model: "llama-3.1-8b", part: "cos" }, { position: "131071", channel: "17", digits: "200" }],
    [{ encoding: "rope", dim: "128", base: "500000", part: "sin" }, { position: "1e15", channel: "3", digits: "1000" }],
    [{ dim: "0" }, { position: "1", channel: "1", digits: "5" }],
  ];
  for (const [encoding, value] of asked) {
    await fill(page, "encoding", { ...no_encoding, ...encoding });
    await fill(page, "value", value);
    await page.evaluate(() => (document.querySelector("#said").textContent = ""));
    await page.click("#value button");
    const { words } = await answered(page);
    const options = Object.entries({ ...encoding, ...value }).flatMap(([name, text]) => [`--${name}`, text]);
    const wanted = native_words(native, "/", ["value", ...options]);
    if (words !== wanted) complain(`value ${options.join(" ")}: the page says\n${words}\nand the tool\n${wanted}`);
  }
  // The link opens the same answer.
  await fill(page, "encoding", no_encoding);
  await fill(page, "value", { position: "77", channel: "9", digits: "33" });
  await page.click("#value button");
  const before = await answered(page);
  await page.reload();
  const after = await answered(page);
  if (before.words !== after.words || !before.words) complain(`the link opens ${after.words}, not ${before.words}`);
}

async function check_rest(page, folder, complain) {
  await fill(page, "encoding", { ...no_encoding, dim: "4" });
  await page.click("#golden button");
  const saved = page.waitForEvent("download");
  await page.waitForSelector("#links a[download]");
  await page.click("#links a[download]");
  if ((await saved).suggestedFilename() !== "golden.npy") complain("golden values are saved under another name");
  await page.click("summary");
  await page.fill("#paste textarea", "0 1 0 1\n0.8414709848078965 0.5403023058681398 0.009999833334166664 0.9999500004166653");
  await page.selectOption("#paste select", "float64");
  await page.click("#paste button");
  const { words } = await answered(page);
  if (!/correctly-rounded/.test(words)) complain(`a pasted table of true values is judged: ${words}`);
  await page.fill("#paste textarea", "1 2\n3");
  await page.click("#paste button");
  if (!/^Line 2/.test((await answered(page)).said)) complain("a ragged pasted table gets no sentence");
  // A long computation is cancelled, and the page stays alive meanwhile.
  await fill(page, "encoding", { ...no_encoding, dim: "1024" });
  await page.setInputFiles("#files", join(folder, "large.npy"));
  await page.waitForTimeout(1000);
  const alive = await page.evaluate(() => new Promise((done) => {
    const begun = performance.now();
    setTimeout(() => done(performance.now() - begun), 0);
  }));
  if (alive > 200) complain(`the page froze for ${alive.toFixed(0)} ms`);
  await page.click("#cancel");
  const { said } = await answered(page, 2000);
  if (said !== "Cancelled.") complain(`after cancelling, the page says '${said}'`);
}

async function check_speed(browser, file, native, folder, complain) {
  const firsts = [];
  for (let i = 0; i < 3; ++i) {
    let page, after;
    const whole = await seconds_of(async () => {
      page = await open(browser, file, desk, complain);
      await page.waitForFunction(() => !document.querySelector("#words").hidden, null, { polling: 10 });
      after = await page.evaluate(() => performance.now() - performance.getEntriesByType("navigation")[0].loadEventEnd);
    });
    firsts.push(Math.min(after / 1000, whole));
    await page.context().close();
  }
  const seconds = Math.min(...firsts);
  console.log(`the first answer is there ${seconds.toFixed(2)} s after the page is loaded`);
  if (seconds > slowest_answer) complain(`the first answer takes ${seconds.toFixed(2)} s`);

  const judged_in = async (name) => {
    const page = await open_page(browser, file, desk, complain);
    await fill(page, "encoding", { ...no_encoding, dim: "1024" });
    await page.evaluate(() => (document.querySelector("#words").hidden = true));
    const took = await seconds_of(async () => {
      await page.setInputFiles("#files", join(folder, name));
      await page.waitForSelector("#words:visible", { timeout: 600000 });
    });
    if (!/pass/.test((await answered(page)).said)) complain(`${name} is not judged`);
    await page.context().close();
    return took;
  };
  for (const [name, ...more] of [["exact.npy"], ["large.npy", "--recipe", "pow-reciprocal"]])
    execFileSync(native, ["table", "--dim", "1024", "--positions", "0:8192", ...more, "-o", join(folder, name)]);
  const took = await judged_in("exact.npy");
  const longer = await judged_in("large.npy");
  console.log(`a table of 32 MB is judged in ${took.toFixed(1)} s, of a program in float32 in ${longer.toFixed(1)} s`);
  if (!(took <= slowest_table)) complain(`a table of 32 MB takes ${took.toFixed(1)} s`);
}

async function main(words, attempt) {
  const [file, glue, native, folder] = words.map((path) => resolve(path));
  mkdirSync(folder, { recursive: true });
  await attempt("size", async (complain) => {
    const size = gzipSync(readFileSync(glue.replace(/\.js$/, ".wasm")), { level: 9 }).length / 1e6;
    console.log(`the tool has ${size.toFixed(2)} MB compressed`);
    if (size > largest_tool) complain(`the tool has ${size.toFixed(2)} MB, more than ${largest_tool}`);
  });
  const browser = await start();
  try {
    await attempt("speed", (complain) => check_speed(browser, file, native, folder, complain));
    for (const look of looks) {
      await attempt(look.name, async (complain) => {
        const page = await open_page(browser, file, look, complain);
        await check_layout(page, complain);
        await check_contrast(page, complain);
        await check_keyboard(page, complain);
        await picture(page, folder, look.name);
        await page.context().close();
      });
    }
    await attempt("use", async (complain) => {
      const page = await open_page(browser, file, desk, complain);
      await check_values(page, native, complain);
      await check_files(page, native, folder, complain);
      await picture(page, folder, "verdict");
      await check_bad_input(page, native, folder, complain);
      await check_rest(page, folder, complain);
      await check_guidance(page, folder, complain);
      await check_licences(page, complain);
      await page.context().close();
    });
    await attempt("report", (complain) => check_explorer_link(browser, file, native, folder, complain));
    await attempt("old", (complain) => check_old_browser(browser, file, complain));
    await attempt("memory", (complain) => check_little_memory(file, complain));
  } finally {
    await browser.close();
  }
  await attempt("equality", async (complain) =>
    check_equality(await load(glue), native, join(folder, "files"), Number(words[4]), complain),
  );
}

run_test("web-test", main);
