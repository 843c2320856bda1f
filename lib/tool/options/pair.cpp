#include "tool/options/pair.hpp"

#include "sextant/encoding/real/error.hpp"
#include "tool/options/files.hpp"
#include "tool/options/options.hpp"

namespace sextant::tool {

void PairOptions::add(Command& subcommand) {
  subcommand.add_option("REFERENCE", &reference_.path,
                        "the table that the other one is held against, as 'verify' takes files",
                        {.required = true});
  subcommand.add_option("MINE", &mine_.path,
                        "the other one; one of the two may be - for standard input",
                        {.required = true});
  subcommand.add_option("--tensor", &both_.tensor, "of files with names: which (the only table)",
                        {.value = "NAME"});
  subcommand.add_option("--reference-tensor", &reference_.tensor, "the same of REFERENCE alone",
                        {.value = "NAME"});
  subcommand.add_option("--mine-tensor", &mine_.tensor, "the same of MINE alone",
                        {.value = "NAME"});
  subcommand.add_option(
      "--format,--dtype", &both_.format,
      "of 16-bit patterns: bfloat16 | float16; of numbers alone also float32 | float64",
      {.value = "F"});
  subcommand.add_option("--reference-format", &reference_.format, "the same of REFERENCE alone",
                        {.value = "F"});
  subcommand.add_option("--mine-format", &mine_.format, "the same of MINE alone", {.value = "F"});
  subcommand.add_option("--shape", &shape_,
                        "of files of little-endian numbers and nothing else: ROWSxCOLUMNS",
                        {.value = "RxC"});
}

TableFile PairOptions::file(const Side& side, const std::string& own) const {
  if (reference_.path == "-" && mine_.path == "-")
    throw Error("standard input is one table: give the other a file");
  TableFile file{.path = side.path,
                 .tensor = side.tensor ? side.tensor : both_.tensor,
                 .copied = copying(side.path),
                 .tensor_option = own + "tensor",
                 .format_option = own + "format"};
  if (!side.tensor && both_.tensor) file.tensor_option = "--tensor";
  if (!side.format.empty()) {
    file.format = read_stored_format(file.format_option, side.format);
  } else if (!both_.format.empty()) {
    file.format = read_stored_format("--format", both_.format);
    file.format_option = "--format, of both files,";
  }
  if (!shape_.empty()) file.shape = read_option("--shape", [&] { return read_shape(shape_); });
  return file;
}

TableFile PairOptions::reference() const { return file(reference_, "--reference-"); }
TableFile PairOptions::mine() const { return file(mine_, "--mine-"); }

}  // namespace sextant::tool
