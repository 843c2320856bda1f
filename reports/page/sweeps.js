// What measuring every position found: the largest error there is, and where.

const witness_columns = (worst) => [
  ["largest error", (row) => number(worst(row)?.value), "number"],
  ["position", (row) => (worst(row) ? place(worst(row).position) : "–"), "number"],
  ["channel", (row) => worst(row)?.channel ?? "–", "number"],
];

const largest_columns = [
  ["recipe", (row) => row.recipe],
  ["format", (row) => row.format],
  ["models", (row) => row.models, "number"],
  ...witness_columns((row) => row.worst),
  ["of", (row) => row.model ?? "–"],
];

const share_of = (count, { entries }) => percent(entries ? count / entries : null);

const sweep_columns = [
  ["table", (row) => row.model ?? row.encoding],
  ["recipe", (row) => row.recipe],
  ["positions", (row) => row.positions],
  ["not correctly rounded", (row) => share_of(row.misrounded, row), "number"],
  ["not faithful", (row) => share_of(row.unfaithful, row), "number"],
  ...witness_columns((row) => row.worst.absolute),
  ["beyond 0.001 from", (row) => (row.beyond["1e-3"] ? place(row.beyond["1e-3"]) : "–"), "number"],
  ["command", (row) => row.command],
];

const identity_column = (title, key) => [
  title,
  ({ defects }) =>
    defects[key] ? `${number(defects[key].value)} at ${place(defects[key].position)}` : "–",
  "number",
];

const identity_columns = [
  ["table", (row) => row.model ?? row.encoding],
  ["recipe", (row) => row.recipe],
  ["format", (row) => row.format],
  ["positions", (row) => row.positions],
  identity_column("norm of a pair", "norm"),
  identity_column("dot product of neighbours", "shift"),
  identity_column("rotation to the next row", "rotation"),
  ["command", (row) => row.command],
];

const refusal_columns = [
  ["command", (row) => row.command],
  ["why", (row) => row.why],
];

function sweep_summary({ sweeps, refused, date, command, sextant, commit, cpu }) {
  const entries = sweeps.reduce((sum, row) => sum + row.entries, 0);
  return (
    `${sweeps.length} sweeps, every entry of every position measured: ${number(entries)} entries. ` +
    "No larger error exists where they looked, and each has its place. " +
    `${refused.length} could not be done. Measured ${date} by ${command}, sextant ${sextant}, ` +
    `commit ${commit ?? "unknown"}, on ${cpu}.`
  );
}

function sweeps() {
  const found = report.sweeps;
  const folded = (title, columns, rows) =>
    rows.length ? [folded_table(title, () => table(title, columns, rows)).node] : [];
  const of_format = (format) =>
    folded(
      `Sweeps in ${format}`,
      sweep_columns,
      found.sweeps.filter((row) => row.format === format),
    );
  section(
    "sweeps",
    "Sweeps",
    element("p", {}, sweep_summary(found)),
    ...folded("The largest error of any model's table below 2²⁰", largest_columns, found.largest),
    ...distinct(found.sweeps.map((row) => row.format)).flatMap(of_format),
    ...folded(
      "By how much rows break identities",
      identity_columns,
      found.sweeps.filter((row) => row.defects),
    ),
    ...folded("Sweeps that could not be done", refusal_columns, found.refused),
  );
}
