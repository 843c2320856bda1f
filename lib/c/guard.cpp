#include "c/guard.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <new>

#include "sextant/encoding/real/error.hpp"
#include "sextant/exact/undecided.hpp"
#include "tool/command/usage.hpp"

namespace sextant::c {
namespace {

/// Of a type without destructor: it outlives the thread's other objects, and needs no allocation.
thread_local std::array<char, 2001> message{};

/// Appends to the message, on one line; cuts between UTF-8 characters if there is no room.
void say(std::string_view text) noexcept {
  const auto begin = static_cast<std::size_t>(std::find(message.begin(), message.end() - 1, '\0') -
                                              message.begin());
  std::size_t length = std::min(text.size(), message.size() - 1 - begin);
  const auto continues = [&](std::size_t at) { return (text[at] & 0xC0) == 0x80; };
  while (length < text.size() && length > 0 && continues(length)) --length;
  std::transform(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(length),
                 message.begin() + static_cast<std::ptrdiff_t>(begin),
                 [](char c) { return c == '\n' || c == '\r' || c == '\0' ? ' ' : c; });
  message[begin + length] = '\0';
}

sextant_status reported(sextant_status status, std::string_view text) noexcept {
  message[0] = '\0';
  say(text);
  return status;
}

sextant_status reported(sextant_status status, std::string_view function,
                        std::string_view text) noexcept {
  message[0] = '\0';
  say(function);
  say(": ");
  say(text);
  return status;
}

}  // namespace

sextant_status answer(const char* function, const std::exception_ptr& exception) noexcept {
  try {
    std::rethrow_exception(exception);
  } catch (const Refused& refused) {
    return reported(refused.status(), function, refused.what());
  } catch (const exact::Undecided& error) {
    return reported(SEXTANT_UNDECIDED, error.what());
  } catch (const Error& error) {
    return reported(SEXTANT_BAD_INPUT, error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    return reported(SEXTANT_BAD_INPUT, tool::failure(error));
  } catch (const std::bad_alloc&) {
    return reported(SEXTANT_NO_MEMORY, function, "there is not enough memory");
  } catch (const std::length_error&) {
    return reported(SEXTANT_NO_MEMORY, function, "there is not enough memory");
  } catch (const std::exception& error) {
    return reported(SEXTANT_INTERNAL, function, error.what());
  } catch (...) {
    return reported(SEXTANT_INTERNAL, function, "an exception of no known kind");
  }
}

}  // namespace sextant::c

extern "C" {

const char* sextant_message(void) { return sextant::c::message.data(); }

const char* sextant_status_name(sextant_status status) {
  switch (status) {
    case SEXTANT_OK:
      return "ok";
    case SEXTANT_BAD_ARGUMENT:
      return "bad-argument";
    case SEXTANT_BAD_INPUT:
      return "bad-input";
    case SEXTANT_TOO_SMALL:
      return "too-small";
    case SEXTANT_UNDECIDED:
      return "undecided";
    case SEXTANT_ABSENT:
      return "absent";
    case SEXTANT_NO_MEMORY:
      return "no-memory";
    case SEXTANT_INTERNAL:
      return "internal";
    case SEXTANT_INTERRUPTED:
      return "interrupted";
  }
  return nullptr;
}
}
