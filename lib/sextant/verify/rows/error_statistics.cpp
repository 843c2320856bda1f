#include "sextant/verify/rows/error_statistics.hpp"

#include <atomic>

#include "sextant/encoding/real/error.hpp"
#include "sextant/exact/reference.hpp"
#include "sextant/measure/entry/rows.hpp"
#include "sextant/measure/prefilter/sweep.hpp"
#include "sextant/measure/prefilter/table_error_meter.hpp"
#include "sextant/number/text.hpp"

namespace sextant::verify {

measure::ErrorStatistics statistics(const Source& source, const exact::Oracle& oracle,
                                    const Progress& progress) {
  std::atomic<std::uint64_t> done = 0;
  const auto advance = [&](std::uint64_t rows) {
    done += rows;
    if (progress) progress(static_cast<double>(done) / static_cast<double>(source.rows));
  };
  if (source.read_elements) {
    const measure::TableErrorMeter tables(oracle, source.format, source.positions);
    if (tables.possible()) return tables.measure(source.read_elements, advance);
  }
  const measure::RowErrorMeter meter(oracle, source.format);
  return measure::sweep<measure::ErrorStatistics>(
      source.rows, source.block(),
      [&](std::uint64_t first, std::uint64_t last, measure::ErrorStatistics& result) {
        every_row(source, first, last, [&](std::uint64_t row, std::span<const double> entries) {
          meter.measure(row, source.positions[row], entries, result);
          return true;
        });
        advance(last - first);
      });
}

std::string decimal_truth(const Chart& chart, const Format& format,
                          const measure::MaxError& max_error) {
  if (max_error.empty()) return {};
  const measure::Witness& w = max_error.witness;
  try {
    if (chart.integral()) return stored_decimal(format, from_double(w.error.want));
    return exact::decimal(chart.waves, to_rational(w.position), chart.channels[w.channel],
                          telling_digits(format));
  } catch (const Error&) {  // the digits cannot be decided: use the nearest known number
    return stored_decimal(format, from_double(w.error.want));
  }
}

}  // namespace sextant::verify
