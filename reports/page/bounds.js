// How near anything comes to what is derived of each property.

const bound_columns = [
  ["property", (line) => line.property],
  ["part", (line) => line.term],
  ["equation", (line) => `(${line.equation})`, "number"],
  ["format", (line) => line.format],
  ["arithmetic", (line) => line.arithmetic || "–"],
  ["ratio", (line) => number(line.ratio), "number"],
  ["off by", (line) => number(line.value), "number"],
  ["bound", (line) => number(line.bound), "number"],
  ["recipe", (line) => line.recipe],
  ["position", (line) => place(line.position), "number"],
  ["offset", (line) => place(line.offset), "number"],
  ["pair", (line) => line.pair ?? "all", "number"],
];

function bounds() {
  const all = report.bounds;
  section(
    "bounds",
    "How near the bounds are",
    element(
      "p",
      {},
      "What is derived of each property, part by part, and how near to it the sound recipes come: " +
        "the largest ratio found, and where. Equations are those of " +
        "reports/derivations/invariance.md. For compositions the position is how many there were.",
    ),
    table("Largest ratio to each bound", bound_columns, all),
  );
}
