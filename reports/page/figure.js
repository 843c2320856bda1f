// What all figures share: colours and shapes, axes, and the call of the library.

/** Series alike within 10 % in every octave, in groups of their recipes' names. */
function alike(all) {
  const logs = (series) => series.octaves.map((octave) => logarithm(octave.absolute?.value));
  const near = (one, other) =>
    one.length === other.length &&
    one.every((y, i) => (y === null ? other[i] === null : Math.abs(y - other[i]) < Math.log10(1.1)));
  const groups = [];
  for (const series of all) {
    const line = logs(series);
    const found = groups.find((group) => near(line, group.line));
    if (found) found.names.push(series.recipe);
    else groups.push({ line, names: [series.recipe] });
  }
  return groups.map((group) => group.names);
}

/** The variant that the answer is about; else float32; else the first. */
function usual_variant(all) {
  const options = distinct(all.map(variant));
  const { format, computed_in } = report.answer ?? {};
  const asked = variant({ format, computed_in });
  return [asked, "float32"].find((name) => options.includes(name)) ?? options[0];
}

// A recipe keeps its colour and its shape in every figure: either of them identifies it. Recipes
// with errors unlike those of all others come first: their colours are distinct.
const usual = report.drift.filter((series) => variant(series) === usual_variant(report.drift));
const recipes = distinct([
  ...alike(usual).map(([first]) => first),
  ...[...report.drift, ...report.safe_ranges, ...Object.values(report.defects).flat()].map(
    (series) => series.recipe,
  ),
]);
const formats = distinct(
  [...report.drift, ...report.safe_ranges, ...report.nearest_pairs].map((series) => series.format),
);
const shapes = [
  "circle",
  "square",
  "triangle-up",
  "diamond",
  "cross",
  "triangle-down",
  "M-1-1L1 1M-1 1L1-1",
  "triangle-right",
  "M0-1V1M-1 0H1",
  "triangle-left",
];
const index_of = (names, name) => Math.max(0, names.indexOf(name));
const colour_of = (names, name) => `var(--c${index_of(names, name) % 10})`;

/** Whose colour has been had before gets another shape with it: a hundred names look different. */
function shape_of(names, name) {
  const index = index_of(names, name);
  return shapes[(index + Math.floor(index / 10)) % shapes.length];
}
const sound_of = Object.fromEntries(report.drift.map((series) => [series.recipe, series.sound]));

const outlines = {
  circle: "M5 0A5 5 0 1 1-5 0A5 5 0 1 1 5 0Z",
  square: "M-4.4-4.4H4.4V4.4H-4.4Z",
  "triangle-up": "M0-5L5 4.5H-5Z",
  "triangle-down": "M0 5L5-4.5H-5Z",
  diamond: "M0-6L4.5 0L0 6L-4.5 0Z",
  "triangle-right": "M5 0L-4.5 5V-5Z",
  "triangle-left": "M-5 0L4.5 5V-5Z",
  cross: "M-5-1.8H-1.8V-5H1.8V-1.8H5V1.8H1.8V5H-1.8V1.8H-5Z",
  "M-1-1L1 1M-1 1L1-1": "M-4-4L4 4M-4 4L4-4",
  "M0-1V1M-1 0H1": "M0-5V5M-5 0H5",
};

function swatch_of(names) {
  return (name) =>
    drawing(
      "svg",
      { width: 24, height: 14, viewBox: "-12 -7 24 14", "aria-hidden": "true" },
      drawing("line", {
        x1: -12,
        x2: 12,
        y1: 0,
        y2: 0,
        stroke: colour_of(names, name),
        "stroke-width": 1.6,
      }),
      drawing("path", {
        d: outlines[shape_of(names, name)],
        fill: colour_of(names, name),
        stroke: colour_of(names, name),
        "stroke-width": 1.6,
      }),
    );
}

// Colours are the page's variables, so that light, dark and print need no second drawing.
const sans = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', 'DejaVu Sans', sans-serif";
const look = {
  background: "transparent",
  font: sans,
  aria: false,
  view: { stroke: null },
  axis: {
    labelColor: "var(--soft)",
    titleColor: "var(--soft)",
    gridColor: "var(--grid)",
    domainColor: "var(--line)",
    tickColor: "var(--line)",
    labelFontSize: 12,
    titleFontSize: 12,
    titleFontWeight: "normal",
    titlePadding: 8,
    labelPadding: 5,
  },
  legend: {
    labelColor: "var(--soft)",
    titleColor: "var(--soft)",
    labelFontSize: 11,
    titleFontSize: 11.5,
    titleFontWeight: "normal",
  },
};

/** 2^n as a position, 10^n as a number: 131 072, 0.001, 10⁻⁷. */
function power_label(n, base) {
  if (base === "2") return n < 0 ? "" : place(`2^${n}`);
  const whole_power = Math.round(n) === n;
  return whole_power && (n < -4 || n > 6) ? power("10", n) : number(10 ** n, 2);
}

let libraries = null;

/** Resolves when figures can be drawn. */
function load_libraries() {
  const run = () => {
    document.body.append(library_template.content.cloneNode(true));
    vega.expressionFunction("power_label", power_label);
  };
  const after_paint = (resolve) =>
    requestAnimationFrame(() => setTimeout(() => resolve(run()), 0));
  return (libraries ??= new Promise(after_paint));
}

/** Whole exponents, evenly spaced, at most `at_most` of them. */
function whole_exponents(low, high, at_most) {
  const first = Math.ceil(low),
    last = Math.floor(high);
  const step = [1, 2, 4, 5, 8, 10, 16, 20].find((s) => (last - first) / s <= at_most) || 40;
  const values = [];
  for (let n = Math.ceil(first / step) * step; n <= last; n += step) values.push(n);
  return values;
}

/** The exponents of 1, 2, 5, 10, 20, … where an axis has but two decades; of more in half a one. */
function finer_exponents(low, high) {
  const digits = high - low < 0.6 ? [1, 1.5, 2, 3, 4, 5, 6, 8] : [1, 2, 5];
  return [...Array(Math.ceil(high) - Math.floor(low)).keys()]
    .flatMap((i) => digits.map((n) => Math.floor(low) + i + Math.log10(n)))
    .filter((n) => n >= low && n <= high);
}

/** An axis that carries exponents, with labels that tell the powers. */
function power_axis(field, base, title, low, high, at_most, more = {}) {
  const values =
    base === "10" && high - low <= 2
      ? finer_exponents(low, high)
      : whole_exponents(low, high, at_most);
  return {
    field,
    type: "quantitative",
    title,
    scale: { domain: [low, high], nice: false, zero: false },
    axis: { values, labelExpr: `power_label(datum.value, '${base}')`, labelOverlap: true, ...more },
  };
}

/** The title of an axis whose labels are names: above them, where it takes no width. */
const above_labels = {
  titleAngle: 0,
  titleAnchor: "end",
  titleAlign: "right",
  titleBaseline: "bottom",
  titleX: -5,
  titleY: -8,
};

/** An empty figure to draw in, with what it shows in words for those who do not see it. */
function figure(description, caption) {
  const plot = element("div", { class: "plot", role: "img", "aria-label": description });
  const node = element("figure", {}, plot, element("figcaption", {}, caption));
  return { node, plot, description, view: null };
}

const tooltip = element("div", { id: "tooltip", role: "presentation" });

/** What a mark tells that is pointed at, beside the pointer; nothing once `value` is empty. */
function show_tooltip(_, event, __, value) {
  const shown = value !== null && value !== undefined && value !== "";
  tooltip.setAttribute("class", shown ? "visible" : "");
  if (!shown) return;
  const rows = Object.entries(value).map(([title, text]) =>
    element("tr", {}, element("td", { class: "key" }, title), element("td", {}, text)),
  );
  tooltip.replaceChildren(element("table", {}, element("tbody", {}, ...rows)));
  if (!tooltip.isConnected) document.body.append(tooltip);
  const { width, height } = tooltip.getBoundingClientRect();
  const beside = (at, size, room) => (at + 14 + size > room ? at - 14 - size : at + 14);
  tooltip.style.left = `${Math.max(4, beside(event.clientX, width, innerWidth))}px`;
  tooltip.style.top = `${Math.max(4, beside(event.clientY, height, innerHeight))}px`;
}

/** Takes back the name and the role that the library gives to what it draws in. */
function describe({ plot, description }) {
  plot.setAttribute("role", "img");
  plot.setAttribute("aria-label", description);
  plot.removeAttribute("aria-roledescription");
}

async function draw(target, spec) {
  if (!has_figures) {
    target.plot.hidden = true;
    return;
  }
  const turn = (target.turn = (target.turn || 0) + 1);
  const full = {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    width: "container",
    autosize: { type: "fit-x", contains: "padding" },
    config: look,
    ...spec,
  };
  await load_libraries();
  if (turn !== target.turn) return; // another was asked for meanwhile
  target.view?.finalize();
  const compiled = vega.parse(vegaLite.compile(full).spec);
  target.view = new vega.View(compiled, { renderer: "svg", container: target.plot });
  await target.view.tooltip(show_tooltip).runAsync();
  describe(target);
}

function nothing(target, words) {
  target.view?.finalize();
  target.view = null;
  target.turn = (target.turn || 0) + 1;
  target.plot.hidden = !has_figures;
  target.plot.replaceChildren(element("p", { class: "empty" }, words));
}
