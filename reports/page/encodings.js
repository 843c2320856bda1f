// The encodings that the card offers, each with its most and its least accurate sound recipe.

const encodings_columns = [
  ["encoding", (row) => row.name],
  ["stored in", (row) => row.format],
  ["positions below", (row) => place(row.below), "number"],
  ["error of the best recipe", (row) => number(row.best.found), "number"],
  ["best recipe", (row) => named(row.best, "float32")],
  ["error of the worst recipe", (row) => number(row.worst.found), "number"],
  ["worst recipe", (row) => named(row.worst, "float32")],
  ["positions off by it", (row) => number(row.worst.positions_off), "number"],
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
      "The most and the least accurate recipe of each encoding, by the largest error found at a " +
        "few positions of each octave. The card at the top answers for each of these encodings.",
    ),
    table("Encodings and how far recipes err", encodings_columns, encodings_rows()),
  );
}
