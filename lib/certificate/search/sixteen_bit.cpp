#include "certificate/search/sixteen_bit.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

#include "certificate/arithmetic/error.hpp"
#include "certificate/search/patterns.hpp"

namespace sextant::certificate {
namespace {

constexpr int kMostRows = 1 << 24;
constexpr int kMostDim = 1024;
constexpr std::uint64_t kMostEntries = std::uint64_t{1} << 28;
constexpr std::size_t kMostTables = 2048;
// Squares of patterns are exact in doubles, and their sums off by half of this at most.
constexpr double kMargin = 0x1p-50;

std::uint64_t fnv(std::uint64_t digest, std::uint64_t number, int bytes) {
  for (int byte = 0; byte < bytes; ++byte)
    digest = (digest ^ (number >> (8 * byte) & 0xff)) * 0x100000001b3;
  return digest;
}
constexpr std::uint64_t kFnv = 0xcbf29ce484222325;

std::string hex(const char* form, std::uint64_t number) {
  char text[32];
  std::snprintf(text, sizeof text, form, static_cast<unsigned long long>(number));
  return text;
}

void expect(const Node& node, const std::string& want) {
  if (node.text() != want) throw Refused(node.path() + ": it is " + want);
}

/// A table, and its statements in the certificate.
struct Table {
  Format format;
  std::size_t dim;
  std::vector<Pattern> entries;

  std::size_t rows() const { return entries.size() / dim; }
  std::span<const Pattern> row(std::size_t p) const { return {entries.data() + p * dim, dim}; }

  Fraction square(std::size_t at) const {
    Fraction sum;
    for (const std::size_t entry : {2 * at, 2 * at + 1}) {
      Dyadic x;
      arf_set_d(x.get(), value_of(entries[entry], format));
      Fraction one;
      arf_get_fmpq(one.get(), x.get());
      fmpq_addmul(sum.get(), one.get(), one.get());
    }
    return sum;
  }
  double about(std::size_t at) const {
    const double s = value_of(entries[2 * at], format), c = value_of(entries[2 * at + 1], format);
    return s * s + c * c;
  }
};

/// The first of the shortest pairs (sign −1), or of the longest (1): its place among all pairs.
std::size_t extreme(const Table& table, int sign) {
  std::size_t best = 0;
  double size = table.about(0);
  for (std::size_t at = 1; 2 * at < table.entries.size(); ++at) {
    const double more = sign * (table.about(at) - size);
    if (more < -kMargin) continue;
    if (more <= kMargin) {
      if (fmpq_cmp(table.square(at).get(), table.square(best).get()) * sign <= 0) continue;
    }
    best = at;
    size = table.about(at);
  }
  return best;
}

void confirm_length(const Node& node, const Table& table, int sign) {
  const std::size_t at = extreme(table, sign);
  const std::size_t pairs = table.dim / 2;
  expect(node.member("position"), std::to_string(at / pairs));
  if (node.member("pair").small(0, kMostDim) != static_cast<int>(at % pairs))
    throw Refused(node.path() + ".pair: it is " + std::to_string(at % pairs));
  expect(node.member("sine"), hex("0x%04llx", table.entries[2 * at]));
  expect(node.member("cosine"), hex("0x%04llx", table.entries[2 * at + 1]));
  if (fmpq_equal(node.member("square").fraction().get(), table.square(at).get()) == 0)
    throw Refused(node.path() + ".square: it is another number");
}

/// Checks the equal rows, and the digest of all.
void confirm_rows(const Node& node, const Table& table) {
  std::unordered_multimap<std::uint64_t, std::size_t> seen;
  std::uint64_t digest = kFnv, repeated = 0;
  std::string first = "null";
  for (std::size_t p = 0; p < table.rows(); ++p) {
    std::uint64_t own = kFnv;
    for (const Pattern entry : table.row(p)) own = fnv(own, entry, 2);
    digest = fnv(digest, own, 8);
    const auto [begin, end] = seen.equal_range(own);
    const auto same = std::find_if(begin, end, [&](const auto& one) {
      return std::ranges::equal(table.row(one.second), table.row(p));
    });
    if (same == end) {
      seen.emplace(own, p);
    } else if (repeated++ == 0) {
      first = std::to_string(same->second) + " " + std::to_string(p);
    }
  }
  expect(node.member("digest"), hex("%016llx", digest));
  expect(node.member("repeated_rows"), std::to_string(repeated));
  std::string stated = "null";
  if (node.has("collision")) {
    const Node pair = node.member("collision");
    stated = pair.member("earlier").text() + " " + pair.member("later").text();
  }
  if (stated != first) throw Refused(node.path() + ".collision: the first is " + first);
}

/// The largest pattern without its sign.
Pattern confirm_table(const Node& node, const Table& table) {
  Pattern largest = 0;
  for (const Pattern entry : table.entries) largest = std::max<Pattern>(largest, entry & 0x7fff);
  expect(node.member("largest"), hex("0x%04llx", largest));
  confirm_length(node.member("shortest"), table, -1);
  confirm_length(node.member("longest"), table, 1);
  confirm_rows(node, table);
  return largest;
}

Table read_table(const Node& node, const Fraction& base, int rows) {
  const std::string name = node.member("format").text();
  if (name != "float16" && name != "bfloat16")
    node.member("format").refuse("must be float16 or bfloat16");
  const int dim = node.member("dim").small(2, kMostDim);
  if (dim % 2 != 0) node.member("dim").refuse("must be even");
  if (static_cast<std::uint64_t>(rows) * static_cast<std::uint64_t>(dim) > kMostEntries)
    node.member("dim").refuse("more than 2^28 entries; make tables of fewer rows");
  const Format format = *format_of(name);
  return {format, static_cast<std::size_t>(dim),
          patterns(base, dim, static_cast<std::uint64_t>(rows), format)};
}

/// Throws Refused unless the tables are one for each format and every even width up to the largest.
void expect_all(const std::vector<Node>& tables) {
  std::set<std::pair<std::string, int>> there;
  int largest = 0;
  for (const Node& table : tables) {
    const int dim = table.member("dim").small(2, kMostDim);
    there.emplace(table.member("format").text(), dim);
    largest = std::max(largest, dim);
  }
  if (there.size() != tables.size() || static_cast<int>(tables.size()) != largest)
    throw Refused("tables: there must be one in each format of every even dim up to " +
                  std::to_string(largest));
}

}  // namespace

bool is_sixteen_bit(const Node& root) { return root.member("certificate").text() == "sixteen-bit"; }

std::string confirm_sixteen_bit(const Node& root, const Progress& progress) {
  root.member("version").small(1, 1);
  const Fraction base = root.member("base").fraction();
  if (base.sign() <= 0) root.member("base").refuse("must be above 0");
  const int rows = root.member("rows").small(1, kMostRows);
  const auto tables = root.member("tables").list(1, kMostTables);
  expect_all(tables);
  bool bounded = true;
  std::size_t done = 0;
  for (const Node& node : tables) {
    const Table table = read_table(node, base, rows);
    bounded = bounded && value_of(confirm_table(node, table), table.format) <= 1;
    if (progress) progress(static_cast<double>(++done) / static_cast<double>(tables.size()));
  }
  expect(root.member("outcome"), bounded ? "holds" : "fails");
  return std::to_string(tables.size()) + " tables of 16-bit numbers, " + std::to_string(rows) +
         " rows each: every entry computed";
}

}  // namespace sextant::certificate
