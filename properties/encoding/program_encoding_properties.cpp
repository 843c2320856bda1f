#include <algorithm>
#include <array>
#include <cctype>

#include <gmock/gmock.h>

#include "draw/gen.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/encoding/text/program_encoding.hpp"
#include "sextant/encoding/text/spelling.hpp"

namespace sextant {
namespace {

using testing::HasSubstr;

std::string error_of(const std::string& name) {
  try {
    (void)default_encoding(name);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

/// A program encoding is parameters of the definition: its name stands for them, and its text reads
/// back.
TEST(Dialects, AreParametersOfOneDefinition) {
  for (const ProgramEncoding& program : program_encodings()) {
    const Encoding encoding = default_encoding(program.name);
    EXPECT_EQ(encoding, read_encoding(program.text)) << program.name;
    EXPECT_EQ(read_encoding(to_text(encoding)), encoding) << program.name;
    const std::string named(program.name);
    EXPECT_EQ(read_encoding(named + " dim=64 base=500"),
              read_encoding(to_text(encoding) + " dim=64 base=500"))
        << named;
    EXPECT_EQ(find_program_encoding(program.name), &program);
    EXPECT_FALSE(program.source.empty()) << named;
  }
  EXPECT_EQ(to_text(default_encoding("fairseq")),
            "sinusoidal dim=512 layout=halves law=half-minus-shift odd=zero-column zero-row=1");
  EXPECT_EQ(to_text(default_encoding("adm")),
            "sinusoidal dim=512 layout=halves order=cos-sin law=half-minus-shift shift=0 "
            "odd=zero-column");
  EXPECT_EQ(to_text(default_encoding("retnet")),
            "rope dim=128 layout=interleaved "
            "law=half-minus-shift");
  EXPECT_EQ(find_program_encoding("sinusoidal"), nullptr);
  EXPECT_EQ(find_program_encoding(""), nullptr);
}

TEST(Dialects, AreListedByName) {
  const auto all = program_encodings();
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end(),
                             [](const auto& a, const auto& b) { return a.name < b.name; }));
  EXPECT_EQ(std::adjacent_find(all.begin(), all.end(),
                               [](const auto& a, const auto& b) { return a.name == b.name; }),
            all.end());
  for (const ProgramEncoding& program : all) {
    EXPECT_TRUE(std::all_of(program.name.begin(), program.name.end(), [](unsigned char c) {
      return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '-';
    })) << program.name;
  }
}

TEST(Dialects, UnknownNamesGetThoseThatAreLikeThem) {
  EXPECT_THAT(error_of("fairsek"), HasSubstr("'fairsek': did you mean fairseq? 'sextant list"));
  EXPECT_THAT(error_of("opennmt-"),
              HasSubstr(": did you mean opennmt, opennmt-concat or opennmt-tf?"));
  EXPECT_THAT(error_of("Whisper"), HasSubstr(": did you mean whisper?"));
  EXPECT_THAT(error_of("transformerxl"), HasSubstr(": did you mean transformer-xl?"));
  EXPECT_THAT(error_of("sinusoid"), HasSubstr(": did you mean sinusoidal?"));
  EXPECT_THAT(error_of("roformer"), HasSubstr(": did you mean roformer-table?"));
  for (const std::string far : {"bigbird", "", "x", "qqqqqqqqqq"}) {
    EXPECT_THAT(error_of(far), HasSubstr("'" + far + "': 'sextant list encodings'")) << far;
  }
}

/// One letter wrong is still understood, for every name of more than three.
PROPERTY(Dialects, AreFoundBehindAWrongLetter) {
  const auto all = program_encodings();
  const auto& program = all[static_cast<std::size_t>(
      *draw::full(draw::in_range(0, static_cast<int>(all.size()))).as("dialect"))];
  std::string name(program.name);
  RC_PRE(name.size() > 3);
  const int at = *draw::full(draw::in_range(0, static_cast<int>(name.size()))).as("place");
  name[static_cast<std::size_t>(at)] = '_';
  RC_ASSERT(error_of(name).find(program.name) != std::string::npos);
}

TEST(Spelling, CountsEdits) {
  EXPECT_EQ(edits("", ""), 0u);
  EXPECT_EQ(edits("abc", "abc"), 0u);
  EXPECT_EQ(edits("abc", ""), 3u);
  EXPECT_EQ(edits("kitten", "sitting"), 3u);
  EXPECT_EQ(edits("ab", "ba"), 1u);
  EXPECT_EQ(edits("roep", "rope"), 1u);
  EXPECT_EQ(edits("ca", "abc"), 3u);
}

TEST(Spelling, OffersTheNearestFirst) {
  const std::array<std::string_view, 6> known = {"beta", "betas", "bet", "gamma", "better", "be"};
  EXPECT_EQ(did_you_mean("beta", known), ": did you mean beta, betas, bet or be?");
  EXPECT_EQ(did_you_mean("gamme", known), ": did you mean gamma?");
  EXPECT_EQ(did_you_mean("omega", known), "");
  EXPECT_EQ(did_you_mean("", known), "");
  EXPECT_EQ(did_you_mean(std::string(1000, 'b'), known), "");
}

}  // namespace
}  // namespace sextant
