#include "sextant/audit/onnx_angles.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "sextant/tensor/onnx_walk.hpp"

namespace sextant::audit {
namespace {

constexpr std::size_t kMostNodes = 65536;    // Cos and Sin
constexpr std::size_t kMostSteps = 1 << 18;  // nodes through which the search goes
constexpr std::size_t kMostValues = 256;     // met on the way from one node

/// All inputs of these are factors, or parts of a tensor.
constexpr std::array<std::string_view, 4> kOfAllInputs = {"MatMul", "Mul", "Einsum", "Concat"};
/// The first input of these is a tensor that they rearrange or convert.
constexpr std::array<std::string_view, 9> kOfFirstInput = {"Cast",     "Expand",    "Flatten",
                                                           "Identity", "Reshape",   "Slice",
                                                           "Squeeze",  "Transpose", "Unsqueeze"};

template <std::size_t Count>
bool among(std::string_view op, const std::array<std::string_view, Count>& all) {
  return std::find(all.begin(), all.end(), op) != all.end();
}

class AnglesVisitor : public OnnxVisitor {
 public:
  std::vector<OnnxAngles> take() const {
    std::vector<OnnxAngles> found;
    for (const auto& [cosines, angles] : nodes_) {
      found.push_back({.cosines = cosines});
      trace(angles, found.back());
    }
    return found;
  }

  bool wants(std::string_view op) const override {
    return op == "Cos" || op == "Sin" || op == "Div" || among(op, kOfAllInputs) ||
           among(op, kOfFirstInput);
  }

  void node(const OnnxNode& node) override {
    if (node.inputs.empty() || node.outputs.empty()) return;
    const std::string& output = node.outputs.front();
    if (node.op == "Cos" || node.op == "Sin") {
      if (nodes_.size() < kMostNodes) nodes_.emplace_back(node.op == "Cos", node.inputs.front());
    } else if (node.op == "Div") {
      if (quotients_.size() < kMostSteps) quotients_.insert(output);
    } else if (steps_.size() < kMostSteps) {
      const auto count = among(node.op, kOfAllInputs) ? node.inputs.size() : 1;
      steps_[output].assign(node.inputs.begin(),
                            node.inputs.begin() + static_cast<std::ptrdiff_t>(count));
    }
  }

 private:
  void trace(const std::string& angles, OnnxAngles& found) const {
    std::set<std::string> seen;
    std::vector<std::string> open = {angles};
    while (!open.empty() && seen.size() < kMostValues) {
      const std::string value = open.back();
      open.pop_back();
      if (!seen.insert(value).second) continue;
      const auto step = steps_.find(value);
      if (step != steps_.end())
        open.insert(open.end(), step->second.rbegin(), step->second.rend());
      else if (quotients_.contains(value))
        found.divided = true;
      else
        found.from.push_back(value);
    }
  }

  std::vector<std::pair<bool, std::string>> nodes_;  // whether it is Cos, and its angles
  std::map<std::string, std::vector<std::string>> steps_;
  std::set<std::string> quotients_;
};

}  // namespace

std::vector<OnnxAngles> read_onnx_angles(const std::shared_ptr<InputFile>& file) {
  ByteCursor cursor(*file);
  AnglesVisitor visitor;
  walk_onnx(cursor, visitor);
  return visitor.take();
}

std::vector<std::string> frequencies_of(const std::vector<OnnxAngles>& nodes,
                                        const std::vector<StoredArray>& arrays) {
  std::set<std::string> names, of_cosines, of_sines;
  for (const StoredArray& array : arrays)
    if (array.name) names.insert(*array.name);
  for (const OnnxAngles& node : nodes) {
    std::vector<std::string> factors;
    std::copy_if(node.from.begin(), node.from.end(), std::back_inserter(factors),
                 [&](const std::string& value) { return names.contains(value); });
    if (factors.size() == 1 && !node.divided)
      (node.cosines ? of_cosines : of_sines).insert(factors.front());
  }
  std::vector<std::string> both;
  std::set_intersection(of_cosines.begin(), of_cosines.end(), of_sines.begin(), of_sines.end(),
                        std::back_inserter(both));
  return both;
}

}  // namespace sextant::audit
