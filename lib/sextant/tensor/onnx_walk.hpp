#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sextant/tensor/protobuf_wire.hpp"

namespace sextant {

/// An attribute of a node that is one number.
struct OnnxAttribute {
  std::string name;
  std::optional<std::int64_t> integer = {};
  std::optional<float> real = {};
};

/// A node of an ONNX graph.
struct OnnxNode {
  std::string name = {}, op = {}, domain = {};
  std::vector<std::string> inputs = {}, outputs = {};  ///< at most kMostOnnxNames each
  std::vector<OnnxAttribute> attributes = {};          ///< at most kMostOnnxNames
  /// The names of the nodes and attributes around its graph, each with a dot; empty in the main
  /// graph.  In a function it begins with the function's name.
  std::string where = {};
  std::string function = {};  ///< the local function whose body has the node; else empty
};
inline constexpr std::size_t kMostOnnxNames = 32;

/// Receives the parts of a model.  The default functions do nothing.
class OnnxVisitor {
 public:
  virtual ~OnnxVisitor() = default;

  /// Whether `node` is called for nodes of this operator.
  virtual bool wants(std::string_view /*op*/) const { return false; }
  /// A node whose operator `wants` accepted.
  virtual void node(const OnnxNode& /*node*/) {}
  /// The names of a graph's outputs, at most kMostOnnxNames.  It is called before `node` is called
  /// for the node that has the graph.  `where` is the same as in the nodes of the graph.
  virtual void subgraph(const std::string& /*where*/, const std::vector<std::string>& /*outputs*/) {
  }
  /// A TensorProto from the cursor's place to `end`: an initializer, which has a name of its own,
  /// or the value of a Constant with the output `output`.
  virtual void tensor(ByteCursor& /*cursor*/, std::uint64_t /*end*/, const std::string& /*output*/,
                      const std::string& /*where*/) {}
  /// The attribute value_float or value_floats of a Constant.
  virtual void floats(ByteCursor& /*cursor*/, std::uint64_t /*end*/, const std::string& /*output*/,
                      const std::string& /*where*/) {}
};

/// Visits the graph of a model, the graphs in its nodes, and the bodies of local functions, in the
/// file's order.  Other bytes are skipped by their length.  Throws Error, one line with the remedy,
/// for a damaged file.
void walk_onnx(ByteCursor& cursor, OnnxVisitor& visitor);

/// The remedy in messages about damaged models.
inline constexpr const char* kOnnxRemedy =
    "; save it again: onnx.save(onnx.load('FILE'), 'new.onnx')";

/// The text of a field.  Throws Error if it is longer than 65535 bytes.
std::string onnx_text(ByteCursor& cursor, const WireField& field);

}  // namespace sextant
