#include "web/map.hpp"

#include <memory>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "sextant/report/experiment/foreign_table.hpp"
#include "sextant/verify/judged_table.hpp"
#include "tool/options/files.hpp"
#include "tool/options/progress.hpp"
#include "tool/options/question.hpp"

namespace sextant::web {
namespace {

struct MapSubcommand {
  explicit MapSubcommand(tool::Command& subcommand) : asked(subcommand) {}

  tool::QuestionOptions asked;
  tool::FileOptions file;

  int run() const {
    tool::ProgressLine progress("drawing the error map");
    const auto one = asked.one([this](bool integers) { return open_table(file.file(), integers); },
                               "an error map");
    const verify::JudgedTable judged =
        verify::judged(one.table, verify::named(one.table, one.question), progress.callback());
    fmt::print("{}\n", foreign_table(judged, file.path)->at("errors").dump());
    return 0;
  }
};

}  // namespace

void add_map(tool::Command& program) {
  tool::Command& subcommand = program.add_subcommand("map", "Print where a table is off, as JSON");
  auto options = std::make_shared<MapSubcommand>(subcommand);
  options->file.add(subcommand);
  options->asked.add(subcommand);
  subcommand.run = [options] { return options->run(); };
}

}  // namespace sextant::web
