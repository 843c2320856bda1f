#include "sextant/proof/rows/sixteen_bit.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/exact/table/environment.hpp"
#include "sextant/measure/prefilter/sweep.hpp"
#include "sextant/number/pattern.hpp"
#include "sextant/number/text.hpp"
#include "sextant/proof/rows/digest.hpp"
#include "sextant/proof/rows/exact_sum.hpp"
#include "sextant/proof/statement/certificate.hpp"

namespace sextant::proof {
namespace {

using nlohmann::ordered_json;

// The largest numbers of rows, and of entries of a table, for which a certificate can be checked.
constexpr std::uint64_t kMostRows = std::uint64_t{1} << 24;
constexpr std::uint64_t kMostEntries = std::uint64_t{1} << 28;

/// A pair of patterns, and where it is.
struct Found {
  ExactSum sum;  ///< of the squares
  std::uint64_t position = 0;
  std::size_t pair = 0;
  std::uint16_t sine = 0, cosine = 0;

  bool before(const Found& other) const {
    return std::pair(position, pair) < std::pair(other.position, other.pair);
  }
};

/// The first of the shortest pairs, the first of the longest, and the largest pattern without sign:
/// a commutative monoid.
class Extremes {
 public:
  void see(const Found& found) {
    if (!any_ || found.sum < shortest_.sum) shortest_ = found;
    if (!any_ || found.sum > longest_.sum) longest_ = found;
    any_ = true;
  }
  void see_size(std::uint16_t pattern) {
    largest_ = std::max<std::uint16_t>(largest_, pattern & 0x7fff);
  }
  void merge(const Extremes& other) {
    largest_ = std::max(largest_, other.largest_);
    if (!other.any_) return;
    const auto& [least, most] = std::pair(other.shortest_, other.longest_);
    if (!any_ || least.sum < shortest_.sum ||
        (least.sum == shortest_.sum && least.before(shortest_)))
      shortest_ = least;
    if (!any_ || most.sum > longest_.sum || (most.sum == longest_.sum && most.before(longest_)))
      longest_ = most;
    any_ = true;
  }

  const Found& shortest() const { return shortest_; }
  const Found& longest() const { return longest_; }
  std::uint16_t largest() const { return largest_; }

 private:
  bool any_ = false;
  Found shortest_, longest_;
  std::uint16_t largest_ = 0;
};

/// The squares of a format's numbers: exact in doubles.
std::vector<double> squares(const Format& format) {
  std::vector<double> result(0x8000);
  for (std::uint64_t bits = 0; bits < result.size(); ++bits) {
    const double value = value_of(format, bits);
    result[bits] = value * value;
  }
  return result;
}

/// Rows of (sine, cosine) patterns from position `first` on.
Extremes extremes(std::span<const std::byte> rows, std::size_t pairs, std::uint64_t first,
                  const std::vector<double>& square) {
  const std::size_t width = 4 * pairs;
  return measure::sweep<Extremes>(
      rows.size() / width, 256, [&](std::uint64_t from, std::uint64_t end, Extremes& result) {
        const exact::Environment environment;
        for (std::uint64_t row = from; row < end; ++row) {
          for (std::size_t pair = 0; pair < pairs; ++pair) {
            std::uint16_t entry[2];
            std::memcpy(entry, rows.data() + row * width + 4 * pair, sizeof entry);
            result.see_size(entry[0]), result.see_size(entry[1]);
            const ExactSum sum = ExactSum::of(square[entry[0] & 0x7fff], square[entry[1] & 0x7fff]);
            result.see({sum, first + row, pair, entry[0], entry[1]});
          }
        }
      });
}

Length length(const Format& format, const Found& found) {
  return {to_rational(from_double(found.sum.high)) + to_rational(from_double(found.sum.low)),
          found.position, static_cast<int>(found.pair), value_of(format, found.sine),
          value_of(format, found.cosine)};
}

ordered_json written(const Format& format, const Length& one) {
  return {{"square", to_text(one.square)},
          {"position", std::to_string(one.position)},
          {"pair", one.pair},
          {"sine", bits_text(format, from_double(one.sine))},
          {"cosine", bits_text(format, from_double(one.cosine))}};
}

ordered_json written(const SixteenBitTable& table) {
  ordered_json result{{"format", table.format.name()},
                      {"dim", table.dim},
                      {"largest", bits_text(table.format, from_double(table.largest))},
                      {"shortest", written(table.format, table.shortest)},
                      {"longest", written(table.format, table.longest)},
                      {"repeated_rows", std::to_string(table.repeats.count)},
                      {"collision", nullptr},
                      {"digest", fmt::format("{:016x}", table.digest)}};
  if (table.repeats.first) {
    result["collision"] = {{"earlier", to_text(table.repeats.first->earlier)},
                           {"later", to_text(table.repeats.first->later)}};
  }
  return result;
}

void check(const SixteenBitRange& range) {
  if (range.largest_dim < 2 || range.largest_dim % 2 != 0)
    throw Error("dims up to " + std::to_string(range.largest_dim) + ": take an even number from 2");
  if (range.rows < 1 || range.rows > kMostRows)
    throw Error(std::to_string(range.rows) + " rows: take 1 to 2^24");
  if (range.rows * static_cast<std::uint64_t>(range.largest_dim) > kMostEntries)
    throw Error(std::to_string(range.rows) + " rows of dim " + std::to_string(range.largest_dim) +
                ": take fewer, or a narrower table: rows times dim is 2^28 at most");
}

/// The summary of all tables: the number with distinct rows, and the first equal rows of the
/// others.
std::string summary(const std::vector<SixteenBitTable>& tables) {
  int distinct = 0;
  std::string others;
  for (const SixteenBitTable& table : tables) {
    if (!table.repeats.first) {
      ++distinct;
      continue;
    }
    others +=
        fmt::format("; {} dim {} repeats row {} at {}", table.format.name(), table.dim,
                    to_text(table.repeats.first->earlier), to_text(table.repeats.first->later));
  }
  return fmt::format("{} tables; in {} of them all rows are distinct{}", tables.size(), distinct,
                     others);
}

}  // namespace

SixteenBitTable sixteen_bit_table(const Format& format, int dim, const SixteenBitRange& range) {
  if (format.storage_bits != 16) throw Error(format.name() + " is no format of 16 bits");
  const exact::ExactTable table(chart(Sinusoidal{.dim = dim, .base = range.base}), format,
                                Positions::from(0, range.rows));
  const std::vector<double> square = squares(format);
  Extremes all;
  Digest digest;
  SixteenBitTable result{
      .format = format, .dim = dim, .shortest = {}, .longest = {}, .repeats = {}};
  result.repeats =
      repeats(table, format, range.rows, false,
              [&](std::uint64_t first, std::span<const std::byte> rows,
                  std::span<const std::uint64_t> digests) {
                all.merge(extremes(rows, static_cast<std::size_t>(dim) / 2, first, square));
                for (const std::uint64_t row : digests) digest.add(row);
              });
  result.largest = value_of(format, all.largest());
  result.shortest = length(format, all.shortest());
  result.longest = length(format, all.longest());
  result.digest = digest.value();
  return result;
}

Theorem sixteen_bit(const SixteenBitRange& range, const TheoremProgress& progress) {
  check(range);
  const auto begin = std::chrono::steady_clock::now();
  std::vector<SixteenBitTable> tables;
  const double all = range.largest_dim * (range.largest_dim / 2.0 + 1);
  double done = 0;
  for (const Format& format : {kBfloat16, kFloat16}) {
    for (int dim = 2; dim <= range.largest_dim; dim += 2) {
      tables.push_back(sixteen_bit_table(format, dim, range));
      done += dim;
      if (progress) progress(done / all);
    }
  }
  const bool bounded = std::all_of(tables.begin(), tables.end(),
                                   [](const SixteenBitTable& table) { return table.largest <= 1; });
  Theorem theorem{
      .name = "sixteen-bit",
      .statement = fmt::format("no entry of the correctly rounded bfloat16 and float16 tables of "
                               "every even dim to {}, base {}, positions below {}, exceeds 1",
                               range.largest_dim, to_text(range.base), range.rows),
      .result = summary(tables),
      .method = "every entry of every table",
      .outcome = bounded ? TheoremOutcome::holds : TheoremOutcome::fails,
      .certificate = {}};
  ordered_json list = ordered_json::array();
  for (const SixteenBitTable& table : tables) list.push_back(written(table));
  theorem.certificate = std::make_shared<ordered_json>(ordered_json{
      {"certificate", theorem.name},
      {"version", 1},
      {"encoding", fmt::format("sinusoidal base={}", to_text(range.base))},
      {"base", to_text(range.base)},
      {"rows", std::to_string(range.rows)},
      {"digest",
       "FNV-1a, 64 bits, of the digests of all rows, each as eight bytes, lowest first; "
       "that of a row is of its patterns, each as two bytes, lowest first"},
      {"tables", list}});
  conclude(theorem,
           std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  return theorem;
}

}  // namespace sextant::proof
