// Makes the page, one file that needs no server: template, style, scripts, and the tool itself.
// Example: node compose.js build-web/lib/web/sextant-web.js build/web/index.html

const { mkdirSync, readFileSync, writeFileSync } = require("fs");
const { dirname, join } = require("path");
const { gzipSync } = require("zlib");
const { licences } = require("./licences");
const { load } = require("./load");

const [glue, page] = process.argv.slice(2);
const read = (name) => readFileSync(join(__dirname, name), "utf8");

async function names_of(run, words) {
  const { out, err, status } = await run({ words: ["list", ...words, "--json"] });
  if (status !== 0) throw new Error(err);
  return JSON.parse(out);
}

const packed = (bytes) => gzipSync(bytes, { level: 9 });

/** What a list of the tool calls its entries. */
const name_of = (entry) => (typeof entry === "string" ? entry : entry.name);

async function main() {
  const run = await load(glue);
  const version = (await run({ words: ["--version"] })).out.trim().replace(/^sextant /, "");
  const names = {
    models: (await names_of(run, ["models"])).map(name_of),
    encodings: (await names_of(run, ["encodings"])).map(name_of),
    parts: ["table", "cos", "sin", "inv_freq", "divisors", "periods", "pairs", "matrices", "rotated", "resampled", "bias",
      "slopes", "buckets", "index", "query-scale"],
  };
  const wasm = packed(readFileSync(glue.replace(/\.js$/, ".wasm")));
  const parts = {
    style: read("page.css"),
    version,
    names: JSON.stringify(names),
    wasm: wasm.toString("base64"),
    licences: packed(licences()).toString("base64"),
    worker: `${readFileSync(glue, "utf8")}\n${read("worker.js")}`.replaceAll("</script", "<\\/script"),
    scripts: read("page.js"),
  };
  const text = read("page.html").replace(/{{(\w+)}}/g, (_, name) => parts[name]);
  mkdirSync(dirname(page), { recursive: true });
  writeFileSync(page, text);
  console.log(`${page}: ${(text.length / 1e6).toFixed(2)} MB; the tool in it has ${(wasm.length / 1e6).toFixed(2)} MB compressed`);
}

main();
