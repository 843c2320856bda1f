// Every encoding known by name.

const families_columns = [
  ["encoding", (line) => line.name],
  ["format", (line) => line.format],
  ["positions below", (line) => place(line.below), "number"],
  ["recipes", (line) => line.recipes, "number"],
  ["least", (line) => number(line.best.absolute), "number"],
  ["by", (line) => line.best.recipe],
  ["most", (line) => number(line.worst.absolute), "number"],
  ["by ", (line) => line.worst.recipe],
  ["at position", (line) => place(line.worst.position), "number"],
];

function families() {
  const all = report.families ?? [];
  if (!all.length) return;
  section(
    "families",
    "Encodings",
    "Every encoding known by name",
    element(
      "p",
      {},
      "Computed in float32: the sound recipes that are least and most off, by the largest " +
        "absolute error found at the positions sampled.",
    ),
    table("Encodings and how far recipes are off", families_columns, all),
  );
}
