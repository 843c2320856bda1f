#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "sextant/encoding/encoding.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/recipe/attention/rotation.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"

namespace sextant {

/// A table that attention is given: the true one rounded, or a recipe's.
struct AttentionSource {
  std::string_view name;
  Format format;
  std::string_view recipe = {};  ///< none: the true one
  recipe::IntermediateRoundings intermediate = {};
};
const std::vector<AttentionSource>& attention_sources();

/// A query's row and those behind it, of a rotary encoding, and how far the table may be off.
struct AttentionTables {
  recipe::attention::Rotation<Interval<50>> rows;
  recipe::attention::Matrix<double> off;  ///< each pair of each row               (13), (14)
  std::vector<double> astray;             ///< each pair's frequency, in radians a position (21)
};

/// The tables of one source and encoding.                        reports/derivations/attention.md
class AttentionTableMaker {
 public:
  AttentionTableMaker(const Rotary& encoding, const AttentionSource& source);

  /// The rows of a query's position and of those before it, `rows` in all.
  AttentionTables tables(Position query, std::size_t rows) const;

 private:
  AttentionTables rounded(const std::vector<Position>& rows) const;
  AttentionTables made(const std::vector<Position>& rows) const;
  recipe::ComputeFormats formats() const {
    return {kFloat32, source_.format, source_.intermediate};
  }

  AttentionSource source_;
  Pairing layout_;
  exact::Oracle oracle_;
  Chart altered_;  ///< with the frequencies that the recipe has
  std::vector<double> astray_;
};

/// A query's position and those before it, `count` in all.
std::vector<Position> behind(Position query, std::size_t count);

}  // namespace sextant
