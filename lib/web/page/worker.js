// Runs commands of the tool, one at a time.  This file follows emscripten's in the same worker, or
// is loaded by node for the tests; create_sextant() makes an instance.

/** What a command printed, as text. */
class Lines {
  bytes = [];
  put = (byte) => void (byte !== null && this.bytes.push(byte));
  get text() {
    return new TextDecoder().decode(new Uint8Array(this.bytes));
  }
}

const block_size = 1 << 18;
const most_blocks = 64;

/**
 * Reads from a blob as WORKERFS does, but in blocks, and keeps the blocks that were used last: a
 * browser takes about a millisecond for each read of a blob.
 */
function read_by_blocks({ node }, buffer, offset, length, position) {
  node.blocks ??= new Map();
  const end = Math.min(position + length, node.size);
  for (let at = position; at < end; ) {
    const index = Math.floor(at / block_size);
    const begin = index * block_size;
    const block =
      node.blocks.get(index) ??
      new Uint8Array(new FileReaderSync().readAsArrayBuffer(node.contents.slice(begin, begin + block_size)));
    node.blocks.delete(index); // the one used last comes last
    node.blocks.set(index, block);
    if (node.blocks.size > most_blocks) node.blocks.delete(node.blocks.keys().next().value);
    const some = block.subarray(at - begin, end - begin);
    if (some.length === 0) throw new Error("the file has changed: choose it again");
    buffer.set(some, offset + at - position);
    at += some.length;
  }
  return Math.max(end - position, 0);
}

/** Puts files into the current folder of an instance.  Of a blob, only the slices asked for are read. */
function mount(instance, files) {
  const { FS } = instance;
  FS.mkdir("/files");
  FS.chdir("/files");
  const blobs = files.filter(({ blob }) => blob).map(({ name, blob }) => ({ name, data: blob }));
  if (blobs.length) {
    FS.filesystems.WORKERFS.stream_ops.read = read_by_blocks;
    FS.mount(FS.filesystems.WORKERFS, { blobs }, "/files");
  }
  for (const { name, bytes } of files) {
    if (!bytes) continue;
    FS.mkdirTree(`/files/${name}`.replace(/\/[^/]*$/, ""));
    FS.writeFile(name, bytes);
  }
}

/**
 * Runs `sextant WORDS` in a fresh instance of a compiled module.  Files are {name, blob}, or {name,
 * bytes} under node.  Returns the exit status, both outputs, and the bytes of the file that the
 * command `makes`; null if there is none.
 */
async function run_command(module, { words, files = [], makes }, progress) {
  const out = new Lines();
  const err = new Lines();
  const instance = await new Promise((made, failed) => {
    create_sextant({
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(module, imports).then(done).catch(failed);
        return {};
      },
      stdin: () => null,
      stdout: out.put,
      stderr: err.put,
      progress,
    }).then(made, failed);
  });
  mount(instance, files);
  let status = 2;
  try {
    status = instance.callMain(words);
  } catch (error) {
    if (error?.status === undefined) throw error;
    status = error.status;
  }
  const made = makes && instance.FS.analyzePath(makes).exists ? instance.FS.readFile(makes) : null;
  return { status, out: out.text, err: err.text, made };
}

/** What a browser says when memory is short, in words that help. */
function failure(error) {
  const text = String(error?.message ?? error);
  return /memory|allocat/i.test(text)
    ? "This browser has too little memory for it: close other pages, or install the tool, which reads files of any size."
    : `The command broke off (${text}). Install the tool and run the same command there.`;
}

if (typeof WorkerGlobalScope !== "undefined") {
  let module;
  self.onmessage = async ({ data }) => {
    if (data.module) {
      module = data.module;
      return;
    }
    const progress = (text) => self.postMessage({ id: data.id, progress: text });
    try {
      const done = await run_command(module, data, progress);
      if (done.err.endsWith("out of memory\n")) throw new Error(done.err);
      self.postMessage({ id: data.id, done });
    } catch (error) {
      self.postMessage({ id: data.id, failed: failure(error) });
    }
  };
}
