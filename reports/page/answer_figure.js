// Error against position: the recipe in use, the one advised, the others, the limit, the context.

const answer_roles = ["in use", "advised", "others"];
const answer_colours = ["var(--used)", "var(--c0)", "var(--c9)"];

function answer_points({ rows, row, advised }) {
  const role = (one) => (one === row ? 0 : one === advised ? 1 : 2);
  return rows.flatMap((one) =>
    one.series.octaves.map((octave) => ({
      name: named(one, row.computed_in),
      role: answer_roles[role(one)],
      x: (Math.log2(octave.from) + Math.log2(octave.to)) / 2,
      y: logarithm(octave.value),
      octave: `${short_place(String(octave.from))} … ${short_place(String(octave.to))}`,
      error: number(octave.value),
      off: number(octave.off),
    })),
  );
}

const bound_points = (row) =>
  (row.bounds ?? []).map((bound, k) => ({ x: k + 0.5, y: logarithm(bound) }));

/** Moves labels apart by a gap, upwards, and down again from `top`. */
function spread(labels, gap, top) {
  labels.sort((one, other) => one.y - other.y);
  labels.forEach((label, i) => {
    if (i > 0) label.y = Math.max(label.y, labels[i - 1].y + gap);
  });
  labels.reverse().forEach((label, i) => {
    label.y = Math.min(label.y, i > 0 ? labels[i - 1].y - gap : top);
  });
  return labels;
}

/** What is written beside a line: at its last point, or a little off where another is near. */
function line_labels({ points, bounds, state, narrow, height, ends: [low, high] }) {
  const last = (all) => all.filter((point) => point.y !== null).at(-1);
  const of = (role) => points.filter((point) => point.role === role);
  const labels = answer_roles.slice(0, 2).flatMap((role) => {
    const end = last(of(role));
    return end ? [{ ...end, text: narrow ? end.name : `${end.name} (${role})` }] : [];
  });
  const others = of("others").filter((point) => point.y !== null);
  const furthest = Math.max(...others.map((point) => point.x));
  const highest = others
    .filter((point) => point.x === furthest)
    .sort((one, other) => other.y - one.y)[0];
  if (highest) labels.push({ ...highest, text: "others" });
  const bound = last(bounds);
  if (bound) labels.push({ ...bound, role: "in use", text: `bound with ${state.library}` });
  return spread(labels, (15 * (high - low)) / height, high - (20 * (high - low)) / height);
}

const answer_tooltip = [
  ["name", "recipe"],
  ["octave", "positions"],
  ["error", "largest error"],
  ["off", "positions off"],
];

function draw_answer(target, { limits, ...state }) {
  const { context, end } = state;
  const narrow = target.plot.clientWidth < 520;
  const points = answer_points(state);
  const bounds = bound_points(state.row);
  const limit = logarithm(limits.matters.value);
  const [low, high] = span([...points, ...bounds].map((point) => point.y).concat(limit));
  if (low === undefined) return nothing(target, "Every error here is zero.");
  const right = Math.max(Math.log2(end), 1);
  const x = power_axis("x", "2", "position", 0, right, narrow ? 4 : 9);
  const height = narrow ? 260 : 320;
  const room = Math.max(high - low, 0.3);
  const range = [low - 0.08 * room, high + 0.12 * room];
  const y = power_axis("y", "10", "largest error", ...range, narrow ? 6 : 8);
  const color = {
    field: "role",
    type: "nominal",
    scale: { domain: answer_roles, range: answer_colours },
    legend: null,
  };
  const order = { field: "x", type: "quantitative" };
  const of = (role) => ({ filter: `datum.role ${role === "others" ? "===" : "!=="} "others"` });
  const line = (role, mark) => ({
    transform: [of(role)],
    mark: { type: "line", invalid: "break-paths-show-domains", ...mark },
    encoding: { x, y, color, order, detail: { field: "name" } },
  });
  const dots = (role, mark) => ({
    transform: [of(role)],
    mark: { type: "point", filled: true, invalid: "filter", ...mark },
    encoding: { x, y, color, tooltip: tooltip_fields(answer_tooltip) },
  });
  const words = (mark) => ({ type: "text", fontSize: 12, ...mark });
  const ends = line_labels({ points, bounds, state, narrow, height, ends: range });
  const end_mark = { align: "right", baseline: "bottom", dy: -7, dx: 4, fontWeight: 600 };
  const named_ends = {
    data: { values: ends },
    mark: words(end_mark),
    encoding: { x, y, text: { field: "text" }, color },
  };
  const at = Math.log2(context);
  const mark_context = [
    {
      data: { values: [{ x: at }] },
      mark: { type: "rule", color: "var(--ink)", strokeWidth: 1.5 },
      encoding: { x },
    },
    {
      data: { values: [{ x: at, text: `context ${grouped(context)}` }] },
      mark: words({
        align: at > 0.85 * right ? "right" : at < 0.15 * right ? "left" : "center",
        baseline: "bottom",
        y: -5,
        fill: "var(--ink)",
      }),
      encoding: { x, text: { field: "text" } },
    },
  ];
  const mark_limit = [
    {
      data: { values: [{ y: limit }] },
      mark: { type: "rule", color: "var(--ink)", strokeDash: [2, 3], strokeWidth: 1.2 },
      encoding: { y },
    },
    {
      data: { values: [{ y: limit, text: `${narrow ? "limit" : "errors matter above"} ${number(limits.matters.value)}` }] },
      mark: words({ align: "left", baseline: "bottom", x: 4, dy: -3, fill: "var(--ink)" }),
      encoding: { y, text: { field: "text" } },
    },
  ];
  const bound = {
    data: { values: bounds },
    mark: { type: "line", strokeDash: [6, 3], strokeWidth: 2, color: "var(--used)" },
    encoding: { x, y, order },
  };
  const layer = [
    line("others", { strokeWidth: 1, opacity: 0.55 }),
    line("named", { strokeWidth: 2.6 }),
    ...(bounds.length ? [bound] : []),
    ...mark_context,
    ...(limit === null ? [] : mark_limit),
    dots("others", { size: narrow ? 8 : 14, opacity: 0.55 }),
    dots("named", { size: narrow ? 16 : 30, opacity: 1 }),
    named_ends,
  ];
  return draw(target, { height, data: { values: points }, layer });
}
