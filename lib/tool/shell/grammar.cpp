#include "tool/shell/grammar.hpp"

#include <algorithm>
#include <regex>

#include "tool/options/inventory.hpp"
#include "tool/options/theorems.hpp"

namespace sextant::tool {
namespace {

std::vector<std::string> names_of(const std::string& kind) {
  std::vector<std::string> names;
  for (const auto& one : inventory(kind)) names.push_back(one["name"].get<std::string>());
  return names;
}

/// The words of `float32 | float64`, wherever a description has such a list.
std::vector<std::string> alternatives(const std::string& description) {
  static const std::regex list("[A-Za-z0-9_,-]+( \\| [A-Za-z0-9_,-]+)+");
  static const std::regex word("[A-Za-z0-9_,-]+");
  std::vector<std::string> words;
  for (std::sregex_iterator at(description.begin(), description.end(), list), end; at != end;
       ++at) {
    const std::string found = at->str();
    for (std::sregex_iterator one(found.begin(), found.end(), word); one != end; ++one) {
      if (std::find(words.begin(), words.end(), one->str()) == words.end())
        words.push_back(one->str());
    }
  }
  return words;
}

std::vector<std::string> words_of(const OptionShape& option) {
  const std::string& name = option.names.front();
  if (name == "--encoding") return names_of("encodings");
  if (name == "--recipe" || name == "--recipes") return names_of("recipes");
  if (name == "--formats" || name == "--input-format")
    return {"float16", "bfloat16", "float32", "float64"};
  if (name == "--model") return names_of("models");
  std::vector<std::string> words = alternatives(option.what);
  if (name == "theorem")
    for (const TheoremKind& kind : theorem_kinds()) words.push_back(kind.name);
  return words;
}

OptionShape shape(const CLI::Option& option) {
  OptionShape one;
  for (const std::string& name : option.get_lnames()) one.names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) one.names.push_back("-" + name);
  one.positional = one.names.empty();
  if (one.positional) one.names.push_back(option.get_name());
  const std::string type = option.get_type_name();
  if (option.get_items_expected_max() > 0) one.value = type.empty() ? "VALUE" : type;
  one.what = option.get_description();
  one.group = option.get_group();
  one.words = words_of(one);
  return one;
}

VerbShape shape(const CLI::App& verb, std::string name) {
  VerbShape one{std::move(name), verb.get_description(), verb.get_footer(), {}};
  for (const CLI::Option* option : verb.get_options()) one.options.push_back(shape(*option));
  return one;
}

std::vector<const CLI::App*> verbs_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

}  // namespace

std::vector<VerbShape> grammar(const CLI::App& app) {
  std::vector<VerbShape> all = {shape(app, "")};
  for (const CLI::App* verb : verbs_of(app)) {
    all.push_back(shape(*verb, verb->get_name()));
    for (const CLI::App* under : verbs_of(*verb))
      all.push_back(shape(*under, verb->get_name() + " " + under->get_name()));
  }
  return all;
}

std::vector<VerbShape> folded(const std::vector<VerbShape>& all) {
  std::vector<VerbShape> result;
  for (const VerbShape& verb : all) {
    const std::size_t space = verb.name.find(' ');
    if (space == std::string::npos) {
      result.push_back(verb);
      continue;
    }
    std::vector<OptionShape>& options = result.back().options;
    OptionShape word;
    word.names = {verb.name.substr(space + 1)};
    word.positional = true;
    word.what = verb.what;
    word.words = word.names;
    options.push_back(word);
    for (const OptionShape& option : verb.options) {
      const bool known = std::any_of(options.begin(), options.end(), [&](const OptionShape& one) {
        return one.names == option.names;
      });
      if (!known && !option.positional) options.push_back(option);
    }
  }
  return result;
}

}  // namespace sextant::tool
