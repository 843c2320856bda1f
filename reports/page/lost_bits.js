// Which channels have lost how many bits, by recipe, format and position.

const bit_digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqr";

/** The bits of a row: its pattern, in which c*n is n times c. */
function bits_of(row) {
  const digits = report.lost_bits.patterns[row].replace(/(.)\*(.)/g, (_, digit, count) =>
    digit.repeat(bit_digits.indexOf(count)),
  );
  return [...digits].map((digit) => bit_digits.indexOf(digit));
}

/** A clear step from none to one, which is where an entry stops to be correctly rounded. */
const bits_scale = (precision) => ({
  domain: [0, 1, precision / 2, precision],
  range: rising,
});

/** What one recipe has lost in one format, by position and channel; nothing where it was not run. */
const lost_by = ({ recipe, format }) =>
  report.lost_bits.series.find((one) => one.recipe === recipe && variant(one) === format);

function summary_of(series, position, bits) {
  const name = `${series.recipe} in ${variant(series)} at position ${place(position)}`;
  const most = Math.max(...bits);
  if (most === 0) return `${name}: every channel is correctly rounded.`;
  const some = bits.filter((lost) => lost > 0).length;
  const all = bits.filter((lost) => lost === series.precision).length;
  return (
    `${name}: ${some} of ${bits.length} channels have lost bits, at most ${most} of ` +
    `${series.precision}, in channel ${bits.indexOf(most)}` +
    (all ? `; channels with none left: ${all}.` : ".")
  );
}

function draw_bits_map(target, series, position) {
  const { positions, channels } = report.lost_bits;
  const lines = positions.map(short_place);
  const columns = [...Array(channels).keys()].map(String);
  return cells(target, {
    rows: cell_rows(series.rows.map(bits_of), lines, columns),
    lines,
    columns,
    x_title: "channel",
    y_title: "position",
    legend_title: "bits lost",
    ...bits_scale(series.precision),
    marked: positions.indexOf(position),
  });
}

function draw_bits_of_channels(target, series, bits) {
  if (!bits.some((lost) => lost > 0)) return nothing(target, "No channel has lost a bit here.");
  const narrow = target.plot.clientWidth < 420;
  const rows = bits.map((lost, x) => ({ x, lost, left: series.precision - lost }));
  const words = [
    ["x", "channel"],
    ["lost", "bits lost"],
    ["left", "bits left"],
  ];
  const columns = bits.map((_, i) => String(i));
  const y = { field: "lost", type: "quantitative", title: "bits lost" };
  return draw(target, {
    height: 190,
    data: { values: rows },
    mark: { type: "bar", color: "var(--c0)" },
    encoding: {
      x: cell_axis("x", "channel", columns, narrow ? 5 : 9),
      y: { ...y, scale: { domain: [0, series.precision], nice: false }, axis: { tickMinStep: 1 } },
      tooltip: tooltip_fields(words),
    },
  });
}

function bits_map_table(state) {
  const series = lost_by(state);
  const { positions, channels } = report.lost_bits;
  const columns = [...Array(channels).keys()].map(String);
  const caption = `Bits lost by ${state.recipe} in ${state.format}, by position and channel`;
  const values = series ? series.rows.map(bits_of) : [];
  return grid_table(caption, "position", positions.map(place), columns, values);
}

function bits_table(state) {
  const series = lost_by(state);
  const bits = series ? bits_at(series, state.position) : [];
  return table(
    `Bits lost by ${state.recipe} in ${state.format} at position ${place(state.position)}`,
    [
      ["channel", (row) => row.channel, "number"],
      ["bits lost", (row) => row.lost, "number"],
      ["bits left", (row) => series.precision - row.lost, "number"],
    ],
    bits.map((lost, channel) => ({ channel, lost })),
  );
}

const bits_at = (series, position) =>
  bits_of(series.rows[report.lost_bits.positions.indexOf(position)]);

/** The two figures and their tables; show() draws what the state says. */
function bits_panels(state) {
  const map = figure(
    "Heat map of bits lost: a row is a position, the last of its octave, a column a channel",
    "A cell tells how many of the format's bits are wrong: L is the least number for which the " +
      "entry is within 2^(L − 1) ulps of the truth, as a number is that was rounded to L bits " +
      "fewer. 0: within half an ulp. All of them: the error is as large as the value. The row in " +
      "a frame is the one drawn below.",
  );
  const bars = figure(
    "Bars: the bits lost by each channel at the position chosen",
    "One bar a channel, up to all the bits that the format has.",
  );
  const map_listing = folded_table("Table of this heat map", () => bits_map_table(state));
  const bars_listing = folded_table("Table of these bars", () => bits_table(state));
  const show = () => {
    const series = lost_by(state);
    const missing = "This recipe does not compute in this format.";
    if (series) {
      draw_bits_map(map, series, state.position);
      draw_bits_of_channels(bars, series, bits_at(series, state.position));
    } else {
      [map, bars].forEach((target) => nothing(target, missing));
    }
    [map_listing, bars_listing].forEach((listing) => listing.renew());
    return series ? summary_of(series, state.position, bits_at(series, state.position)) : missing;
  };
  const nodes = [
    panel("Bits lost, by position and channel", map, map_listing, true),
    panel("Bits lost by the channels of one position", bars, bars_listing, true),
  ];
  return { nodes, show };
}

/** A choice of the state; one that leaves no choice is only said. */
function state_choice(state, show, key, label, options, words) {
  const set = (value) => {
    state[key] = value;
    show();
  };
  return options.length > 1
    ? choice(label, options, state[key], set, words)
    : element("span", { class: "key" }, `${label}: ${words[options[0]] ?? options[0]}`);
}

/** The part about lost bits: what stands in the section, and what draws it. */
function bits_lost() {
  const { series: all = [], positions = [] } = report.lost_bits ?? {};
  if (!all.length || !positions.length) return null;
  const names = distinct(all.map((one) => one.recipe));
  const stars = Object.fromEntries(
    all.map((one) => [one.recipe, one.recipe + (one.sound ? "" : " *")]),
  );
  const options = distinct(all.map(variant));
  const chosen = options.includes("float32") ? "float32" : options[0];
  const usual = "131071"; // the end of contexts as they are
  const position = positions.includes(usual) ? usual : positions[positions.length - 1];
  const state = { recipe: names[0], format: chosen, position };
  const panels = bits_panels(state);
  const told = element("p", { "aria-live": "polite" });
  const show = () => told.replaceChildren(panels.show());
  const spelled = Object.fromEntries(positions.map((one) => [one, place(one)]));
  const nodes = [
    element("h3", {}, "Bits lost"),
    element("p", {}, bits_lost_words()),
    element(
      "div",
      { class: "controls" },
      state_choice(state, show, "recipe", "Recipe", names, stars),
      state_choice(state, show, "format", "Format", options, {}),
      state_choice(state, show, "position", "Position", positions, spelled),
    ),
    told,
    element("div", { class: "pictures" }, ...panels.nodes),
  ];
  return { nodes, show };
}

function bits_lost_words() {
  const left_out = distinct(report.drift.filter((one) => one.steps).map((one) => one.recipe));
  return (
    "Measured at the last position of every octave, where the position itself already needs all " +
    "its bits. " +
    (left_out.length
      ? `Sequential recipes are left out: ${left_out.join(", ")}.`
      : "Sequential recipes are left out.")
  );
}
