#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "sextant/sweep/sweep_driver.hpp"
#include "tool/subcommand/subcommands.hpp"
#include "tool/subcommand/sweep_folder.hpp"

namespace sextant::tool {

void add_sweep_merge(Command& sweep, bool leads) {
  Command& subcommand =
      sweep.add_subcommand("merge", "Put the records of several folders together");
  struct Options {
    std::vector<std::string> folders;
    std::string output;
  };
  auto options = std::make_shared<Options>();
  subcommand.add_option("DIR", &options->folders, "the folders of sweeps of the same job",
                        {.required = true});
  subcommand.add_option("-o,--output", &options->output, "the folder that gets all records",
                        {.value = "DIR", .required = true});
  subcommand.footer =
      "Nothing is written unless every row is there, by the same recipe on the same mathematical "
      "library; what several folders have must be the same.  What gets all may be one of them.  "
      "Folders of --recipe all have one a recipe, to be merged each by itself.\n"
      "Examples:\n"
      "  sextant sweep merge shard-0 shard-1 shard-2 -o together\n"
      "  for recipe in $(ls all-0); do sextant sweep merge all-*/$recipe -o all/$recipe; done";
  subcommand.no_outer_options = "is of a sweep, and not of what merges its records";
  subcommand.run = [options, leads] {
    if (!leads) return 0;
    expect_a_folder(options->output);
    expect_not_of_all(options->output);
    const std::vector<std::filesystem::path> folders(options->folders.begin(),
                                                     options->folders.end());
    print_result(sweep::merge(folders, options->output), true);
    return 0;
  };
}

}  // namespace sextant::tool
