#include <benchmark/benchmark.h>

#include "benchmark/tables.hpp"
#include "sextant/encoding/wave/sinusoidal.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"

namespace sextant::bench {
namespace {

constexpr std::uint64_t kRows = 256;  ///< of 512 channels, from position 0: sequential recipes too

/// The time of an entry as a recipe of the catalogue makes it, one row after the other.
void run(::benchmark::State& state, std::string_view name, const Format& format) {
  const Chart all = chart(Sinusoidal{});
  const auto recipe = recipe::make(name, all, {format, format, {}}, Positions::from(0, kRows));
  std::vector<double> row(all.width());
  for (auto _ : state) {
    for (std::uint64_t k = 0; k < kRows; ++k) {
      recipe->row(k, row);
      ::benchmark::DoNotOptimize(row.data());
    }
  }
  const auto elements = static_cast<std::int64_t>(kRows * row.size());
  state.SetItemsProcessed(state.iterations() * elements);
  state.counters["elements"] = static_cast<double>(elements);
}

}  // namespace

void register_recipes() {
  for (const recipe::Entry& entry : recipe::catalogue())
    for (const Format& format : {kFloat32, kFloat64})
      if (recipe::possible(entry.name, {format, format, {}}))
        ::benchmark::RegisterBenchmark(
            ("recipe/" + std::string(entry.name) + "/" + format.name()).c_str(),
            [name = entry.name, format](::benchmark::State& s) { run(s, name, format); });
}

}  // namespace sextant::bench
