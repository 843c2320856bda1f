# Tries an installed tool: a right and a wrong example of each subcommand.  The last line says that
# everything works.
set -euo pipefail
cd "$(mktemp -d)"

# says STATUS TEXT COMMAND...: the command ends with the status, and its output contains the text
says() {
  local status=0 said
  said=$("${@:3}" 2>&1) || status=$?
  [[ $status == "$1" && $said == *"$2"* ]] ||
    { echo "'${*:3}' ends with $status, where $1 and '$2' are expected: ${said:0:1000}"; exit 1; }
}

says 2 'sextant verify' sextant
says 0 'sextant ' sextant --version
sextant example right -o right.npy >/dev/null
sextant example wrong-base -o wrong.npy >/dev/null
sextant example model -o model >/dev/null
says 0 'rounding (passes)' sextant verify right.npy --model llama-3-8b --part cos
says 1 'fault     wrong-base' sextant verify wrong.npy --model llama-3-8b --part cos
says 1 'scaling-missing' sextant check model
says 0 '' sextant table --config model/config.json --part inv_freq -o model/model.safetensors --tensor model.rotary_emb.inv_freq
says 0 "'model': passes" sextant check model
says 0 '' sextant table --model llama-3-8b --part cos --positions 0:1024 -o table.npy
says 0 'correctly-rounded (passes)' sextant verify table.npy --model llama-3-8b --part cos
says 1 'reference-wrong' sextant compare wrong.npy right.npy --model llama-3-8b --part cos
says 0 '0.2815552327811872501' sextant value --model llama-3.1-8b --part cos --position 8064 --channel 3
says 0 'report/index.html' sextant report --octaves 8 --formats float32 --recipes float64-angle -o report
grep -q '<html' report/index.html
says 2 'cannot be read' sextant verify none.npy
# A theorem of the proofs' library, which is the only user of fplll.
says 0 '' sextant prove shift-invariance
says 0 '_sextant' sextant completion bash
says 0 'Judge a table' sextant man verify
echo 'everything works'
