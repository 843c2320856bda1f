#pragma once

#include <cstdint>
#include <vector>

#include "verify/verify_programs.hpp"

namespace sextant {

/// The rows of a table in another order, or some of them: row k of the result is row `order[k]`.
Rows in_order(Rows rows, const std::vector<std::uint64_t>& order);
/// The columns in another order: column j of the result is column `order[j]`.
Rows with_columns(const Rows& rows, const std::vector<std::uint64_t>& order);

/// 0, 1, … below `count`.
std::vector<std::uint64_t> counted(std::uint64_t count);
/// The same without `missing` numbers from `from` on.
std::vector<std::uint64_t> without(std::uint64_t count, std::uint64_t from, std::uint64_t missing);

/// The rows of `made` and `more` rows after them, in the order `order`.
Rows made_in_order(Program made, std::uint64_t more, const std::vector<std::uint64_t>& order);

}  // namespace sextant
