#include "tool/shell/man_page.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "sextant/version.hpp"

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

std::string heading(const Verb& verb) {
  std::string name = man_page_name(verb);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return fmt::format(".TH {} 1 \"\" \"sextant {}\" \"Sextant\"\n.SH NAME\n{} \\- {}\n", name,
                     version(), plain(man_page_name(verb)), plain(verb.what));
}

std::string synopsis(const Verb& verb) {
  std::string text = ".SH SYNOPSIS\n.B sextant";
  text += verb.name.empty() ? "\n.I VERB\n[\\fIOPTION\\fR]...\n" : " " + verb.name + "\n";
  if (!verb.name.empty()) text += "[\\fIOPTION\\fR]...\n";
  for (const Option& option : verb.options) {
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

/// A verb's own options, and then those of each group under its name.
std::string options(const Verb& verb) {
  std::string text = ".SH OPTIONS\n";
  std::vector<std::pair<std::string, std::string>> groups;
  for (const Option& option : verb.options) {
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

/// The notes after a verb's options: paragraphs, and commands as they are typed.
std::string notes(const Verb& verb) {
  std::string text = verb.footer.empty() ? "" : ".SH NOTES\n";
  std::istringstream lines(verb.footer);
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

std::string man_page_name(const Verb& verb) {
  std::string name = verb.name.empty() ? "sextant" : "sextant-" + verb.name;
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

std::string man_page(const Verb& verb, const std::vector<Verb>& verbs) {
  std::string text = heading(verb) + synopsis(verb);
  if (verb.name.empty()) {
    text += ".SH VERBS\n";
    for (const Verb& one : verbs)
      if (!one.name.empty()) text += ".TP\n.B " + one.name + "\n" + plain(one.what) + "\n";
  }
  text += options(verb) + notes(verb) + ".SH SEE ALSO\n";
  std::string others;
  for (const Verb& one : verbs) {
    if (one.name != verb.name)
      others += (others.empty() ? "" : ",\n") + (".BR " + plain(man_page_name(one)) + " (1)");
  }
  return text + others + "\n";
}

}  // namespace sextant::tool
