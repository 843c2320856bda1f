#include "tool/shell/man_page.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "sextant/version.hpp"

namespace sextant::tool {
namespace {

/// The text with escapes, so that roff prints it unchanged.
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

std::string heading(const Subcommand& subcommand) {
  std::string name = man_page_name(subcommand);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return fmt::format(".TH {} 1 \"\" \"sextant {}\" \"Sextant\"\n.SH NAME\n{} \\- {}\n", name,
                     version(), plain(man_page_name(subcommand)), plain(subcommand.what));
}

std::string synopsis(const Subcommand& subcommand) {
  std::string text = ".SH SYNOPSIS\n.B sextant";
  text +=
      subcommand.name.empty() ? "\n.I VERB\n[\\fIOPTION\\fR]...\n" : " " + subcommand.name + "\n";
  if (!subcommand.name.empty()) text += "[\\fIOPTION\\fR]...\n";
  for (const Option& option : subcommand.options) {
    if (option.positional()) text += ".I " + plain(option.names.front()) + "\n";
  }
  return text;
}

std::string entry(const Option& option) {
  std::string text = ".TP\n";
  for (const std::string& name : option.names)
    text += (&name == &option.names.front() ? "" : ", ") + ("\\fB" + plain(name) + "\\fR");
  if (!option.positional() && !option.flag()) text += " \\fI" + plain(option.traits.value) + "\\fR";
  return text + "\n" + plain(option.what) + "\n";
}

/// The options of a subcommand, followed by those of each group under its name.
std::string options(const Subcommand& subcommand) {
  std::string text = ".SH OPTIONS\n";
  std::vector<std::pair<std::string, std::string>> groups;
  for (const Option& option : subcommand.options) {
    if (option.positional() || option.traits.group == "Options") {
      text += entry(option);
      continue;
    }
    if (groups.empty() || groups.back().first != option.traits.group)
      groups.emplace_back(option.traits.group, "");
    groups.back().second += entry(option);
  }
  for (const auto& [name, entries] : groups) text += ".SS " + plain(name) + "\n" + entries;
  return text;
}

/// The notes after a subcommand's options: paragraphs, and commands for the user to type.
std::string notes(const Subcommand& subcommand) {
  std::string text = subcommand.footer.empty() ? "" : ".SH NOTES\n";
  std::istringstream lines(subcommand.footer);
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

}  // namespace

std::string man_page_name(const Subcommand& subcommand) {
  std::string name = subcommand.name.empty() ? "sextant" : "sextant-" + subcommand.name;
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

std::string man_page(const Subcommand& subcommand, const std::vector<Subcommand>& subcommands) {
  std::string text = heading(subcommand) + synopsis(subcommand);
  if (subcommand.name.empty()) {
    text += ".SH VERBS\n";
    for (const Subcommand& one : subcommands)
      if (!one.name.empty()) text += ".TP\n.B " + one.name + "\n" + plain(one.what) + "\n";
  }
  text += options(subcommand) + notes(subcommand) + ".SH SEE ALSO\n";
  std::string others;
  for (const Subcommand& one : subcommands) {
    if (one.name != subcommand.name)
      others += (others.empty() ? "" : ",\n") + (".BR " + plain(man_page_name(one)) + " (1)");
  }
  return text + others + "\n";
}

}  // namespace sextant::tool
