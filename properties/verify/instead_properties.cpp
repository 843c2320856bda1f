#include <cmath>
#include <map>
#include <regex>

#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/verify/observation/instead.hpp"
#include "sextant/verify/observation/where.hpp"
#include "verify/memory_tables.hpp"

/// What the lines of `where` say is true of every entry of the table, counted one by one.
namespace sextant {
namespace {

using verify::Instead;

/// A table in memory, with its expected entries.
struct Compared {
  Rows rows;
  Program claimed;
  Chart chart;
  verify::ComparedRows table;
  std::vector<double> want, within;

  Compared(Rows made, Program program)
      : rows(std::move(made)), claimed(std::move(program)), chart(claimed.chart()) {
    const verify::Expected expected(chart, claimed.formats);
    want.resize(rows.values.size()), within.resize(rows.values.size());
    for (std::uint64_t r = 0; r < rows.count(); ++r)
      expected.row(claimed.positions[r], std::span(want).subspan(r * rows.columns, rows.columns),
                   std::span(within).subspan(r * rows.columns, rows.columns));
    table = {rows.count(), rows.columns, rows.format, {}};
    table.read = [this](std::uint64_t first, std::uint64_t count, std::span<double> got,
                        std::span<double> meant, std::span<double> allowed) {
      const auto copy = [&](const std::vector<double>& from, std::span<double> to) {
        std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(first * rows.columns),
                    count * rows.columns, to.begin());
      };
      copy(rows.values, got), copy(want, meant), copy(within, allowed);
    };
  }
  Compared(const Compared&) = delete;

  double got(std::uint64_t r, std::uint64_t j) const { return rows.values[r * rows.columns + j]; }
  bool differs(std::uint64_t r, std::uint64_t j) const {
    const std::size_t k = r * rows.columns + j;
    return verify::disagrees(rows.values[k], want[k], within[k], rows.format);
  }
  /// Whether an entry is within `times` the tolerance of the expected entry of column `of`.
  bool near(std::uint64_t r, std::uint64_t j, double factor, std::uint64_t of) const {
    const std::size_t k = r * rows.columns + of;
    return verify::is_informative(within[k]) &&
           std::abs(got(r, j) - factor * want[k]) <= within[k] * std::max(1.0, std::abs(factor));
  }
};

/// Whether an entry holds what is said of its area.
bool holds(const Compared& c, const Instead& said, std::uint64_t r, std::uint64_t j) {
  switch (said.kind) {
    case Instead::Kind::not_finite:
      return !std::isfinite(c.got(r, j));
    case Instead::Kind::number:
      return c.got(r, j) == said.number;
    case Instead::Kind::row:
      return c.got(r, j) == c.got(said.row, j);
    case Instead::Kind::period:
      return c.got(r, j) == c.got(r % said.row, j);
    case Instead::Kind::factor:
      return c.near(r, j, said.number, j);
    case Instead::Kind::columns:
      return said.columns[j] &&
             c.near(r, j, said.columns[j]->negated ? -1 : 1, said.columns[j]->column);
    case Instead::Kind::offset: {
      const verify::Expected expected(c.chart, c.claimed.formats);
      std::vector<double> want(c.rows.columns), within(c.rows.columns);
      expected.row(c.claimed.positions[r] + said.offset, want, within);
      return verify::is_informative(within[j]) && std::abs(c.got(r, j) - want[j]) <= within[j];
    }
  }
  return false;
}

Program claimed_program() {
  Program p = program("exp-log", kFloat32, kFloat32, *draw::element<Position>(0, 300),
                      *draw::full(draw::in_range<std::uint64_t>(8, 300)));
  set_field(p.encoding, "dim", std::to_string(*draw::element(4, 10, 32)));
  if (*draw::element(0, 1, 2) != 0) return p;
  p.recipe = "integers";
  p.encoding = T5{.max_distance = 40, .keys = *draw::element(12, 40)};
  p.part = Part::buckets;
  return p;
}

std::uint64_t below(std::uint64_t end) {
  return *draw::full(draw::in_range<std::uint64_t>(0, end));
}

/// Changes a rectangle of a table in one way, and some entries anywhere.
Rows damaged(const Program& p) {
  const Rows right = true_rows(p);
  Rows rows = right;
  const std::uint64_t first = below(rows.count()), from = below(rows.columns);
  const std::uint64_t last = first + below(rows.count() - first);
  const std::uint64_t to = from + below(rows.columns - from);
  const int kind = *draw::element(0, 1, 2, 3, 4, 5, 6);
  const auto number = static_cast<double>(*draw::element(0.0F, 15.0F, 0.1F));
  const std::uint64_t period = below(first + 1) + 1, other = below(rows.columns);
  for (std::uint64_t r = first; r <= last; ++r) {
    for (std::uint64_t j = from; j <= to; ++j) {
      double& x = rows.at(r, j);
      if (kind == 0) x = number;
      if (kind == 1) x = std::nan("");
      if (kind == 2) x = right.values[first * rows.columns + j];
      if (kind == 3) x = right.values[r % period * rows.columns + j];
      if (kind == 4) x = static_cast<float>(0.999 * x);
      if (kind == 5) x = right.values[r * rows.columns + (j + other) % rows.columns];
      if (kind == 6) x = right.values[std::min(r + 5, rows.count() - 1) * rows.columns + j];
    }
  }
  for (std::uint64_t n = *draw::element(0, 0, 1, 3, 40); n > 0; --n)
    rows.values[below(rows.values.size())] = *draw::element(0.25, 3.0);
  return rows;
}

PROPERTY(Instead, IsTrueOfEveryEntryThatIsCounted) {
  const Program p = claimed_program();
  const Compared c(damaged(p), p);
  const verify::Disagreement d = verify::disagreement(c.table);
  std::uint64_t differ = 0, outside = 0;
  std::vector<std::pair<std::uint64_t, std::size_t>> places;
  for (std::uint64_t r = 0; r < c.rows.count(); ++r) {
    for (std::uint64_t j = 0; j < c.rows.columns; ++j) {
      if (!c.differs(r, j)) continue;
      ++differ;
      if (std::any_of(d.areas.begin(), d.areas.end(), [&](const verify::Area& area) {
            return area.rows.contains(r) && area.columns.contains(j);
          }))
        continue;
      ++outside;
      if (places.size() < 4) places.emplace_back(r, j);
    }
  }
  RC_ASSERT(d.differ == differ);
  RC_ASSERT(d.scattered == outside);
  RC_ASSERT(d.places == places);
  RC_ASSERT(d.areas.size() <= 2U);
  const MemoryTable memory(c.rows, "t");
  const verify::Source source = verify::whole(memory.table(), p.positions);
  const verify::Claim claim{p.encoding, p.part, p.chart(), p.formats};
  const exact::Oracle oracle(claim.chart);
  const bool waves = p.part != Part::buckets;
  const verify::WaveReader reader{source, claim, oracle};
  const auto said = verify::where(source, claim, oracle).what;
  for (std::size_t k = 0; k < d.areas.size(); ++k) {
    const verify::Area& area = d.areas[k];
    std::uint64_t wrong = 0, right = 0;
    const auto instead = verify::instead(c.table, area, waves ? &reader : nullptr, 1);
    for (std::uint64_t r = 0; r < c.rows.count(); ++r) {
      for (std::uint64_t j = 0; j < c.rows.columns; ++j) {
        if (!area.rows.contains(r) || !area.columns.contains(j)) continue;
        wrong += c.differs(r, j) ? 1 : 0;
        right += instead && holds(c, *instead, r, j) ? 1 : 0;
      }
    }
    RC_ASSERT(area.differ == wrong);
    const auto has = [&](const char* pattern) {
      return std::regex_search(said[k], std::regex(pattern));
    };
    RC_ASSERT(has(" entries differ\\)") == (wrong < area.entries()));
    if (!instead) continue;
    RC_ASSERT(instead->right == right);
    RC_ASSERT(6 * right >= 5 * (area.entries() / 2));
    RC_ASSERT(has(": .* in (all but .* entries|.* % of the entries)$") == (right < area.entries()));
    RC_ASSERT(has("everywhere|every row is the same") <= (right == area.entries()));
    // Row r holds row r mod n: the numbers of rows on both sides are the same.
    std::smatch match;
    if (std::regex_search(said[k], match, std::regex("rows 0-(\\d+) again( and again)?")))
      RC_ASSERT(std::stoull(match[1]) + 1 == (match[2].matched ? instead->row : area.rows.count()));
  }
}

}  // namespace
}  // namespace sextant
