// Two positions of the reader's choice: their rows, how alike these are, and what lies between.

/** Seven digits, as float32 has. */
const precise = (value) =>
  Math.abs(value) >= 1e-4 ? String(Number(value.toPrecision(7))) : number(value);

/** Half an ulp of float32 as a share of the number; a little more, for what products of it add. */
const half_ulp = 1.0001 * 2 ** -24;

/** What two rows in float32 make, and how far each figure may be from that of the true rows. */
function measures_of(x, y) {
  const sum = (term) => x.reduce((total, value, j) => total + term(value, y[j]), 0);
  const dot = sum((a, b) => a * b);
  const lengths = Math.sqrt(sum((a) => a * a) * sum((_, b) => b * b));
  const off = (a, b) => half_ulp * (Math.abs(a) + Math.abs(b));
  return [
    ["dot product", dot, 2 * half_ulp * sum((a, b) => Math.abs(a * b))],
    ["cosine", lengths > 0 ? dot / lengths : null, 4 * half_ulp],
    [
      "squared distance",
      sum((a, b) => (a - b) ** 2),
      sum((a, b) => (2 * Math.abs(a - b) + off(a, b)) * off(a, b)),
    ],
  ];
}

const offset_of = ({ p, q }) => Math.abs(Number(p.name) - Number(q.name));

function measures_table(state) {
  const offset = offset_of(state);
  const rows = measures_of(state.p.row, state.q.row).map(([name, value, bound]) => ({
    name,
    value: value === null ? "–" : precise(value),
    bound: value === null ? "–" : bound_text(bound),
  }));
  const kernel = kernel_at(offset);
  if (kernel !== null)
    rows.push({ name: `K(${offset})`, value: precise(kernel), bound: "correctly rounded" });
  return table(
    `Positions ${place(state.p.name)} and ${place(state.q.name)}`,
    measure_columns,
    rows,
  );
}

const measure_columns = [
  ["measure", (row) => row.name],
  ["value", (row) => row.value, "number"],
  ["off by at most", (row) => row.bound, "number"],
];

/** Who is who in these figures: two names, a colour and a shape for each, and a legend above. */
function told_apart(names) {
  const legend = { title: null, orient: "top", symbolSize: 70, labelFontSize: 12 };
  const channel = (range) => ({
    field: "who",
    type: "nominal",
    scale: { domain: names, range },
    legend,
  });
  return { color: channel(["var(--c0)", "var(--c1)"]), shape: channel(["circle", "diamond"]) };
}

const whole_axis = (field, title, last, narrow) => ({
  field,
  type: "quantitative",
  title,
  scale: { domain: [0, Math.max(last, 1)], nice: false },
  axis: { grid: false, tickMinStep: 1, tickCount: narrow ? 5 : 9 },
});

const value_axis = (field, title) => ({
  field,
  type: "quantitative",
  title,
  axis: { tickCount: 5 },
});

function draw_rows(target, { p, q }) {
  const narrow = target.plot.clientWidth < 420;
  const names = [`p = ${short_place(p.name)}`, `q = ${short_place(q.name)}`];
  const points = [p, q].flatMap(({ row }, i) =>
    row.map((value, x) => ({ x, y: value, who: names[i], value: precise(value) })),
  );
  const between = p.row.map((value, x) => ({ x, y: value, other: q.row[x] }));
  const x = whole_axis("x", "channel", p.row.length - 1, narrow);
  const y = value_axis("y", "value");
  const words = [
    ["who", "position"],
    ["x", "channel"],
    ["value", "value"],
  ];
  const layer = [
    {
      data: { values: between },
      mark: { type: "rule", color: "var(--line)" },
      encoding: { x, y, y2: { field: "other" } },
    },
    {
      data: { values: points },
      mark: { type: "point", filled: true, size: narrow ? 22 : 34, opacity: 1 },
      encoding: { x, y, ...told_apart(names), tooltip: tooltip_fields(words) },
    },
  ];
  return draw(target, { height: 240, layer });
}

function rows_panel(state) {
  const target = figure(
    "Points: the values of two positions, channel by channel",
    "Each channel has one value at p and one at q; the line between them is their difference.",
  );
  const listing = folded_table("Table of the two rows", () =>
    table(
      `Rows of ${place(state.p.name)} and ${place(state.q.name)}`,
      [
        ["channel", (row) => row.channel, "number"],
        [`position ${place(state.p.name)}`, (row) => precise(row.p), "number"],
        [`position ${place(state.q.name)}`, (row) => precise(row.q), "number"],
        ["difference", (row) => precise(row.p - row.q), "number"],
      ],
      state.p.row.map((value, channel) => ({ channel, p: value, q: state.q.row[channel] })),
    ),
  );
  const show = () => {
    draw_rows(target, state);
    listing.renew();
  };
  return { node: panel("Their rows", target, listing), show };
}

/** The address that asks the page beside the report for the true value of an entry. */
function exact_address(position, channel) {
  const [encoding, ...fields] = report.kernel.encoding.split(" ");
  const more = fields.map((field) => `--${field.replace("=", " ")}`).join(" ");
  const asked = { ask: "value", encoding, more, position, channel, digits: 50 };
  return `${report.exact_page}#${new URLSearchParams(asked)}`;
}

/** A choice of a channel, and links to the true values of p and q there. */
function exact_links(state) {
  const last = state.p.row.length - 1;
  const links = element("span", {});
  let channel = 0;
  const show = () => {
    const link = ({ name }) =>
      element("a", { href: exact_address(name, channel) }, `at ${place(name)}`);
    links.replaceChildren("True value to 50 digits: ", link(state.p), ", ", link(state.q));
  };
  const choose = (text) => {
    if (!/^\d+$/.test(text) || Number(text) > last) return `not one of the channels 0 to ${last}`;
    channel = Number(text);
    show();
    return "";
  };
  const box = number_box("Channel", "explorer-channel", channel, [0, last], choose);
  return { node: element("div", { class: "controls exact" }, box, links), show };
}

/** Whether the heat map has positions, and no entry of them is missing or infinite. */
function has_whole_rows() {
  const { positions = [], values = [] } = report.pictures.heat_map ?? {};
  return positions.length > 0 && values.every((row) => row.every(Number.isFinite));
}

/** The part about two positions: what stands in the section, and what draws it. */
function two_positions() {
  const picture = report.pictures.heat_map;
  if (!has_whole_rows()) return null;
  const at = (i) => ({ name: picture.positions[i], row: picture.values[i].map(Math.fround) });
  const last = picture.positions.length - 1;
  const ends = [picture.positions[0], picture.positions[last]];
  const state = { p: at(Math.min(3, last)), q: at(Math.min(17, last)) };
  const panels = [rows_panel(state), ...(report.kernel ? [kernel_panel(state)] : [])];
  const found = element("div", { class: "measures", "aria-live": "polite" });
  const exact = report.exact_page && report.kernel ? [exact_links(state)] : [];
  const show = () => {
    found.replaceChildren(measures_table(state));
    [...panels, ...exact].forEach((one) => one.show());
  };
  const choose = (key) => (text) => {
    const i = text === "" ? -1 : picture.positions.indexOf(String(Number(text)));
    if (i < 0)
      return `not in this report, which has the positions ${ends.map(short_place).join(" to ")}`;
    state[key] = at(i);
    show();
    return "";
  };
  const box = (key) =>
    number_box(`Position ${key}`, `explorer-${key}`, state[key].name, ends, choose(key));
  const nodes = [
    element("h4", {}, "Two positions"),
    element("p", {}, two_positions_words),
    element("div", { class: "controls" }, box("p"), box("q")),
    found,
    ...exact.map((one) => one.node),
    element("div", { class: "pictures" }, ...panels.map((one) => one.node)),
  ];
  return { nodes, show };
}

const two_positions_words =
  `Choose two positions${report.pictures.dim ? `, of dim ${report.pictures.dim}` : ""}. Their rows ` +
  "are the true values, rounded to float32, as the report has them; dot product, cosine and " +
  "squared distance are computed from these on this page, in float64, and are off by no more " +
  "than is said beside them.";

/** What the reader can ask of the data. */
function explorer() {
  const parts = [two_positions(), bits_lost()].filter(Boolean);
  section("explorer", "Explore", ...parts.flatMap((part) => part.nodes));
  parts.forEach((part) => part.show());
}
