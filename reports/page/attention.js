// What a table's rounding does to the scores and weights of attention.

const attention_measures = {
  score: { words: "scores", axis: "largest change of a score" },
  weight: { words: "weights", axis: "largest change of a weight" },
  variation: { words: "total variation", axis: "total variation of the weights" },
};

const changed = (query, measure) =>
  measure === "variation" ? query.variation : query[measure].value;
const changed_at_most = (query, measure) =>
  measure === "score" ? query.score_bound : query.variation_bound;

/** A table is known by how it was made and its format. */
const attention_table = (series) => `${series.table} (${series.format})`;

const attention_columns = [
  ["table", (row) => attention_table(row)],
  ["encoding", (row) => row.encoding],
  ["position", (row) => place(row.position), "number"],
  ["Δ score", (row) => number(row.score.value), "number"],
  ["at offset", (row) => row.score.offset, "number"],
  ["its bound", (row) => number(row.score_bound), "number"],
  ["of the bound", (row) => percent(row.fraction), "number"],
  ["Δ weight", (row) => number(row.weight.value), "number"],
  ["at offset", (row) => row.weight.offset, "number"],
  ["variation", (row) => number(row.variation), "number"],
  ["its bound", (row) => number(row.variation_bound), "number"],
];

function attention_points(series, measure) {
  return series.queries.map((query) => ({
    name: attention_table(series),
    x: log2(query.position),
    y: logarithm(changed(query, measure)),
    bound: logarithm(changed_at_most(query, measure)),
    tip: {
      table: attention_table(series),
      position: place(query.position),
      "Δ score": `${number(query.score.value)} at offset ${query.score.offset}`,
      "Δ weight": `${number(query.weight.value)} at offset ${query.weight.offset}`,
      variation: number(query.variation),
      bound: number(changed_at_most(query, measure)),
    },
  }));
}

/** What the report says of attention, in a sentence for each table. */
const attention_sentence = () =>
  spelled(report.attention.sentence)
    .replace(/\b\d{5,}\b/g, grouped)
    .replaceAll("; made in", ". Made in");

function attention() {
  const all = report.attention.series;
  const names = distinct(all.map(attention_table));
  const encodings = distinct(all.map((series) => series.encoding));
  const chosen = (state, hidden) =>
    all.filter(
      (series) => series.encoding === state.encoding && !hidden.has(attention_table(series)),
    );
  const measures = Object.keys(attention_measures);
  const labels = Object.fromEntries(measures.map((key) => [key, attention_measures[key].words]));
  curve_section(
    { ...attention_words, text: `${attention_words.text} ${attention_sentence()}` },
    {
      choices: [
        { key: "measure", label: "Of", options: measures, chosen: "score", words: labels },
        { key: "encoding", label: "Encoding", options: encodings, chosen: encodings[0] },
      ],
      names,
      all_names: names,
      show: (state, hidden) => ({
        points: chosen(state, hidden).flatMap((series) => attention_points(series, state.measure)),
        x_title: "position of the query",
        y_title: attention_measures[state.measure].axis,
      }),
      list: (state, hidden) =>
        table(
          `Changes by ${state.encoding}`,
          attention_columns,
          chosen(state, hidden).flatMap(({ queries, ...series }) =>
            queries.map((query) => ({ ...series, ...query })),
          ),
        ),
    },
  );
}

const attention_words = {
  id: "attention",
  title: "What attention sees",
  text: "How much does rounding in the encoding change what attention sees?",
  description: "Lines: the largest change of scores or weights by position of the query",
  caption:
    "Fixed pseudo-random queries and keys, rotated by the table. All else is computed in wide " +
    "arithmetic, so that whatever moves is moved by the table. Keys stand at the offsets from 0 " +
    "on behind the query.",
  legend: "Tables",
};
