#include <fmt/format.h>

#include "sextant/report/claims/printed_digits.hpp"
#include "sextant/report/claims/true_rows.hpp"

namespace sextant {
namespace {

struct PrintedRow {
  Position position;
  std::vector<std::string> digits;
};

/// The numbers of printed rows, by channel.
std::vector<PrintedNumber> numbers(int dim, const std::vector<PrintedRow>& rows) {
  const TrueRows truth(Sinusoidal{.dim = dim});
  std::vector<PrintedNumber> result;
  for (const PrintedRow& row : rows) {
    for (std::size_t j = 0; j < row.digits.size(); ++j)
      result.push_back({fmt::format("PE({})[{}]", to_text(row.position), j),
                        truth.entry(row.position, j), row.digits[j]});
  }
  return result;
}

Worked four_channels() {
  return {
      {"first-rows-dim-4", "d = 4: PE(0) = [0, 1, 0, 1], PE(1) ≈ [0.8415, 0.5403, 0.0100, 0.99995]",
       StatementVerdict::open, "", "PrintedNumbers.AreWhatArbFinds"},
      numbers(4, {{0, {"0", "1", "0", "1"}}, {1, {"0.8415", "0.5403", "0.0100", "0.99995"}}})};
}

Worked eight_channels() {
  return {{"first-rows-dim-8",
           "d = 8: rows 1 to 3 begin 0.841, 0.540, 0.0998, 0.995, 0.00999, 0.99995; 0.909, −0.416, "
           "0.198, 0.980, 0.01999, 0.99980; 0.141, −0.990, 0.296, 0.955, 0.02999, 0.99955",
           StatementVerdict::open, "", "PrintedNumbers.AreWhatArbFinds"},
          numbers(8, {{1, {"0.841", "0.540", "0.0998", "0.995", "0.00999", "0.99995"}},
                      {2, {"0.909", "-0.416", "0.198", "0.980", "0.01999", "0.99980"}},
                      {3, {"0.141", "-0.990", "0.296", "0.955", "0.02999", "0.99955"}}})};
}

Worked row_hundred() {
  return {{"row-100-dim-8",
           "d = 8: PE(100) ≈ [−0.5064, 0.8623, −0.5440, −0.8391, 0.8415, 0.5403, 0.0998, 0.9950]",
           StatementVerdict::open, "", "PrintedNumbers.AreWhatArbFinds"},
          numbers(8, {{100,
                       {"-0.5064", "0.8623", "-0.5440", "-0.8391", "0.8415", "0.5403", "0.0998",
                        "0.9950"}}})};
}

Worked equal_products() {
  const TrueRows truth(Sinusoidal{.dim = 2});
  return {{"dot-products-dim-2", "d = 2: PE(3)·PE(7) = PE(10)·PE(14) = cos 4 ≈ −0.6536",
           StatementVerdict::open, "Both are cos(ω_0·4) by the addition formula. ",
           "PrintedNumbers.AreWhatArbFinds"},
          {{"PE(3)·PE(7)", dot(truth.row(3), truth.row(7)), "-0.6536"},
           {"PE(10)·PE(14)", dot(truth.row(10), truth.row(14)), "-0.6536"},
           {"cos 4", cos(ClaimInterval(4)), "-0.6536"}}};
}

/// The printed values of positions 0 and 1 of a width, in a figure.
std::vector<PrintedNumber> of_neighbours(int dim) {
  const TrueRows truth(Sinusoidal{.dim = dim});
  const ClaimInterval product = truth.kernel(1);
  return {{"PE(0)·PE(1)", product, "30.9168"},
          {"its cosine similarity", product / truth.pairs(), "0.9662"},
          {"|PE(0) − PE(1)|", sqrt(truth.squared_distance(1)), "1.4718"}};
}

/// The widths with the printed dot product: the product grows with the width.
std::vector<int> widths() {
  std::vector<int> found;
  for (int dim = 2; dim <= 128; dim += 2) {
    const TrueRows truth(Sinusoidal{.dim = dim});
    if (printing({"", truth.kernel(1), "30.9168"}) == Printing::rounded) found.push_back(dim);
  }
  return found;
}

Worked interactive_figure() {
  const std::vector<int> fitting = widths();
  Worked worked{{"neighbours-compared",
                 "Positions 0 and 1 have the dot product 30.9168, the cosine similarity 0.9662 and "
                 "the distance 1.4718",
                 StatementVerdict::open, "", "PrintedNumbers.OfNeighboursFitOneWidth"},
                {}};
  if (fitting.size() != 1) return worked;
  worked.begun.because =
      fmt::format("The product fits d = {} alone, of all even widths to 128. ", fitting.front());
  worked.numbers = of_neighbours(fitting.front());
  return worked;
}

Worked cosines() {
  return {{"cosines-far-out", "cos 15962 ≈ −0.547, cos 15968 ≈ −0.882", StatementVerdict::open, "",
           "PrintedNumbers.AreWhatArbFinds", "huggingface/candle#3520"},
          {{"cos 15962", cos(ClaimInterval(15962)), "-0.547"},
           {"cos 15968", cos(ClaimInterval(15968)), "-0.882"}}};
}

Worked last_ratio() {
  const TrueRows truth(Sinusoidal{.dim = 512});
  return {{"frequency-ratio-dim-512",
           "For d = 512 the highest frequency is about 9647 times the lowest",
           StatementVerdict::open, "It is 10000^(510/512), so that the lowest is not 1/10000. ",
           "PrintedNumbers.AreWhatArbFinds"},
          {{"ω_0/ω_255", truth.frequency(0) / truth.frequency(255), "9647"}}};
}

}  // namespace

std::vector<Worked> worked_numbers() {
  return {four_channels(),      eight_channels(), row_hundred(), equal_products(),
          interactive_figure(), last_ratio(),     cosines()};
}

}  // namespace sextant
