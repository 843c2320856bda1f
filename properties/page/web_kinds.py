#!/usr/bin/python3
"""Writes a sound and a wrong file of every kind that the page reads, and kinds.json, which lists for each the files
to drop, the file before a rotation or "", the encoding to fill in, and the words of the command that the page must run."""
import json
import pathlib
import shutil
import subprocess
import sys

import numpy as np

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "audit"))
import models  # noqa: E402


def main():
    root, tool = pathlib.Path(sys.argv[1]), sys.argv[2]
    kinds = []

    def make(name, *words):
        subprocess.run([tool, "table", *words, "-o", root / name], check=True)

    def add(files, words, encoding=None, before=""):
        kinds.append({"files": files, "before": before, "words": words, "encoding": encoding or {}})

    def model(case, file, name, drop=True):
        """A model of properties/audit, of whose files only one is kept."""
        shutil.rmtree(root / "model", ignore_errors=True)
        (root / "model").mkdir()
        models.named(case).build(str(root / "model"))
        shutil.copy(root / "model" / file, root / name)
        if drop:
            add([name], ["check", name])

    rope = {"encoding": "rope", "dim": "64", "base": "500000", "part": "cos"}
    options = [word for name, text in rope.items() for word in (f"--{name}", text)]
    make("sound.npy", *options, "--positions", "0:256")
    table = np.load(root / "sound.npy")
    table[100:110, 5] += 1e-3
    np.save(root / "wrong.npy", table)
    np.savez(root / "wrong.npz", cos=table)
    np.savez(root / "sound.npz", cos=np.load(root / "sound.npy"))
    make("sound.safetensors", *options, "--positions", "0:256")
    make("wrong.safetensors", *options[:4], "--base", "10000", "--part", "cos", "--positions", "0:256")
    for kind in ("npy", "npz", "safetensors"):
        for name in (f"sound.{kind}", f"wrong.{kind}"):
            add([name], ["verify", name, *options], rope)
    add(["sound.npy"], ["verify", "sound.npy"])  # identified
    sound = np.load(root / "sound.npy").tobytes()
    before = 5 * 10 ** 9  # its offset needs more than 32 bits; the file is sparse
    header = json.dumps({"weight": {"dtype": "U8", "shape": [before], "data_offsets": [0, before]},
                         "cos": {"dtype": "F32", "shape": [256, len(sound) // 1024],
                                 "data_offsets": [before, before + len(sound)]}}).encode()
    with open(root / "far.safetensors", "wb") as file:
        file.write(len(header).to_bytes(8, "little") + header)
        file.seek(before, 1)
        file.write(sound)
    add(["far.safetensors"], ["verify", "far.safetensors", *options, "--tensor", "cos"],
        {**rope, "more": "--tensor cos"})

    rotated = {"encoding": "rope", "dim": "64", "part": "rotated"}
    options = [word for name, text in rotated.items() for word in (f"--{name}", text)]
    np.save(root / "before.npy", np.random.default_rng(1).normal(size=(2, 50, 64)).astype(np.float32))
    make("sound_after.npy", *options, "--input", root / "before.npy")
    vectors = np.load(root / "sound_after.npy")
    vectors[1, 20:30, 5] += 1e-3
    np.save(root / "wrong_after.npy", vectors)
    for name in ("sound_after.npy", "wrong_after.npy"):
        add([name], ["verify", name, *options, "--input", "before.npy"], rotated, "before.npy")

    model("gguf_alone", "model.gguf", "sound.gguf")
    model("gguf_factors_nan", "model.gguf", "wrong.gguf")
    shutil.copy(HERE.parent / "data/audit/raw_float32.onnx", root / "sound.onnx")
    add(["sound.onnx"], ["check", "sound.onnx"])
    (root / "onnx").mkdir(exist_ok=True)
    model("onnx_wrong_base", "onnx/model.onnx", "onnx/wrong.onnx", drop=False)
    shutil.copy(root / "model/source/config.json", root / "onnx/config.json")
    add(["onnx/wrong.onnx", "onnx/config.json"], ["check", "."])
    for name, base in (("sound", 500000.0), ("wrong", -1)):
        config = {"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "rope_theta": base,
                  "max_position_embeddings": 8192}
        (root / name).mkdir(exist_ok=True)
        (root / name / "config.json").write_text(json.dumps(config))
        add([f"{name}/config.json"], ["check", "config.json"])
    (root / "kinds.json").write_text(json.dumps(kinds))


if __name__ == "__main__":
    main()
