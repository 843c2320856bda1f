// emscripten 3.1.6 reads at the lower 32 bits of an offset, with a sign: wrong from 2 GiB on.
mergeInto(LibraryManager.library, {
  fd_pread__deps: ["$SYSCALLS"],
  fd_pread__sig: "iiiiiii",
  fd_pread: function (fd, iov, count, low, high, read) {
    try {
      var stream = SYSCALLS.getStreamFromFD(fd);
      HEAP32[read >> 2] = SYSCALLS.doReadv(stream, iov, count, high * 4294967296 + (low >>> 0));
      return 0;
    } catch (error) {
      if (!(error instanceof FS.ErrnoError)) throw error;
      return error.errno;
    }
  },
});
