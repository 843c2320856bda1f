#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "resample/programs.hpp"
#include "sextant/resample/resampled_table.hpp"

/// Mutants that these must kill: bounds without the coordinate's error, without that of the sums,
/// or without the kernel's slope.
namespace sextant::resample {
namespace {

struct Program {
  const char* name;
  const char* mode;
  std::function<Cells(const Cells&, const Size&)> run;
};

std::vector<Program> programs() {
  using namespace std::placeholders;
  return {{"torch", "bilinear", std::bind(torch_plain, _1, _2, false, false)},
          {"torch", "bilinear-align-corners", std::bind(torch_plain, _1, _2, false, true)},
          {"torch", "bicubic", std::bind(torch_plain, _1, _2, true, false)},
          {"torch", "bicubic-align-corners", std::bind(torch_plain, _1, _2, true, true)},
          {"torch", "bilinear-antialias", std::bind(torch_antialias, _1, _2, false)},
          {"torch", "bicubic-antialias", std::bind(torch_antialias, _1, _2, true)},
          {"jax", "bilinear-antialias", std::bind(jax, _1, _2, false, true)},
          {"jax", "bicubic-antialias", std::bind(jax, _1, _2, true, true)},
          {"jax", "bilinear", std::bind(jax, _1, _2, false, false)},
          {"jax", "bicubic-keys", std::bind(jax, _1, _2, true, false)},
          {"transformers", "bilinear-align-corners", corners},
          {"vllm", "bilinear-align-corners", differences}};
}

/// The largest fraction of its bound that a program's error is, over a table.
double fraction(const Program& program, const Cells& source, const Size& to) {
  const SourceNumbers numbers(
      "source", source.size.cells(), source.columns,
      [&](std::uint64_t first, std::uint64_t count, std::span<double> values) {
        for (std::uint64_t k = 0; k < count * source.columns; ++k)
          values[k] = static_cast<double>(source.numbers[first * source.columns + k]);
      });
  const ResampledTable table(numbers, {rule_of(program.mode), source.size, to}, kFloat32);
  const Cells made = program.run(source, to);
  double most = 0;
  ExactRow row;
  for (std::uint64_t k = 0; k < to.cells(); ++k) {
    table.read(k, row);
    for (std::size_t c = 0; c < source.columns; ++c) {
      const auto got = static_cast<double>(made.numbers[k * source.columns + c]);
      const double error = static_cast<double>(abs(Rational(got) - row.value(c)));
      if (error > 0) most = std::max(most, error / row.bound(c));
    }
  }
  return most;
}

/// A source whose neighbours have opposite signs, so that errors of weights do not cancel.
Cells alternating(const Size& size) {
  Cells source{size, 1, {}};
  for (std::uint64_t y = 0; y < size.height; ++y)
    for (std::uint64_t x = 0; x < size.width; ++x)
      source.numbers.push_back((x + y) % 2 == 0 ? 1.0F : -0.99F);
  return source;
}

PROPERTY(ResampledBound, CoversPrograms) {
  const auto length = [](const std::string& name) {
    return *draw::in_range<std::uint64_t>(1, 24).as(name);
  };
  Cells source{{length("height"), length("width")}, 2, {}};
  const Size to{length("to height"), length("to width")};
  const bool alternates = *draw::element(true, false).as("alternates");
  if (alternates) {
    source = alternating(source.size);
  } else {
    for (std::size_t k = 0; k < 2 * source.size.cells(); ++k)
      source.numbers.push_back(
          std::ldexp(static_cast<float>(*draw::in_range<int>(-(1 << 24), 1 << 24)), -30));
  }
  for (const Program& program : programs())
    if (!(fraction(program, source, to) <= 1))
      RC_FAIL(std::string(program.name) + " " + program.mode);
}

/// Errors come near the bounds: a bound ten times smaller would be wrong for some program.
TEST(ResampledBound, IsNotFarAboveErrors) {
  double most = 0;
  for (const std::uint64_t from : {2, 13, 37})
    for (const std::uint64_t to : {7, 29, 41})
      for (const Program& program : programs())
        most = std::max(most, fraction(program, alternating({from, from + 1}), {to, to + 2}));
  EXPECT_GT(most, 0.1);
  EXPECT_LE(most, 1);
  RecordProperty("fraction", std::to_string(most));
}

}  // namespace
}  // namespace sextant::resample
