#include "tool/subcommand/junit.hpp"

#include "sextant/encoding/real/error.hpp"
#include "sextant/io/output_file.hpp"
#include "sextant/verify/verdict/junit.hpp"
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
  verify::JunitTest test{.subcommand = subcommand, .name = name, .message = {}, .output = {}};
  const auto write = [&] {
    file.write(verify::to_junit(test));
    file.finish();
  };
  try {
    Judged judged = judge();
    using Outcome = verify::JunitTest::Outcome;
    test.outcome = judged.status == 0   ? Outcome::passed
                   : judged.status == 1 ? Outcome::failed
                                        : Outcome::error;
    test.message = std::move(judged.message);
    test.output = std::move(judged.words);
    write();
    return judged.status;
  } catch (const Error& error) {
    if (!test.message.empty())
      throw LateError(error.what());  // the JUnit file failed, not the judgement
    test.outcome = verify::JunitTest::Outcome::error;
    test.message = error.what();
    write();
    throw;
  }
}

}  // namespace sextant::tool
