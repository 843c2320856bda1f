// The page: makes commands of what is filled in and dropped, has the worker run them, and shows what
// they print.

const $ = (id) => document.getElementById(id);
const install = "Or install sextant, and run the same command in a terminal.";

// ── The worker ──────────────────────────────────────────────────────────────────────────────────

/** What an element of the page holds in base64, compressed. */
function unpacked(id) {
  const packed = Uint8Array.from(atob($(id).textContent), (c) => c.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")));
}

/** The compiled tool, from the page itself. */
async function compiled() {
  if (typeof WebAssembly === "undefined" || typeof DecompressionStream === "undefined")
    throw new Error(`This browser is too old for the page. Use Chrome 95, Firefox 113, Safari 16.4 or a later one. ${install}`);
  return WebAssembly.compile(await unpacked("wasm").arrayBuffer()).catch((error) => {
    throw new Error(`This browser cannot run the tool (${error.message}). Use Chrome 95, Firefox 113, Safari 16.4 or a later one. ${install}`);
  });
}

const tool = compiled();
tool.catch(() => {}); // run() reports the failure
const script = URL.createObjectURL(new Blob([$("worker").textContent], { type: "text/javascript" }));
let worker = null;
let pending = null; // {id, done, failed} of the running command
let last = 0;

function stop(reason) {
  worker?.terminate();
  worker = null;
  pending?.failed(new Error(reason));
  pending = null;
}

/** What `sextant WORDS` prints: {status, out, err, made}. A command that runs is ended first. */
async function run(words, files = [], makes) {
  stop("Replaced by another question.");
  const id = ++last;
  const module = await tool;
  if (id !== last) throw new Error("Replaced by another question.");
  worker = new Worker(script);
  worker.postMessage({ module });
  return new Promise((done, failed) => {
    pending = { id, done, failed };
    worker.onerror = (event) => stop(`The command broke off (${event.message}). ${install}`);
    worker.onmessage = ({ data }) => {
      if (data.id !== pending?.id) return;
      if (data.progress) return void ($("state").textContent = data.progress);
      const mine = pending;
      pending = null;
      worker.terminate();
      worker = null;
      data.done ? mine.done(data.done) : mine.failed(new Error(data.failed));
    };
    worker.postMessage({ id, words, files, makes });
  });
}

// ── Commands ────────────────────────────────────────────────────────────────────────────────────

/** The words of a line, in which quotes hold spaces together. */
function words_of(line) {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c);
}

function encoding_words() {
  const fields = $("encoding").elements;
  const words = [];
  for (const name of ["model", "encoding", "dim", "base", "part"]) {
    const text = fields[name].value.trim();
    if (text) words.push(`--${name}`, text);
  }
  return [...words, ...words_of(fields.more.value)];
}

/** The encoding of a value or of golden values, which must have a width. */
function encoding_with_width() {
  const words = encoding_words();
  const known = ["--model", "--config", "--encoding", "--dim"].some((option) => words.includes(option));
  return known ? words : [...words, "--dim", "512"];
}

const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

function show_command(words) {
  $("command").hidden = false;
  $("command").firstElementChild.textContent = ["sextant", ...words].map(quoted).join(" ");
}

/** Hides the command and the result of the question before. */
function clear() {
  for (const id of ["command", "words", "links"]) $(id).hidden = true;
  $("map").replaceChildren();
}

function say(text, bad = false) {
  $("said").textContent = text;
  $("said").className = bad ? "bad" : "";
}

const says = { 0: "passes", 1: "does not pass", 2: "could not be judged" };

/**
 * Runs a question: shows its command, what it prints, and its outcome.  show(result) says what to
 * announce.  Returns the result, or null if it failed.
 */
async function answer(words, { files, makes, show, hash } = {}) {
  clear();
  show_command(words);
  $("work").hidden = false;
  $("state").textContent = "working";
  say("");
  try {
    const result = await run(words, files, makes);
    const text = result.out + result.err;
    $("words").textContent = text;
    $("words").hidden = text === "";
    say(show(result), result.status !== 0);
    link(hash);
    $("answer").scrollIntoView({ block: "nearest" });
    return result;
  } catch (error) {
    if (error.message !== "Replaced by another question.") say(error.message, true);
    return null;
  } finally {
    if (!pending) $("work").hidden = true;
  }
}

/** A link that opens the same question; a file is not in it. */
function link(hash) {
  if (!hash) return;
  const address = `#${new URLSearchParams(hash)}`;
  history.replaceState(null, "", address);
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.textContent = "Link to this answer";
  $("links").replaceChildren(anchor);
  $("links").hidden = false;
}

function filled(form) {
  return Object.fromEntries([...new FormData(form)].filter(([, text]) => typeof text === "string" && text));
}

const first_line = (text) => text.split("\n", 1)[0];

function ask_value() {
  const { position, channel, digits } = filled($("value"));
  const words = ["value", ...encoding_with_width(), "--position", position ?? "", "--channel", channel ?? ""];
  if (digits) words.push("--digits", digits);
  return answer(words, {
    show: ({ status, out, err }) => (status === 0 ? first_line(out) : first_line(err)),
    hash: { ask: "value", ...filled($("encoding")), ...filled($("value")) },
  });
}

async function make_golden() {
  const { positions, format, suffix } = filled($("golden"));
  const name = `golden${suffix}`;
  const words = ["table", ...encoding_with_width(), "--positions", positions ?? "", "--format", format];
  const result = await answer([...words, "-o", name], {
    makes: name,
    show: ({ status, err }) => (status === 0 ? `${name} is made.` : first_line(err)),
    hash: { ask: "golden", ...filled($("encoding")), ...filled($("golden")) },
  });
  if (!result?.made) return;
  const save = document.createElement("a");
  save.href = URL.createObjectURL(new Blob([result.made]));
  save.download = name;
  save.textContent = `Save ${name} (${result.made.length.toLocaleString("en")} bytes)`;
  $("links").prepend(save, " · ");
  $("links").hidden = false;
  save.focus();
}

// ── Files ───────────────────────────────────────────────────────────────────────────────────────

const kinds = /\.(npy|npz|safetensors|gguf|onnx|pt|pth|bin|json)$/i;

/** The subcommand for files: a table is verified, a model is checked. */
async function subcommand_for(files) {
  if ($("how").value) return $("how").value;
  if (files.length > 1 || /\.(gguf|onnx|json|pt|pth|bin)$/i.test(files[0].name)) return "check";
  if (/\.npy$/i.test(files[0].name)) return "verify";
  // An archive of one array is a table. So is a larger one if --tensor names one of its arrays.
  if (encoding_words().includes("--tensor")) return "verify";
  const list = await run(["verify", files[0].name, "--list", "--json"], files);
  try {
    return JSON.parse(list.out).length === 1 ? "verify" : "check";
  } catch {
    return "verify";
  }
}

/** What is announced of a verdict. */
function outcome(names, kind, { status, out, err }) {
  if (status === 2 && !out) return first_line(err);
  const identified = /identified, not checked: (.*)/.exec(out);
  if (identified && status === 0)
    return `${names} looks sound, but was only identified (${identified[1]}). If it should be something else, say which encoding, and judge it again.`;
  if (kind === "check" && status === 0 && !/^ {2}ok /m.test(out))
    return `Nothing in ${names} was judged: see the notes below. To judge a table, fill in its encoding and part, and choose "as a table".`;
  const unused = kind === "check" && ["model", "encoding", "dim", "base", "part"].some((name) => $("encoding").elements[name].value.trim());
  return `${names}: ${says[status] ?? "was judged"}.${unused ? " The fields of Encoding above were not used: a model's files are compared with each other." : ""}`;
}

let judged = null; // the files of the last verdict

async function judge(files) {
  judged = files;
  $("again").hidden = false;
  clear();
  $("answer").focus();
  const unknown = files.find(({ name }) => !kinds.test(name));
  if (unknown && !$("how").value)
    return say(`${unknown.name} is of no kind that is read here: choose .npy, .npz, .safetensors, .gguf, .onnx, .pt or config.json, or paste the numbers of a small table.`, true);
  let kind;
  try {
    kind = await subcommand_for(files);
  } catch (error) {
    return say(error.message, true);
  }
  const names = files.map(({ name }) => name);
  const target = files.length > 1 ? "." : names[0];
  const words = [kind, target, ...(kind === "verify" ? encoding_words() : words_of($("encoding").elements.more.value))];
  const before = words.some((word) => /^(rotated|resampled)$/.test(word)) && $("input").files[0];
  if (before && names.includes(before.name))
    return say(`Both files are named ${before.name}: rename one of them.`, true);
  if (before) {
    files = [...files, { name: before.name, blob: before }];
    words.push("--input", before.name);
  }
  const result = await answer(words, {
    files,
    show: (result) => outcome(names.join(", "), kind, result),
    hash: { ask: kind, file: names.join(", "), ...filled($("encoding")) },
  });
  if (kind === "verify" && !before && result && result.status < 2) await show_map(words, files);
}

/** Shows where a table is off.  The search for a fault, which the verdict has had, ends at once. */
async function show_map(words, files) {
  $("work").hidden = false;
  $("state").textContent = "drawing the error map";
  try {
    const quick = words.includes("--time-limit") ? [] : ["--time-limit", "0.1"];
    const { status, out } = await run(["map", ...words.slice(1), ...quick], files);
    if (status === 0) $("map").replaceChildren(map_figure(JSON.parse(out)));
  } catch {
    // Another question was asked, or the map was cancelled: the verdict stands.
  } finally {
    if (!pending) $("work").hidden = true;
  }
}

/** A heat map of the largest errors, on a scale of powers of ten, and its largest in words. */
function map_figure({ largest, positions, channels, rows, columns, every_row }) {
  const canvas = document.createElement("canvas");
  canvas.width = channels.length;
  canvas.height = positions.length;
  const pen = canvas.getContext("2d");
  let worst = { size: -1, i: 0, j: 0 };
  largest.forEach((line, i) =>
    line.forEach((size, j) => {
      const log = size === null ? 0 : size > 0 ? Math.log10(size) : -20;
      const part = Math.min(Math.max((log + 9) / 9, 0), 1);
      pen.fillStyle = `hsl(20 75% ${96 - 71 * part}%)`;
      pen.fillRect(j, i, 1, 1);
      if ((size ?? Infinity) > worst.size) worst = { size: size ?? Infinity, i, j };
    }),
  );
  const words = `Largest errors by position (down, from ${positions[0]}, ${rows} a part) and channel (across, ${columns} a part), from 1e-9 or less, light, to 1, dark${every_row ? "" : "; of some rows of each part"}. The largest, ${worst.size}, is at positions from ${positions[worst.i]}, channels from ${channels[worst.j]}.`;
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", "Error map");
  const caption = document.createElement("figcaption");
  caption.textContent = words;
  const figure = document.createElement("figure");
  figure.append(canvas, caption);
  return figure;
}

/** A table of numbers as the bytes of a .npy file. */
function npy_of(text, format) {
  const lines = text.trim().replace(/\]\s*,?/g, "\n").split(/\n/).map((line) => line.trim()).filter((line) => /[^\s[\]()]/.test(line));
  const rows = lines.map((line) => line.replace(/[[\]()]/g, " ").split(/[\s,;]+/).filter((word) => word));
  if (!rows.length) throw new Error("Paste a table first: one row a line.");
  const wrong = rows.findIndex((row) => row.length !== rows[0].length);
  if (wrong >= 0) throw new Error(`Line ${wrong + 1} has ${rows[wrong].length} numbers, line 1 has ${rows[0].length}: give all lines the same number.`);
  const numbers = rows.flat().map((word) => (/^[+-]?(nan|inf(inity)?)$/i.test(word) ? { n: NaN, i: Infinity }[word.replace(/^[+-]/, "")[0].toLowerCase()] * (word[0] === "-" ? -1 : 1) : Number(word)));
  rows.flat().forEach((word, k) => {
    if (Number.isNaN(numbers[k]) && !/nan/i.test(word)) throw new Error(`'${word}' is not a number.`);
  });
  const data = format === "float64" ? new Float64Array(numbers) : new Float32Array(numbers);
  const about = `{'descr': '<f${data.BYTES_PER_ELEMENT}', 'fortran_order': False, 'shape': (${rows.length}, ${rows[0].length}), }`;
  const header = about.padEnd(Math.ceil((about.length + 11) / 64) * 64 - 11) + "\n";
  return new Blob([
    new Uint8Array([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length & 255, header.length >> 8]),
    header,
    data,
  ]);
}

const dropped = (list) => judge([...list].map((file) => ({ name: file.name, blob: file })));

// ── Events ──────────────────────────────────────────────────────────────────────────────────────

function on_submit(id, act) {
  $(id).addEventListener("submit", (event) => {
    event.preventDefault();
    act();
  });
}

on_submit("encoding", ask_value);
on_submit("value", ask_value);
on_submit("golden", make_golden);
on_submit("paste", () => {
  const { numbers = "", format } = filled($("paste"));
  try {
    judge([{ name: "pasted.npy", blob: npy_of(numbers, format) }]);
  } catch (error) {
    clear();
    say(error.message, true);
  }
});
$("files").addEventListener("change", ({ target }) => {
  if (target.files.length) dropped(target.files);
  target.value = ""; // so that the same file can be chosen again
});
$("again").addEventListener("click", () => judge(judged));
$("cancel").addEventListener("click", () => {
  ++last;
  pending ? stop("Cancelled.") : say("Cancelled.", true);
  $("work").hidden = true;
});
for (const kind of ["dragover", "dragleave", "drop"]) {
  addEventListener(kind, (event) => {
    event.preventDefault();
    $("drop").classList.toggle("over", kind === "dragover");
    if (kind === "drop" && event.dataTransfer.files.length) dropped(event.dataTransfer.files);
  });
}

$("licences").addEventListener("toggle", async ({ target }) => {
  if (target.open) target.querySelector("pre").textContent = await unpacked("packed-licences").text();
});

/** Opens what the address asks for; the default is one value. */
function open_link() {
  const asked = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  if (Object.keys(asked).length) for (const form of ["encoding", "value", "golden"]) $(form).reset();
  for (const form of ["encoding", "value", "golden"]) {
    for (const [name, text] of Object.entries(asked)) {
      const field = $(form).elements.namedItem(name);
      if (field) field.value = text;
    }
  }
  if (asked.ask === "golden") return make_golden();
  if (asked.ask === "verify" || asked.ask === "check") {
    $("how").value = asked.ask;
    return say(`Drop ${asked.file || "the file"} here to see the answer: a link holds no file.`);
  }
  return ask_value();
}

// The lists of names are made with the page.
for (const [id, names] of Object.entries(JSON.parse($("names").textContent))) {
  $(id).replaceChildren(...names.map((name) => Object.assign(document.createElement("option"), { value: name })));
}
addEventListener("hashchange", open_link);
open_link();
