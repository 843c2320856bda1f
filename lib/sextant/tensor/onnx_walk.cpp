#include "sextant/tensor/onnx_walk.hpp"

#include <bit>
#include <utility>

namespace sextant {
namespace {

constexpr std::uint64_t kLongestText = 65535;
constexpr std::size_t kLongestPlace = 1024;  // names of nodes around a tensor
constexpr std::size_t kDeepest = 32;         // graphs in graphs

/// Numbers of the fields of the messages of onnx.proto.
namespace field {
enum Model : std::uint64_t { kGraph = 7, kFunction = 25 };
enum Graph : std::uint64_t { kNode = 1, kInitializer = 5, kGraphOutput = 12 };
enum ValueInfo : std::uint64_t { kValueName = 1 };
enum Function : std::uint64_t { kFunctionName = 1, kFunctionNode = 7 };
enum Node : std::uint64_t {
  kInput = 1,
  kOutput = 2,
  kNodeName = 3,
  kOperator = 4,
  kAttribute = 5,
  kDomain = 7
};
enum Attribute : std::uint64_t {
  kAttributeName = 1,
  kReal = 2,
  kInteger = 3,
  kTensor = 5,
  kSubgraph = 6,
  kReals = 7,
  kSubgraphs = 11
};
}  // namespace field

/// Where the nodes of a graph or of a function's body are.
struct Place {
  std::string where;
  std::string function;
  std::size_t depth = 0;
};

class Walker {
 public:
  Walker(ByteCursor& cursor, OnnxVisitor& visitor) : cursor_(cursor), visitor_(visitor) {}

  void model() {
    each_field(cursor_, cursor_.end(), [&](const WireField& field) {
      if (field.number == field::kGraph && field.delimited) graph(field.end, {});
      if (field.number == field::kFunction && field.delimited) function(field);
    });
  }

 private:
  void function(const WireField& whole) {
    Place place;
    each_field(cursor_, whole.end, [&](const WireField& field) {
      if (field.number == field::kFunctionName && field.delimited)
        place.function = onnx_text(cursor_, field);
    });
    place.where = place.function.substr(0, kLongestPlace) + ".";
    cursor_.seek(whole.begin);
    each_field(cursor_, whole.end, [&](const WireField& field) {
      if (field.number == field::kFunctionNode && field.delimited) node(field, place);
    });
  }

  void graph(std::uint64_t end, const Place& place) {
    if (place.depth > kDeepest)
      cursor_.fail("has graphs too deep in graphs" + std::string(kOnnxRemedy));
    std::vector<std::string> outputs;
    each_field(cursor_, end, [&](const WireField& field) {
      if (!field.delimited) return;
      if (field.number == field::kInitializer) visitor_.tensor(cursor_, field.end, "", place.where);
      if (field.number == field::kNode) node(field, place);
      if (field.number == field::kGraphOutput && outputs.size() < kMostOnnxNames)
        outputs.push_back(value_name(field));
    });
    if (place.depth > 0) visitor_.subgraph(place.where, outputs);
  }

  std::string value_name(const WireField& whole) {
    std::string name;
    each_field(cursor_, whole.end, [&](const WireField& field) {
      if (field.number == field::kValueName && field.delimited) name = onnx_text(cursor_, field);
    });
    return name;
  }

  void node(const WireField& whole, const Place& place) {
    OnnxNode node{.where = place.where, .function = place.function};
    std::string output;  // the first one with a name
    each_field(cursor_, whole.end, [&](const WireField& field) {
      if (!field.delimited) return;
      switch (field.number) {
        case field::kOutput:
          if (output.empty()) output = onnx_text(cursor_, field);
          break;
        case field::kNodeName:
          node.name = onnx_text(cursor_, field);
          break;
        case field::kOperator:
          node.op = onnx_text(cursor_, field);
          break;
        case field::kDomain:
          node.domain = onnx_text(cursor_, field);
          break;
        default:
          break;
      }
    });
    const bool wanted = visitor_.wants(node.op);
    if (wanted) read_names(whole, node);
    const Place within{
        (place.where + (node.name.empty() ? output : node.name)).substr(0, kLongestPlace) + ".",
        place.function, place.depth};
    const std::string constant = node.op == "Constant" ? output : "";
    cursor_.seek(whole.begin);
    each_field(cursor_, whole.end, [&](const WireField& field) {
      if (field.number != field::kAttribute || !field.delimited) return;
      OnnxAttribute read = attribute(field, constant, within);
      const bool number = read.integer || read.real;
      if (wanted && number && node.attributes.size() < kMostOnnxNames)
        node.attributes.push_back(std::move(read));
    });
    if (wanted) visitor_.node(node);
  }

  /// Reads the names of inputs and outputs.
  void read_names(const WireField& whole, OnnxNode& node) {
    cursor_.seek(whole.begin);
    each_field(cursor_, whole.end, [&](const WireField& field) {
      if (!field.delimited || (field.number != field::kInput && field.number != field::kOutput))
        return;
      auto& names = field.number == field::kInput ? node.inputs : node.outputs;
      if (names.size() < kMostOnnxNames) names.push_back(onnx_text(cursor_, field));
    });
  }

  /// Reads an attribute.  `output` is the output of a Constant; empty for other nodes.
  OnnxAttribute attribute(const WireField& whole, const std::string& output, const Place& node) {
    OnnxAttribute read;
    each_field(cursor_, whole.end, [&](const WireField& field) {
      if (field.number == field::kAttributeName && field.delimited)
        read.name = onnx_text(cursor_, field);
      if (field.number == field::kInteger && !field.delimited)
        read.integer = static_cast<std::int64_t>(field.value);
      if (field.number == field::kReal && !field.delimited)
        read.real = std::bit_cast<float>(static_cast<std::uint32_t>(field.value));
    });
    if (!output.empty() && (read.name == "value_float" || read.name == "value_floats")) {
      cursor_.seek(whole.begin);
      visitor_.floats(cursor_, whole.end, output, node.where);
    }
    cursor_.seek(whole.begin);
    each_field(cursor_, whole.end, [&](const WireField& field) {
      if (!field.delimited) return;
      if (field.number == field::kTensor && !output.empty())
        visitor_.tensor(cursor_, field.end, output, node.where);
      if (field.number == field::kSubgraph || field.number == field::kSubgraphs)
        graph(field.end, {node.where + read.name + ".", node.function, node.depth + 1});
    });
    return read;
  }

  ByteCursor& cursor_;
  OnnxVisitor& visitor_;
};

}  // namespace

void walk_onnx(ByteCursor& cursor, OnnxVisitor& visitor) { Walker(cursor, visitor).model(); }

std::string onnx_text(ByteCursor& cursor, const WireField& field) {
  return cursor.text(field.end - field.begin, kLongestText);
}

}  // namespace sextant
