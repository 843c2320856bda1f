// How long tables and values take, against other ways to make them.

/** Three digits: repeated runs agree in no more. */
const digits = (value) =>
  value < 1000 ? String(Number(value.toPrecision(3))) : String(Math.round(value));

const asked = (row, value) => {
  if (value === null) return "";
  return row.better === "faster" ? `${digits(value)}× faster` : `at most ${digits(value)}× its time`;
};

const measured_ratio = (row) =>
  row.measured === null
    ? "not run"
    : `${digits(row.measured)}×${row.met === false ? " (missed)" : ""}`;

const ratio_columns = [
  ["what", (row) => row.text],
  ["measured", measured_ratio, "number"],
  ["needed", (row) => asked(row, row.needed), "number"],
  ["aim", (row) => asked(row, row.aim), "number"],
  ["format", (row) => row.format],
  ["against", (row) => row.who],
  ["size", (row) => row.size],
];

/** A line for each value of `name`, a column for each format. */
function by_format(caption, entries, name, shown) {
  const columns = distinct(entries.map((entry) => entry.format));
  const lines = distinct(entries.map((entry) => entry[name])).map((text) => ({
    text,
    of: new Map(entries.filter((e) => e[name] === text).map((e) => [e.format, shown(e)])),
  }));
  return table(
    caption,
    [[name === "who" ? "maker" : "what", (line) => line.text]].concat(
      columns.map((column) => [column, (line) => line.of.get(column), "number"]),
    ),
    lines,
  );
}

/** Who makes tables of a format, the fastest first: a figure for each format, on one scale. */
function maker_panels(makers) {
  const [low, high] = span(makers.map((maker) => Math.log10(maker.nanoseconds)));
  return distinct(makers.map((maker) => maker.format)).map((format) => {
    const here = makers.filter((maker) => maker.format === format);
    const target = figure(
      `Points: nanoseconds an element of ${format} by maker, on a logarithmic scale`,
      "Of ours every entry is correctly rounded; those of others need not be. A fill writes the " +
        "same memory and computes nothing.",
    );
    const ends = [low - 0.15, high + 0.15];
    const node = element("div", {}, element("h4", {}, format), target.node);
    return { node, show: () => draw_makers(target, here, ends) };
  });
}

function draw_makers(target, makers, ends) {
  const rows = makers.map(({ who, size, nanoseconds }) => ({
    who,
    size,
    x: Math.log10(nanoseconds),
    time: digits(nanoseconds),
    kind: who.startsWith("sextant") ? "ours" : who.startsWith("fill") ? "a fill" : "others",
  }));
  const axis = { labelLimit: 160, ticks: false, domain: false, grid: true, ...above_labels };
  const sort = { field: "x", order: "ascending" };
  const y = { field: "who", type: "nominal", title: "maker", sort, axis };
  const kinds = ["ours", "a fill", "others"];
  const range = ["var(--c0)", "var(--c9)", "var(--c1)"];
  const words = [
    ["who", "maker"],
    ["size", "size"],
    ["time", "nanoseconds an element"],
  ];
  return draw(target, {
    height: 20 * distinct(rows.map((row) => row.who)).length,
    data: { values: rows },
    mark: { type: "point", filled: true, size: 70, opacity: 1 },
    encoding: {
      x: power_axis("x", "10", "nanoseconds an element", ...ends, 8),
      y,
      color: {
        field: "kind",
        type: "nominal",
        scale: { domain: kinds, range },
        legend: { title: null, orient: "top", symbolOpacity: 1 },
      },
      tooltip: tooltip_fields(words),
    },
  });
}

function speed_circumstances({ date, cpu, target, options, compiler, glibc, load, commit }) {
  const loads = load.map((one) => number(one)).join(", ");
  const built = `${compiler}, glibc ${glibc}${commit ? `, commit ${commit}` : ""}`;
  return element(
    "p",
    {},
    `Measured ${date} on ${cpu}, vectors of ${target}, options: ${options}; ${built}; load ` +
      `averages as it began: ${loads || "unknown"}. This repeats it:`,
  );
}

const speed_words =
  "How long tables and values take, every entry of ours correctly rounded, against the fastest of " +
  "others. Faster: their time divided by ours.";

function speed() {
  const measured = report.speed;
  const panels = maker_panels(measured.makers);
  const nanoseconds = (entry) => digits(entry.nanoseconds);
  const listing = (summary, ...rest) =>
    folded_table(summary, () => by_format(summary, ...rest)).node;
  section(
    "speed",
    "Speed",
    element("p", {}, speed_words),
    speed_circumstances(measured),
    element("pre", {}, element("code", {}, measured.command)),
    table("Ratios of time", ratio_columns, measured.ratios),
    element("div", { class: "pictures" }, ...(has_figures ? panels.map((one) => one.node) : [])),
    listing("Nanoseconds of CPU an element", measured.makers, "who", nanoseconds),
    listing("Other layouts and widths, against d = 512", measured.layouts, "text", measured_ratio),
    listing("Nanoseconds a value", measured.values, "who", nanoseconds),
    listing("Set-up and small tables, in microseconds", measured.setups, "text", (entry) =>
      entry.microseconds === null ? "not run" : digits(entry.microseconds),
    ),
  );
  if (has_figures) panels.forEach((one) => one.show());
}
