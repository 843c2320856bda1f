#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sextant/c/encoding.h"
#include "sextant/c/verdict.h"
#include "sextant/config/named_encoding.hpp"
#include "sextant/verify/verdict/verdict.hpp"

/// A handle begins with what it is, so that one of another kind, or memory that was zeroed, is no
/// handle.  Freed memory may look like one still: nobody can tell.
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
