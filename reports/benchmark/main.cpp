#include <algorithm>
#include <cstdint>
#include <string_view>

#include <benchmark/benchmark.h>
#include <gnu/libc-version.h>
#include <hwy/targets.h>

#include "benchmark/tables.hpp"
#include "sextant/exact/table/kernel.hpp"

namespace sextant::bench {
namespace {

constexpr std::string_view kVectors = "--vectors=";

/// Takes --vectors=… out of the arguments.
Widest widest(int& argc, char** argv) {
  Widest result = Widest::any;
  char** end = std::remove_if(argv + 1, argv + argc, [&](std::string_view argument) {
    if (!argument.starts_with(kVectors)) return false;
    if (argument.substr(kVectors.size()) == "avx2") result = Widest::avx2;
    return true;
  });
  argc = static_cast<int>(end - argv);
  return result;
}

/// Wider targets have lower bits.
void restrict_library(Widest widest) {
  if (widest == Widest::avx2)
    hwy::SetSupportedTargetsForTest(hwy::SupportedTargets() & ~(std::int64_t{HWY_AVX2} - 1));
}

void register_all(Widest widest) {
  for (auto makers : {sextant_makers(), fill_makers(widest), glibc_makers(), sleef_makers(widest),
                      multiprecision_makers()})
    register_tables(makers);
  register_values();
}

}  // namespace
}  // namespace sextant::bench

int main(int argc, char** argv) {
  using namespace sextant;
  const bench::Widest widest = bench::widest(argc, argv);
  bench::restrict_library(widest);
  benchmark::AddCustomContext("sextant_target", exact::kernel(24).target);
  benchmark::AddCustomContext("compiler", SEXTANT_COMPILER);
  benchmark::AddCustomContext("glibc", gnu_get_libc_version());
  bench::register_all(widest);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
