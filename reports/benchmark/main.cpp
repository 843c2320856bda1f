#include <algorithm>
#include <cstdint>
#include <string_view>

#include <benchmark/benchmark.h>
#include <gnu/libc-version.h>
#include <hwy/targets.h>

#include "benchmark/memory.hpp"
#include "benchmark/tables.hpp"
#include "sextant/exact/table/kernel.hpp"

namespace sextant::bench {
namespace {

/// Takes an option of our own out of the arguments, before Google Benchmark reads the others.
bool taken(int& argc, char** argv, std::string_view option) {
  char** end = std::remove(argv + 1, argv + argc, option);
  const bool found = end != argv + argc;
  argc = static_cast<int>(end - argv);
  return found;
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
  register_recipes();
  register_sweeps();
}

}  // namespace
}  // namespace sextant::bench

int main(int argc, char** argv) {
  using namespace sextant;
  const bench::Widest widest =
      bench::taken(argc, argv, "--avx2") ? bench::Widest::avx2 : bench::Widest::any;
  if (bench::taken(argc, argv, "--huge-pages")) bench::ask_for_huge_pages();
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
