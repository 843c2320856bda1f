#include "sextant/report/confusion.hpp"

#include "sextant/report/result_file.hpp"
#include "sextant/report/schema.hpp"

namespace sextant {

nlohmann::json read_confusion(const std::string& path) {
  return read_result(path, "confusions", require_confusion);
}

}  // namespace sextant
