#include "tool/prove/certificates.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "certificate/check.hpp"
#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/proof/statement/certificate.hpp"
#include "sextant/proof/statement/offsets.hpp"
#include "tool/options/progress.hpp"

namespace sextant::tool {
namespace {

using nlohmann::ordered_json;

certificate::Checked checked_file(const std::string& file) {
  std::ifstream from(file, std::ios::binary);
  std::istream& in = file == "-" ? std::cin : from;
  if (std::filesystem::is_directory(file)) throw Error("'" + file + "' is a directory");
  if (!in) throw Error("'" + file + "': there is no such certificate that can be read");
  ProgressLine progress("checking " + file);
  try {
    return certificate::check_certificate(in, progress.callback());
  } catch (const certificate::Error& error) {
    throw Error("'" + file + "': " + error.what());
  }
}

/// The frequencies of an encoding in the notation of certificates; nullopt if the text is no
/// encoding.
std::optional<std::string> frequencies_of(const std::string& encoding) {
  try {
    const proof::Offsets meant(read_encoding(encoding));
    return proof::certificate_of("", read_encoding(encoding), meant).at("frequencies").dump();
  } catch (const Error&) {
    return std::nullopt;
  }
}

/// A verdict on a certificate, and the origin of the frequencies that it is about.
struct Verdict {
  bool confirmed = false;
  std::string what;
  std::string frequencies;
};

Verdict verdict(const certificate::Checked& found) {
  if (!found.confirmed || !found.listed)
    return {found.confirmed, found.what, found.defined ? "by the definition" : ""};
  const auto meant = frequencies_of(found.listed->encoding);
  if (!meant) return {true, found.what, "as listed"};
  if (*meant != found.listed->frequencies)
    return {false, "the frequencies listed are not those of '" + found.listed->encoding + "'", ""};
  return {true, found.what + "; the frequencies listed are those of the name", "of the name"};
}

void print(const std::string& file, const Verdict& v, double seconds) {
  const char* word = !v.confirmed                   ? "not confirmed"
                     : v.frequencies == "as listed" ? "confirmed of the numbers listed, whatever "
                                                      "their name"
                                                    : "confirmed";
  fmt::print("{}: {}\n  {}, in {:.2f} s\n", file, word, v.what, seconds);
}

void print_json(const std::string& file, const Verdict& v, double seconds) {
  ordered_json line{{"certificate", file}, {"confirmed", v.confirmed}, {"what", v.what}};
  if (!v.frequencies.empty()) line["frequencies"] = v.frequencies;
  line["seconds"] = seconds;
  fmt::print("{}\n", line.dump());
}

}  // namespace

int check_certificates(const std::vector<std::string>& files, bool json) {
  int status = 0;
  for (const std::string& file : files) try {
      const certificate::Checked found = checked_file(file);
      const Verdict v = verdict(found);
      if (!v.confirmed) status = std::max(status, 1);
      (json ? print_json : print)(file, v, found.seconds);
      std::fflush(stdout);  // keeps the output if the program is interrupted
    } catch (const Error& error) {
      fmt::print(stderr, "sextant: {}\n", error.what());
      status = 2;
    }
  return status;
}

}  // namespace sextant::tool
