// A measure against position: the largest seen in each octave, and the bound that theory gives.

const middle = (octave) => (log2(octave.from) + log2(octave.to)) / 2;
const octave_range = (octave) => `${short_place(octave.from)} … ${short_place(octave.to)}`;
const witness_place = (seen) => (seen?.position ? place(seen.position) : "–");

/** What a series becomes for curves(); worst(octave) is {value, position, …} or null. */
function octave_points(series, name, worst, tip) {
  return series.octaves.map((octave) => ({
    name,
    x: middle(octave),
    y: logarithm(worst(octave)?.value),
    bound: logarithm(octave.bound),
    tip: tip(series, octave, worst(octave)),
  }));
}

/** The octaves of all series, each with its series' name under `key`, and two columns for them. */
const octave_rows = (all, key) =>
  all.flatMap((series) => series.octaves.map((octave) => ({ ...octave, [key]: series[key] })));
const octave_columns = [
  ["from", (row) => place(row.from), "number"],
  ["to", (row) => place(row.to), "number"],
];

const format_choice = (all) => ({
  key: "format",
  label: "Format",
  options: distinct(all.map(variant)),
  chosen: usual_variant(all),
});

const bound_keys = () =>
  [
    ["measured", false],
    ["derived bound", true],
  ].map(([name, dashed]) => element("span", { class: "key" }, key_line(dashed), name));

/**
 * A section with a figure of curves, its controls, legend and table. Of the state, which holds a
 * value for each of choices {key, label, options, chosen, words} and `bounds`, and of the set of
 * hidden names, show() makes the arguments of curves() and list() the table. hidden_first: names that
 * are not shown at first.
 */
function curve_section(words, { choices, names, all_names, show, list, hidden_first = [] }) {
  const state = { bounds: true };
  for (const { key, chosen } of choices) state[key] = chosen;
  const hidden = new Set(hidden_first);
  const target = figure(words.description, words.caption);
  const listing = folded_table("Table of this figure", () => list(state, hidden));
  const keys = legend(words.legend, names, swatch_of(all_names), hidden, () => redraw());
  const redraw = () => {
    offer(keys, names, new Set(show(state, new Set()).points.map((point) => point.name)));
    curves(target, { names: all_names, bounds: state.bounds, ...show(state, hidden) });
    listing.renew();
  };
  const set = (key) => (value) => {
    state[key] = value;
    redraw();
  };
  const control = ({ key, label, options, words: labels }) =>
    options.length > 1
      ? choice(label, options, state[key], set(key), labels)
      : element("span", { class: "key" }, `${label}: ${options[0]}`);
  section(
    words.id,
    words.title,
    element("p", {}, words.text),
    element(
      "div",
      { class: "controls" },
      ...choices.map(control),
      tick_box("derived bounds", true, set("bounds")),
      ...bound_keys(),
    ),
    keys,
    target.node,
    listing.node,
  );
  redraw();
}

function span(values, otherwise) {
  const finite = values.filter((v) => typeof v === "number" && Number.isFinite(v));
  return finite.length ? [Math.min(...finite), Math.max(...finite)] : otherwise;
}

const tooltip_fields = (titles) =>
  titles.map(([field, title]) => ({ field, type: "nominal", title }));

/** Each title of a tooltip becomes a field of its own: tip0, tip1, … */
function with_tips(points) {
  const titles = distinct(points.flatMap((p) => Object.keys(p.tip)));
  const rows = points.map(({ tip, ...rest }) => {
    titles.forEach((title, i) => (rest[`tip${i}`] = tip[title] ?? "–"));
    return rest;
  });
  return { rows, tooltip: tooltip_fields(titles.map((title, i) => [`tip${i}`, title])) };
}

/** A colour and a shape for each name; `names` are all there may be, in the order of colours. */
function name_channels(field, present, names) {
  const channel = (f) => ({
    field,
    type: "nominal",
    scale: { domain: present, range: present.map((name) => f(names, name)) },
    legend: null,
  });
  return { color: channel(colour_of), shape: channel(shape_of) };
}

/**
 * points: {name, x, y, bound, tip: {title: text}}; y and bound are logarithms, null where there is
 * none. names: all names there may be, in the order of their colours.
 */
function curves(target, { points, names, x_title, y_title, bounds, height = 340 }) {
  if (!points.some((p) => p.y !== null)) {
    const zero = "Every error here is zero, which a logarithmic axis cannot show; see the table.";
    return nothing(target, points.length ? zero : "There is nothing to show for this choice.");
  }
  const narrow = target.plot.clientWidth < 520;
  const [left, right] = span(points.map((p) => p.x));
  const [low, high] = span(points.flatMap((p) => (bounds ? [p.y, p.bound] : [p.y])));
  const ends = [Math.floor(left), Math.ceil(right)];
  const x = power_axis("x", "2", x_title, ...ends, narrow ? 6 : 14);
  const y = power_axis("y", "10", y_title, Math.floor(low), high + 0.15, 9);
  const present = names.filter((name) => points.some((p) => p.name === name));
  const { rows, tooltip } = with_tips(points);
  const layer = curve_layers(
    { x, y, bounds, narrow, tooltip },
    name_channels("name", present, names),
  );
  return draw(target, {
    height: narrow ? Math.min(height, 300) : height,
    data: { values: rows },
    layer,
  });
}

/** Bounds dashed, errors drawn through, and points that fade all others when pointed at. */
function curve_layers({ x, y, bounds, narrow, tooltip }, { color, shape }) {
  const faded = (strong) => ({
    condition: { param: "pointed", value: strong, empty: true },
    value: 0.12,
  });
  const order = { field: "x", type: "quantitative" };
  const line = { type: "line", invalid: "break-paths-show-domains" };
  const bound = {
    mark: { ...line, strokeDash: [5, 3], strokeWidth: 1.3 },
    encoding: { x, y: { ...y, field: "bound" }, color, order, opacity: faded(0.75) },
  };
  const measured = {
    mark: { ...line, strokeWidth: 1.8 },
    encoding: { x, y, color, order, opacity: faded(1) },
  };
  const select = { type: "point", fields: ["name"], on: "pointerover", clear: "pointerout" };
  const size = narrow ? 25 : 42;
  const points = {
    params: [{ name: "pointed", select }],
    mark: { type: "point", filled: true, size, strokeWidth: 1.5, invalid: "filter" },
    encoding: { x, y, color, stroke: color, shape, opacity: faded(1), tooltip },
  };
  return bounds ? [bound, measured, points] : [measured, points];
}
