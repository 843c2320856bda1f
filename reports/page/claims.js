// What is often said of encodings, and what computation makes of it.

const claims_columns = [
  ["statement", (claim) => claim.statement],
  ["heard in", (claim) => claim.heard],
  ["verdict", (claim) => claim.verdict],
  ["because", (claim) => claim.because],
  ["property", (claim) => claim.property],
];

function claims() {
  const all = report.claims ?? [];
  if (!all.length) return;
  const count = (verdict) => all.filter((claim) => claim.verdict === verdict).length;
  const verdicts = distinct(all.map((claim) => claim.verdict));
  const counts = verdicts.map((verdict) => `${verdict}: ${count(verdict)}`).join("; ");
  section(
    "claims",
    "Statements",
    "Statements, settled",
    element(
      "p",
      {},
      "What is often said of positional encodings, and what computation makes of it. The " +
        `property is the test that settles it. ${counts}.`,
    ),
    table("Statements and verdicts", claims_columns, all),
  );
}
