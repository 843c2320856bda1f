// What the encoding looks like.

// Blue to white to orange: told apart by those who do not tell red from green.
const diverging = ["#0b4f8a", "#3f8fc5", "#a6cee3", "#f4f2ee", "#fdc58a", "#e07b20", "#8f3d00"];

function cells(target, { rows, x_title, y_title, domain, columns, lines, legend_title }) {
  const labels = (count, room) => Math.max(1, Math.ceil(count / room));
  const narrow = target.plot.clientWidth < 420;
  const every = (count, room) => ({ labelExpr: "datum.label", labelOverlap: false, labelAngle: 0,
    values: Array.from({ length: Math.ceil(count / labels(count, room)) }, (_, i) => i * labels(count, room)) });
  const named = (names, room) => ({ ...every(names.length, room), ticks: false, domain: false,
    labelExpr: `${JSON.stringify(names)}[datum.value]` });
  return draw(target, {
    height: Math.max(180, Math.min(320, lines.length * 5)), data: { values: rows },
    mark: { type: "rect", stroke: null },
    encoding: {
      x: { field: "x", type: "ordinal", title: x_title, scale: { padding: 0 },
           axis: named(columns, narrow ? 5 : 9) },
      y: { field: "y", type: "ordinal", title: y_title, scale: { padding: 0 }, axis: named(lines, 8) },
      color: { field: "value", type: "quantitative", title: legend_title, scale: { domain, range: diverging },
               legend: { orient: "top", gradientLength: 140, gradientThickness: 8, titleOrient: "left",
                         titleFontSize: 11, tickCount: 2 } },
      tooltip: tooltip_fields([["row", y_title], ["column", x_title], ["text", "value"]]),
    },
  });
}

function cell_rows(values, lines, columns) {
  return values.flatMap((row, y) => row.map((value, x) =>
    ({ x, y, value, row: lines[y], column: columns[x], text: number(value) })));
}

function grid_table(caption, corner, lines, columns, values) {
  return table(caption, [[corner, (row) => row.name, "number"],
    ...columns.map((column, i) => [column, (row) => number(row.values[i]), "number"])],
    values.map((row, i) => ({ name: lines[i], values: row })));
}

function panel(title, target, listing, wide) {
  return element("div", { class: wide ? "wide" : false }, element("h3", {}, title), target.node, listing.node);
}

function heat_map(picture) {
  const lines = picture.positions.map(short_place);
  const columns = (picture.values[0] || []).map((_, i) => String(i));
  const target = figure("Heat map of the encoding: a row is a position, a column a channel",
    "Left, the fast channels turn over at every position; right, the slow ones hardly move.");
  const listing = folded_table("Table of this picture",
    () => grid_table("Values by position and channel", "position", lines, columns, picture.values));
  const show = () => cells(target, { rows: cell_rows(picture.values, lines, columns), lines, columns,
    x_title: "channel", y_title: "position", domain: [-1, 1], legend_title: "value" });
  return { node: panel("Heat map", target, listing), show };
}

function similarity(picture) {
  const lines = picture.positions.map(short_place);
  const target = figure("Similarity matrix: dot products of the rows of two positions",
    "Equal along every diagonal: similarity depends on the offset alone.");
  const listing = folded_table("Table of this picture",
    () => grid_table("Dot products by position", "position", lines, lines, picture.values));
  const most = Math.max(...picture.values.flat().map(Math.abs), Number.MIN_VALUE);
  const show = () => cells(target, { rows: cell_rows(picture.values, lines, lines), lines, columns: lines,
    x_title: "position", y_title: "position", domain: [-most, most], legend_title: "dot product" });
  return { node: panel("Similarity", target, listing), show };
}

function waves(picture) {
  const names = picture.channels.map((channel) => `channel ${channel}`);
  const target = figure("Waves: some channels along the positions, one line each",
    "Channels are sines and cosines whose wavelengths grow geometrically.");
  const listing = folded_table("Table of this picture", () =>
    grid_table("Values by channel and position", "channel", names, picture.positions.map(short_place), picture.values));
  // Whole positions below 2^53 are numbers here; the lines stand above one another, 2.6 apart.
  const rows = picture.values.flatMap((series, row) => series.map((value, i) => ({
    x: Number(picture.positions[i]), y: value - 2.6 * row, row, name: names[row], text: number(value) })));
  const show = () => draw(target, {
    height: 34 * names.length + 20, data: { values: rows },
    mark: { type: "line", strokeWidth: 1.6, color: "var(--c0)" },
    encoding: {
      x: { field: "x", type: "quantitative", title: "position", scale: { nice: false },
           axis: { grid: false, tickCount: 8 } },
      y: { field: "y", type: "quantitative", title: null,
           scale: { domain: [-2.6 * (names.length - 1) - 1.2, 1.2], nice: false },
           axis: { values: names.map((_, i) => -2.6 * i), ticks: false, domain: false,
                   labelExpr: `${JSON.stringify(names)}[round(-datum.value / 2.6)]` } },
      detail: { field: "row" },
    },
  });
  return { node: panel("Waves", target, listing, true), show };
}

function pictures() {
  const { heat_map: heat, similarity: similar, waves: wave, dim } = report.pictures;
  const panels = [heat && heat_map(heat), similar && similarity(similar), wave && waves(wave)].filter(Boolean);
  if (!panels.length) return;
  section("pictures", "What it looks like",
    element("p", {}, `The true values${dim ? `, dim ${dim}` : ""}: nothing is rounded here beyond what a ` +
            "screen can show."),
    element("div", { class: "pictures" }, ...panels.map((one) => one.node)));
  panels.forEach((one) => one.show());
}
