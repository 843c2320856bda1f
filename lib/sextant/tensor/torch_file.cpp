#include "sextant/tensor/torch_file.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/core.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/tensor/pickle.hpp"

namespace sextant {
namespace {

constexpr std::string_view kPickle = "data.pkl";
constexpr std::size_t kLongestPickle = std::size_t{1} << 24;
constexpr std::size_t kDeepest = 64;          // dictionaries in dictionaries
constexpr std::size_t kMostVisits = 1 << 17;  // a dictionary may be in several others
constexpr std::size_t kLongestName = 1024;
constexpr std::size_t kMostAxes = 64;
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 28;  // of a view that repeats numbers
constexpr std::size_t kPiece = std::size_t{1} << 16;          // bytes read and written at once
constexpr const char* kRemedy = "; save it again: torch.save(model.state_dict(), 'new.pt')";

struct Dtype {
  std::string_view storage;  ///< torch.…Storage; `-` if its tensors have untyped storages only
  std::string_view name;     ///< torch.…
  std::string_view numpy;
  std::uint64_t bytes;
};

constexpr Dtype kDtypes[] = {{"FloatStorage", "float32", "f4", 4},
                             {"DoubleStorage", "float64", "f8", 8},
                             {"HalfStorage", "float16", "f2", 2},
                             {"BFloat16Storage", "bfloat16", "bfloat16", 2},
                             {"ComplexFloatStorage", "complex64", "c8", 8},
                             {"ComplexDoubleStorage", "complex128", "c16", 16},
                             {"Float8_e4m3fnStorage", "float8_e4m3fn", "float8_e4m3fn", 1},
                             {"Float8_e5m2Storage", "float8_e5m2", "float8_e5m2", 1},
                             {"-", "float8_e4m3fnuz", "?", 1},
                             {"-", "float8_e5m2fnuz", "?", 1},
                             {"-", "float8_e8m0fnu", "?", 1},
                             {"-", "uint16", "u2", 2},
                             {"-", "uint32", "u4", 4},
                             {"-", "uint64", "u8", 8},
                             {"LongStorage", "int64", "i8", 8},
                             {"IntStorage", "int32", "i4", 4},
                             {"ShortStorage", "int16", "i2", 2},
                             {"CharStorage", "int8", "i1", 1},
                             {"ByteStorage", "uint8", "u1", 1},
                             {"BoolStorage", "bool", "b1", 1}};

/// The dtype of a storage class, or of that name; null if it is not in the list.
const Dtype* dtype_of(std::string_view global) {
  constexpr std::string_view torch = "torch.";
  if (!global.starts_with(torch)) return nullptr;
  const std::string_view name = global.substr(torch.size());
  const auto* found = std::find_if(std::begin(kDtypes), std::end(kDtypes), [&](const Dtype& one) {
    return one.storage == name || one.name == name;
  });
  return found == std::end(kDtypes) ? nullptr : found;
}

constexpr std::string_view kUntyped = "torch.storage.UntypedStorage";
constexpr std::string_view kAllowed[] = {"torch._utils._rebuild_tensor_v2",
                                         "torch._utils._rebuild_tensor_v3",
                                         "torch._utils._rebuild_parameter",
                                         "collections.OrderedDict",
                                         "torch.Size",
                                         "torch.device",
                                         kUntyped,
                                         "torch.storage.TypedStorage",
                                         "_codecs.encode"};

/// Numbers in a storage: which, and in which order.
struct View {
  ZipMember member;
  const Dtype* dtype = nullptr;
  std::uint64_t first = 0;  ///< number of the storage
  std::vector<std::uint64_t> shape = {}, strides = {};

  /// The numbers from the first to the last one, both included; nullopt if that overflows.
  std::optional<std::uint64_t> span() const {
    std::uint64_t last = 0;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
      std::uint64_t steps = 0;
      if (shape[axis] == 0) return 0;
      if (__builtin_mul_overflow(shape[axis] - 1, strides[axis], &steps) ||
          __builtin_add_overflow(last, steps, &last))
        return std::nullopt;
    }
    return __builtin_add_overflow(last, 1, &last) ? std::nullopt : std::optional(last);
  }

  /// The number of numbers; nullopt if it overflows.
  std::optional<std::uint64_t> count() const {
    std::uint64_t count = 1;
    bool fits = true;
    for (const std::uint64_t n : shape) fits = !__builtin_mul_overflow(count, n, &count) && fits;
    return fits ? std::optional(count) : std::nullopt;
  }

  /// Whether the numbers follow each other row by row.
  bool in_line() const {
    std::uint64_t step = 1;
    for (std::size_t axis = shape.size(); axis-- > 0; step *= shape[axis])
      if (shape[axis] != 1 && strides[axis] != step) return false;
    return true;
  }
};

/// PyTorch writes 0 if its option says to compute no checksums.
constexpr Checksums kChecksums = Checksums::not_zero;

/// The storage's numbers from the first to the last one of a view, in a nameless file.
std::shared_ptr<InputFile> copy_span(const ZipArchive& archive, const View& view) {
  UnpackedFile copy(archive.file()->name());
  std::uint64_t at = 0;
  const std::uint64_t begin = view.first * view.dtype->bytes;
  const std::uint64_t end = begin + *view.span() * view.dtype->bytes;
  archive.unpack(
      view.member,
      [&](std::span<const std::byte> piece) {
        const std::uint64_t from = std::clamp(begin, at, at + piece.size()) - at;
        const std::uint64_t to = std::clamp(end, at, at + piece.size()) - at;
        if (from < to) copy.write(piece.subspan(from, to - from));
        at += piece.size();
      },
      kChecksums);
  return copy.input();
}

/// The numbers of a view in their order, in a nameless file.
std::shared_ptr<InputFile> copy_numbers(const ZipArchive& archive, const View& view) {
  const auto span = copy_span(archive, view);
  if (view.in_line()) return span;
  const std::uint64_t size = view.dtype->bytes;
  UnpackedFile copy(archive.file()->name());
  std::vector<std::byte> numbers, row;
  std::vector<std::uint64_t> index(view.shape.size());
  for (std::uint64_t left = *view.count(); left > 0;) {
    // Numbers of the last axis, as many as are near each other: they are read at once.
    const std::uint64_t step = view.strides.back() * size;
    const std::uint64_t room = view.shape.back() - index.back();
    const std::uint64_t near = std::min(room, 1 + kPiece / std::max(step, size));
    std::uint64_t at = 0;
    for (std::size_t axis = 0; axis < index.size(); ++axis)
      if (index[axis] > 0) at += index[axis] * view.strides[axis] * size;
    row.resize(near == 1 ? size : (near - 1) * step + size);
    span->read_at(at, row);
    for (std::uint64_t i = 0; i < near; ++i) {
      const auto from = row.begin() + static_cast<std::ptrdiff_t>(i == 0 ? 0 : i * step);
      numbers.insert(numbers.end(), from, from + static_cast<std::ptrdiff_t>(size));
    }
    left -= near;
    if (numbers.size() >= kPiece || left == 0) copy.write(std::exchange(numbers, {}));
    index.back() += near;
    for (std::size_t axis = index.size(); --axis > 0 && index[axis] == view.shape[axis];) {
      index[axis] = 0;
      ++index[axis - 1];
    }
  }
  return copy.input();
}

/// A member's bytes.
std::string contents(const ZipArchive& archive, const ZipMember& member) {
  if (member.size > kLongestPickle || !member.stored())
    archive.file()->fail(
        fmt::format("has a member {} of {} bytes; at most {} are read, and not compressed{}",
                    in_quotes(member.name, 60), member.size, kLongestPickle, kRemedy));
  std::string bytes;
  archive.unpack(
      member,
      [&](std::span<const std::byte> piece) {
        bytes.append(reinterpret_cast<const char*>(piece.data()), piece.size());
      },
      kChecksums);
  return bytes;
}

/// Finds the tensors in a pickle.
class TorchFile {
 public:
  TorchFile(std::shared_ptr<const ZipArchive> archive, std::string folder)
      : archive_(std::move(archive)), folder_(std::move(folder)) {
    for (const ZipMember& member : archive_->members()) members_.emplace(member.name, member);
    const auto order = members_.find(folder_ + "byteorder");
    if (order != members_.end() && contents(*archive_, order->second) == "big")
      order_ = ByteOrder::big;
  }

  std::vector<StoredArray> arrays(const Pickled& root) {
    visit(root, "", 0);
    if (arrays_.size() == 1 && arrays_[0].name->empty()) arrays_[0].name.reset();
    return std::move(arrays_);
  }

 private:
  using Kind = Pickled::Kind;

  [[noreturn]] void fail(const std::string& name, const std::string& what) const {
    archive_->file()->fail("tensor " + in_quotes(name, 60) + " " + what + kRemedy);
  }

  void visit(const Pickled& value, const std::string& name, std::size_t depth) {
    if (value.items.empty()) return;
    if (depth > kDeepest || ++visits_ > kMostVisits || name.size() > kLongestName)
      archive_->file()->fail(
          "has too many tensors, too long names, or dictionaries too deep in "
          "others" +
          std::string(kRemedy));
    const bool call = value.kind == Kind::call;
    if (call && value.items[0]->text.find("_rebuild_") != std::string_view::npos)
      return add(value, name);
    if (call || value.kind == Kind::dictionary) {
      for (std::size_t i = call ? 2 : 0; i + 1 < value.items.size(); i += 2) {
        const Pickled& key = *value.items[i];
        if (key.kind == Kind::text || key.kind == Kind::integer)
          visit(*value.items[i + 1],
                joined(name, key.kind == Kind::text ? std::string(key.text)
                                                    : std::to_string(key.integer)),
                depth + 1);
      }
    } else if (value.kind == Kind::list || value.kind == Kind::tuple) {
      for (std::size_t i = 0; i < value.items.size(); ++i)
        visit(*value.items[i], joined(name, std::to_string(i)), depth + 1);
    }
  }

  static std::string joined(const std::string& name, const std::string& key) {
    return name.empty() ? key : name + "." + key;
  }

  const Pickled& argument(const Pickled& call, std::size_t i, Kind kind,
                          const std::string& name) const {
    const auto& arguments = call.kind == Kind::call ? call.items[1]->items : call.items;
    if (i >= arguments.size() || arguments[i]->kind != kind)
      fail(name, "is not as PyTorch writes it");
    return *arguments[i];
  }

  /// Whether a tensor has metadata, such as {'conj': True}: its numbers are others than those
  /// stored.
  static bool has_metadata(const Pickled& call) {
    constexpr std::size_t kMetadata = 6;  // of the arguments of _rebuild_tensor_v2
    const auto& arguments = call.items[1]->items;
    return arguments.size() > kMetadata && arguments[kMetadata]->kind == Kind::dictionary &&
           !arguments[kMetadata]->items.empty();
  }

  std::uint64_t integer(const Pickled& of, std::size_t i, const std::string& name) const {
    const std::int64_t value = argument(of, i, Kind::integer, name).integer;
    if (value < 0) fail(name, "has a negative size");
    return static_cast<std::uint64_t>(value);
  }

  std::vector<std::uint64_t> integers(const Pickled& tuple, const std::string& name) const {
    if (tuple.items.size() > kMostAxes) fail(name, "has more than 64 axes");
    std::vector<std::uint64_t> all;
    for (std::size_t i = 0; i < tuple.items.size(); ++i) all.push_back(integer(tuple, i, name));
    return all;
  }

  /// Adds the tensor that a call makes.
  void add(const Pickled& call, const std::string& name) {
    if (call.items[0]->text.ends_with("_parameter")) {
      const Pickled& inside = argument(call, 0, Kind::call, name);
      if (inside.items[0]->text.find("_rebuild_tensor_v") == std::string_view::npos)
        fail(name, "is not as PyTorch writes it");
      return add(inside, name);
    }
    const Pickled& id = *argument(call, 0, Kind::persistent, name).items[0];
    if (argument(id, 0, Kind::text, name).text != "storage") fail(name, "has no storage");
    const std::string_view storage = argument(id, 1, Kind::global, name).text;
    // Version 3 names the type of the numbers apart from the storage.
    const bool apart = call.items[0]->text.ends_with("_rebuild_tensor_v3");
    const std::string_view dtype = apart ? argument(call, 6, Kind::global, name).text : storage;
    View view;
    view.dtype = dtype_of(dtype);
    view.first = integer(call, 1, name);
    view.shape = integers(argument(call, 2, Kind::tuple, name), name);
    view.strides = integers(argument(call, 3, Kind::tuple, name), name);
    if (view.strides.size() != view.shape.size()) fail(name, "has not one stride for each axis");
    const bool changed = has_metadata(call);
    StoredArray& array = arrays_.emplace_back();
    array.file = archive_->file();
    array.name = name;
    array.shape = view.shape;
    array.byte_order = order_;
    array.dtype = view.dtype == nullptr ? std::string(dtype) : std::string(view.dtype->name);
    array.type = view.dtype == nullptr ? array.dtype : std::string(view.dtype->numpy);
    if (changed)
      array.unreadable =
          "is stored with a conjugation or negation that PyTorch applies later; save "
          "tensor.resolve_conj().resolve_neg()";
    if (view.dtype == nullptr || changed) return;
    const auto member =
        members_.find(folder_ + "data/" + std::string(argument(id, 2, Kind::text, name).text));
    if (member == members_.end()) fail(name, "has a storage that is not in the file");
    view.member = member->second;
    const std::uint64_t length = integer(id, 4, name);  // in bytes if the storage has no type
    expect_inside(view, storage == kUntyped ? length / view.dtype->bytes : length, name);
    array.bytes = *view.count() * view.dtype->bytes;
    array.unpack = [archive = archive_, view] { return copy_numbers(*archive, view); };
  }

  /// Throws Error unless the numbers of a view are in its storage, which has `numbers`.
  void expect_inside(const View& view, std::uint64_t numbers, const std::string& name) const {
    const std::uint64_t size = view.dtype->bytes;
    if (!view.member.stored())
      fail(name, "is compressed in the archive, which PyTorch does not do");
    if (view.member.size % size != 0 || view.member.size / size != numbers)
      fail(name, fmt::format("has a storage of {} bytes, which its {} numbers of {} contradict",
                             view.member.size, numbers, view.dtype->name));
    const auto span = view.span(), count = view.count();
    if (!span || !count || view.first > numbers || *span > numbers - view.first)
      fail(name, fmt::format("reaches beyond its storage of {} numbers", numbers));
    if (*count > numbers && *count > kMostBytes / size)
      fail(name, "repeats its numbers to more than 256 MiB: save the numbers once, tensor[0]");
  }

  std::shared_ptr<const ZipArchive> archive_;
  std::string folder_;  ///< of the members, with a slash
  std::map<std::string, ZipMember, std::less<>> members_;
  ByteOrder order_ = ByteOrder::little;
  std::size_t visits_ = 0;
  std::vector<StoredArray> arrays_;
};

const ZipMember* pickle_of(const ZipArchive& archive) {
  const auto& members = archive.members();
  const auto found = std::find_if(members.begin(), members.end(), [](const ZipMember& member) {
    return member.name == kPickle || member.name.ends_with("/" + std::string(kPickle));
  });
  return found == members.end() ? nullptr : &*found;
}

}  // namespace

bool is_torch_file(const ZipArchive& archive) { return pickle_of(archive) != nullptr; }

std::vector<StoredArray> read_torch_file(const std::shared_ptr<const ZipArchive>& archive) {
  const InputFile& file = *archive->file();
  const ZipMember& member = *pickle_of(*archive);
  std::string refused;
  std::string bytes = contents(*archive, member);
  std::optional<Pickle> pickle;
  try {
    pickle.emplace(std::move(bytes), [&](std::string_view global) {
      const bool allowed =
          dtype_of(global) != nullptr ||
          std::find(std::begin(kAllowed), std::end(kAllowed), global) != std::end(kAllowed);
      if (!allowed) refused = global;
      return allowed;
    });
  } catch (const Error& error) {
    if (refused.empty())
      file.fail("has a damaged pickle, which " + std::string(error.what()) + kRemedy);
    file.fail("is a whole module, or holds more than tensors: it needs " + in_quotes(refused, 60) +
              ", and nothing in a file is executed; if you trust it, save its tensors: python3 -c "
              "\"import torch, sys; m = torch.load(sys.argv[1], 'cpu', weights_only=False); "
              "torch.save(m.state_dict() if hasattr(m, 'state_dict') else m['NAME'], 'new.pt')\" "
              "FILE");
  }
  const std::string folder = member.name.substr(0, member.name.size() - kPickle.size());
  std::vector<StoredArray> arrays = TorchFile(archive, folder).arrays(pickle->root());
  sort_by_name(arrays);
  return arrays;
}

}  // namespace sextant
