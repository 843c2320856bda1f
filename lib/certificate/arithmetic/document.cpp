#include "certificate/arithmetic/document.hpp"

#include <set>

#include <nlohmann/json.hpp>

#include "certificate/arithmetic/error.hpp"
#include "certificate/arithmetic/literal.hpp"

namespace sextant::certificate {
namespace {

using nlohmann::json;

// The largest certificates have a basis of some hundred rows, or some thousand offsets: a few MiB.
constexpr std::size_t kMostBytes = std::size_t{256} << 20;
constexpr std::size_t kMostValues = std::size_t{1} << 23;
constexpr int kDeepest = 64;
// Long texts of digits are refused: the time to parse an exact number grows faster than its length.
constexpr std::size_t kMostDigits = 20000;

std::string contents(std::istream& in) {
  std::string text;
  std::string piece(std::size_t{1} << 16, '\0');
  while (in.read(piece.data(), static_cast<std::streamsize>(piece.size())) || in.gcount() > 0) {
    text.append(piece, 0, static_cast<std::size_t>(in.gcount()));
    if (text.size() > kMostBytes) throw Error("certificate: larger than 256 MiB; none is");
  }
  return text;
}

/// Throws Error while the document is read, before it takes memory.
class Guard {
 public:
  bool operator()(int depth, json::parse_event_t event, json& value) {
    if (depth > kDeepest) throw Error("certificate: nested more than 64 deep; none is");
    if (++events_ > kMostValues) throw Error("certificate: more than 2^23 values; none has");
    if (event == json::parse_event_t::object_start) keys_.emplace_back();
    if (event == json::parse_event_t::object_end) keys_.pop_back();
    if (event == json::parse_event_t::key && !keys_.back().insert(value).second)
      throw Error("certificate: the key '" + value.get<std::string>() + "' comes twice");
    return true;
  }

 private:
  std::size_t events_ = 0;
  std::vector<std::set<json>> keys_;
};

}  // namespace

void Node::refuse(const std::string& why) const { throw Error(path_ + ": " + why); }

Node Node::member(const char* key) const {
  if (!value_->is_object()) refuse("must be an object");
  const auto found = value_->find(key);
  const std::string path = path_ == "certificate" ? key : path_ + "." + key;
  if (found == value_->end()) throw Error(path + ": missing");
  return {*found, path};
}

bool Node::has(const char* key) const {
  if (!value_->is_object()) refuse("must be an object");
  const auto found = value_->find(key);
  return found != value_->end() && !found->is_null();
}

std::vector<std::pair<std::string, Node>> Node::members() const {
  if (!value_->is_object()) refuse("must be an object");
  std::vector<std::pair<std::string, Node>> all;
  for (const auto& [key, value] : value_->items())
    all.emplace_back(key, Node(value, path_ + "." + key));
  return all;
}

std::vector<Node> Node::list(std::size_t least, std::size_t most) const {
  if (!value_->is_array()) refuse("must be a list");
  if (value_->size() < least || value_->size() > most)
    refuse("must be a list of " + std::to_string(least) +
           (least == most ? "" : " to " + std::to_string(most)) + " elements, not of " +
           std::to_string(value_->size()));
  std::vector<Node> elements;
  elements.reserve(value_->size());
  for (const json& one : *value_)
    elements.emplace_back(one, path_ + "[" + std::to_string(elements.size()) + "]");
  return elements;
}

bool Node::is_text() const { return value_->is_string(); }

std::string Node::as_json() const { return value_->dump(); }

const std::string& Node::text() const {
  if (!value_->is_string()) refuse("must be a text");
  const auto& text = value_->get_ref<const std::string&>();
  if (text.size() > kMostDigits) refuse("longer than 20000 characters");
  return text;
}

Integer Node::integer() const {
  if (value_->is_number_integer()) return *integer_of(value_->dump());
  const auto value = value_->is_string() ? integer_of(text()) : std::nullopt;
  if (!value) refuse("must be an integer, as digits in a text");
  return *value;
}

int Node::small(int least, int most) const {
  const Integer value = integer();
  if (value < Integer(least) || value > Integer(most))
    refuse("must be from " + std::to_string(least) + " to " + std::to_string(most));
  return static_cast<int>(fmpz_get_si(value.get()));
}

Fraction Node::fraction() const {
  const auto value = fraction_of(text());
  if (!value) refuse("must be an exact number 'a/b' or 'a', in digits");
  return *value;
}

Fraction Node::decimal() const {
  const auto value = decimal_of(text());
  if (!value) refuse("must be a decimal literal such as 3.81e-07");
  return *value;
}

Document::Document(std::istream& in) {
  const std::string text = contents(in);
  try {
    value_ = std::make_unique<json>(json::parse(text, Guard()));
  } catch (const json::parse_error& e) {
    throw Error("certificate: not JSON, or cut short: byte " + std::to_string(e.byte));
  } catch (const json::exception&) {
    throw Error("certificate: holds a number that no certificate has");
  }
}

Document::~Document() = default;
Document::Document(Document&&) noexcept = default;
Document& Document::operator=(Document&&) noexcept = default;

Node Document::root() const { return {*value_, "certificate"}; }

}  // namespace sextant::certificate
