// Programs that were made wrong on purpose, and which tests noticed.

const killers = (row) => row.killed_by.join(", ") || "none";

const mutant_columns = [
  ["name", (row) => row.name],
  ["kind", (row) => row.kind],
  ["layer", (row) => row.layer],
  ["what is wrong", (row) => row.why],
  ["killed by", killers],
  ["witness", (row) => row.witness.slice(0, 160)],
];

function mutants() {
  const found = report.mutants;
  const killed = (rows) => rows.filter((row) => row.killed_by.length > 0).length;
  const wrong = found.mutants;
  const right = found.controls;
  const survivors = wrong.filter((row) => row.killed_by.length === 0);
  const words =
    `${killed(wrong)} of ${wrong.length} programs that were made wrong on purpose fail a test ` +
    `(edit: of the library; fault: a wrong recipe), and ${right.length - killed(right)} of ` +
    `${right.length} that are right though different fail none. Measured ${found.date}, commit ` +
    `${found.commit}.`;
  section(
    "mutants",
    "Mutants",
    element("p", {}, words),
    survivors.length > 0 ? table("Survivors", mutant_columns, survivors) : "",
    folded_table("Every mutant", () => table("Every mutant", mutant_columns, wrong)).node,
    folded_table("Controls", () => table("Controls", mutant_columns, right)).node,
  );
}
