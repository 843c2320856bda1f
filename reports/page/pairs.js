// How near do two different positions come to each other?

function nearest_pairs() {
  const all = report.nearest_pairs;
  if (!all.length) return;
  const target = figure("Points: squared distance of the nearest pair of positions, by dim and format",
    "The smaller the distance, the harder it is to tell two positions apart. At zero they are the same row; " +
    "such pairs are only in the table.");
  const here = formats.filter((format) => all.some((pair) => pair.format === format));
  const hidden = new Set();
  const chosen = () => all.filter((pair) => !hidden.has(pair.format));
  const redraw = () => draw_pairs(target, chosen(), here);
  const listing = table("Nearest pairs", [
    ["dim", (pair) => pair.dim, "number"], ["format", (pair) => pair.format],
    ["positions below", (pair) => place(String(pair.below)), "number"],
    ["distance²", (pair) => number(pair.distance_squared), "number"],
    ["position", (pair) => place(pair.position), "number"], ["other", (pair) => place(pair.other), "number"],
    ["kind", (pair) => pair.kind],
  ], all);
  section("pairs", "Nearest pairs",
    element("p", {}, "Every position should have a row of its own. With few dimensions some positions nearly " +
            "share one; in narrow formats they may share it entirely."),
    legend("Formats", here, swatch_of(formats), hidden, redraw), target.node, listing);
  redraw();
}

function draw_pairs(target, pairs, here) {
  const rows = pairs.filter((pair) => pair.distance_squared > 0).map((pair) => ({
    x: Math.log2(pair.dim), y: Math.log10(pair.distance_squared), format: pair.format,
    group: `${pair.format} ${pair.below}`, below: short_place(pair.below), dim: pair.dim, kind: pair.kind,
    distance: number(pair.distance_squared), pair: `${place(pair.position)} and ${place(pair.other)}`,
  }));
  if (!rows.length) return nothing(target, "No pair with a distance above zero is chosen.");
  const [left, right] = span(rows.map((row) => row.x), [0, 1]);
  const [low, high] = span(rows.map((row) => row.y), [-1, 1]);
  const x = power_axis("x", "2", "dim", Math.floor(left) - 0.25, Math.ceil(right) + 0.25, 14);
  const y = power_axis("y", "10", "squared distance", Math.floor(low), Math.ceil(high), 7);
  const scale = (f) => ({ domain: here, range: here.map((format) => f(formats, format)) });
  const colour = { field: "format", type: "nominal", scale: scale(colour_of), legend: null };
  const shape = { field: "format", type: "nominal", scale: scale(shape_of), legend: null };
  return draw(target, {
    height: 260, data: { values: rows },
    layer: [
      { mark: { type: "line", strokeWidth: 1.2, opacity: 0.6 },
        encoding: { x, y, color: colour, detail: { field: "group" } } },
      { mark: { type: "point", filled: true, size: 70 },
        encoding: { x, y, color: colour, shape, tooltip: tooltip_fields([["format", "format"], ["dim", "dim"],
          ["below", "positions below"], ["distance", "distance²"], ["pair", "positions"], ["kind", "kind"]]) } },
    ],
  });
}
