// Somebody's table: the verdict, and where it is off by how much.

const errors_title = (errors) =>
  errors.columns > 1 ? `channel (the first of ${errors.columns})` : "channel";

/** Logarithms; what is no number stands with the largest. */
function error_cells(errors, lines, columns) {
  const known = errors.largest.flat().filter((value) => value > 0);
  const domain = known.length
    ? [Math.log10(Math.min(...known)), Math.log10(Math.max(...known))]
    : [-1, 0];
  const height = (value) =>
    value === null ? domain[1] : value > 0 ? Math.log10(value) : domain[0];
  const rows = errors.largest.flatMap((row, y) =>
    row.map((value, x) => ({
      x,
      y,
      value: height(value),
      row: lines[y],
      column: columns[x],
      text: value === null ? "no number" : number(value),
    })),
  );
  return { rows, domain };
}

function error_map(table) {
  const { errors } = table;
  const lines = errors.positions.map(short_place);
  const columns = errors.channels.map(String);
  const looked = errors.every_row
    ? "Every entry of the table was looked at."
    : "Some rows of each part were looked at.";
  const target = figure(
    "Heat map of the table's errors: a row is a range of positions, a column a channel",
    `The largest absolute error in each part, ${number(errors.rows)} rows high. ${looked}`,
  );
  const listing = folded_table("Table of this figure", () =>
    grid_table("Largest errors by position and channel", "position", lines, columns, errors.largest),
  );
  const show = () =>
    cells(target, {
      ...error_cells(errors, lines, columns),
      lines,
      columns,
      x_title: errors_title(errors),
      y_title: "position, from",
      legend_title: "largest error, as a power of ten",
      range: rising,
    });
  return { node: element("div", {}, target.node, listing.node), show };
}

const finding_columns = [
  ["fault", (finding) => finding.fault],
  ["what happens", (finding) => finding.mechanism],
  ["effect", (finding) => finding.effect],
  ["remedy", (finding) => finding.remedy],
  ["seen in", (finding) => finding.reference],
  ["bits made again", (finding) => percent(finding.match), "number"],
];

function foreign_table() {
  const table_of = report.table;
  const { verdict } = table_of;
  const map = error_map(table_of);
  section(
    "table",
    `The table: ${verdict.grade}, ${verdict.passes ? "passes" : "does not pass"}`,
    element("pre", {}, element("code", {}, table_of.words)),
    ...(verdict.findings.length ? [table("What is wrong", finding_columns, verdict.findings)] : []),
    map.node,
  );
  map.show();
}
