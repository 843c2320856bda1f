#include "recipe/exemptions.hpp"

#include <algorithm>
#include <iterator>

namespace sextant::recipe {
namespace {

constexpr std::string_view kBeside = "u of the product comes beside 2u of pow or exp, or more";
constexpr std::string_view kTwice =
    "the constant is narrowed to float32 and then multiplied: u each";
constexpr std::string_view kThirds = "one conversion, one constant and one product: u each";
constexpr std::string_view kOnce = "the amplitude's u comes beside those of every step";
constexpr std::string_view kWorstCase =
    "every step is granted the worst rounding, and all of them one direction: roundings cancel";

constexpr std::string_view kReduced =
    "the device's product, 2.7u, comes beside 3u of pow and inverse";

constexpr std::string_view kWide =
    "it is of float64, and the angle's rounding to float32 comes beside";

using enum Exemption::Kind;
constexpr Exemption kExemptions[] = {
    {"pow-divide", "either", "product", never_leads, kBeside},
    {"float64-angle", "either", "product", never_leads, kBeside},
    {"pow-multiply", "either", "product", never_leads, kBeside},
    {"pow-reciprocal", "either", "product", never_leads, kBeside},
    {"pow-linspace", "either", "product", never_leads, kBeside},
    {"quarter-turn-cosine", "either", "product", never_leads, kBeside},
    {"angle-recurrence", "either", "product", never_leads, kBeside},
    {"pow-of-ratio", "either", "product", never_leads, kBeside},
    {"frequency-recurrence", "either", "product", never_leads, kBeside},
    {"fast-trigonometry", "float32", "power", never_leads, kReduced},
    {"narrowed-angle", "float32", "position", never_leads, kWide},
    {"narrowed-angle", "float32", "base", never_leads, kWide},
    {"narrowed-angle", "float32", "exponent", never_leads, kWide},
    {"narrowed-angle", "float32", "scaling", never_leads, kWide},
    {"narrowed-angle", "float32", "power", never_leads, kWide},
    {"narrowed-angle", "float32", "power", never_reached, kWide},
    {"exp-log", "float32", "base", never_leads, kTwice},
    {"exp-log", "float32", "exponent", never_leads, kTwice},
    {"exp-log", "either", "product", never_leads, kBeside},
    {"log-timescale", "float32", "base", never_leads, kTwice},
    {"log-timescale", "either", "product", never_leads, kBeside},
    {"exp-of-quotient", "float32", "base", never_leads, kTwice},
    {"exp-of-quotient", "either", "product", never_leads, kBeside},
    {"turns", "either", "base", never_leads, kThirds},
    {"rotation-recurrence", "float32", "sine", never_leads, kOnce},
    {"rotation-recurrence", "float64", "power", never_reached, kWorstCase},
    {"rotation-recurrence", "either", "sine", never_reached, kWorstCase},
};

}  // namespace

bool exempt(const Subjects& subjects, std::string_view term, Exemption::Kind what) {
  return std::any_of(std::begin(kExemptions), std::end(kExemptions), [&](const Exemption& e) {
    return e.recipe == subjects.recipe && (e.type == subjects.type || e.type == "either") &&
           e.term == term && e.what == what;
  });
}

}  // namespace sextant::recipe
