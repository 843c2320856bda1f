// The encodings that the card offers, by their best and worst sound recipes.

const encodings_columns = [
  ["encoding", (row) => row.name],
  ["stored in", (row) => row.format],
  ["computed in", (row) => row.computed_in],
  ["positions below", (row) => place(row.below), "number"],
  ["smallest largest error", (row) => number(row.best.found), "number"],
  ["by", (row) => row.best.recipe],
  ["largest error", (row) => number(row.worst.found), "number"],
  ["by ", (row) => row.worst.recipe],
  ["positions off", (row) => number(row.worst.positions_off), "number"],
];

/** A row for each encoding and pair of formats. */
function encodings_rows() {
  return report.encodings.flatMap((encoding) => {
    const all = other_series(encoding);
    return distinct(all.map(variant)).flatMap((name) => {
      const here = all.filter((series) => variant(series) === name);
      const state = { context: end_of(here), library: measured_library };
      const rows = here.map((series) => judged(series, state)).filter((row) => row.found !== null);
      if (!rows.length) return [];
      rows.sort((one, other) => one.found - other.found);
      const { format, computed_in } = here[0];
      const { name: title, below } = encoding;
      return [{ name: title, below, format, computed_in, best: rows[0], worst: rows.at(-1) }];
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
      "The recipes with the smallest and the largest error, found at a few positions of each " +
        "octave. The card at the top shows each of these encodings.",
    ),
    table("Encodings and how far recipes err", encodings_columns, encodings_rows()),
  );
}
