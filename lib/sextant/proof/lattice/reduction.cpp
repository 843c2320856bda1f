#include "sextant/proof/lattice/reduction.hpp"

#include <algorithm>

#include <fplll.h>

#include "sextant/encoding/real/error.hpp"

namespace sextant::proof {
namespace {

constexpr int kSmallDimension = 17;
constexpr int kBlock = 20;

void set(fplll::Z_NR<mpz_t>& to, const Integer& from) {
  mpz_set_str(to.get_data(), from.str().c_str(), 10);
}

Integer get(fplll::Z_NR<mpz_t>& from) {
  const std::unique_ptr<char, void (*)(void*)> text(mpz_get_str(nullptr, 10, from.get_data()),
                                                    &std::free);
  return Integer(text.get());
}

}  // namespace

std::vector<std::vector<Integer>> reduced(const std::vector<std::vector<Integer>>& vectors) {
  const int n = static_cast<int>(vectors.size());
  const int width = static_cast<int>(vectors.front().size());
  fplll::ZZ_mat<mpz_t> matrix(n, width);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < width; ++j)
      set(matrix[i][j], vectors[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]);
  if (fplll::lll_reduction(matrix) != fplll::RED_SUCCESS) throw Error("fplll: LLL has failed");
  if (n > kSmallDimension &&
      fplll::bkz_reduction(matrix, std::min(n, kBlock), fplll::BKZ_DEFAULT) != fplll::RED_SUCCESS)
    throw Error("fplll: BKZ has failed");
  auto result = vectors;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < width; ++j)
      result[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = get(matrix[i][j]);
  return result;
}

bool unimodular(std::vector<std::vector<Integer>> matrix) {
  const std::size_t n = matrix.size();
  Integer before = 1;
  for (std::size_t step = 0; step + 1 < n; ++step) {
    const auto pivot = std::find_if(matrix.begin() + static_cast<std::ptrdiff_t>(step),
                                    matrix.end(), [&](const auto& row) { return row[step] != 0; });
    if (pivot == matrix.end()) return false;
    std::iter_swap(pivot, matrix.begin() + static_cast<std::ptrdiff_t>(step));
    const auto& top = matrix[step];
    for (std::size_t i = step + 1; i < n; ++i)
      for (std::size_t j = n; j-- > step + 1;)
        matrix[i][j] = (matrix[i][j] * top[step] - matrix[i][step] * top[j]) / before;
    before = top[step];
  }
  return abs(matrix[n - 1][n - 1]) == 1;
}

}  // namespace sextant::proof
