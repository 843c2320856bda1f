#include <benchmark/benchmark.h>
#include <tbb/global_control.h>

#include "benchmark/tables.hpp"
#include "sextant/sweep/chunk.hpp"

namespace sextant::bench {
namespace {

constexpr const char* kRecipes[] = {"exp-log", "pow-divide", "float64-angle", "turns"};

/// A usual chunk of rows of 128 channels, where float32 angles are off by many steps.
sweep::Job job(const std::string& recipe) {
  sweep::Job job;
  Sinusoidal encoding;
  encoding.dim = 128;
  job.encoding = encoding;
  job.recipe = recipe;
  job.positions = Positions::from(1000000, 524288);
  return job;
}

void count(::benchmark::State& state, const sweep::Job& job) {
  const auto elements = static_cast<std::int64_t>(job.positions.count * job.chart().width());
  state.SetItemsProcessed(state.iterations() * elements);
  state.counters["elements"] = static_cast<double>(elements);
}

/// The rows alone, one after the other.
void rows(::benchmark::State& state, const std::string& name) {
  const sweep::Job all = job(name);
  const auto recipe = recipe::make(name, all.chart(), all.formats, all.positions);
  std::vector<double> row(all.chart().width());
  for (auto _ : state) {
    for (std::uint64_t k = 0; k < all.positions.count; ++k) {
      recipe->row(k, row);
      ::benchmark::DoNotOptimize(row.data());
    }
  }
  count(state, all);
}

void measured(::benchmark::State& state, const std::string& name, std::size_t threads) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
  const sweep::Job all = job(name);
  const sweep::Sweeper sweeper(all);
  for (auto _ : state) {
    const sweep::Measured found = sweeper.measure(0, all.positions.count);
    ::benchmark::DoNotOptimize(&found);
  }
  count(state, all);
}

}  // namespace

void register_sweeps() {
  const auto add = [](const std::string& name, const auto& body) {
    ::benchmark::RegisterBenchmark(name.c_str(), body);
  };
  for (const std::string recipe : kRecipes) {
    add("rows/float32/" + recipe, [=](::benchmark::State& s) { rows(s, recipe); });
    for (const std::size_t threads : {1, 2})
      add("sweep/float32/" + recipe + (threads == 2 ? "-2-threads" : ""),
          [=](::benchmark::State& s) { measured(s, recipe, threads); });
  }
}

}  // namespace sextant::bench
