#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "c/commands.hpp"
#include "sextant/c/ask.h"
#include "sextant/c/encoding.h"
#include "sextant/c/verdict.h"
#include "sextant/config/named_encoding.hpp"
#include "sextant/verify/verdict/verdict.hpp"

/// A handle begins with a tag of its kind.  A handle of another kind, or zeroed memory, is thus
/// rejected.  Freed memory may still hold the tag: that cannot be detected.
struct sextant_encoding {
  static constexpr std::uint64_t kTag = 0x7365787474656e63;
  std::uint64_t tag = kTag;
  sextant::NamedEncoding named;
  std::string text;
};

struct sextant_verdict {
  static constexpr std::uint64_t kTag = 0x7365787476657264;
  std::uint64_t tag = kTag;
  sextant::verify::Verdict verdict;
  std::string json;
  std::string words;
  std::vector<std::string> parameters;  ///< of the findings
};

struct sextant_answer {
  static constexpr std::uint64_t kTag = 0x73657874616e7377;
  std::uint64_t tag = kTag;
  sextant::c::Answer answer;
};
