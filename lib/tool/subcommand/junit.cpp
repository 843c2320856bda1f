#include "tool/subcommand/junit.hpp"

#include "sextant/encoding/real/error.hpp"
#include "sextant/io/output_file.hpp"
#include "tool/command/usage.hpp"

namespace sextant::tool {

void JunitOption::add(Command& subcommand) {
  subcommand.add_option("--junit", &path, "write the outcome as JUnit XML too, for a CI system",
                        {.value = "FILE"});
}

int JunitOption::run(const std::string& subcommand, const std::string& name,
                     const std::function<Judged()>& judge) const {
  if (path.empty()) return judge().status;
  if (path == "-") throw Error("--junit - : standard output has the verdict; name a file");
  OutputFile file(path);
  bool judged_all = false;
  const auto write = [&](std::vector<verify::JunitCase> cases) {
    file.write(verify::to_junit({.subcommand = subcommand, .cases = std::move(cases)}));
    file.finish();
  };
  using Outcome = verify::JunitCase::Outcome;
  try {
    Judged judged = judge();
    judged_all = true;
    const Outcome outcome = judged.status == 0   ? Outcome::passed
                            : judged.status == 1 ? Outcome::failed
                                                 : Outcome::error;
    if (judged.cases.empty())
      judged.cases.push_back({name, outcome, std::move(judged.message), std::move(judged.words)});
    write(std::move(judged.cases));
    return judged.status;
  } catch (const Error& error) {
    if (judged_all) throw LateError(error.what());  // the JUnit file failed, not the judgement
    write({{name, Outcome::error, error.what()}});
    throw;
  }
}

}  // namespace sextant::tool
