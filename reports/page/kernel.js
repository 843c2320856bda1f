// The kernel of the encoding by offset, with one offset marked.

/** K at an offset; null where the report does not have it. */
const kernel_at = (offset) =>
  report.kernel?.values[report.kernel.offsets.indexOf(String(offset))] ?? null;

function draw_kernel(target, state) {
  const { offsets, values } = report.kernel;
  const narrow = target.plot.clientWidth < 420;
  const chosen = offset_of(state);
  const names = ["every offset", `offset ${short_place(String(chosen))}`];
  const rows = values.map((y, i) => ({
    x: Number(offsets[i]),
    y,
    offset: place(offsets[i]),
    value: precise(y),
    who: names[Number(offsets[i]) === chosen ? 1 : 0],
  }));
  const x = whole_axis("x", "offset k", Math.max(...rows.map((row) => row.x)), narrow);
  const y = value_axis("y", "K(k)");
  const { color, shape } = told_apart(names);
  const words = [
    ["offset", "offset"],
    ["value", "K"],
  ];
  const mark = { type: "point", filled: true, opacity: 1 };
  const encoding = { x, y, color, shape, tooltip: tooltip_fields(words) };
  const here = `datum.who === ${JSON.stringify(names[1])}`;
  const layer = [
    { mark: { type: "line", strokeWidth: 1.4, color: "var(--c0)" }, encoding: { x, y } },
    {
      transform: [{ filter: here }],
      mark: { type: "rule", color: "var(--c1)" },
      encoding: { x },
    },
    { transform: [{ filter: `!(${here})` }], mark: { ...mark, size: 14 }, encoding },
    { transform: [{ filter: here }], mark: { ...mark, size: 130 }, encoding },
  ];
  return draw(target, { height: 240, data: { values: rows }, layer });
}

function kernel_panel(state) {
  const { pairs, offsets, values } = report.kernel;
  const target = figure(
    "Line: the kernel K by offset, with the offset of the two positions marked",
    `K(k) = Σ cos(k·ω), the sum over the ${pairs} pairs and not divided by their number, so that ` +
      `K(0) = ${pairs}; each sum correctly rounded. Where rows hold the sine and the cosine of ` +
      "every pair, and the amplitude is 1, it is the dot product of any two rows k apart.",
  );
  const listing = folded_table("Table of the kernel", () =>
    table(
      "The kernel by offset",
      [
        ["offset", (row) => place(row.offset), "number"],
        ["K", (row) => precise(row.value), "number"],
      ],
      offsets.map((offset, i) => ({ offset, value: values[i] })),
    ),
  );
  return {
    node: panel("The kernel of their offset", target, listing),
    show: () => draw_kernel(target, state),
  };
}
