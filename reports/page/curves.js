// A measure against position: the largest seen in each octave, and the bound that theory gives.

const middle = (octave) => (log2(octave.from) + log2(octave.to)) / 2;

function span(values, otherwise) {
  const finite = values.filter((v) => typeof v === "number" && Number.isFinite(v));
  return finite.length ? [Math.min(...finite), Math.max(...finite)] : otherwise;
}

const tooltip_fields = (titles) =>
  titles.map(([field, title]) => ({ field, type: "nominal", title }));

/**
 * points: {name, x, y, bound, tip: {title: text}}; y and bound are logarithms, null where there is
 * none. names: all names there may be, in the order of their colours.
 */
function curves(target, { points, names, x_title, y_title, bounds, height = 340 }) {
  const measured = points.filter((p) => p.y !== null);
  if (!measured.length) {
    nothing(target, points.length ? "Every error here is zero, which a logarithmic axis cannot show; " +
            "see the table." : "Nothing was measured for this choice.");
    return;
  }
  const [left, right] = span(points.map((p) => p.x), [0, 1]);
  const lines = bounds ? points.map((p) => p.bound) : [];
  const [low, high] = span([...points.map((p) => p.y), ...lines], [-8, 0]);
  const narrow = target.plot.clientWidth < 520;
  const x = power_axis("x", "2", x_title, Math.floor(left), Math.ceil(right), narrow ? 6 : 14);
  const y = power_axis("y", "10", y_title, Math.floor(low), Math.ceil(high) || 0, 9);
  const present = names.filter((name) => points.some((p) => p.name === name));
  const scale = (f) => ({ domain: present, range: present.map((name) => f(names, name)) });
  const colour = { field: "name", type: "nominal", scale: scale(colour_of), legend: null };
  const shape = { field: "name", type: "nominal", scale: scale(shape_of), legend: null };
  const titles = distinct(points.flatMap((p) => Object.keys(p.tip)));
  const rows = points.map(({ tip, ...p }) =>
    ({ ...p, ...Object.fromEntries(titles.map((title, i) => [`tip${i}`, tip[title] ?? "–"])) }));
  const faded = (strong) => ({ condition: { param: "pointed", value: strong, empty: true }, value: 0.12 });
  const order = { field: "x", type: "quantitative" };
  const line = { type: "line", invalid: "break-paths-show-domains" };
  return draw(target, {
    height: narrow ? Math.min(height, 300) : height, data: { values: rows },
    layer: [
      ...(bounds ? [{
        mark: { ...line, strokeDash: [5, 3], strokeWidth: 1.3 },
        encoding: { x, y: { ...y, field: "bound" }, color: colour, order, opacity: faded(0.75) },
      }] : []),
      { mark: { ...line, strokeWidth: 1.8 },
        encoding: { x, y, color: colour, order, opacity: faded(1) } },
      { params: [{ name: "pointed", select: { type: "point", fields: ["name"], on: "pointerover",
                                              clear: "pointerout" } }],
        mark: { type: "point", filled: true, size: narrow ? 30 : 42, strokeWidth: 1.5,
                invalid: "filter" },
        encoding: { x, y, color: colour, stroke: colour, shape, opacity: faded(1),
                    tooltip: tooltip_fields(titles.map((title, i) => [`tip${i}`, title])) } },
    ],
  });
}

/** What a series of octaves becomes for curves(); worst(octave) is {value, position, …} or null. */
function octave_points(series, name, worst, bound, more) {
  return series.octaves.map((octave) => {
    const seen = worst(octave);
    return {
      name, x: middle(octave), y: logarithm(seen?.value), bound: logarithm(bound(octave)),
      tip: { ...more(octave, seen) },
    };
  });
}

const octave_range = (octave) => `${short_place(octave.from)} … ${short_place(octave.to)}`;

const bound_keys = () => element("span", { class: "key" }, key_line(false), "measured",
                                 key_line(true), "derived bound");
