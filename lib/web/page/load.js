// The tool in WebAssembly, under node.

const { readFileSync } = require("fs");

/**
 * Returns run({words, files, makes}), as worker.js has it, of emscripten's `glue`, a path that ends
 * in .js; the module is beside it.
 */
exports.load = async (glue) => {
  const module = await WebAssembly.compile(readFileSync(glue.replace(/\.js$/, ".wasm")));
  const worker = readFileSync(`${__dirname}/worker.js`, "utf8");
  const make = new Function(
    "require", "__dirname", "__filename",
    `${readFileSync(glue, "utf8")}\n${worker}\nreturn run_command;`,
  );
  const run_command = make(require, __dirname, glue);
  return (question) => run_command(module, question);
};
