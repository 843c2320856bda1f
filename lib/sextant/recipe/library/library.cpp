#include "sextant/recipe/library/library.hpp"

#include <algorithm>
#include <array>
#include <numbers>
#include <vector>

#include <fmt/format.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/spelling.hpp"

namespace sextant::recipe {
namespace {

using enum MathFunction;

// The order decides which library a verdict names: the first whose bounds hold.
constexpr std::array kLibraries = std::to_array<Library>({
    {"correctly-rounded", "every result is the nearest number (CORE-MATH, MPFR)"},
    {"glibc", "the C library of GNU/Linux"},
    {"sleef-u10", "SLEEF's functions of 1 ulp"},
    {"numpy", "NumPy's SIMD functions"},
    {"pytorch-cpu", "PyTorch on a CPU: SLEEF's functions of 3.5 ulp where it is built without MKL"},
    {"libmvec", "glibc's vector functions, which g++ -ffast-math calls"},
    {"mkl-vml", "Intel MKL's vector functions of low accuracy (LA)"},
    {"cuda", "CUDA's functions, compiled by default", false, true},
    {"hip", "ROCm's functions, compiled by default", false, true},
    {"opencl", "OpenCL's full profile", false, true},
    {"metal-precise", "Metal with fast math off", false, true},
    {"xla-cpu", "JAX's compiled functions on a CPU", false, true},
    {"cuda-fast-math", "CUDA's intrinsics, which -use_fast_math puts in place of functions", true,
     true, true},
    {"metal-fast", "Metal with fast math, its default", true, true, true},
    {"opencl-relaxed", "OpenCL with -cl-fast-relaxed-math", true, true, true},
    {"vulkan", "Vulkan's SPIR-V functions", true, true, true},
    {"webgpu", "WebGPU's shading language", true, true, true},
    {"intel-native", "native functions of Intel's GPUs", true, true, true},
    {"tpu-bf16", "TPUs, whose products are of bfloat16 by default", true, true, true},
});

/// One bound of a library, for some functions in some formats.
struct Line {
  std::string_view library;
  std::string_view formats;  ///< "32", "64" or "32 64"
  std::vector<MathFunction> functions;
  FunctionBound bound;
};

constexpr auto kDocumented = Evidence::documented;
constexpr auto kExhaustive = Evidence::exhaustive;
constexpr double kAnywhere = std::numeric_limits<double>::infinity();

std::vector<Line> lines() {
  const std::vector<MathFunction> trig = {sin, cos}, powers = {exp, exp2, log, log2, pow};
  std::vector<MathFunction> all = trig;
  all.insert(all.end(), powers.begin(), powers.end());
  constexpr double pi = std::numbers::pi;
  constexpr std::string_view kMetal = "Metal Shading Language Specification, tables 8.1 and 8.2";
  constexpr std::string_view kCuda = "CUDA C++ Programming Guide 13.0, mathematical functions";
  constexpr std::string_view kOpenCl = "OpenCL C Specification, relative error as ulps";
  constexpr std::string_view kVulkan = "Vulkan 1.3, precision and operation of SPIR-V instructions";
  constexpr std::string_view kWgsl = "WebGPU Shading Language, accuracy of floating point";
  constexpr std::string_view kLlvm = "LLVM libc, GPU math accuracy (gfx1030, every argument)";
  constexpr std::string_view kNumPy = "NumPy: numpy#13368, numpy#23399";
  return {
      {"correctly-rounded", "32 64", all, {0.5, 0, kAnywhere, kDocumented, "IEEE 754, section 9"}},
      {"glibc",
       "32 64",
       all,
       {1, 0, kAnywhere, kDocumented, "glibc manual, Errors in Math Functions"}},
      {"sleef-u10", "32", all, {1, 0, kAnywhere, kDocumented, "SLEEF, math library reference"}},
      // Beyond about 2^46 its cosine errs by more (sleef#452).
      {"sleef-u10", "64", trig, {1, 0, 0x1p45, kDocumented, "SLEEF, math library reference"}},
      {"sleef-u10", "64", powers, {1, 0, kAnywhere, kDocumented, "SLEEF, math library reference"}},
      {"numpy", "32", trig, {1.49, 0, kAnywhere, kExhaustive, kNumPy}},
      // 2.52 is documented; 2.541 is the maximum over all arguments.
      {"numpy", "32", {exp}, {2.542, 0, kAnywhere, kExhaustive, "every argument tried"}},
      {"numpy", "32", {exp2, log, log2, pow}, {4, 0, kAnywhere, kDocumented, kNumPy}},
      {"numpy", "64", all, {4, 0, kAnywhere, kDocumented, kNumPy}},
      {"pytorch-cpu", "32 64", trig, {3.5, 0, kAnywhere, kDocumented, "ATen/cpu/vec: SLEEF u35"}},
      {"pytorch-cpu", "32 64", powers, {1, 0, kAnywhere, kDocumented, "ATen/cpu/vec: SLEEF u10"}},
      {"libmvec", "32 64", all, {4, 0, kAnywhere, kDocumented, "glibc 2.22, release notes"}},
      // The same option lets a division err by 2 ulp more: 1.0 / 1.0 is 0.99999994.
      {"libmvec", "32", {divide}, {2.5, 0, kAnywhere, kDocumented, "GCC manual, -mrecip"}},
      {"mkl-vml", "32 64", all, {4, 0, kAnywhere, kDocumented, "oneMKL reference, accuracy LA"}},
      // CUDA counts from the correctly rounded result: half an ulp is added.
      {"cuda", "32", {sin, cos, exp, exp2}, {2.5, 0, kAnywhere, kDocumented, kCuda}},
      {"cuda", "32", {log, log2}, {1.5, 0, kAnywhere, kDocumented, kCuda}},
      {"cuda", "32", {pow}, {4.5, 0, kAnywhere, kDocumented, kCuda}},
      {"cuda", "64", {sin, cos, pow}, {2.5, 0, kAnywhere, kDocumented, kCuda}},
      {"cuda", "64", {exp, exp2, log, log2}, {1.5, 0, kAnywhere, kDocumented, kCuda}},
      {"hip", "32", {sin, cos, log}, {2.5, 0, kAnywhere, kExhaustive, kLlvm}},
      {"hip", "32", {exp, exp2, log2}, {1.5, 0, kAnywhere, kExhaustive, kLlvm}},
      {"opencl", "32 64", trig, {4, 0, kAnywhere, kDocumented, kOpenCl}},
      {"opencl", "32 64", {exp, exp2, log, log2}, {3, 0, kAnywhere, kDocumented, kOpenCl}},
      {"opencl", "32 64", {pow}, {16, 0, kAnywhere, kDocumented, kOpenCl}},
      {"opencl", "32", {divide}, {2.5, 0, kAnywhere, kDocumented, kOpenCl}},
      {"metal-precise",
       "32",
       {sin, cos, exp, exp2, log, log2},
       {4, 0, kAnywhere, kDocumented, kMetal}},
      {"metal-precise", "32", {pow}, {16, 0, kAnywhere, kDocumented, kMetal}},
      {"cuda-fast-math", "32", {sin}, {0, 0x1.82p-22, pi, kDocumented, kCuda}},   // 2^-21.41
      {"cuda-fast-math", "32", {cos}, {0, 0x1.c0ep-22, pi, kDocumented, kCuda}},  // 2^-21.19
      {"cuda-fast-math", "32", {divide}, {2.5, 0, 0x1p126, kDocumented, kCuda}},
      {"metal-fast", "32", trig, {0, 0x1p-13, pi, kDocumented, kMetal}},
      {"opencl-relaxed", "32", trig, {0, 0x1p-11, pi, kDocumented, kOpenCl}},
      {"vulkan", "32", trig, {0, 0x1p-11, pi, kDocumented, kVulkan}},
      {"vulkan", "32", {divide}, {2.5, 0, 0x1p126, kDocumented, kVulkan}},
      {"webgpu", "32", trig, {0, 0x1p-11, pi, kDocumented, kWgsl}},
      {"webgpu", "32", {divide}, {2.5, 0, 0x1p126, kDocumented, kWgsl}},
  };
}

constexpr std::array<std::string_view, kMathFunctions> kNames = {"sin", "cos",  "exp", "exp2",
                                                                 "log", "log2", "pow", "division"};

std::vector<Library> with_bounds() {
  std::vector<Library> libraries(kLibraries.begin(), kLibraries.end());
  constexpr FunctionBound kExactDivision{0.5, 0, kAnywhere, kDocumented, "IEEE 754"};
  for (Library& library : libraries) {
    if (library.fast) continue;
    library.float32[static_cast<std::size_t>(divide)] = kExactDivision;
    library.float64[static_cast<std::size_t>(divide)] = kExactDivision;
  }
  for (const Line& line : lines()) {
    const auto library =
        std::find_if(libraries.begin(), libraries.end(),
                     [&](const Library& known) { return known.name == line.library; });
    for (const MathFunction function : line.functions) {
      const auto at = static_cast<std::size_t>(function);
      if (line.formats.find("32") != std::string_view::npos) library->float32[at] = line.bound;
      if (line.formats.find("64") != std::string_view::npos) library->float64[at] = line.bound;
    }
  }
  return libraries;
}

void widen(FunctionBound& bound, const FunctionBound& other) {
  if (other.evidence == Evidence::none) return;
  if (bound.evidence == Evidence::none) bound = other;
  bound.ulps = std::max(bound.ulps, other.ulps);
  bound.domain = std::max(bound.domain, other.domain);
}

std::string bound_in_words(const FunctionBound& bound) {
  if (bound.evidence == Evidence::none) return "without a published bound";
  std::string text = bound.absolute > 0 ? fmt::format("within {:.3g}", bound.absolute)
                                        : fmt::format("within {} ulp", bound.ulps);
  if (bound.domain < kAnywhere) text += fmt::format(" up to {:.6g}", bound.domain);
  return text;
}

}  // namespace

FunctionBound Library::bound(MathFunction function, const Format& format) const {
  return (format == kFloat64 ? float64 : float32)[static_cast<std::size_t>(function)];
}

Hypothesis Library::hypothesis(const Format& format) const {
  const auto of = [&](MathFunction function) { return bound(function, format); };
  const FunctionBound sine = of(sin), cosine = of(cos);
  return {.exp = of(exp).ulps,
          .pow = of(pow).ulps,
          .log = of(log).ulps,
          .trig = std::max(sine.ulps, cosine.ulps),
          .trig_absolute = std::max(sine.absolute, cosine.absolute),
          .domain = std::min(sine.domain, cosine.domain),
          .division = of(divide).ulps};
}

bool Library::passes(const Format& format) const {
  constexpr double kMostOfWaves = 4, kMostOfPowers = 16, kMostOfDivision = 2.5;
  const auto within = [&](MathFunction function, double most) {
    const FunctionBound known = bound(function, format);
    return known.evidence != Evidence::none && known.absolute == 0 && known.ulps <= most;
  };
  const auto undocumented_or_within = [&](MathFunction function) {
    return bound(function, format).evidence == Evidence::none || within(function, kMostOfPowers);
  };
  constexpr std::array kPowers = {exp, exp2, log, log2, pow};
  return !fast && within(sin, kMostOfWaves) && within(cos, kMostOfWaves) &&
         within(divide, kMostOfDivision) &&
         std::all_of(kPowers.begin(), kPowers.end(), undocumented_or_within);
}

std::span<const Library> libraries() {
  static const std::vector<Library> known = with_bounds();
  return known;
}

std::vector<const Library*> passing_libraries(const Format& format) {
  std::vector<const Library*> found;
  for (const Library& library : libraries())
    if (library.passes(format)) found.push_back(&library);
  return found;
}

const Library& loosest_library(bool divisions) {
  const auto widest = [](bool divided) {
    Library all{"any", "what no passing library exceeds"};
    for (const Library& library : libraries()) {
      for (std::size_t k = 0; k < kMathFunctions; ++k) {
        const bool division = static_cast<MathFunction>(k) == divide;
        if (division && !divided && !library.hypothesis(kFloat32).divides_exactly()) continue;
        if (library.passes(kFloat32)) widen(all.float32[k], library.float32[k]);
        if (library.passes(kFloat64)) widen(all.float64[k], library.float64[k]);
      }
    }
    return all;
  };
  static const Library exact = widest(false), any = widest(true);
  return divisions ? any : exact;
}

const Library& doubtful_library() {
  static const Library doubtful = [] {
    Library all = loosest_library();
    for (Library::Bounds* bounds : {&all.float32, &all.float64})
      for (const MathFunction function : {sin, cos})
        (*bounds)[static_cast<std::size_t>(function)].ulps *= 2;
    return all;
  }();
  return doubtful;
}

const Library& library(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Library& known : libraries()) {
    if (known.name == name) return known;
    names.push_back(known.name);
  }
  const std::string meant = did_you_mean(name, names);
  throw Error("unknown library '" + std::string(name) + "'" + (meant.empty() ? ":" : meant) +
              " 'sextant list libraries' shows the known ones");
}

const Library& usual_library() {
  static const Library& glibc = library("glibc");
  return glibc;
}

std::string bounds_in_words(const Library& library, const Format& format) {
  std::vector<std::pair<std::string, std::string>> groups;  // the bound, and its functions
  for (std::size_t k = 0; k < kMathFunctions; ++k) {
    const auto function = static_cast<MathFunction>(k);
    const FunctionBound bound = library.bound(function, format);
    if (function == divide && bound.ulps == 0.5) continue;  // as in IEEE 754
    const std::string words = bound_in_words(bound);
    const auto known = std::find_if(groups.begin(), groups.end(),
                                    [&](const auto& group) { return group.first == words; });
    if (known == groups.end())
      groups.emplace_back(words, kNames[k]);
    else
      known->second += ", " + std::string(kNames[k]);
  }
  std::string text;
  for (const auto& [bound, functions] : groups)
    text += fmt::format("{}{} {}", text.empty() ? "" : "; ", functions, bound);
  return text;
}

std::string sources_in_words(const Library& library, const Format& format) {
  std::vector<std::string_view> sources;
  for (std::size_t k = 0; k < kMathFunctions; ++k) {
    const FunctionBound bound = library.bound(static_cast<MathFunction>(k), format);
    const bool said = std::find(sources.begin(), sources.end(), bound.source) != sources.end();
    const bool of_ieee = static_cast<MathFunction>(k) == divide && bound.ulps == 0.5;
    if (bound.evidence != Evidence::none && !said && !of_ieee) sources.push_back(bound.source);
  }
  return fmt::format("{}", fmt::join(sources, "; "));
}

}  // namespace sextant::recipe
