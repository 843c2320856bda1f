"""Tries the installed Python package.  Uses only it, NumPy and Python.  The last line says that everything
works."""

import importlib.metadata
import subprocess
import sys
import tempfile

import numpy as np
import sextant


def cosines(base):
    inv_freq = np.float32(1) / np.float32(base) ** (np.arange(0, 128, 2, dtype=np.float32) / np.float32(128))
    return np.cos(np.arange(1024, dtype=np.float32)[:, None] * inv_freq)


def main():
    assert importlib.metadata.version("sextant") == sextant.__version__
    plugins = [one for one in importlib.metadata.distribution("sextant").entry_points if one.group == "pytest11"]
    assert [one.value for one in plugins] == ["pytest_sextant"], plugins
    assert sextant.value(8064, 3, model="llama-3.1-8b", part="cos", digits=20).startswith("0.281555232781187250")

    claim = {"model": "llama-3-8b", "part": "cos"}
    right, wrong = sextant.verify(cosines(500000), **claim), sextant.verify(cosines(10000), **claim)
    assert right and right.grade == "rounding", right
    assert not wrong and wrong.findings[0].fault == "wrong-base", wrong
    comparison = sextant.compare(cosines(10000), cosines(500000), **claim)
    assert not comparison and comparison.outcome == "mine-wrong", comparison

    table = sextant.table("0:64", dtype="float32", **claim)
    assert table.shape == (64, 64) and sextant.verify(table, **claim).grade == "correctly-rounded"
    try:
        sextant.verify(table, part="cos", model="none")
    except sextant.Error as error:
        assert "none" in str(error)
    else:
        raise AssertionError("a model that is not known was taken")

    with tempfile.NamedTemporaryFile("w", suffix=".json") as config:
        config.write('{"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "rope_theta": 5e5,'
                     ' "num_hidden_layers": 32, "max_position_embeddings": 8192}')
        config.flush()
        audit = sextant.check(config.name)
        assert audit.as_dict()["encodings"][0]["text"] == "rope dim=128 base=500000", audit

    # The CPU time that a new process needs to import the package, the least of five runs.  It does not
    # count other programs that are running.
    code = "import time; t = time.process_time(); import sextant; print(time.process_time() - t)"
    line = [sys.executable, "-c", code]
    seconds = min(float(subprocess.run(line, check=True, capture_output=True).stdout) for _ in range(5))
    print(f"Python {sys.version.split()[0]}, NumPy {np.__version__}: import sextant takes {seconds:.3f} s")
    assert seconds <= 0.15, "import sextant takes longer than 0.15 s"
    print("everything works")


if __name__ == "__main__":
    main()
