#include <filesystem>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>

#include <gtest/gtest.h>
#include <sextant.h>

#include "c/guard.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/exact/undecided.hpp"

namespace sextant::c {
namespace {

template <class Exception>
sextant_status answer_to(const Exception& exception) {
  return guarded("the_function", [&] { throw exception; });
}

/// Whatever is thrown inside becomes a status and a message, and nothing comes out.
TEST(Guard, EveryExceptionIsAStatus) {
  EXPECT_EQ(guarded("f", [] {}), SEXTANT_OK);
  EXPECT_EQ(answer_to(Refused(SEXTANT_ABSENT, "no more")), SEXTANT_ABSENT);
  EXPECT_STREQ(sextant_message(), "the_function: no more");
  EXPECT_EQ(answer_to(Error("what to do")), SEXTANT_BAD_INPUT);
  EXPECT_STREQ(sextant_message(), "what to do");
  EXPECT_EQ(answer_to(std::filesystem::filesystem_error(
                "list", "/there", std::make_error_code(std::errc::permission_denied))),
            SEXTANT_BAD_INPUT);
  EXPECT_STREQ(sextant_message(), "'/there': Permission denied");
  EXPECT_EQ(answer_to(exact::Undecided("too near")), SEXTANT_UNDECIDED);
  EXPECT_STREQ(sextant_message(), "too near");
  EXPECT_EQ(answer_to(std::bad_alloc()), SEXTANT_NO_MEMORY);
  EXPECT_STREQ(sextant_message(), "the_function: there is not enough memory");
  EXPECT_EQ(answer_to(std::length_error("a vector")), SEXTANT_NO_MEMORY);
  EXPECT_EQ(answer_to(std::logic_error("a mistake")), SEXTANT_INTERNAL);
  EXPECT_STREQ(sextant_message(), "the_function: a mistake");
  EXPECT_EQ(answer_to(42), SEXTANT_INTERNAL);
  EXPECT_STREQ(sextant_message(), "the_function: an exception of no known kind");
}

/// A message is cut before a character that does not fit, whatever the place.
TEST(Guard, AMessageEndsWithAWholeCharacter) {
  for (std::size_t before = 1990; before < 2003; ++before) {
    const std::string text = std::string(before, 'x') + "€€€";
    (void)answer_to(Error(text));
    const std::string said = sextant_message();
    const std::size_t room = before > 2000 ? 0 : (2000 - before) / 3 * 3;
    EXPECT_EQ(said, text.substr(0, std::min<std::size_t>(2000, before + room))) << before;
  }
}

}  // namespace
}  // namespace sextant::c
