// Numbers and positions as people read them.

const superscript = (n) =>
  String(n).replace(/[-0-9]/g, (c) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(c)]);

const power = (base, exponent) => base + superscript(exponent);

/** "1024" and "2^10" as a BigInt; null for anything else. */
function whole(text) {
  const power_of_two = /^2\^(\d{1,4})$/.exec(text);
  if (power_of_two) return 1n << BigInt(power_of_two[1]);
  return /^-?\d+$/.test(text) ? BigInt(text) : null;
}

/** Where a position stands on the axis. Those below one stand half an octave before it. */
function log2(text) {
  const n = whole(text);
  const size = Math.abs(n === null ? Number(text) : Number(n));
  return size >= 1 ? Math.log2(size) : -0.5;
}

/** 4 099, with the power of two near by where there is one: 4 099 = 2¹² + 3. */
function place(text) {
  const n = whole(text);
  if (n === null) return String(text);
  const grouped = n.toString().replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
  if (n < 64n) return grouped;
  const exponent = Math.round(Math.log2(Number(n)));
  const off = n - (1n << BigInt(exponent));
  if (off === 0n)
    return grouped.length > 7 ? power("2", exponent) : `${grouped} = ${power("2", exponent)}`;
  if (off < -9n || off > 9n) return grouped;
  return `${grouped} = ${power("2", exponent)} ${off < 0n ? "−" : "+"} ${off < 0n ? -off : off}`;
}

/** In little room: 2 049, 2¹⁷, or 2¹⁷·³. */
function short_place(text) {
  const n = whole(text);
  if (n === null) return String(text);
  if (n < 100000n) return n.toString().replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
  const exponent = Math.log2(Number(n)).toFixed(1).replace(/\.0$/, "");
  return "2" + superscript(exponent).replace(".", "·");
}

/** Four significant digits. */
function number(value) {
  if (value === null || value === undefined) return "–";
  if (typeof value !== "number" || value === 0) return String(value);
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e7) return String(value);
  if (size >= 1e-3 && size < 1e6) return String(Number(value.toPrecision(4)));
  const [digits, exponent] = value.toExponential(3).split("e");
  return `${Number(digits)} × ${power("10", Number(exponent))}`;
}

const percent = (share) =>
  share === null || share === undefined ? "–" : `${number(100 * share)} %`;

const logarithm = (value) => (typeof value === "number" && value > 0 ? Math.log10(value) : null);

/** bfloat16, or "bfloat16, computed in float32". */
const variant = (series) =>
  series.format === series.computed_in
    ? series.format
    : `${series.format}, computed in ${series.computed_in}`;

const distinct = (list) => [...new Set(list)];

const criterion_words = {
  faithful: "faithful: one of the two neighbours of the truth",
  "half-ulp-of-1": "off by at most half an ulp of 1",
  "1e-3": "off by at most 0.001",
  "half-bfloat16-ulp": "off by at most half a bfloat16 ulp",
};
