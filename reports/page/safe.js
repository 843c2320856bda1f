// Up to which position is each recipe good enough?

const safe_criteria = distinct(report.safe_ranges.map((range) => range.criterion));

/** The context of the answer: bars that reach it have another colour than bars that do not. */
const context_asked = () => position_number(report.answer?.context ?? "131072");

function safe_ranges() {
  const options = distinct(report.safe_ranges.map(variant));
  let format = usual_variant(report.safe_ranges);
  let criterion = usual_criterion(format);
  const target = figure(
    "Bars: the position of the first violation, for each recipe",
    "A bar ends at the first position whose error exceeds the limit. A number without " +
      "a sign: every position below it was tried, and none exceeds the limit. “≤”: the first " +
      "violation found in a sample. An arrow: no violation was found before the search ended.",
  );
  const chosen = () =>
    report.safe_ranges
      .filter((range) => range.criterion === criterion && variant(range) === format)
      .sort((one, other) => safe_end(other) - safe_end(one));
  const listing = folded_table("Table of safe ranges", () => safe_table(chosen(), criterion));
  const redraw = () => {
    draw_safe(target, chosen());
    listing.renew();
  };
  const choose_criterion = (value) => {
    criterion = value;
    redraw();
  };
  const limit = choice("Limit", safe_criteria, criterion, choose_criterion, criterion_words);
  const choose_format = (value) => {
    format = value;
    criterion = usual_criterion(format);
    limit.querySelector("select").value = criterion;
    redraw();
  };
  section(
    "safe",
    "How far can each recipe be trusted?",
    element(
      "div",
      { class: "controls" },
      limit,
      options.length > 1
        ? choice("Format", options, format, choose_format)
        : element("span", { class: "key" }, `Format: ${options[0]}`),
    ),
    target.node,
    listing.node,
  );
  redraw();
}

/** The limit from which on errors of a format matter. */
function usual_criterion(name) {
  const { format } = report.safe_ranges.find((range) => variant(range) === name);
  const { criterion } = limits_of(format).matters;
  return safe_criteria.includes(criterion) ? criterion : safe_criteria[0];
}

/** Where a bar ends, as an exponent of two; those that have no violation come last. */
const safe_end = ({ first_violation, searched_to }) =>
  first_violation ? Math.max(0, log2(first_violation.position)) : log2(searched_to) + 0.001;

function safe_label(range, narrow) {
  const violation = range.first_violation;
  if (!violation) return (narrow ? "> " : "none to ") + short_place(range.searched_to);
  return (range.kind === "exhaustive" ? "" : "≤ ") + short_place(violation.position);
}

function safe_row(range, narrow) {
  const violation = range.first_violation;
  const context = context_asked();
  const reaches = !violation || position_number(violation.position) >= context;
  const end = Math.min(context, position_number(range.searched_to));
  return {
    recipe: range.recipe + (sound_of[range.recipe] === false ? " *" : ""),
    x: Math.max(0, log2(violation ? violation.position : range.searched_to)),
    open: !violation,
    reach: `${reaches ? "reaches" : "ends before"} ${grouped(end)}`,
    label: safe_label(range, narrow),
    violation: violation ? place(violation.position) : "none found",
    channel: violation?.channel ?? "–",
    absolute: number(violation?.absolute),
    searched: place(range.searched_to),
    kind: range.kind,
  };
}

/** The two axes, and the height of the figure. */
function safe_axes(rows, narrow) {
  const furthest = Math.max(...rows.map((row) => row.x)) * (narrow ? 1.45 : 1.15) + 1;
  const title = narrow ? "first violation" : "first position with an error above the limit";
  const axis = { domain: false, ticks: false, labelLimit: narrow ? 150 : 180, ...above_labels };
  const y = {
    field: "recipe",
    type: "nominal",
    sort: null,
    title: "recipe",
    axis: { ...axis, labelColor: "var(--ink)", labelFontSize: narrow ? 11 : 12 },
    scale: { paddingInner: 0.35, paddingOuter: 0.1 },
  };
  return {
    x: power_axis("x", "2", title, 0, furthest, narrow ? 4 : 10, { orient: "top" }),
    y,
    height: rows.length * 25 + 6,
  };
}

const safe_tooltip = [
  ["recipe", "recipe"],
  ["violation", "first violation"],
  ["channel", "channel"],
  ["absolute", "absolute error there"],
  ["searched", "searched to"],
  ["kind", "kind"],
];

function draw_safe(target, ranges) {
  const narrow = target.plot.clientWidth < 520;
  const rows = ranges.map((range) => safe_row(range, narrow));
  const { height, x, y } = safe_axes(rows, narrow);
  const reaches = distinct(rows.map((row) => row.reach));
  const range = reaches.map((name) => (name.startsWith("reaches") ? "var(--c0)" : "var(--c1)"));
  const legend = { title: null, orient: "top", symbolType: "square", labelFontSize: 12 };
  const color = {
    field: "reach",
    type: "nominal",
    scale: { domain: reaches, range },
    legend: { ...legend, columns: narrow ? 1 : 2 },
  };
  const tooltip = tooltip_fields(safe_tooltip);
  const arrow = { type: "point", shape: "triangle-right", filled: true, size: 120, opacity: 1 };
  const words = { type: "text", align: "left", baseline: "middle", dx: 14, fontSize: 11 };
  const layer = [
    {
      mark: { type: "bar", minBandSize: 3 },
      encoding: { x: { ...x, stack: null }, x2: { datum: 0 }, y, color, tooltip },
    },
    {
      transform: [{ filter: "datum.open" }],
      mark: { ...arrow, xOffset: 5 },
      encoding: { x, y, color, tooltip },
    },
    {
      mark: { ...words, fill: "var(--ink)" },
      encoding: { x, y, text: { field: "label" }, tooltip },
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
