#include "benchmark/tables.hpp"

#include <algorithm>

#include <benchmark/benchmark.h>
#include <tbb/global_control.h>

#include "benchmark/check.hpp"
#include "benchmark/memory.hpp"

namespace sextant::bench {
namespace {

using ::benchmark::State;

tbb::global_control limited_to(std::size_t threads) {
  return {tbb::global_control::max_allowed_parallelism, threads};
}

void count(State& state, std::uint64_t elements) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(elements));
  state.counters["elements"] = static_cast<double>(elements);  // of one iteration
}

void write_table(State& state, const Maker& maker, Size size) {
  const auto threads = limited_to(maker.threads);
  const Writer write = maker.prepare(size);
  const std::string wrong = fault(maker, size, write, memory());
  if (!wrong.empty()) return state.SkipWithError(wrong.c_str());
  for (auto _ : state) {
    write(memory());
    ::benchmark::ClobberMemory();
  }
  count(state, size.elements());
}

void set_up(State& state, const Maker& maker, Size size) {
  const auto threads = limited_to(maker.threads);
  for (auto _ : state) {
    Writer write = maker.prepare(size);
    ::benchmark::DoNotOptimize(write);
  }
  count(state, 1);
}

void from_nothing(State& state, const Maker& maker, Size size) {
  const auto threads = limited_to(maker.threads);
  for (auto _ : state) {
    maker.prepare(size)(memory());
    ::benchmark::ClobberMemory();
  }
  count(state, size.elements());
}

void add(const std::string& name, void (*body)(State&, const Maker&, Size), const Maker& maker,
         Size size) {
  ::benchmark::RegisterBenchmark(name.c_str(), [=](State& state) { body(state, maker, size); });
}

}  // namespace

void register_tables(const std::vector<Maker>& makers) {
  for (const Maker& maker : makers) {
    for (const Size size : maker.sizes)
      add("table/" + maker.full_name(size), write_table, maker, size);
    const bool plain = std::any_of(maker.sizes.begin(), maker.sizes.end(),
                                   [](Size size) { return size.text() == "4096x512"; });
    if (!plain || maker.claim == Claim::nothing || maker.threads > 1) continue;
    for (const Size size : {Size{4096, 512}, Size{1, 128}}) {
      Maker with_table = maker;
      with_table.name += "-from-nothing";
      add("setup/" + maker.full_name(size), set_up, maker, size);
      add("setup/" + with_table.full_name(size), from_nothing, with_table, size);
    }
  }
}

}  // namespace sextant::bench
