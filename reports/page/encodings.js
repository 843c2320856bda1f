// The encodings that the card offers, by their best and worst sound recipes.

const encodings_columns = [
  ["encoding", (row) => row.name],
  ["stored in", (row) => row.format],
  ["positions below", (row) => place(row.below), "number"],
  ["smallest error", (row) => number(row.best.found), "number"],
  ["by", (row) => named(row.best, "float32")],
  ["largest error", (row) => number(row.worst.found), "number"],
  ["by ", (row) => named(row.worst, "float32")],
  ["positions off", (row) => number(row.worst.positions_off), "number"],
];

/** A row for each encoding and format. */
function encodings_rows() {
  return report.encodings.flatMap(({ name, below, ...encoding }) => {
    const all = other_series(encoding);
    return distinct(all.map((series) => series.format)).flatMap((format) => {
      const here = all.filter((series) => series.format === format);
      const state = { context: end_of(here), library: measured_library };
      const rows = here.map((series) => judged(series, state)).filter((row) => row.found !== null);
      rows.sort((one, other) => one.found - other.found);
      return rows.length ? [{ name, below, format, best: rows[0], worst: rows.at(-1) }] : [];
    });
  });
}

function encodings() {
  section(
    "encodings",
    "Other encodings",
    element(
      "p",
      {},
      "The recipes whose largest error is the smallest and the largest, found at a few positions " +
        "of each octave. The card at the top answers for each of these encodings.",
    ),
    table("Encodings and how far recipes err", encodings_columns, encodings_rows()),
  );
}
