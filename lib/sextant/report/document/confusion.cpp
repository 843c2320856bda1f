#include "sextant/report/document/confusion.hpp"

#include "sextant/report/document/result_file.hpp"
#include "sextant/report/document/schema.hpp"

namespace sextant {

nlohmann::json read_confusion(const std::string& path) {
  return read_result(path, "confusions", require_confusion);
}

}  // namespace sextant
