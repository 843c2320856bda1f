#include "sextant/report/document/sweeps.hpp"

#include "sextant/report/document/result_file.hpp"
#include "sextant/report/document/schema.hpp"

namespace sextant {
namespace {

constexpr std::uint64_t kLargest = std::uint64_t{4} << 20;  ///< a thousand sweeps are some 800 KiB

}  // namespace

nlohmann::json read_sweeps(const std::string& path) {
  return read_result(path, "sweeps", require_sweeps, kLargest);
}

}  // namespace sextant
