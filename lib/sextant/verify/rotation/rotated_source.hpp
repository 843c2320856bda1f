#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <span>
#include <vector>

#include "sextant/encoding/position/position.hpp"
#include "sextant/measure/prefilter/rotation_error_meter.hpp"
#include "sextant/measure/prefilter/sweep.hpp"
#include "sextant/number/format.hpp"
#include "sextant/tensor/npy.hpp"
#include "sextant/verify/rows/error_statistics.hpp"

namespace sextant::verify {

/// Vectors before and after a rotation: rows of an array.  Positions run along one of its axes.  A
/// lead is a combination of indices along the other axes, for example a head of a batch.  Each lead
/// has one vector for each place, and each place has a position.
struct RotatedSource {
  std::vector<std::uint64_t> shape;  ///< lengths of all axes except the last
  std::size_t axis = 0;              ///< the axis of the positions
  std::size_t columns = 0;
  Format given;         ///< format of the vectors before
  Format format;        ///< format of the vectors after
  Positions positions;  ///< position of each place
  std::uint64_t leads = 1;
  std::uint64_t stride = 1;  ///< distance in rows from one place of a lead to the next
  /// Fills `before` and `after` with a row.  Thread-safe.
  std::function<void(std::uint64_t row, std::span<double> before, std::span<double> after)> read;

  std::uint64_t places() const { return positions.count; }
  std::uint64_t row(std::uint64_t lead, std::uint64_t place) const {
    return (lead / stride * places() + place) * stride + lead % stride;
  }
  /// The lead and the place of a row.
  std::uint64_t lead(std::uint64_t row) const {
    return row / stride / places() * stride + row % stride;
  }
  std::uint64_t place(std::uint64_t row) const { return row / stride % places(); }
  /// The index of a lead along an axis other than that of the positions.
  std::uint64_t index(std::uint64_t lead, std::size_t along) const;
};

/// The numbers of one vector: before the rotation, then after it, then a zero.  Columns of a wrong
/// formula read all of them.
class VectorNumbers {
 public:
  explicit VectorNumbers(const RotatedSource& source)
      : read_(source.read), columns_(source.columns), all_(2 * source.columns + 1) {}

  void read(std::uint64_t row) {
    read_(row, std::span(all_).first(columns_), std::span(all_).subspan(columns_, columns_));
  }
  const std::vector<double>& all() const { return all_; }
  std::span<const double> after() const { return std::span(all_).subspan(columns_, columns_); }

 private:
  const std::function<void(std::uint64_t, std::span<double>, std::span<double>)>& read_;
  std::size_t columns_;
  std::vector<double> all_;
};

/// The axis of the positions by default: the next-to-last one.
inline std::size_t usual_axis(const NpyVectors& vectors) {
  return vectors.shape.size() < 2 ? 0 : vectors.shape.size() - 2;
}

/// The number of positions along an axis; 1 for a single vector.
inline std::uint64_t places_of(const NpyVectors& vectors, std::size_t axis) {
  return vectors.shape.size() < 2 ? 1 : vectors.shape[axis];
}

/// The source of two files.  Throws Error if their shapes differ, or if the positions do not fit
/// the axis.
RotatedSource rotated_source(const NpyVectors& before, const NpyVectors& after,
                             const Positions& positions, std::size_t axis);

/// The same vectors, with positions along another axis.
RotatedSource along(RotatedSource source, std::size_t axis, const Positions& positions);

/// The given leads of a source at the given places.
RotatedSource only(const RotatedSource& source, std::vector<std::uint64_t> leads,
                   std::vector<std::uint64_t> places);

/// At most `places` places and `leads` leads of a source, spread evenly over it.
RotatedSource sample(const RotatedSource& source, std::uint64_t places, std::uint64_t leads);

/// Folds all vectors into one result on all cores, place by place. begin(result) returns a function
/// that is called for each vector, as take(place, row); `before` of the row has all VectorNumbers.
/// The result must not depend on the order.
template <class Result, class Begin>
Result sweep_vectors(const RotatedSource& source, const Begin& begin,
                     const Progress& progress = {}) {
  constexpr std::uint64_t kNumbers = 65536;  // numbers that a thread takes at a time
  const std::uint64_t all = source.leads * source.places();
  std::atomic<std::uint64_t> done = 0;
  return measure::sweep<Result>(
      all, std::max<std::uint64_t>(1, kNumbers / source.columns),
      [&](std::uint64_t first, std::uint64_t last, Result& result) {
        VectorNumbers numbers(source);
        auto&& take = begin(result);
        for (std::uint64_t k = first; k < last; ++k) {
          const std::uint64_t place = k / source.leads;
          const std::uint64_t row = source.row(k % source.leads, place);
          numbers.read(row);
          take(place,
               measure::RotatedRow{row, source.positions[place], numbers.all(), numbers.after()});
        }
        done += last - first;
        report(progress, done, all);
      });
}

}  // namespace sextant::verify
