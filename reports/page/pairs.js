// How near do two different positions come to each other?

const pairs_columns = [
  ["encoding", (pair) => pair.encoding ?? `dim=${pair.dim}`],
  ["format", (pair) => pair.format],
  ["positions below", (pair) => place(pair.below), "number"],
  ["distance²", (pair) => number(pair.distance_squared), "number"],
  ["its error", (pair) => number(pair.distance_error), "number"],
  ["position", (pair) => place(pair.position), "number"],
  ["other", (pair) => place(pair.other), "number"],
  ["kind", (pair) => pair.kind],
];

function nearest_pairs() {
  const all = report.nearest_pairs;
  const target = figure(
    "Points: squared distance of the nearest pair of positions, by dim and format",
    "The smaller the distance, the harder it is to tell two positions apart. At zero both " +
      "rows are equal; only the table lists such pairs.",
  );
  const ends = distinct(all.map((pair) => pair.below));
  const words = Object.fromEntries(ends.map((end) => [end, `positions below ${place(end)}`]));
  let below = ends[0];
  const chosen = () => all.filter((pair) => pair.below === below && !hidden.has(pair.format));
  const here = formats.filter((format) => all.some((pair) => pair.format === format));
  const hidden = new Set();
  const keys = legend("Formats", here, swatch_of(formats), hidden, () => redraw());
  const redraw = () => {
    const there = all.filter((pair) => pair.below === below).map((pair) => pair.format);
    offer(keys, here, new Set(there));
    draw_pairs(target, chosen(), here);
  };
  const choose = (value) => {
    below = value;
    redraw();
  };
  const control =
    ends.length > 1
      ? choice("Searched", ends, below, choose, words)
      : element("span", { class: "key" }, `Searched: ${words[below]}`);
  const text =
    "Every position should have a row of its own. With few dimensions some positions nearly " +
    "share one; in narrow formats their rows may be equal. The encoding is the report's own, " +
    "at other dims. Only searches of the same positions can be compared.";
  section(
    "pairs",
    "Nearest pairs",
    element("p", {}, text),
    element("div", { class: "controls" }, control),
    keys,
    target.node,
    table("Nearest pairs", pairs_columns, all),
  );
  redraw();
}

const pair_row = (pair) => ({
  x: Math.log2(pair.dim),
  y: Math.log10(pair.distance_squared),
  format: pair.format,
  below: short_place(pair.below),
  encoding: pair.encoding ?? `dim=${pair.dim}`,
  kind: pair.kind,
  distance: number(pair.distance_squared),
  pair: `${place(pair.position)} and ${place(pair.other)}`,
});

const pairs_tooltip = [
  ["format", "format"],
  ["encoding", "encoding"],
  ["below", "positions below"],
  ["distance", "distance²"],
  ["pair", "positions"],
  ["kind", "kind"],
];

function draw_pairs(target, pairs, here) {
  const rows = pairs.filter((pair) => pair.distance_squared > 0).map(pair_row);
  if (!rows.length) return nothing(target, "No pair with a distance above zero is chosen.");
  const [left, right] = span(rows.map((row) => row.x));
  const [low, high] = span(rows.map((row) => row.y));
  const ends = [Math.floor(left) - 0.25, Math.ceil(right) + 0.25];
  const plainly = { labelExpr: "format(pow(2, datum.value), 'd')" };
  const x = power_axis("x", "2", "dim", ...ends, 14, plainly);
  const y = power_axis("y", "10", "squared distance", Math.floor(low), high + 0.2, 7);
  const { color, shape } = name_channels("format", here, formats);
  const tooltip = tooltip_fields(pairs_tooltip);
  const layer = [
    {
      mark: { type: "line", strokeWidth: 1.2, opacity: 0.6 },
      encoding: { x, y, color },
    },
    {
      mark: { type: "point", filled: false, strokeWidth: 2, size: 70, opacity: 1 },
      encoding: { x, y, color, shape, tooltip },
    },
  ];
  return draw(target, { height: 260, data: { values: rows }, layer });
}
