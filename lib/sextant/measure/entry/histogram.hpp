#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "sextant/measure/entry/error.hpp"

namespace sextant::measure {

/// Numbers of entries by size of error; each class is twice as wide as the one before.  For steps,
/// class 0 is no error, and class k ≥ 1 is 2^(k−1) to 2^k − 1 steps.  The absolute error is in
/// units of half an ulp just below one: class 0 is at most 1 unit, class k is above 2^(k−1) and at
/// most 2^k units.  The last class includes all larger errors.
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

/// The class of a whole number of steps, from its exponent.
inline std::size_t class_of_steps(double steps) {
  return class_within((std::bit_cast<std::int64_t>(steps) >> 52) - 1022);
}

/// The class of an absolute error in units, from the exponent of the next smaller double.
inline std::size_t class_of_units(double units) {
  return class_within(((std::bit_cast<std::int64_t>(units) - 1) >> 52) - 1022);
}

/// Counts by both classes for inner loops.  Index: channel, class of steps, class of units.  For
/// one thread, up to 2³² rows, and errors up to 2.
class Joint {
 public:
  static constexpr int unit_bits(int precision) { return precision > kFloat32.precision ? 6 : 5; }
  /// The numbers of classes of units and of steps.  Ordinals of 32 bits need no more.
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

  /// Calls visit(steps, units, count) for every count of a channel that is not 0.
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

/// The error classes of a table's finite entries by channel; a commutative monoid.  A histogram
/// without channels counts nothing.  Class 0 is the most frequent one.  It is not counted, but
/// computed as the number of entries minus the other classes.                measures.md, (25)
class Histogram {
 public:
  Histogram() = default;
  Histogram(std::size_t channels, const Format& format)
      : channels_(channels), per_unit_(1 / class_unit(format)) {}
  /// A histogram with given counts, only for merging.
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
  /// Adds `count` entries; they are of class 0 until see() gives another class.  Counts may be
  /// negative meanwhile: they wrap around.
  void see_entries(std::size_t channel, std::uint64_t count) {
    channels_[channel].entries += count;
  }
  /// Adds the classes of entries that see_entries() added.
  void see(const Joint& joint);

  void merge(const Histogram& other);

 private:
  struct Counted {
    std::uint64_t entries = 0;
    ErrorClasses other;  ///< class 0 is unused
  };

  /// The class of an absolute error.  A correctly rounded value of at most 1 is off by at most a
  /// unit, even if its upper bound is larger.
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
