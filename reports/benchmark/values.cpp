#include <cmath>
#include <random>

#include <benchmark/benchmark.h>

#include "benchmark/tables.hpp"
#include "sextant/encoding/wave/sinusoidal.hpp"
#include "sextant/exact/entries.hpp"

namespace sextant::bench {
namespace {

using ::benchmark::DoNotOptimize;
using ::benchmark::State;

constexpr std::size_t kDrawn = 65536;  ///< more branches than a processor learns by heart

/// Random places of the encoding with 512 channels, positions below `end`, and their angles.
struct Drawn {
  std::vector<Position> positions;
  std::vector<std::size_t> channels;
  std::vector<double> angles;

  explicit Drawn(std::uint64_t end) {
    std::mt19937_64 random(2);
    const auto all = chart(Sinusoidal{}).channels;
    for (std::size_t k = 0; k < kDrawn; ++k) {
      positions.push_back(static_cast<Position>(random() % end));
      channels.push_back(random() % all.size());
      angles.push_back(static_cast<double>(positions.back()) *
                       std::pow(10000.0, -2 * all[channels.back()].pair / 512.0));
    }
  }
};

/// The time of one value: value(drawn, k) over all k.
template <class Value>
void run(State& state, std::uint64_t end, Value value) {
  const Drawn drawn(end);
  for (auto _ : state) {
    for (std::size_t k = 0; k < kDrawn; ++k) DoNotOptimize(value(drawn, k));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kDrawn));
  state.counters["elements"] = static_cast<double>(kDrawn);
}

template <class Value>
void add(const std::string& name, Value value) {
  constexpr std::uint64_t kNear = std::uint64_t{1} << 20, kFar = std::uint64_t{1} << 63;
  for (const auto& [end, suffix] : {std::pair{kNear, ""}, {kFar, "-far"}}) {
    ::benchmark::RegisterBenchmark(("value/" + name + suffix).c_str(),
                                   [end = end, value](State& s) { run(s, end, value); });
  }
}

}  // namespace

void register_values() {
  for (const Format& format : {kFloat32, kFloat64, kBfloat16, kFloat16}) {
    const exact::Entries entries(exact::Oracle(chart(Sinusoidal{})), format);
    add(format.name() + "/sextant", [entries](const Drawn& drawn, std::size_t k) {
      return entries.nearest(drawn.positions[k], drawn.channels[k]).value;
    });
  }
  add("float64/glibc", [](const Drawn& drawn, std::size_t k) { return std::sin(drawn.angles[k]); });
  add("float32/glibc", [](const Drawn& drawn, std::size_t k) {
    return std::sin(static_cast<float>(drawn.angles[k]));
  });
}

}  // namespace sextant::bench
