#pragma once

#include <istream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "certificate/arithmetic/number.hpp"

namespace sextant::certificate {

/// A value in the certificate's document.  It knows its place, so that every error names the key.
/// The Document must outlive it.
class Node {
 public:
  Node(const nlohmann::json& value, std::string path) : value_(&value), path_(std::move(path)) {}

  const std::string& path() const { return path_; }
  [[noreturn]] void refuse(const std::string& why) const;

  /// An object's member; throws Error if it is missing.
  Node member(const char* key) const;
  /// Whether an object has the member, and it is not null.
  bool has(const char* key) const;
  /// An object's members, by name.
  std::vector<std::pair<std::string, Node>> members() const;
  /// The elements of a list; throws Error unless it has `least` to `most` of them.
  std::vector<Node> list(std::size_t least, std::size_t most) const;

  bool is_text() const;
  const std::string& text() const;
  /// The value as JSON, without spaces.
  std::string as_json() const;
  /// The integer of a number, or of digits in a text.
  Integer integer() const;
  int small(int least, int most) const;
  Fraction fraction() const;
  Fraction decimal() const;

 private:
  const nlohmann::json* value_;
  std::string path_;
};

/// A JSON document of bounded size and depth.  No object may have a key twice.
class Document {
 public:
  explicit Document(std::istream& in);
  ~Document();
  Document(Document&&) noexcept;
  Document& operator=(Document&&) noexcept;

  Node root() const;

 private:
  std::unique_ptr<nlohmann::json> value_;
};

}  // namespace sextant::certificate
