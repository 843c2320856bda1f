#include "tool/verbs.hpp"

namespace sextant::tool {

void add_report(CLI::App& app, int& status) {
  (void)app;
  (void)status;
}

}  // namespace sextant::tool
