// What is proved of every position of a range, and what another route says of the proof.

const named_offsets = (row) =>
  row.offsets.map((one) => `D(${place(one.offset)}) = ${number(one.distance)}`).join(", ") ||
  row.result;

const first_alike = (row) =>
  row.collision ? `${place(row.collision.earlier)} and ${place(row.collision.later)}` : row.result;

function confirmed_in({ check }) {
  if (!check) return "not checked";
  return check.confirmed ? `in ${number(check.seconds)} s` : `not confirmed: ${check.what}`;
}

const width_column = ["d", (row) => row.about.dim, "number"];
const base_column = ["base", (row) => row.about.base, "number"];
const range_column = ["positions", (row) => row.about.positions];
const outcome_column = ["outcome", (row) => row.outcome];
const of_range = [width_column, base_column, range_column, outcome_column];
const in_words = [
  ["statement", (row) => row.statement],
  outcome_column,
  ["result", (row) => row.result],
];

const proof_columns = [
  ["method", (row) => row.method],
  ["seconds", (row) => number(row.seconds), "number"],
  ["confirmed by another route", confirmed_in],
  ["command", (row) => row.command],
];

/** Name of the theorem, title, columns; what no other group takes is an identity. */
const theorem_groups = [
  [
    "uniqueness",
    "Uniqueness: the least distance of two rows",
    [...of_range, ["least distance", named_offsets]],
  ],
  [
    "neighbours",
    "Neighbours: the closest pair of rows is a neighbouring one",
    [...of_range, ["distances", named_offsets]],
  ],
  [
    "near-collisions",
    "Near collisions: the offsets of least distance",
    [...of_range, ["distances", named_offsets]],
  ],
  [
    "distinct-rows",
    "Distinct rows: rows rounded to a format are distinct",
    [
      width_column,
      ["format", (row) => row.about.format],
      range_column,
      outcome_column,
      ["first rows alike", first_alike],
    ],
  ],
  ["sixteen-bit", "Tables of 16-bit numbers", in_words],
  ["", "Identities", in_words],
];

const group_of = (row) => theorem_groups.find(([name]) => name === row.theorem)?.[0] ?? "";

const threshold_words = ({ base, positions, from, to, fails }) =>
  `Base ${base}, positions ${positions}: neighbours are the closest pair for every even d from ` +
  `${from} to ${to}${fails === null ? "" : `, and are not for d = ${fails}`}.`;

function theorem_summary({ theorems, date, command, sextant, commit, cpu }) {
  const count = (wanted) => theorems.filter(wanted).length;
  const outcome = (name) => count((row) => row.outcome === name);
  return (
    `Statements about every position of a range: ${outcome("holds")} hold, ${outcome("fails")} ` +
    `fail, with the place, ${outcome("open")} are open, ${outcome("unfinished")} were not ` +
    `finished and ${outcome("refused")} refused. ${count((row) => row.check?.confirmed)} were ` +
    "confirmed by another route, Arb and integers. D(k) is the squared distance of two rows k " +
    `apart. Measured ${date} by ${command}, sextant ${sextant}, commit ${commit ?? "unknown"}, ` +
    `on ${cpu}.`
  );
}

function theorems() {
  const found = report.theorems;
  const groups = theorem_groups.flatMap(([name, title, columns]) => {
    const rows = found.theorems.filter((row) => group_of(row) === name);
    if (!rows.length) return [];
    const words = name === "neighbours" ? found.thresholds.map(threshold_words) : [];
    return [
      ...words.map((text) => element("p", {}, text)),
      folded_table(title, () => table(title, [...columns, ...proof_columns], rows)).node,
    ];
  });
  section(
    "theorems",
    "Theorems",
    element("p", {}, theorem_summary(found)),
    ...groups,
  );
}
