#include "tool/options/check.hpp"

#include <memory>
#include <string>

#include <fmt/core.h>

#include "sextant/audit/audit.hpp"
#include "sextant/io/file.hpp"
#include "tool/options/progress.hpp"
#include "tool/subcommand/junit.hpp"
#include "tool/subcommand/subcommands.hpp"

namespace sextant::tool {
namespace {

struct CheckSubcommand {
  CheckOptions asked;
  bool json = false;
  JunitOption junit;

  int run() const {
    const audit::Request request = asked.request();
    return junit.run("check", request.paths.front(), [&] { return judge(request); });
  }

  Judged judge(audit::Request request) const {
    const std::string name = in_quotes(request.paths.front());
    audit::Audit found;
    {
      ProgressLine progress("checking " + name);
      request.progress = progress.callback();
      found = audit::audit(request);
    }
    const std::string words = to_words(found, name);
    if (json)
      fmt::print("{}\n", json_text(found));
    else
      fmt::print("{}", words);
    if (found.status() == 2)
      fmt::print(stderr, "sextant: not judged: {}\n", found.why_not_judged());
    return {found.status(), words.substr(0, words.find('\n')), words, junit_cases(found)};
  }
};

}  // namespace

void add_check(Command& program) {
  Command& subcommand = program.add_subcommand(
      "check",
      "Check a model: what it says about positions, what it stores, and where they differ");
  auto options = std::make_shared<CheckSubcommand>();
  options->asked.add(subcommand);
  subcommand.add_option("--json", &options->json, "print a JSON object");
  options->junit.add(subcommand);
  subcommand.footer =
      "Exit status: 0 nothing is wrong, 1 something is wrong, 2 something could not be judged.\n"
      "A model that stores no table and has nothing to compare passes; a line says so.\n"
      "Examples:\n"
      "  sextant check Llama-3.1-8B/\n"
      "  sextant check llama-3.1-8b.Q4_K_M.gguf --against Llama-3.1-8B/config.json\n"
      "  sextant check model.onnx --against config.json --json\n"
      "  sextant check Phi-3.5-mini/ phi.gguf --seq-len 131072";
  subcommand.run = [options] { return options->run(); };
}

}  // namespace sextant::tool
