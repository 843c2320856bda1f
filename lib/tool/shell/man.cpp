#include <algorithm>
#include <cctype>
#include <sstream>

#include <fmt/format.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/version.hpp"
#include "tool/options/output_files.hpp"
#include "tool/options/usage.hpp"
#include "tool/shell/grammar.hpp"
#include "tool/verb/verbs.hpp"

namespace sextant::tool {
namespace {

/// Text that roff prints as it stands.
std::string plain(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    const bool first = safe.empty() || safe.back() == '\n';
    if (first && (c == '.' || c == '\'')) safe += "\\&";
    if (c == '\\')
      safe += "\\e";
    else if (c == '-')
      safe += "\\-";
    else
      safe += c;
  }
  for (std::size_t at; (at = safe.find("…")) != std::string::npos;)
    safe.replace(at, std::string("…").size(), "\\[u2026]");
  return safe;
}

std::string page_name(const VerbShape& verb) {
  std::string name = verb.name.empty() ? "sextant" : "sextant-" + verb.name;
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

std::string heading(const VerbShape& verb) {
  std::string name = page_name(verb);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return fmt::format(".TH {} 1 \"\" \"sextant {}\" \"Sextant\"\n.SH NAME\n{} \\- {}\n", name,
                     version(), plain(page_name(verb)), plain(verb.what));
}

std::string synopsis(const VerbShape& verb) {
  std::string text = ".SH SYNOPSIS\n.B sextant";
  text += verb.name.empty() ? "\n.I VERB\n[\\fIOPTION\\fR]...\n" : " " + verb.name + "\n";
  if (!verb.name.empty()) text += "[\\fIOPTION\\fR]...\n";
  for (const OptionShape& option : verb.options) {
    if (option.positional) text += ".I " + plain(option.names.front()) + "\n";
  }
  return text;
}

std::string entry(const OptionShape& option) {
  std::string text = ".TP\n";
  for (const std::string& name : option.names)
    text += (&name == &option.names.front() ? "" : ", ") + ("\\fB" + plain(name) + "\\fR");
  if (!option.positional && option.takes_value()) text += " \\fI" + plain(option.value) + "\\fR";
  return text + "\n" + plain(option.what) + "\n";
}

/// A verb's own options, and then those of each group under its name.
std::string options(const VerbShape& verb) {
  std::string text = ".SH OPTIONS\n";
  std::vector<std::pair<std::string, std::string>> groups;
  for (const OptionShape& option : verb.options) {
    if (option.positional || option.group == "Options") {
      text += entry(option);
      continue;
    }
    if (groups.empty() || groups.back().first != option.group)
      groups.emplace_back(option.group, "");
    groups.back().second += entry(option);
  }
  for (const auto& [name, entries] : groups) text += ".SS " + plain(name) + "\n" + entries;
  return text;
}

/// The notes after a verb's options: paragraphs, and commands as they are typed.
std::string notes(const VerbShape& verb) {
  std::string text = verb.notes.empty() ? "" : ".SH NOTES\n";
  std::istringstream lines(verb.notes);
  for (std::string line; std::getline(lines, line);) {
    if (line == "Examples:" || line == "Example:")
      text += ".SH EXAMPLES\n";
    else if (line.starts_with("  "))
      text += ".PP\n.nf\n.RS\n" + plain(line.substr(2)) + "\n.RE\n.fi\n";
    else if (!line.empty())
      text += ".PP\n" + plain(line) + "\n";
  }
  return text.starts_with(".SH NOTES\n.SH") ? text.substr(text.find(".SH", 1)) : text;
}

std::string page(const VerbShape& verb, const std::vector<VerbShape>& verbs) {
  std::string text = heading(verb) + synopsis(verb);
  if (verb.name.empty()) {
    text += ".SH VERBS\n";
    for (const VerbShape& one : verbs)
      if (!one.name.empty()) text += ".TP\n.B " + one.name + "\n" + plain(one.what) + "\n";
  }
  text += options(verb) + notes(verb) + ".SH SEE ALSO\n";
  std::string others;
  for (const VerbShape& one : verbs) {
    if (one.name != verb.name)
      others += (others.empty() ? "" : ",\n") + (".BR " + plain(page_name(one)) + " (1)");
  }
  return text + others + "\n";
}

void run(const CLI::App& app, const std::string& name, const std::string& output) {
  const auto pages = grammar(app);
  if (!output.empty()) {
    if (!name.empty()) throw Error("--output is of all pages: no VERB goes with it");
    OutputFiles files(output, output);
    for (const VerbShape& verb : pages) files.add(page_name(verb) + ".1", page(verb, pages));
    return files.finish();
  }
  for (const VerbShape& verb : pages)
    if (verb.name == name || (!name.empty() && page_name(verb) == "sextant-" + name))
      return fmt::print("{}", page(verb, pages));
  throw Error("there is no '" + name + "': " + verbs(app));
}

}  // namespace

void add_man(CLI::App& app, int& status) {
  CLI::App* verb = app.add_subcommand("man", "Print a manual page, in roff");
  auto name = std::make_shared<std::string>();
  auto output = std::make_shared<std::string>();
  verb->add_option("VERB", *name, "of this verb; else of the program");
  verb->add_option("-o,--output", *output, "write all pages into this directory")->type_name("DIR");
  verb->footer(
      "An installed Sextant has its pages where man looks.\n"
      "Examples:\n"
      "  sextant man verify | man -l -\n"
      "  sextant man -o ~/.local/share/man/man1");
  verb->callback([&app, name, output, &status] {
    run(app, *name, *output);
    status = 0;
  });
}

}  // namespace sextant::tool
