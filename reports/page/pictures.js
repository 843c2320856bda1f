// What the encoding looks like.

// Blue to white to orange: told apart by those who do not tell red from green.
const diverging = ["#0b4f8a", "#3f8fc5", "#a6cee3", "#f4f2ee", "#fdc58a", "#e07b20", "#8f3d00"];

// From nothing to much, in one colour.
const rising = ["#f4f2ee", "#fdc58a", "#e07b20", "#8f3d00"];

/** An axis of rows or columns by number, marked by as many of their names as there is room for. */
function cell_axis(field, title, names, room) {
  const steps = [1, 2, 4, 5, 8, 10, 16, 20, 32, 64, 128];
  const step = steps.find((one) => names.length / one <= room) || names.length;
  const values = names.map((_, i) => i).filter((i) => i % step === 0);
  const labelExpr = `${JSON.stringify(names)}[datum.value]`;
  const axis = { values, labelExpr, labelAngle: 0, labelOverlap: false, ticks: false };
  return { field, title, type: "ordinal", scale: { padding: 0 }, axis: { ...axis, domain: false } };
}

/** A row of cells in a frame, of a colour that is seen on those of cells, in light and in dark. */
const framed = (y, row) => ({
  data: { values: [{ y: row }] },
  mark: { type: "rect", fill: null, stroke: diverging[0], strokeWidth: 2 },
  encoding: { y },
});

/** domain and range: of the colours; marked: the number of a row to frame, if there is one. */
function cells(target, { rows, columns, lines, range = diverging, marked = -1, ...words }) {
  const { x_title, y_title, legend_title, domain } = words;
  const narrow = target.plot.clientWidth < 420;
  const gradient = { gradientLength: 140, gradientThickness: 8, tickCount: 2 };
  const color = {
    field: "value",
    type: "quantitative",
    title: legend_title,
    scale: { domain, range },
    legend: { ...gradient, orient: "top", titleOrient: "left", titleFontSize: 11 },
  };
  const tooltip = tooltip_fields([
    ["row", y_title],
    ["column", x_title],
    ["text", legend_title],
  ]);
  const x = cell_axis("x", x_title, columns, narrow ? 5 : 9);
  const y = cell_axis("y", y_title, lines, 8);
  const all = {
    data: { values: rows },
    mark: { type: "rect", stroke: null },
    encoding: { x, y, color, tooltip },
  };
  const layer = marked < 0 ? [all] : [all, framed(y, marked)];
  return draw(target, { height: narrow ? 260 : 330, layer });
}

function cell_rows(values, lines, columns) {
  return values.flatMap((row, y) =>
    row.map((value, x) => ({
      x,
      y,
      value,
      row: lines[y],
      column: columns[x],
      text: number(value),
    })),
  );
}

/** On paper there is no room for a hundred columns: the figure stands alone there. */
function grid_table(caption, corner, lines, columns, values) {
  const node = table(
    caption,
    [
      [corner, (row) => row.name, "number"],
      ...columns.map((column, i) => [column, (row) => number(row.values[i]), "number"]),
    ],
    values.map((row, i) => ({ name: lines[i], values: row })),
  );
  if (columns.length > 80) node.className = "scroll broad";
  return node;
}

function panel(title, target, listing, wide) {
  return element(
    "div",
    { class: wide ? "wide" : false },
    element("h4", {}, title),
    target.node,
    listing.node,
  );
}

function heat_map(picture) {
  const lines = picture.positions.map(short_place);
  const columns = (picture.values[0] || []).map((_, i) => String(i));
  const target = figure(
    "Heat map of the encoding: a row is a position, a column a channel",
    "Fast channels turn over within a few positions; slow ones hardly move. Where sines and " +
      "cosines are two halves, each half begins with its fastest channel.",
  );
  const listing = folded_table("Table of this picture", () =>
    grid_table("Values by position and channel", "position", lines, columns, picture.values),
  );
  const show = () =>
    cells(target, {
      rows: cell_rows(picture.values, lines, columns),
      lines,
      columns,
      x_title: "channel",
      y_title: "position",
      domain: [-1, 1],
      legend_title: "value",
    });
  return { node: panel("Heat map", target, listing), show };
}

function similarity(picture) {
  const lines = picture.positions.map(short_place);
  const target = figure(
    "Similarity matrix: dot products of the rows of two positions",
    "Dot products, divided by the number of pairs. Equal along every diagonal: similarity " +
      "depends on the offset alone.",
  );
  const listing = folded_table("Table of this picture", () =>
    grid_table("Dot products per pair, by position", "position", lines, lines, picture.values),
  );
  const most = Math.max(...picture.values.flat().map(Math.abs), Number.MIN_VALUE);
  const show = () =>
    cells(target, {
      rows: cell_rows(picture.values, lines, lines),
      lines,
      columns: lines,
      x_title: "position",
      y_title: "position",
      domain: [-most, most],
      legend_title: "dot product per pair",
    });
  return { node: panel("Similarity", target, listing), show };
}

// The lines of the waves stand above one another, so far apart.
const wave_height = 2.6;

function waves(picture) {
  const names = picture.channels.map(String);
  const positions = picture.positions.map(short_place);
  const target = figure(
    "Waves: some channels along the positions, one line each",
    "Channels are sines and cosines whose wavelengths grow geometrically.",
  );
  const listing = folded_table("Table of this picture", () =>
    grid_table("Values by channel and position", "channel", names, positions, picture.values),
  );
  const rows = picture.values.flatMap((series, row) =>
    series.map((value, i) => ({
      x: Number(picture.positions[i]),
      y: value - wave_height * row,
      row,
    })),
  );
  return {
    node: panel("Waves", target, listing, true),
    show: () => draw_waves(target, rows, names),
  };
}

function draw_waves(target, rows, names) {
  const labelExpr = `${JSON.stringify(names)}[round(-datum.value / ${wave_height})]`;
  const values = names.map((_, i) => -wave_height * i);
  const x = { field: "x", type: "quantitative", title: "position", scale: { nice: false } };
  const y = { field: "y", type: "quantitative", title: "channel" };
  const domain = [Math.min(...values) - 1.2, 1.2];
  return draw(target, {
    height: 34 * names.length + 20,
    data: { values: rows },
    mark: { type: "line", strokeWidth: 1.6, color: "var(--c0)" },
    encoding: {
      x: { ...x, axis: { grid: false, tickCount: 8 } },
      y: {
        ...y,
        scale: { domain, nice: false },
        axis: { values, ticks: false, domain: false, labelExpr },
      },
      detail: { field: "row" },
    },
  });
}

function pictures() {
  const { heat_map: heat, similarity: similar, waves: wave, dim } = report.pictures;
  const panels = [
    heat && heat_map(heat),
    similar && similarity(similar),
    wave && waves(wave),
  ].filter(Boolean);
  section(
    "pictures",
    "What it looks like",
    element(
      "p",
      {},
      `The true values${dim ? `, dim ${dim}` : ""}: nothing is rounded here beyond what a ` +
        "screen can show.",
    ),
    element("div", { class: "pictures" }, ...panels.map((one) => one.node)),
  );
  panels.forEach((one) => one.show());
}
