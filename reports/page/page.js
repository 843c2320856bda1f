// The page's topics. The sections of a topic are made when it is first opened.

/** [id, short title, whether the document has it, the function that makes it] */
const sections_of_report = () => {
  const { pictures: shown, attention: seen, lost_bits: lost } = report;
  const of_steps = (steps) => report.drift.some((series) => series.steps === steps);
  const pictures_there = shown.heat_map || shown.similarity || shown.waves;
  return [
    ["yours", "Your table", [["table", "Verdict and errors", report.table, foreign_table]]],
    [
      "precision",
      "Precision",
      [
        ["safe", "Safe ranges", report.safe_ranges.length, safe_ranges],
        ["drift", "Drift", of_steps(false), drift],
        ["sequential", "Sequential recipes", of_steps(true), sequential],
        ["types", "Number types", report.number_types.length, number_types],
        ["sweeps", "Sweeps", report.sweeps, sweeps],
      ],
    ],
    [
      "symmetries",
      "Identities",
      [
        ["defects", "Broken identities", identities_measured().length, defects],
        ["bounds", "Bounds", report.bounds.length, bounds],
        ["attention", "Attention", seen?.series.length, attention],
      ],
    ],
    [
      "proofs",
      "Pairs and proofs",
      [
        ["pairs", "Nearest pairs", report.nearest_pairs.length, nearest_pairs],
        ["claims", "Statements", report.claims.length, claims],
      ],
    ],
    [
      "programs",
      "Encodings and engines",
      [
        ["engines", "Engines × devices", report.engines.length, engines],
        ["encodings", "Other encodings", report.encodings.length, encodings],
        ["pictures", "Pictures", pictures_there, pictures],
        ["explorer", "Explore", has_whole_rows() || lost?.series.length, explorer],
      ],
    ],
    [
      "how",
      "How we know",
      [
        ["reading", "How to read this", true, reading],
        ["made", "How it was measured", true, made],
      ],
    ],
  ];
};

const sections_of_evidence = () => [
  ["times", "Speed", [["speed", "Times", report.speed, speed]]],
  [
    "proofs",
    "Proofs and sweeps",
    [
      ["theorems", "Theorems", report.theorems, theorems],
      ["sweeps", "Sweeps", report.sweeps, sweeps],
    ],
  ],
  [
    "tests",
    "Tests of the tests",
    [
      ["mutants", "Mutants", report.mutants, mutants],
      ["confusion", "Diagnosis", report.confusion, confusion],
    ],
  ],
];

const notice = (host, text) => host.append(element("p", { class: "notice" }, text));

/** A topic: its heading opens it; below stand links to its sections. Returns {id, node, open}. */
function topic([id, title, parts]) {
  const body = element("div", { id: `${id}-body`, class: "body", hidden: true });
  body.hidden = true;
  let made = false;
  const button = element("button", {
    type: "button",
    "aria-expanded": "false",
    "aria-controls": `${id}-body`,
    onclick: () => set(body.hidden),
  });
  button.append(title);
  const make = () => {
    made = true;
    for (const [name, short, , show] of parts) {
      hosts[name] = body;
      try {
        show();
      } catch (error) {
        // If a part cannot be shown, the others still are.
        console.error(error);
        notice(body, `This part could not be shown: ${short}.`);
      }
    }
  };
  const set = (open) => {
    body.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
    if (open && !made) make();
  };
  const contents = parts.map(([name, short]) => element("a", { href: `#${name}` }, short));
  const node = element(
    "section",
    { id, class: "topic", "aria-labelledby": `${id}-title` },
    element("h2", { id: `${id}-title` }, button),
    element("p", { class: "contents" }, ...contents),
    body,
  );
  return { node, ids: [id, ...parts.map(([name]) => name)], open: () => set(true) };
}

/** Opens the topic of a section of the address, and goes there. */
function go_to(topics, id) {
  const found = topics.find((one) => one.ids.includes(id));
  if (!found) return;
  found.open();
  document.getElementById(id)?.scrollIntoView();
}

function begin() {
  const main = document.querySelector("main");
  const nav = document.querySelector("nav");
  const footer = document.querySelector("footer");
  const answer = document.getElementById("answer");
  if (!has_figures)
    notice(
      main,
      "Figures need the page's JavaScript packages, which scripts/setup installs with npm " +
        "before the build; the tables are here.",
    );
  const show_answer = is_evidence ? () => {} : answer_card();
  const all = is_evidence ? sections_of_evidence() : sections_of_report();
  const topics = all
    .map(([id, title, parts]) => [id, title, parts.filter(([, , there]) => there)])
    .filter(([, , parts]) => parts.length)
    .map((one) => {
      const made = topic(one);
      main.append(made.node);
      nav.append(element("a", { href: `#${one[0]}` }, one[1]));
      return made;
    });
  if (is_evidence) answer.replaceChildren(element("a", { href: "index.html" }, "The report"));
  else if (report.evidence) footer.append(evidence_link());
  // A link to a section opens its topic, also when the address has it already.
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href^='#']");
    if (link) go_to(topics, link.getAttribute("href").slice(1));
  });
  const follow = () => {
    const { hash } = location;
    if (is_answer(hash)) show_answer(asked_in(hash));
    else go_to(topics, hash.slice(1));
  };
  globalThis.addEventListener("hashchange", follow);
  if (report.table) topics[0].open();
  if (!is_answer(location.hash)) follow();
}

// For the console, and for the tests of the page.
globalThis.sextant = { report, asked_in, judged, number, place, settled, variant };

begin();
