#!/bin/sh
# Runs a program as two ranks on two hosts: network namespaces of this machine that a cable joins,
# so that what one rank tells the other is a packet.  Their files are the same, as on a cluster.
# Example: hosts.sh sextant-mpi sweep --dim 8 --recipe turns --positions 0:2^20 -o /tmp/s
#          hosts.sh --lose /tmp/s sextant-mpi ...   kills all of the second host's processes once
#                                                   the folder has 20 records
# Prints, last, how many bytes the first host got.  Exit status: the job's; 77: no hosts here.
set -u
lose=
if [ "$1" = --lose ]; then lose=$2; shift 2; fi
one=sextant-$$-1 two=sextant-$$-2
agent=$(mktemp) || exit 77

gone() {
  for host in $one $two; do
    ip netns pids $host 2>/dev/null | xargs -r kill -9
    ip netns del $host 2>/dev/null
  done
  rm -f "$agent"
}
trap gone EXIT
trap 'exit 130' INT TERM

{
  ip netns add $one && ip netns add $two &&
    ip link add link0 netns $one type veth peer name link0 netns $two &&
    ip -n $one address add 10.213.0.1/24 dev link0 &&
    ip -n $two address add 10.213.0.2/24 dev link0 &&
    for host in $one $two; do
      ip -n $host link set lo up && ip -n $host link set link0 up || exit 77
    done
} 2>/dev/null || exit 77

# What mpirun calls for ssh: `agent ADDRESS COMMAND...`.
printf '#!/bin/sh\n[ "$1" = 10.213.0.2 ] || exit 1\nshift\nexec ip netns exec %s sh -c "$*"\n' \
  $two >"$agent"
chmod +x "$agent"

ip netns exec $one mpirun --allow-run-as-root --mca plm_rsh_agent "$agent" --mca pml ob1 \
  --mca btl tcp,self --mca btl_tcp_if_include 10.213.0.0/24 \
  --mca oob_tcp_if_include 10.213.0.0/24 --host 10.213.0.1:1,10.213.0.2:1 -n 2 "$@" &
job=$!
if [ -n "$lose" ]; then
  while kill -0 $job 2>/dev/null && [ "$(ls "$lose/records" 2>/dev/null | wc -l)" -lt 20 ]; do
    sleep 0.02
  done
  ip netns pids $two | xargs -r kill -9
fi
wait $job
status=$?
ip netns exec $one cat /sys/class/net/link0/statistics/rx_bytes
exit $status
