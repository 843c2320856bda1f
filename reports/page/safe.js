// Up to which position is each recipe good enough?

const safe_criteria = distinct(report.safe_ranges.map((range) => range.criterion));
const safe_variants = distinct(report.safe_ranges.map(variant));
const safe_format = Object.fromEntries(
  report.safe_ranges.map((range) => [variant(range), range.format]),
);
const safe_colour = (name) => colour_of(formats, safe_format[name]);

/** A format computed in two ways is drawn filled the first time and outlined the next. */
const outlined = (name) =>
  safe_variants.find((other) => safe_format[other] === safe_format[name]) !== name;

function safe_swatch(name) {
  const [stroke, opacity] = [safe_colour(name), outlined(name) ? 0.2 : 1];
  const box = { x: 1, y: 1, width: 16, height: 10, stroke, fill: stroke, "fill-opacity": opacity };
  const size = { width: 18, height: 12, "aria-hidden": "true" };
  return drawing("svg", size, drawing("rect", box));
}

function safe_ranges() {
  if (!report.safe_ranges.length) return;
  const hidden = new Set();
  let criterion = safe_criteria.includes("1e-3") ? "1e-3" : safe_criteria[0];
  const target = figure(
    "Bars: the position of the first violation, for each recipe and format",
    "A bar ends at the first position that breaks the criterion. A plain number: every position " +
      "below it was tried and passes. “≤”: the first one found among the positions sampled. An " +
      "arrow: none was found up to where the search ended.",
  );
  const chosen = () =>
    report.safe_ranges.filter(
      (range) => range.criterion === criterion && !hidden.has(variant(range)),
    );
  const listing = folded_table("Table of safe ranges", () => safe_table(chosen(), criterion));
  const redraw = () => {
    draw_safe(target, chosen());
    listing.renew();
  };
  const choose = (value) => {
    criterion = value;
    redraw();
  };
  const control = choice("Criterion", safe_criteria, criterion, choose, criterion_words);
  section(
    "safe",
    "Safe range",
    "How far can each recipe be trusted?",
    element("div", { class: "controls" }, control),
    legend("Formats", safe_variants, safe_swatch, hidden, redraw),
    target.node,
    listing.node,
  );
  redraw();
}

function safe_label(range, narrow) {
  const violation = range.first_violation;
  if (!violation) return (narrow ? "> " : "none to ") + short_place(range.searched_to);
  return (range.kind === "exhaustive" ? "" : "≤ ") + short_place(violation.position);
}

function safe_row(range, narrow) {
  const violation = range.first_violation;
  return {
    recipe: range.recipe + (sound_of[range.recipe] === false ? " *" : ""),
    variant: variant(range),
    x: Math.max(0, log2(violation ? violation.position : range.searched_to)),
    open: !violation,
    filled: outlined(variant(range)) ? 0.2 : 0.9,
    label: safe_label(range, narrow),
    violation: violation ? place(violation.position) : "none found",
    channel: violation?.channel ?? "–",
    absolute: number(violation?.absolute),
    searched: place(range.searched_to),
    kind: range.kind,
  };
}

/** Numbers the bars of each recipe, so that a format that it has not leaves no gap. */
function numbered(rows, shown) {
  const before = ({ recipe, variant }) =>
    rows.filter(
      (row) => row.recipe === recipe && shown.indexOf(row.variant) < shown.indexOf(variant),
    ).length;
  return rows.map((row) => ({ ...row, slot: before(row) }));
}

/** The two axes, the place of a bar within its recipe, and the height of it all. */
function safe_axes(rows, narrow) {
  const furthest = Math.max(...rows.map((row) => row.x)) * (narrow ? 1.35 : 1.15) + 1;
  const title = narrow ? "first violation" : "first position that breaks the criterion";
  const slots = distinct(rows.map((row) => row.slot)).sort();
  const bar = slots.length > 2 ? 13 : 16;
  const band = slots.length * bar + 9;
  const axis = { domain: false, ticks: false, labelLimit: narrow ? 150 : 180, ...above_labels };
  const y = {
    field: "recipe",
    type: "nominal",
    sort: null,
    title: "recipe",
    axis: { ...axis, labelColor: "var(--ink)", labelFontSize: narrow ? 11 : 12 },
    scale: { paddingInner: 9 / band, paddingOuter: 0.1 },
  };
  return {
    x: power_axis("x", "2", title, 0, furthest, narrow ? 5 : 12, { orient: "top" }),
    y,
    yOffset: { field: "slot", type: "ordinal", sort: slots, scale: { paddingInner: 0.12 } },
    height: distinct(rows.map((row) => row.recipe)).length * band + 6,
  };
}

const safe_tooltip = [
  ["recipe", "recipe"],
  ["variant", "format"],
  ["violation", "first violation"],
  ["channel", "channel"],
  ["absolute", "absolute error there"],
  ["searched", "searched to"],
  ["kind", "kind"],
];

function draw_safe(target, ranges) {
  const narrow = target.plot.clientWidth < 520;
  if (!ranges.length) return nothing(target, "No format is chosen.");
  const shown = safe_variants.filter((name) => ranges.some((range) => variant(range) === name));
  const rows = numbered(
    ranges.map((range) => safe_row(range, narrow)),
    shown,
  );
  const { height, x, ...rest } = safe_axes(rows, narrow);
  const scale = { domain: shown, range: shown.map(safe_colour) };
  const color = { field: "variant", type: "nominal", scale, legend: null };
  const fillOpacity = { field: "filled", type: "quantitative", scale: null };
  const from_left = { x: { ...x, stack: null }, x2: { datum: 0 } };
  const tooltip = tooltip_fields(safe_tooltip);
  const arrow = { type: "point", shape: "triangle-right", filled: true, size: 60, opacity: 1 };
  const words = { type: "text", align: "left", baseline: "middle", dx: 11, fontSize: 10.5 };
  const layer = [
    {
      mark: { type: "bar", strokeWidth: 1, minBandSize: 3 },
      encoding: { ...rest, ...from_left, color, stroke: color, fillOpacity, tooltip },
    },
    {
      transform: [{ filter: "datum.open" }],
      mark: { ...arrow, xOffset: 4 },
      encoding: { ...rest, x, color, tooltip },
    },
    {
      mark: { ...words, fill: "var(--ink)" },
      encoding: { ...rest, x, text: { field: "label" }, tooltip },
    },
  ];
  return draw(target, { height, data: { values: rows }, layer });
}

function safe_table(ranges, criterion) {
  const violation = (f) => (range) => (range.first_violation ? f(range.first_violation) : "–");
  const columns = [
    ["recipe", (range) => range.recipe],
    ["format", variant],
    ["first violation", (range) => witness_place(range.first_violation), "number"],
    ["channel", violation((v) => v.channel ?? "–"), "number"],
    ["absolute error", violation((v) => number(v.absolute)), "number"],
    ["searched to", (range) => place(range.searched_to), "number"],
    ["kind", (range) => range.kind],
  ];
  const caption = `First violations: ${criterion_words[criterion] || criterion}`;
  return table(caption, columns, ranges);
}
