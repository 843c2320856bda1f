#include "exact/transcriptions.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sextant::exact {
namespace {

using Row = std::vector<double>;

Row joined(Row a, const Row& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// sin and cos of one position times some factors.
Row sines(double position, const Row& factors) {
  Row row;
  for (const double f : factors) row.push_back(std::sin(position * f));
  return row;
}
Row cosines(double position, const Row& factors) {
  Row row;
  for (const double f : factors) row.push_back(std::cos(position * f));
  return row;
}

Numbers tensor2tensor(int rows, int channels) {
  const int num_timescales = channels / 2;
  const double increment = std::log(1.0e4 / 1.0) / std::max(num_timescales - 1, 1);
  Row inverse;
  for (int i = 0; i < num_timescales; ++i) inverse.push_back(1.0 * std::exp(i * -increment));
  Numbers signal;
  for (int p = 0; p < rows; ++p) {
    signal.push_back(joined(sines(p, inverse), cosines(p, inverse)));
    if (channels % 2 != 0) signal.back().push_back(0);
  }
  return signal;
}

Numbers fairseq(int rows, int embedding_dim) {
  const int padding_idx = 1;
  const int half_dim = embedding_dim / 2;
  const double emb = std::log(10000) / (half_dim - 1);
  Row factors;
  for (int i = 0; i < half_dim; ++i) factors.push_back(std::exp(i * -emb));
  Numbers weights;
  for (int r = 0; r < rows; ++r) {
    weights.push_back(joined(sines(r, factors), cosines(r, factors)));
    if (embedding_dim % 2 == 1) weights.back().push_back(0);
  }
  std::fill(weights[padding_idx].begin(), weights[padding_idx].end(), 0.0);
  return weights;
}

/// pe[:, 0::2] = sin, pe[:, 1::2] = cos, of the positions given.
Numbers interleaved(const Row& positions, int dim) {
  Numbers pe;
  for (const double position : positions) {
    Row row(static_cast<std::size_t>(dim));
    for (int k = 0; k < dim; k += 2) {
      const double div_term = std::exp(k * -(std::log(10000.0) / dim));
      row[static_cast<std::size_t>(k)] = std::sin(position * div_term);
      row[static_cast<std::size_t>(k) + 1] = std::cos(position * div_term);
    }
    pe.push_back(row);
  }
  return pe;
}

Numbers opennmt(int rows, int dim) {
  Row positions;
  for (int p = 0; p < rows; ++p) positions.push_back(p);
  return interleaved(positions, dim);
}

Numbers opennmt_concat(int rows, int dim) {
  const int half_dim = dim / 2;
  const double emb = std::log(10000) / (half_dim - 1);
  Row factors;
  for (int i = 0; i < half_dim; ++i) factors.push_back(std::exp(i * -emb));
  Numbers table;
  for (int p = 0; p < rows; ++p) table.push_back(joined(sines(p, factors), cosines(p, factors)));
  return table;
}

Numbers opennmt_tf(int rows, int depth) {
  const double increment = std::log(10000.0) / (depth / 2.0 - 1);
  Row inverse;
  for (int i = 0; i < depth / 2; ++i) inverse.push_back(std::exp(i * -increment));
  Numbers table;
  for (int position = 1; position <= rows; ++position)
    table.push_back(joined(sines(position, inverse), cosines(position, inverse)));
  return table;
}

Numbers marian(int rows, int dim) {
  const double scales = dim / 2.0;
  const double increment = std::log(10000.0) / (scales - 1);
  const int whole = static_cast<int>(scales);
  Numbers table;
  for (int p = 0; p < rows; ++p) {
    Row row;
    for (int j = 0; j < dim; ++j) {
      const double v = p * std::exp((j % whole) * -increment);
      row.push_back(j < whole ? std::sin(v) : std::cos(v));
    }
    table.push_back(row);
  }
  return table;
}

/// pos / 10000^(2·(j // 2)/dim), one a column.
Row angles(int position, int dim) {
  Row row;
  for (int j = 0; j < dim; ++j) {
    const double exponent = 2.0 * (j / 2) / dim;
    row.push_back(position / std::pow(10000, exponent));
  }
  return row;
}

/// The even columns' sines, then the odd columns' cosines: HF Marian and RoFormer.
Numbers split_in_halves(int rows, int dim) {
  Numbers table;
  for (int p = 0; p < rows; ++p) {
    const Row enc = angles(p, dim);
    Row row;
    for (int j = 0; j < dim; j += 2) row.push_back(std::sin(enc[static_cast<std::size_t>(j)]));
    for (int j = 1; j < dim; j += 2) row.push_back(std::cos(enc[static_cast<std::size_t>(j)]));
    table.push_back(row);
  }
  return table;
}

Numbers xlm(int rows, int dim) {
  Numbers table;
  for (int p = 0; p < rows; ++p) {
    Row row = angles(p, dim);
    for (int j = 0; j < dim; ++j) {
      double& value = row[static_cast<std::size_t>(j)];
      value = j % 2 == 0 ? std::sin(value) : std::cos(value);
    }
    table.push_back(row);
  }
  return table;
}

Numbers whisper(int length, int channels) {
  const double increment = std::log(10000) / (channels / 2 - 1);
  Row inverse;
  for (int i = 0; i < channels / 2; ++i) inverse.push_back(std::exp(-increment * i));
  Numbers table;
  for (int t = 0; t < length; ++t) table.push_back(joined(sines(t, inverse), cosines(t, inverse)));
  return table;
}

Row inverse_frequencies(int demb) {
  Row inverse;
  for (int k = 0; k < demb; k += 2)
    inverse.push_back(1 / std::pow(10000, static_cast<double>(k) / demb));
  return inverse;
}

Numbers transformer_xl(int klen, int demb) {
  const Row inv_freq = inverse_frequencies(demb);
  Numbers table;
  for (int pos = klen - 1; pos > -1; --pos)
    table.push_back(joined(sines(pos, inv_freq), cosines(pos, inv_freq)));
  return table;
}

Numbers gpt_neox(int rows, int dim) {
  Numbers table = transformer_xl(rows, dim);
  std::reverse(table.begin(), table.end());
  return table;
}

/// pe_positive turned round, then pe_negative without its first row.
Numbers espnet_relative(int rows, int d_model) {
  const int length = (rows + 1) / 2;
  Row forward;
  Row backward;
  for (int p = 0; p < length; ++p) forward.push_back(p), backward.push_back(-1.0 * p);
  Numbers pe = interleaved(forward, d_model);
  std::reverse(pe.begin(), pe.end());
  const Numbers negative = interleaved(backward, d_model);
  pe.insert(pe.end(), negative.begin() + 1, negative.end());
  return pe;
}

/// angle = 1/10000^linspace(0, 1, dim/2), each twice.
Row retnet_angle(int dim) {
  Row angle;
  for (int i = 0; i < dim / 2; ++i) {
    const double along = i * (1.0 / (dim / 2 - 1));
    angle.insert(angle.end(), 2, 1.0 / std::pow(10000, along));
  }
  return angle;
}

Numbers retnet_sin(int rows, int dim) {
  Numbers table;
  for (int p = 0; p < rows; ++p) table.push_back(sines(p, retnet_angle(dim)));
  return table;
}
Numbers retnet_cos(int rows, int dim) {
  Numbers table;
  for (int p = 0; p < rows; ++p) table.push_back(cosines(p, retnet_angle(dim)));
  return table;
}

}  // namespace

const std::vector<Transcription>& transcriptions() {
  const std::vector<int> even = {4, 6, 16, 128};
  const std::vector<int> both = {4, 5, 7, 16, 33, 128};
  const std::vector<int> odd = {5, 33};
  static const std::vector<Transcription> all = {
      {"adm", "table", both, {}, adm},
      {"ddpm", "table", both, {2, 3}, ddpm},
      {"diffusers", "table", both, {2, 3}, diffusers},
      {"distilbert", "table", both, {}, xlm},
      {"espnet", "table", even, odd, opennmt},
      {"espnet-relative", "table", even, odd, espnet_relative},
      {"fairseq", "table", both, {2, 3}, fairseq},
      {"gpt-neox-sinusoidal", "table", even, odd, gpt_neox},
      {"hf-marian", "table", both, {}, split_in_halves},
      {"marian", "table", even, odd, marian},
      {"maxtext", "table", even, odd, tensor2tensor},
      {"opennmt", "table", even, odd, opennmt},
      {"opennmt-concat", "table", even, odd, opennmt_concat},
      {"opennmt-tf", "table", even, odd, opennmt_tf},
      {"retnet", "sin", even, odd, retnet_sin},
      {"retnet", "cos", even, odd, retnet_cos},
      {"roformer-table", "table", both, {}, split_in_halves},
      {"speech2text", "table", both, {2, 3}, fairseq},
      {"stable-diffusion", "table", both, {}, stable_diffusion},
      {"tensor2tensor", "table", both, {}, tensor2tensor},
      {"timesteps", "table", both, {2, 3}, diffusers},
      {"transformer-xl", "table", even, odd, transformer_xl},
      {"whisper", "table", even, odd, whisper},
      {"xlm", "table", both, {}, xlm}};
  return all;
}

}  // namespace sextant::exact
