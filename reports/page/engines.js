// What the programs that people run models with are off by.

const engines_columns = [
  ["engine", (line) => line.engine],
  ["recipe", (line) => line.recipe],
  ["format", (line) => line.format],
  ["absolute error", (line) => number(line.absolute), "number"],
  ["position", (line) => place(line.position), "number"],
  ["where", (line) => line.source],
];

function engines() {
  const all = report.engines ?? [];
  if (!all.length) return;
  section(
    "engines",
    "Engines",
    "Engines",
    element(
      "p",
      {},
      `${all[0].sentence} The same of every engine, by what it computes: the largest absolute ` +
        "error found, at the positions sampled.",
    ),
    table("Engines and how far they are off", engines_columns, all),
  );
}
