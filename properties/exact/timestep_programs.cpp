#include <cmath>

#include "exact/transcriptions.hpp"

namespace sextant::exact {
namespace {

using Row = std::vector<double>;

Row joined(Row a, const Row& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace

Numbers ddpm(int rows, int dim) {
  const int half_dim = dim / 2;
  const double emb = std::log(10000) / (half_dim - 1);
  Row factors;
  for (int i = 0; i < half_dim; ++i) factors.push_back(std::exp(i * -emb));
  Numbers table;
  for (int t = 0; t < rows; ++t) {
    Row sines;
    Row cosines;
    for (const double f : factors)
      sines.push_back(std::sin(t * f)), cosines.push_back(std::cos(t * f));
    table.push_back(joined(sines, cosines));
    if (dim % 2 == 1) table.back().push_back(0);
  }
  return table;
}

Numbers adm(int rows, int dim) {
  const int half = dim / 2;
  Row freqs;
  for (int i = 0; i < half; ++i) freqs.push_back(std::exp(-std::log(10000) * i / half));
  Numbers table;
  for (int t = 0; t < rows; ++t) {
    Row sines;
    Row cosines;
    for (const double f : freqs)
      sines.push_back(std::sin(t * f)), cosines.push_back(std::cos(t * f));
    table.push_back(joined(cosines, sines));
    if (dim % 2 != 0) table.back().push_back(0);
  }
  return table;
}

Numbers diffusers(int rows, int dim) {
  Numbers table;
  for (int t = 0; t < rows; ++t) table.push_back(timestep_embedding(t, dim, false, 1, 1, 10000));
  return table;
}
Numbers stable_diffusion(int rows, int dim) {
  Numbers table;
  for (int t = 0; t < rows; ++t) table.push_back(timestep_embedding(t, dim, true, 0, 1, 10000));
  return table;
}

std::vector<double> timestep_embedding(double timestep, int dim, bool flip_sin_to_cos,
                                       double downscale_freq_shift, double scale,
                                       double max_period) {
  const int half_dim = dim / 2;
  Row emb;
  for (int i = 0; i < half_dim; ++i) {
    double exponent = -std::log(max_period) * i;
    exponent = exponent / (half_dim - downscale_freq_shift);
    emb.push_back(scale * (timestep * std::exp(exponent)));
  }
  Row sin_part;
  Row cos_part;
  for (const double a : emb) sin_part.push_back(std::sin(a)), cos_part.push_back(std::cos(a));
  Row row = flip_sin_to_cos ? joined(cos_part, sin_part) : joined(sin_part, cos_part);
  if (dim % 2 == 1) row.push_back(0);
  return row;
}

}  // namespace sextant::exact
