#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "python/arguments.hpp"
#include "python/array.hpp"
#include "python/functions.hpp"
#include "python/watch.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/verify/rotated.hpp"
#include "tool/options/question.hpp"
#include "tool/options/rotated.hpp"

namespace sextant::python {
namespace {

namespace py = pybind11;

struct Verify {
  tool::Command subcommand;
  tool::QuestionOptions asked{subcommand};
  std::string format;
  std::string input_format;
  tool::InputOptions input;

  Verify() {
    asked.add(subcommand);
    subcommand.add_option("--format", &format);
    subcommand.add_option("--input-format", &input_format);
    subcommand.add_option("--axis", &input.axis);
  }
};

std::optional<Format> format_of(const std::string& option, const std::string& name) {
  return name.empty() ? std::nullopt : std::optional(tool::read_stored_format(option, name));
}

verify::Verdict judge(const Verify& options, const Array& array, const Array* input, Watch& watch) {
  const auto format = format_of("--format", options.format);
  const bool rotated = options.asked.encoding.part() == Part::rotated;
  if (rotated != (input != nullptr))
    throw Error(rotated ? "--part rotated needs the vectors before they were turned: --input"
                        : "--input goes with --part rotated");
  if (!rotated && !options.input.axis.empty()) throw Error("--axis goes with --part rotated");
  if (!rotated) {
    const auto open = [&](bool integers) { return table_of(array.stored(), format, integers); };
    return options.asked.judge(open, watch.callback());
  }
  const NpyVectors after = vectors_of(array.stored(), format);
  const auto of_input = format_of("--input-format", options.input_format);
  const NpyVectors before = vectors_of(input->stored(), of_input, format);
  verify::Question question = options.asked.question();
  options.input.ask(question);
  return options.asked.warned(verify::verify_rotated(before, after, question, watch.callback()));
}

/// The verdict as `sextant verify` prints it: as JSON and as text.
std::pair<std::string, std::string> verdict(const Arguments& arguments, const Array& array,
                                            const Array* input, const std::string& name) {
  Verify options;
  take(options.subcommand, arguments);
  Watch watch;
  const verify::Verdict found = judge(options, array, input, watch);
  return {verify::json_text(found), verify::to_words(found, name)};
}

Array array(const py::buffer& memory, const std::string& name, const std::string& dtype,
            const std::string& type, const std::vector<std::uint64_t>& shape, bool big_endian,
            bool column_major) {
  return {memory, name, {dtype, type, shape, big_endian, column_major}};
}

}  // namespace

void add_verify(py::module_& module) {
  py::class_<Array>(module, "Array")
      .def(py::init(&array), py::arg("memory"), py::arg("name"), py::arg("dtype"), py::arg("type"),
           py::arg("shape"), py::arg("big_endian"), py::arg("column_major"));
  module.def("verify", &verdict, py::arg("arguments"), py::arg("array"),
             py::arg("input").none(true), py::arg("name"),
             py::call_guard<py::gil_scoped_release>());
  module.def("verify_names", [] { return names(Verify().subcommand); });
}

}  // namespace sextant::python
