#include "recipe/subject/recorded.hpp"

namespace sextant::recipe {
namespace {

constexpr Recorded kRuns[] = {
    {"rotation-recurrence", "float32", 972, "base 7, 4096 steps of -1000003, cosine"},
    {"rotation-recurrence", "float64", 300, "base 7, 4194304 steps of -1000003, cosine"},
    {"rotation-recurrence", "long double", 205, "base 10000, 2 steps of -1000003, sine"},
    {"rotation-recurrence", "binary128", 280, "base 10000, 1 steps of -1000003, sine"},
    {"rotation-recurrence", "cpp_bin_float_50", 42, "base 10000, 65536 steps of 1, cosine"},
    {"rotation-recurrence", "mpfr_float_50", 152, "base 10000, 16 steps of 1, cosine"},
};

constexpr Recorded kFar[] = {
    {"pow-divide", "float32", 991, "position 1159742083, pair 0"},
    {"pow-multiply", "float32", 998, "position 1159742083, pair 1"},
    {"exp-log", "float32", 999, "position 1077741837, pair 2"},
    {"log-timescale", "float32", 999, "position 1077741837, pair 2"},
    {"frequency-recurrence", "float32", 998, "position 1159742083, pair 1"},
    {"angle-recurrence", "float32", 998, "position 1159742083, pair 1"},
    {"pow-of-ratio", "float32", 998, "position 1159742083, pair 1"},
    {"quarter-turn-cosine", "float32", 998, "position 1159742083, pair 1"},
    {"turns", "float32", 370, "position 1153742065, pair 5"},
    {"pow-reciprocal", "float32", 991, "position 1159742083, pair 0"},
    {"fast-trigonometry", "float32", 786, "position 1091741879, pair 3"},
    {"narrowed-angle", "float32", 991, "position 1159742083, pair 0"},
    {"pow-divide", "float64", 996, "position 576460752369423687, pair 2"},
    {"pow-multiply", "float64", 979, "position 576460752363423669, pair 0"},
    {"exp-log", "float64", 995, "position 576460752347423621, pair 3"},
    {"log-timescale", "float64", 995, "position 576460752347423621, pair 3"},
    {"frequency-recurrence", "float64", 979, "position 576460752363423669, pair 0"},
    {"angle-recurrence", "float64", 996, "position 576460752369423687, pair 2"},
    {"pow-of-ratio", "float64", 986, "position 576460752375423705, pair 3"},
    {"quarter-turn-cosine", "float64", 979, "position 576460752363423669, pair 0"},
    {"turns", "float64", 992, "position 576460752309423507, pair 0"},
    {"pow-reciprocal", "float64", 996, "position 576460752369423687, pair 2"},
    {"float64-angle", "float64", 996, "position 576460752369423687, pair 2"},
    {"pow-divide", "long double", 496, "position 4611686018445387959, pair 0"},
    {"pow-multiply", "long double", 496, "position 4611686018445387959, pair 0"},
    {"exp-log", "long double", 496, "position 4611686018445387959, pair 0"},
    {"log-timescale", "long double", 496, "position 4611686018445387959, pair 0"},
    {"frequency-recurrence", "long double", 496, "position 4611686018445387959, pair 0"},
    {"angle-recurrence", "long double", 496, "position 4611686018445387959, pair 0"},
    {"pow-of-ratio", "long double", 496, "position 4611686018445387959, pair 0"},
    {"quarter-turn-cosine", "long double", 496, "position 4611686018445387959, pair 0"},
    {"turns", "long double", 968, "position 4611686018499388121, pair 0"},
    {"pow-reciprocal", "long double", 496, "position 4611686018445387959, pair 0"},
    {"pow-divide", "binary128", 981, "position 4611686018553388283, pair 0"},
    {"pow-multiply", "binary128", 981, "position 4611686018553388283, pair 0"},
    {"exp-log", "binary128", 981, "position 4611686018553388283, pair 0"},
    {"log-timescale", "binary128", 981, "position 4611686018553388283, pair 0"},
    {"frequency-recurrence", "binary128", 981, "position 4611686018553388283, pair 0"},
    {"angle-recurrence", "binary128", 981, "position 4611686018553388283, pair 0"},
    {"pow-of-ratio", "binary128", 981, "position 4611686018553388283, pair 0"},
    {"quarter-turn-cosine", "binary128", 981, "position 4611686018553388283, pair 0"},
    {"turns", "binary128", 968, "position 4611686018499388121, pair 0"},
    {"pow-reciprocal", "binary128", 981, "position 4611686018553388283, pair 0"},
    {"pow-divide", "cpp_bin_float_50", 136, "position 4611686018553388283, pair 5"},
    {"pow-multiply", "cpp_bin_float_50", 137, "position 4611686018545388259, pair 5"},
    {"exp-log", "cpp_bin_float_50", 131, "position 4611686018545388259, pair 5"},
    {"log-timescale", "cpp_bin_float_50", 131, "position 4611686018545388259, pair 5"},
    {"frequency-recurrence", "cpp_bin_float_50", 81, "position 4611686018487388085, pair 0"},
    {"angle-recurrence", "cpp_bin_float_50", 81, "position 4611686018487388085, pair 0"},
    {"pow-of-ratio", "cpp_bin_float_50", 81, "position 4611686018487388085, pair 0"},
    {"quarter-turn-cosine", "cpp_bin_float_50", 137, "position 4611686018545388259, pair 5"},
    {"turns", "cpp_bin_float_50", 968, "position 4611686018499388121, pair 0"},
    {"pow-reciprocal", "cpp_bin_float_50", 137, "position 4611686018545388259, pair 5"},
    {"pow-divide", "mpfr_float_50", 965, "position 4611686018465388019, pair 0"},
    {"pow-multiply", "mpfr_float_50", 965, "position 4611686018465388019, pair 0"},
    {"exp-log", "mpfr_float_50", 965, "position 4611686018465388019, pair 0"},
    {"log-timescale", "mpfr_float_50", 965, "position 4611686018465388019, pair 0"},
    {"frequency-recurrence", "mpfr_float_50", 965, "position 4611686018465388019, pair 0"},
    {"angle-recurrence", "mpfr_float_50", 965, "position 4611686018465388019, pair 0"},
    {"pow-of-ratio", "mpfr_float_50", 965, "position 4611686018465388019, pair 0"},
    {"quarter-turn-cosine", "mpfr_float_50", 965, "position 4611686018465388019, pair 0"},
    {"turns", "mpfr_float_50", 968, "position 4611686018499388121, pair 0"},
    {"pow-reciprocal", "mpfr_float_50", 965, "position 4611686018465388019, pair 0"},
};

}  // namespace

const std::span<const Recorded> kLongestRuns(kRuns);
const std::span<const Recorded> kDrifts(kFar);

}  // namespace sextant::recipe
