#include "sextant/verify/file_nameless.hpp"

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include "sextant/encoding/error.hpp"

namespace sextant {
std::string temporary_directory() {
  const char* directory = std::getenv("TMPDIR");
  return directory != nullptr && *directory != '\0' ? directory : "/tmp";
}

Descriptor nameless_file() {
  const std::string directory = temporary_directory();
  Descriptor file(::open(directory.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (file.open()) return file;
  std::string name = directory + "/sextant-XXXXXX";  // where the file system knows no such files
  file = Descriptor(::mkostemp(name.data(), O_CLOEXEC));
  if (!file.open())
    throw Error(in_quotes(directory) +
                ": no room for a copy of the input: " + std::generic_category().message(errno));
  ::unlink(name.c_str());
  return file;
}

void UnpackedFile::write(std::span<const std::byte> bytes) {
  if (const int error = write_all(file_.get(), bytes))
    throw Error(from_ + ": cannot be unpacked to " + in_quotes(temporary_directory()) + ": " +
                std::generic_category().message(error));
}

std::shared_ptr<InputFile> UnpackedFile::input() const {
  ::lseek(file_.get(), 0, SEEK_SET);  // InputFile takes what has been read in part for a pipe
  return std::make_shared<InputFile>(from_, Descriptor(::fcntl(file_.get(), F_DUPFD_CLOEXEC, 0)));
}

}  // namespace sextant
