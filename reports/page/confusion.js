// What the diagnosis calls tables whose faults are known.

const mistaken = (row) => row.mistaken_for.map(({ name, count }) => `${name} (${count})`).join(", ");

const confusion_columns = [
  ["fault", (row) => row.truth],
  ["with", (row) => row.with],
  ["tables", (row) => row.tables],
  ["invisible", (row) => row.invisible],
  ["named", (row) => row.named],
  ["as equal numbers", (row) => row.equal],
  ["unexplained", (row) => row.unexplained],
  ["wrong", (row) => row.wrong],
  ["passes", (row) => row.passes],
  ["taken for", mistaken],
];

const miss_columns = [
  ["fault", (row) => row.truth],
  ["found", (row) => row.found],
  ["outcome", (row) => row.outcome],
  ["repeats it", (row) => row.command],
];

function confusion() {
  const found = report.confusion;
  const { sound, faulty, alone, in_pairs } = found;
  const rate = ({ tables, invisible, named, equal }) =>
    `${named + equal} of ${tables - invisible}`;
  const by_kind =
    alone && in_pairs
      ? ` Of the visible ones with one fault ${rate(alone)} are named, with two ${rate(in_pairs)}.`
      : "";
  const words =
    "Tables that NumPy programs make, written apart from Sextant, and what sextant verify calls " +
    `them. Of ${sound.tables} sound ones ${sound.passed} pass, ${sound.accused} are accused of a ` +
    `fault and ${sound.unexplained} unexplained; with no encoding given, ${sound.guessed} are ` +
    `accused. Of ${faulty.tables} faulty ones ${faulty.invisible} are invisible: within the bounds ` +
    `of a sound program. Of the others ${faulty.named} are named rightly, ${faulty.equal} by ` +
    `another name for the same numbers, ${faulty.unexplained} unexplained, ${faulty.wrong} named ` +
    `wrongly, and ${faulty.passes} pass.${by_kind} Measured ${found.date}, commit ${found.commit}.`;
  section(
    "confusion",
    "Diagnosis",
    element("p", {}, words),
    folded_table("By fault", () => table("By fault", confusion_columns, found.matrix)).node,
    found.misses.length > 0
      ? folded_table("Misses", () => table("Misses", miss_columns, found.misses)).node
      : "",
  );
}
