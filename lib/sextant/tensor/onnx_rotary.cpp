#include "sextant/tensor/onnx_rotary.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "sextant/tensor/onnx_walk.hpp"

namespace sextant {
namespace {

constexpr std::size_t kMostNodes = 65536;
constexpr std::size_t kMostSources = 256;  // of one value

/// An operator that rotates, and the places of its inputs; -1: it has no such input.
struct Operator {
  std::string_view op, domain;
  int cos, sin;
  bool optional;  ///< only if do_rotary is set
};

// Sources: ONNX Runtime's core/graph/contrib_ops/bert_defs.cc; ONNX operator set 23.
constexpr std::array<Operator, 7> kOperators = {{
    {"RotaryEmbedding", "com.microsoft", 2, 3, false},
    {"RotaryEmbedding", "", 1, 2, false},
    {"GroupQueryAttention", "com.microsoft", 7, 8, true},
    {"PagedAttention", "com.microsoft", 8, 9, true},
    {"SparseAttention", "com.microsoft", 9, 10, true},
    {"MultiHeadAttention", "com.microsoft", -1, -1, true},
    {"Attention", "com.microsoft", -1, -1, true},
}};

const Operator* find(const OnnxNode& node) {
  const std::string_view domain = node.domain == "ai.onnx" ? std::string_view() : node.domain;
  const auto* found = std::find_if(kOperators.begin(), kOperators.end(), [&](const Operator& one) {
    return one.op == node.op && one.domain == domain;
  });
  return found != kOperators.end() ? found : nullptr;
}

const OnnxAttribute* attribute(const OnnxNode& node, std::string_view name) {
  const auto found = std::find_if(node.attributes.begin(), node.attributes.end(),
                                  [&](const OnnxAttribute& one) { return one.name == name; });
  return found != node.attributes.end() ? &*found : nullptr;
}

std::optional<std::int64_t> integer(const OnnxNode& node, std::string_view name) {
  const OnnxAttribute* found = attribute(node, name);
  return found != nullptr ? found->integer : std::nullopt;
}

std::string input(const OnnxNode& node, int place) {
  const auto at = static_cast<std::size_t>(place);
  return place >= 0 && at < node.inputs.size() ? node.inputs[at] : "";
}

class RotaryVisitor : public OnnxVisitor {
 public:
  explicit RotaryVisitor(ByteCursor& cursor) : cursor_(cursor) {}

  std::vector<OnnxRotary> take() {
    for (OnnxRotary& rotary : found_) {
      rotary.cos_arrays = sources_of(rotary.cos_cache);
      rotary.sin_arrays = sources_of(rotary.sin_cache);
      for (const auto* arrays : {&rotary.cos_arrays, &rotary.sin_arrays}) {
        for (const std::string& array : *arrays) {
          if (if_greater_.contains(array)) rotary.if_greater.push_back(array);
          if (if_not_greater_.contains(array)) rotary.if_not_greater.push_back(array);
        }
      }
    }
    return std::move(found_);
  }

  bool wants(std::string_view op) const override {
    return op == "If" || op == "Identity" || op == "Greater" ||
           std::any_of(kOperators.begin(), kOperators.end(),
                       [&](const Operator& one) { return one.op == op; });
  }

  void subgraph(const std::string& where, const std::vector<std::string>& outputs) override {
    branches_.emplace_back(where, outputs);
  }

  void node(const OnnxNode& node) override {
    if (node.op == "Greater" && !node.outputs.empty() && notes_++ < kMostNodes)
      greater_.insert(node.outputs[0]);
    if (node.op == "If" || node.op == "Identity") return pass_on(node);
    const Operator* known = find(node);
    if (known == nullptr || (known->optional && integer(node, "do_rotary").value_or(0) == 0))
      return;
    if (found_.size() == kMostNodes)
      cursor_.fail("has more than 65536 nodes that rotate: it is no model");
    OnnxRotary rotary{.node = node.where + node.name,
                      .op = node.op,
                      .domain = std::string(known->domain),
                      .function = node.function,
                      .cos_cache = input(node, known->cos),
                      .sin_cache = input(node, known->sin)};
    const auto pairs = integer(node, known->optional ? "rotary_interleaved" : "interleaved");
    if (pairs) rotary.interleaved = *pairs != 0;
    rotary.rotary_embedding_dim = integer(node, "rotary_embedding_dim");
    rotary.num_heads = integer(node, "num_heads");
    if (const OnnxAttribute* scale = attribute(node, "scale")) rotary.scale = scale->real;
    found_.push_back(std::move(rotary));
  }

 private:
  /// Notes which outputs of a node are its inputs, or outputs of its graphs, unchanged.
  void pass_on(const OnnxNode& node) {
    if (node.op == "Identity" && !node.inputs.empty() && !node.outputs.empty())
      note(node.outputs[0], node.inputs[0]);
    if (node.op != "If") return;
    const std::string first = node.outputs.empty() ? "" : node.outputs[0];
    const std::string prefix = node.where + (node.name.empty() ? first : node.name) + ".";
    // The graphs of this node are the last ones.
    std::size_t first_branch = branches_.size();
    while (first_branch > 0 && branches_[first_branch - 1].first.starts_with(prefix))
      --first_branch;
    for (std::size_t b = first_branch; b < branches_.size(); ++b) {
      const auto& [where, outputs] = branches_[b];
      const bool own = where.find('.', prefix.size()) == where.size() - 1;
      for (std::size_t i = 0; own && i < std::min(outputs.size(), node.outputs.size()); ++i)
        note_branch(node, where, i, outputs[i]);
    }
    branches_.resize(first_branch);
  }

  /// Notes an output of a branch of a node If.
  void note_branch(const OnnxNode& node, const std::string& where, std::size_t output,
                   const std::string& source) {
    note(node.outputs[output], source);
    if (node.inputs.empty() || !greater_.contains(node.inputs[0])) return;
    (where.ends_with("then_branch.") ? if_greater_ : if_not_greater_).insert(source);
  }

  void note(const std::string& value, const std::string& source) {
    if (notes_++ < kMostNodes) sources_[value].push_back(source);
  }

  /// The values that a value may be: goes back through all nodes that pass it on unchanged.
  std::vector<std::string> sources_of(const std::string& value) const {
    std::vector<std::string> ends;
    std::set<std::string> seen;
    std::vector<std::string> open{value};
    while (!open.empty() && seen.size() < kMostSources) {
      const std::string next = std::move(open.back());
      open.pop_back();
      if (next.empty() || !seen.insert(next).second) continue;
      const auto found = sources_.find(next);
      if (found == sources_.end()) {
        ends.push_back(next);
      } else {
        open.insert(open.end(), found->second.rbegin(), found->second.rend());
      }
    }
    return ends;
  }

  ByteCursor& cursor_;
  std::vector<OnnxRotary> found_;
  /// The graphs of nodes that are not read yet, and the names of their outputs.
  std::vector<std::pair<std::string, std::vector<std::string>>> branches_;
  std::map<std::string, std::vector<std::string>> sources_;
  std::set<std::string> greater_;  ///< outputs of nodes Greater
  std::set<std::string> if_greater_, if_not_greater_;
  std::size_t notes_ = 0;
};

}  // namespace

std::vector<OnnxRotary> read_onnx_rotary(const std::shared_ptr<InputFile>& file) {
  ByteCursor cursor(*file);
  RotaryVisitor visitor(cursor);
  walk_onnx(cursor, visitor);
  return visitor.take();
}

}  // namespace sextant
