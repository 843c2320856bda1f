#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "sextant/encoding/encoding.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/recipe/attention/rotation.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"

namespace sextant {

/// A table for attention: the true one, rounded, or a recipe's.
struct AttentionSource {
  std::string_view name;
  Format format;
  std::string_view recipe = {};  ///< empty: the true one
  recipe::IntermediateRoundings intermediate = {};
};
const std::vector<AttentionSource>& attention_sources();

/// The rows of a query and of the keys before it, in a rotary encoding, with bounds of the table's
/// errors.
struct AttentionTables {
  recipe::attention::Rotation<Interval<50>> rows;
  recipe::attention::Matrix<double> off;  ///< of each pair of each row (13), (14)
  std::vector<double> astray;  ///< of each pair's frequency, in radians per position (21)
};

/// The tables of one source and encoding.                        reports/derivations/attention.md
class AttentionTableMaker {
 public:
  AttentionTableMaker(const Rotary& encoding, const AttentionSource& source);

  /// The rows of the query's position and of those before it; `rows` in total.
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
  Chart altered_;  ///< with the recipe's frequencies
  std::vector<double> astray_;
};

/// The query's position and those before it; `count` in total.
std::vector<Position> behind(Position query, std::size_t count);

}  // namespace sextant
