// The licences of the libraries in the page, from the copyright files of Debian's packages.

const { readFileSync } = require("fs");

// musl, libc++ and what else every program of emscripten contains are in emscripten's file.  Boost's
// licence, which asks for no text in compiled programs, is left out: its package's file has 2 MB.
const packages = ["libgmp-dev", "libmpfr-dev", "libfmt-dev", "zlib1g-dev", "libhwy-dev", "libcli11-dev",
  "nlohmann-json3-dev", "emscripten"];

/** The text of all licences.  Throws if a package is not installed. */
function licences() {
  const texts = packages.map((name) => [name, readFileSync(`/usr/share/doc/${name}/copyright`, "utf8")]);
  // emscripten's file refers to others for tools that are not in the page.
  const referred = texts
    .filter(([name]) => name !== "emscripten")
    .flatMap(([, text]) => text.match(/(?<=common-licenses\/)[\w.-]*\w/g) ?? []);
  const common = [...new Set(referred)].sort().map((name) => [name, readFileSync(`/usr/share/common-licenses/${name}`, "utf8")]);
  return [...texts, ...common].map(([name, text]) => `==== ${name}\n\n${text.trim()}\n`).join("\n");
}

module.exports = { licences };
