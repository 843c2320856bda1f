// Up to which position is each recipe good enough?

function safe_ranges() {
  const all = report.safe_ranges;
  const criteria = distinct(all.map((range) => range.criterion));
  const variants = distinct(all.map(variant));
  const hidden = new Set();
  let criterion = criteria.includes("1e-3") ? "1e-3" : criteria[0];
  // A format computed in two ways is drawn filled the first time and outlined the next.
  const format_of = Object.fromEntries(all.map((range) => [variant(range), range.format]));
  const outlined = (name) =>
    variants.find((other) => format_of[other] === format_of[name]) !== name;

  const swatch = (name) => drawing("svg", { width: 18, height: 12, "aria-hidden": "true" },
    drawing("rect", { x: 1, y: 1, width: 16, height: 10, stroke: colour_of(formats, format_of[name]),
                      fill: colour_of(formats, format_of[name]), "fill-opacity": outlined(name) ? 0.2 : 1 }));
  const target = figure("Bars: the position of the first violation, for each recipe and format",
    "A bar ends at the first position that breaks the criterion. A plain number: every position below it " +
    "was tried and passes. “≤”: the first one found among the positions sampled. An arrow: none was found " +
    "up to where the search ended.");

  const chosen = () => all.filter((range) => range.criterion === criterion && !hidden.has(variant(range)));
  const listing = folded_table("Table of safe ranges", () => safe_table(chosen(), criterion));
  const redraw = () => { draw_safe(target, chosen(), variants, format_of, outlined); listing.renew(); };
  section("safe", "Safe range",
    element("p", {}, "How far can each recipe be trusted? The answer depends on what is asked of it."),
    element("div", { class: "controls" },
      choice("Criterion", criteria, criterion, (value) => { criterion = value; redraw(); }, criterion_words)),
    legend("Formats", variants, swatch, hidden, redraw), target.node, listing.node);
  redraw();
}

function safe_label(range) {
  const violation = range.first_violation;
  if (!violation) return `none to ${short_place(range.searched_to)}`;
  return (range.kind === "exhaustive" ? "" : "≤ ") + short_place(violation.position);
}

function safe_row(range) {
  const violation = range.first_violation;
  return {
    recipe: range.recipe + (sound_of[range.recipe] === false ? " *" : ""), variant: variant(range),
    x: Math.max(0, log2(violation ? violation.position : range.searched_to)), open: !violation,
    label: safe_label(range),
    violation: violation ? place(violation.position) : "none found",
    channel: violation?.channel ?? "–", absolute: number(violation?.absolute),
    searched: place(range.searched_to), kind: range.kind,
  };
}

function draw_safe(target, ranges, variants, format_of, outlined) {
  const rows = ranges.map(safe_row);
  if (!rows.length) return nothing(target, "No format is chosen.");
  const shown = variants.filter((name) => rows.some((row) => row.variant === name));
  const narrow = target.plot.clientWidth < 520;
  const furthest = Math.max(...rows.map((row) => row.x));
  const x = power_axis("x", "2", "first position that breaks the criterion", 0,
                       furthest * (narrow ? 1.3 : 1.15) + 1, narrow ? 5 : 12, { grid: true });
  const y = { field: "recipe", type: "nominal", sort: null, title: null,
              axis: { domain: false, ticks: false, labelLimit: narrow ? 120 : 180, labelFontSize: 12,
                      labelColor: "var(--ink)" },
              scale: { paddingInner: 0.28, paddingOuter: 0.1 } };
  const offset = { field: "variant", type: "nominal", sort: shown, scale: { paddingInner: 0.12 } };
  const range = shown.map((name) => colour_of(formats, format_of[name]));
  const colour = { field: "variant", type: "nominal", scale: { domain: shown, range }, legend: null };
  const opacity = { field: "variant", type: "nominal", legend: null,
                    scale: { domain: shown, range: shown.map((name) => (outlined(name) ? 0.2 : 0.9)) } };
  const tooltip = tooltip_fields([["recipe", "recipe"], ["variant", "format"], ["violation", "first violation"],
    ["channel", "channel"], ["absolute", "absolute error there"], ["searched", "searched to"], ["kind", "kind"]]);
  return draw(target, {
    height: { step: shown.length > 2 ? 12.5 : 17, for: "offset" },
    data: { values: rows },
    layer: [
      { mark: { type: "bar", strokeWidth: 1, minBandSize: 3 },
        encoding: { y, yOffset: offset, x: { ...x, stack: null }, x2: { datum: 0 }, color: colour,
                    stroke: colour, fillOpacity: opacity, tooltip } },
      { transform: [{ filter: "datum.open" }],
        mark: { type: "point", shape: "triangle-right", filled: true, size: 60, opacity: 1, xOffset: 4 },
        encoding: { y, yOffset: offset, x, color: colour } },
      { mark: { type: "text", align: "left", baseline: "middle", dx: 11, fontSize: 10.5, fill: "var(--ink)" },
        encoding: { y, yOffset: offset, x, text: { field: "label" }, tooltip } },
    ],
  });
}

function safe_table(ranges, criterion) {
  const violation = (f) => (range) => (range.first_violation ? f(range.first_violation) : "–");
  return table(`First violations: ${criterion_words[criterion] || criterion}`, [
    ["recipe", (range) => range.recipe], ["format", variant],
    ["first violation", (range) => (range.first_violation ? place(range.first_violation.position) : "none"), "number"],
    ["channel", violation((v) => v.channel ?? "–"), "number"],
    ["absolute error", violation((v) => number(v.absolute)), "number"],
    ["searched to", (range) => place(range.searched_to), "number"], ["kind", (range) => range.kind],
  ], ranges);
}
