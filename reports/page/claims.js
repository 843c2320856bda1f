// What is often said of encodings, and what computation makes of it.

const claims_columns = [
  ["statement", (claim) => spelled(claim.statement)],
  ["verdict", (claim) => claim.verdict],
  ["because", (claim) => spelled(claim.because)],
  ["heard in", (claim) => claim.heard],
  ["property", (claim) => claim.property],
];

const any_verdict = "all";

/** "proved: 3; refuted: 1" */
function verdict_counts(claims) {
  const verdicts = claims.map((claim) => claim.verdict);
  const count = (verdict) => verdicts.filter((other) => other === verdict).length;
  return distinct(verdicts)
    .map((verdict) => `${verdict}: ${count(verdict)}`)
    .join("; ");
}

function claims_of(subject, all) {
  const claims = all.filter((claim) => claim.subject === subject);
  const caption = `${subject}: ${verdict_counts(claims)}`;
  return [element("h4", {}, subject), table(caption, claims_columns, claims)];
}

function claims() {
  const all = report.claims;
  const body = element("div", {});
  const show = (verdict) => {
    const shown = all.filter((claim) => verdict === any_verdict || claim.verdict === verdict);
    const subjects = distinct(shown.map((claim) => claim.subject));
    body.replaceChildren(...subjects.flatMap((subject) => claims_of(subject, shown)));
  };
  const verdicts = [any_verdict, ...distinct(all.map((claim) => claim.verdict))];
  section(
    "claims",
    "Statements, settled",
    element(
      "p",
      {},
      "What is often said of positional encodings, and what computation makes of it. The " +
        `property is the test that settles it. Verdicts: ${verdict_counts(all)}.`,
    ),
    element("div", { class: "controls" }, choice("Verdict", verdicts, any_verdict, show)),
    body,
  );
  show(any_verdict);
}
