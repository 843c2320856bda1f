#pragma once

#include "sextant/verify/compare/compare.hpp"
#include "verify/memory_tables.hpp"

namespace sextant {

/// The comparison of two tables, called 'his' and 'my'.
verify::Comparison compared(const Rows& reference, const Rows& mine,
                            const verify::Question& question);

/// The question about two tables, each computed in its own formats.
verify::Question question_about_both(const Program& program);

/// 48 rows of 32 sines and cosines.
Program made(const std::string& recipe, Position first, const Format& store = kFloat32);

/// Cosines of a rotary encoding; its frequencies are rounded to `frequency` if given.
Program rotary(Position first, std::optional<Format> frequency = std::nullopt);

std::vector<std::string> faults_of(const verify::Party& party);

}  // namespace sextant
