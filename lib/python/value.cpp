#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "python/arguments.hpp"
#include "python/functions.hpp"
#include "tool/options/entry.hpp"

namespace sextant::python {
namespace {

namespace py = pybind11;

struct Value {
  tool::Command subcommand;
  tool::EncodingOptions encoding{subcommand};
  tool::EntryOptions entry;

  Value() { entry.add(subcommand); }
};

/// {decimal}, or {bits, hex, decimal} for a format; and the warnings.
std::pair<std::map<std::string, std::string>, std::vector<std::string>> value(
    const Arguments& arguments) {
  Value options;
  take(options.subcommand, arguments);
  const tool::TrueEntry found = tool::true_entry(options.encoding, options.entry);
  return {found.value, found.warnings};
}

}  // namespace

void add_value(py::module_& module) {
  module.def("value", &value, py::call_guard<py::gil_scoped_release>());
  module.def("value_names", [] { return names(Value().subcommand); });
}

}  // namespace sextant::python
