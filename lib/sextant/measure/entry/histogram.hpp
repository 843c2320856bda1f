#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "sextant/measure/entry/error.hpp"

namespace sextant::measure {

/// How many entries are how far off, in classes that double.  Of steps class 0 has none, and class
/// k ≥ 1 has 2^(k−1) to 2^k − 1; of the absolute error, in units of half an ulp just below one,
/// class 0 has at most 1, and class k more than 2^(k−1), to 2^k.  The last class has all beyond.
struct ErrorClasses {
  static constexpr std::size_t kClasses = 66;
  using Counts = std::array<std::uint64_t, kClasses>;

  Counts steps{}, absolute{};

  bool operator==(const ErrorClasses&) const = default;
  void merge(const ErrorClasses& other) {
    for (std::size_t k = 0; k < kClasses; ++k) {
      steps[k] += other.steps[k];
      absolute[k] += other.absolute[k];
    }
  }
};

/// The unit of the absolute error's classes.
inline double class_unit(const Format& format) { return std::ldexp(1.0, -format.precision - 1); }

inline std::size_t class_within(std::int64_t k) {
  return static_cast<std::size_t>(std::clamp<std::int64_t>(k, 0, ErrorClasses::kClasses - 1));
}

/// By the exponent of a whole number.
inline std::size_t class_of_steps(double steps) {
  return class_within((std::bit_cast<std::int64_t>(steps) >> 52) - 1022);
}

/// Likewise: bits of doubles are in their order, and one less is the number before.
inline std::size_t class_of_units(double units) {
  return class_within(((std::bit_cast<std::int64_t>(units) - 1) >> 52) - 1022);
}

/// Counts by both classes at once, for loops: of a channel one after the other, class of steps by
/// class of units.  For one thread, up to 2³² rows, and errors up to 2.
class Joint {
 public:
  static constexpr int unit_bits(int precision) { return precision > kFloat32.precision ? 6 : 5; }
  /// How many classes of units are counted, and of steps: ordinals of 32 bits are no further apart.
  static constexpr std::size_t units(int precision) {
    return std::size_t{1} << unit_bits(precision);
  }
  static constexpr std::size_t steps(int precision) {
    return precision > kFloat32.precision ? ErrorClasses::kClasses : 33;
  }
  static constexpr std::size_t size(int precision) { return steps(precision) * units(precision); }

  Joint(std::size_t channels, const Format& format)
      : units_(units(format.precision)), size_(size(format.precision)), counts_(channels * size_) {}

  std::uint32_t* channel(std::size_t channel) { return counts_.data() + channel * size_; }
  std::size_t channels() const { return counts_.size() / size_; }

  /// Calls visit(steps, units, count) for what is counted of a channel.
  template <class Visit>
  void for_each(std::size_t channel, const Visit& visit) const {
    const std::uint32_t* at = counts_.data() + channel * size_;
    for (std::size_t cell = 0; cell < size_; ++cell) {
      if (at[cell] != 0) visit(cell / units_, cell % units_, at[cell]);
    }
  }

 private:
  std::size_t units_, size_;
  std::vector<std::uint32_t> counts_;
};

/// The finite entries of a table, channel by channel; a commutative monoid.  One without channels
/// counts nothing.  Class 0 has what is left of the entries: it is the one of most.
///                                                                             measures.md, (25)
class Histogram {
 public:
  Histogram() = default;
  Histogram(std::size_t channels, const Format& format)
      : channels_(channels), per_unit_(1 / class_unit(format)) {}
  /// One that others are only merged with.
  explicit Histogram(const std::vector<ErrorClasses>& channels);

  bool empty() const { return channels_.empty(); }
  std::size_t size() const { return channels_.size(); }
  ErrorClasses channel(std::size_t channel) const;
  ErrorClasses whole() const;

  void see(std::size_t channel, const EntryError& error, double got) {
    if (empty()) return;
    see_classes(channel, class_of_steps(error.steps), class_of(error, got), 1);
    ++channels_[channel].entries;
  }
  /// So many entries more, of class 0 as long as nothing else is said of them; fewer than none are
  /// allowed meanwhile: counts go around.
  void see_entries(std::size_t channel, std::uint64_t count) {
    channels_[channel].entries += count;
  }
  /// What is said of them.
  void see(const Joint& joint);

  void merge(const Histogram& other);

 private:
  struct Counted {
    std::uint64_t entries = 0;
    ErrorClasses other;  ///< but for class 0, which holds anything
  };

  /// What is correctly rounded to no more than 1 is off by a unit at most; its upper bound may not
  /// show it.
  std::size_t class_of(const EntryError& error, double got) const {
    if (error.correct == Correct::yes && std::abs(got) <= 1) return 0;
    return class_of_units(error.absolute * per_unit_);
  }

  void see_classes(std::size_t channel, std::size_t steps, std::size_t absolute,
                   std::uint64_t count) {
    channels_[channel].other.steps[steps] += count;
    channels_[channel].other.absolute[absolute] += count;
  }

  std::vector<Counted> channels_;
  double per_unit_ = 0;
};

}  // namespace sextant::measure
