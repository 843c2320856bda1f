// Whether the tool in WebAssembly says of files what the installed one says.

const { execFileSync, spawnSync } = require("child_process");
const { readdirSync, readFileSync, statSync } = require("fs");
const { join } = require("path");

/** What depends on the mathematical library, which is not glibc in WebAssembly. */
const of_library = new Set(["recipe", "granted_by", "closest", "library", "match"]);

/** Estimates in doubles, such as a phase, go through sines too: they agree to 12 digits. */
const same_number = (a, b) =>
  Number.isFinite(a) && !Number.isInteger(a) && Math.abs(a - b) <= 1e-12 * Math.abs(b);

function without_library(value) {
  if (Array.isArray(value)) return value.map(without_library);
  if (value === null || typeof value !== "object") return value;
  const kept = Object.entries(value).filter(([key]) => !of_library.has(key));
  return Object.fromEntries(kept.map(([key, part]) => [key, without_library(part)]));
}

/** The paths at which two JSON values differ; at most five. */
function differences(a, b, path = "") {
  if (JSON.stringify(a) === JSON.stringify(b) || same_number(a, b)) return [];
  const both = [a, b].every((x) => x !== null && typeof x === "object");
  if (!both) return [`${path}: ${JSON.stringify(a)} here, ${JSON.stringify(b)} in the tool`];
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].flatMap((key) => differences(a[key], b[key], `${path}/${key}`)).slice(0, 5);
}

/** All files of a folder, by their paths in it. */
function files_in(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
}

/** Compares what `run` and the tool at `native` say of one command's files; returns the exit status. */
async function compare(run, native, { folder, words }, complain) {
  const asked = [...words, "--json"];
  const theirs = spawnSync(native, asked, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
  const mine = await run({ words: asked, files: files_in(folder) });
  const name = `${folder}: sextant ${words.join(" ")}`;
  if (mine.status !== theirs.status) {
    complain(`${name}: ends with ${mine.status}, in the tool with ${theirs.status}: ${mine.err}`);
  } else if (theirs.status === 2 && !mine.out) {
    if (mine.err !== theirs.stderr) complain(`${name}: says ${mine.err}, the tool ${theirs.stderr}`);
  } else {
    const [a, b] = [mine.out, theirs.stdout].map((text) => without_library(JSON.parse(text)));
    const differ = differences(a, b);
    if (differ.length) complain(`${name}: ${differ.join("; ")}`);
  }
  return theirs.status;
}

/** Makes `count` files. Compares the verdicts on them, and true values of their encodings, with the tool's. */
async function check_equality(run, native, folder, count, complain) {
  execFileSync("/usr/bin/python3", [join(__dirname, "web_files.py"), folder, String(count), native]);
  const commands = JSON.parse(readFileSync(join(folder, "files.json"), "utf8"));
  const ends = {};
  for (const command of commands) {
    const end = `${command.words[0]} ends with ${await compare(run, native, command, complain)}`;
    ends[end] = (ends[end] ?? 0) + 1;
  }
  const counts = Object.entries(ends).map(([end, n]) => `${end}: ${n}`);
  console.log(`${count} files compared with the tool; ${counts.sort().join(", ")}`);
}

module.exports = { check_equality, compare };
