#pragma once

#include <cstdint>
#include <vector>

#include "verify/verify_programs.hpp"

namespace sextant {

/// The rows of a table in another order, or some of them: row k is that of `order[k]`.
Rows in_order(Rows rows, const std::vector<std::uint64_t>& order);
/// Its columns so: column j is that of `order[j]`.
Rows with_columns(const Rows& rows, const std::vector<std::uint64_t>& order);

/// 0, 1, … below `count`.
std::vector<std::uint64_t> counted(std::uint64_t count);
/// The same but for `missing` from `from` on.
std::vector<std::uint64_t> without(std::uint64_t count, std::uint64_t from, std::uint64_t missing);

/// The rows that `made` leaves of `more` rows, and the program they are claimed to be of.
Rows made_in_order(Program made, std::uint64_t more, const std::vector<std::uint64_t>& order);

}  // namespace sextant
