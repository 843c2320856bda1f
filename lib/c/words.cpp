#include "c/words.hpp"

#include <array>

#include "c/guard.hpp"

namespace sextant::c {
namespace {

/// In the order of the header's values.
constexpr std::array<Part, 15> kParts = {
    Part::table,    Part::cos,      Part::sin,      Part::cos_repeated, Part::sin_repeated,
    Part::inv_freq, Part::bias,     Part::slopes,   Part::buckets,      Part::index,
    Part::pairs,    Part::matrices, Part::divisors, Part::periods,      Part::query_scale};

struct NamedElement {
  Element element;
  const char* name;
};

/// From SEXTANT_FLOAT16 on.
constexpr std::array<NamedElement, 6> kElements = {{{{kFloat16}, "float16"},
                                                    {{kBfloat16}, "bfloat16"},
                                                    {{kFloat32}, "float32"},
                                                    {{kFloat64}, "float64"},
                                                    {{kFloat32, true}, "int32"},
                                                    {{kFloat64, true}, "int64"}}};

/// From SEXTANT_CORRECTLY_ROUNDED on.
constexpr std::array<verify::Grade, 5> kGrades = {
    verify::Grade::correctly_rounded, verify::Grade::faithful, verify::Grade::rounding,
    verify::Grade::explained, verify::Grade::unexplained};

/// The item of a list for an enum value; `first` is the value of item 0. nullptr if there is none.
template <class List, class Enum>
const typename List::value_type* at(const List& list, Enum value, int first) {
  const auto place = static_cast<long long>(value) - first;
  const auto size = static_cast<long long>(list.size());
  return place < 0 || place >= size ? nullptr : &list[static_cast<std::size_t>(place)];
}

[[noreturn]] void refuse(const char* what, long long value) {
  throw Refused(SEXTANT_BAD_ARGUMENT, std::to_string(value) + " is no " + what);
}

}  // namespace

Part part_of(sextant_part part) {
  if (const Part* found = at(kParts, part, 0)) return *found;
  refuse("sextant_part", static_cast<long long>(part));
}

verify::Grade grade_of(sextant_grade grade) {
  if (const verify::Grade* found = at(kGrades, grade, 1)) return *found;
  refuse("sextant_grade", static_cast<long long>(grade));
}

Element element_of(sextant_format format) {
  if (const NamedElement* found = at(kElements, format, 1)) return found->element;
  refuse("sextant_format", static_cast<long long>(format));
}

}  // namespace sextant::c

extern "C" {

const char* sextant_part_name(sextant_part part) {
  const auto* found = sextant::c::at(sextant::c::kParts, part, 0);
  return found == nullptr ? nullptr : sextant::name(*found).data();
}

const char* sextant_grade_name(sextant_grade grade) {
  const auto* found = sextant::c::at(sextant::c::kGrades, grade, 1);
  return found == nullptr ? nullptr : sextant::verify::word(*found).data();
}

const char* sextant_format_name(sextant_format format) {
  const auto* found = sextant::c::at(sextant::c::kElements, format, 1);
  return found == nullptr ? nullptr : found->name;
}
}
