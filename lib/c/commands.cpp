#include "c/commands.hpp"

#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "c/guard.hpp"
#include "c/options.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/spelling.hpp"
#include "sextant/report/experiment/command.hpp"
#include "sextant/verify/rotated.hpp"
#include "tool/options/check.hpp"
#include "tool/options/comparison.hpp"
#include "tool/options/entry.hpp"
#include "tool/options/files.hpp"
#include "tool/options/inventory.hpp"
#include "tool/options/question.hpp"
#include "tool/options/report.hpp"
#include "tool/options/resampled.hpp"
#include "tool/options/rotated.hpp"
#include "tool/options/table_plan.hpp"

namespace sextant::c {
namespace {

using nlohmann::json;

struct Value {
  tool::Command command;
  tool::EncodingOptions encoding{command};
  tool::EntryOptions entry;

  Value() { entry.add(command); }

  Answer answer(Request&) const {
    const tool::TrueEntry found = tool::true_entry(encoding, entry);
    return {0, json(found.value).dump(), found.words() + "\n", found.warnings};
  }
};

struct TableCommand {
  tool::Command command;
  tool::TableOptions asked{command};

  TableCommand() { asked.add(command); }

  Answer answer(Request& request) const {
    const tool::TablePlan plan(asked);
    const auto& shape = plan.shape();
    if (request.buffer) fill(plan, *request.buffer, request.watch);
    const json object = {{"shape", shape}, {"format", plan.holds()}, {"bytes", plan.bytes()}};
    return {0, object.dump(),
            fmt::format("{} x {} numbers, {}\n", shape[0], shape[1], plan.holds()),
            plan.warnings()};
  }

  static void fill(const tool::TablePlan& plan, std::span<std::byte> rest, Watch& watch) {
    if (rest.size() != plan.bytes())
      throw Refused(rest.size() < plan.bytes() ? SEXTANT_TOO_SMALL : SEXTANT_BAD_ARGUMENT,
                    fmt::format("the table takes {} bytes, not {}", plan.bytes(), rest.size()));
    const auto place = [&](std::size_t bytes) {
      return std::exchange(rest, rest.subspan(bytes)).first(bytes);
    };
    plan.make(place, [&](std::span<const std::byte>, double done) { watch.report(done); });
  }
};

/// Opens the caller's array, or the file if there is no array.
Table open(const std::optional<StoredArray>& array, const TableFile& file, bool integers) {
  if (!array) return open_table(file, integers);
  StoredArray stored = *array;
  stored.format_option = file.format_option;
  return table_of(stored, file.format, integers);
}

/// Throws Error unless exactly one of an array and a path is given.
void expect_one(const std::optional<StoredArray>& array, const TableFile& file,
                const std::string& option) {
  if (!array && file.path.empty()) throw Error(option + " is missing: a path, or an array");
  if (file.path == "-") throw Error(option + " is '-': standard input is the program's own");
  if (!array) return;
  if (!file.path.empty()) throw Error(option + " and an array exclude each other");
  if (file.tensor) throw Error(file.tensor_option + " is for a file, not for an array");
  if (file.shape) throw Error("--shape is for a file, not for an array");
}

struct Verify {
  tool::Command command;
  tool::QuestionOptions asked{command};
  tool::FileOptions file;
  tool::InputOptions input;
  tool::ResampledOptions resampling;

  Verify() {
    command.add_option("FILE", &file.path);
    file.add_reading(command);
    input.add(command);
    resampling.add(command);
    asked.add(command);
  }

  Answer answer(Request& request) {
    const TableFile from = file.file();
    expect_one(request.array, from, "FILE");
    if (request.other && !input.input.empty())
      throw Error("--input and an array exclude each other");
    if (request.other) input.input = request.other->file->name();
    input.expect(asked.encoding.part());
    resampling.expect(asked.encoding.part());
    const verify::Verdict found = verdict(request, from);
    return {found.passes() ? 0 : 1,
            verify::json_text(found, from.path),
            verify::to_words(found, request.array ? request.array->file->name()  //
                                                  : in_quotes(from.path)),
            {}};
  }

  verify::Verdict verdict(Request& request, const TableFile& from) const {
    if (asked.encoding.part() == Part::rotated) return rotated(request, from);
    if (asked.encoding.part() == Part::resampled) return resampled(request, from);
    const auto opened = [&](bool integers) { return open(request.array, from, integers); };
    return asked.judge(opened, request.watch.callback());
  }

  verify::Verdict rotated(Request& request, const TableFile& from) const {
    verify::Question question = asked.question();
    input.ask(question);
    return asked.warned(verify::verify_rotated(before(request, from, from.shape),
                                               after(request, from), question,
                                               request.watch.callback()));
  }

  verify::Verdict resampled(Request& request, const TableFile& from) const {
    const NpyVectors source = before(request, from, {});
    const auto question = asked.resampled(resampling.resampling(asked.encoding, source));
    return verify::verify_resampled(source, after(request, from), question,
                                    request.watch.callback());
  }

  static NpyVectors after(const Request& request, const TableFile& from) {
    return request.array ? vectors_of(*request.array, from.format) : open_vectors(from);
  }

  NpyVectors before(const Request& request, const TableFile& from,
                    const std::optional<std::vector<std::uint64_t>>& shape) const {
    return request.other ? vectors_of(*request.other, input.own_format(), from.format)
                         : input.open(from.format, shape);
  }
};

struct Compare {
  tool::Command command;
  tool::ComparisonOptions asked{command};

  Compare() { asked.add(command); }

  Answer answer(Request& request) const {
    const TableFile reference = asked.files.reference();
    const TableFile mine = asked.files.mine();
    expect_one(request.other, reference, "REFERENCE");
    expect_one(request.array, mine, "MINE");
    verify::Comparison found =
        asked.compare([&](bool integers) { return open(request.other, reference, integers); },
                      [&](bool integers) { return open(request.array, mine, integers); },
                      request.watch.callback());
    found.reference.file = reference.path;
    found.mine.file = mine.path;
    return {found.sound() ? 0 : 1, verify::json_text(found), verify::to_words(found), {}};
  }
};

struct Check {
  tool::Command command;
  tool::CheckOptions asked;

  Check() { asked.add(command); }

  Answer answer(Request& request) const {
    audit::Request check = asked.request();
    if (check.paths.empty() && !request.model)
      throw Error("PATH is missing: a folder, or files of a model");
    const std::string name = request.model ? request.model->path : in_quotes(check.paths.front());
    if (request.model) check.in_memory.push_back(*std::move(request.model));
    check.progress = request.watch.callback();
    audit::Audit found = audit::audit(check);
    if (found.claiming > 0 && !check.in_memory.empty()) {
      // Only the notes of the source that claims are said.
      const auto& notes = check.in_memory.front().others;
      auto& said = found.sources.at(found.claiming).others;
      said.insert(said.end(), notes.begin(), notes.end());
    }
    Answer answer{found.status(), audit::json_text(found), audit::to_words(found, name), {}};
    if (found.status() == 2) answer.warnings.push_back("not judged: " + found.why_not_judged());
    return answer;
  }
};

/// The report without its figures, which need a program that is installed with the tool.
struct Report {
  tool::Command command;
  tool::ReportOptions asked{command};
  json options;  ///< as given, for the command line in the report

  Report() { asked.add(command); }

  Answer answer(Request& request) const {
    ExperimentConfig wanted = asked.experiment(given(request));
    wanted.command = line();
    asked.try_out();
    const json document =
        report(wanted, [&](const std::string&, double done) { request.watch.report(done); });
    asked.write(document);
    return {0, json{{"output", asked.directory}}.dump(), asked.words(document),
            asked.asked.encoding.warnings()};
  }

  std::string line() const {
    std::vector<std::string> words = {"sextant", "report"};
    for (const auto& [name, value] : options.items()) {
      words.push_back("--" + name);
      if (value.is_string()) words.push_back(value.get<std::string>());
      if (value.is_array())
        words.push_back(fmt::format("{}", fmt::join(value.get<std::vector<std::string>>(), ",")));
    }
    return command_line(words);
  }

  std::optional<tool::ReportOptions::GivenTable> given(Request& request) const {
    if (request.other) throw Refused(SEXTANT_BAD_ARGUMENT, "report takes one array");
    const std::string& path = asked.table.path;
    if (!request.array && path.empty()) return std::nullopt;
    const TableFile from = asked.table.file();
    expect_one(request.array, from, "--table");
    return tool::ReportOptions::GivenTable{
        [&request, from](bool integers) { return open(request.array, from, integers); },
        request.array ? request.array->file->name() : in_quotes(path), request.watch.callback()};
  }
};

struct List {
  tool::Command command;
  std::string what;

  List() { command.add_option("WHAT", &what); }

  Answer answer(Request&) const {
    const json items = tool::inventory(what);
    Answer answer{0, items.dump(), {}, {}};
    for (const json& item : items)
      answer.words += fmt::format("{:<22} {}\n", item.at("name").get<std::string>(),
                                  item.at("summary").get<std::string>());
    return answer;
  }
};

struct Options {
  tool::Command command;
  std::string of;

  Options() { command.add_option("COMMAND", &of); }

  Answer answer(Request&) const;
};

template <class Command>
Answer run(const json& options, Request& request) {
  Command asked;
  set_options(asked.command, options);
  if constexpr (requires { asked.options; }) asked.options = options;
  return asked.answer(request);
}

template <class Command>
std::vector<std::string> names() {
  return option_names(Command().command);
}

/// What a command takes in addition to its options.
enum class Takes : unsigned char { nothing, buffer, arrays };

/// A command by its name.
struct NamedCommand {
  std::string_view name;
  Takes takes;
  Answer (*run)(const json& options, Request& request);
  std::vector<std::string> (*options)();
};

template <class Command>
constexpr NamedCommand named(std::string_view name, Takes takes = Takes::nothing) {
  return {name, takes, run<Command>, names<Command>};
}

constexpr std::array<NamedCommand, 8> kCommands = {named<Value>("value"),
                                                   named<TableCommand>("table", Takes::buffer),
                                                   named<Verify>("verify", Takes::arrays),
                                                   named<Compare>("compare", Takes::arrays),
                                                   named<Check>("check"),
                                                   named<Report>("report", Takes::arrays),
                                                   named<List>("list"),
                                                   named<Options>("options")};

const NamedCommand& command_of(const std::string& name) {
  std::vector<std::string_view> all;
  for (const NamedCommand& one : kCommands) {
    if (one.name == name) return one;
    all.push_back(one.name);
  }
  const std::string meant = did_you_mean(name, all);
  throw Error("there is no command " + in_quotes(name, 60) +
              (meant.empty() ? fmt::format(": {}", fmt::join(all, ", ")) : meant));
}

Answer Options::answer(Request&) const {
  const std::vector<std::string> names = command_of(of).options();
  return {0, json(names).dump(), fmt::format("{}\n", fmt::join(names, "\n")), {}};
}

}  // namespace

Answer run_command(const std::string& command, const json& options, Request& request) {
  const NamedCommand& named = command_of(command);
  if ((request.array || request.other) && named.takes != Takes::arrays)
    throw Refused(SEXTANT_BAD_ARGUMENT, command + " takes no array");
  if (request.buffer && named.takes != Takes::buffer)
    throw Refused(SEXTANT_BAD_ARGUMENT, command + " takes no buffer");
  return named.run(options, request);
}

}  // namespace sextant::c
