#!/usr/bin/env bash
# Plays commands of every kind in parts with scripts/launch.py, kills a worker of each, and checks that the results are byte for byte those of
# one process.
# Usage: scripts/check_launch.sh GOLDRUSH parallel|copy|slurm|dask…      PYTHON=… is the Python to use; for dask it needs dask.distributed
# For slurm, it starts and stops Slurm for this one machine in a temporary folder, which needs root, slurm-wlm and munge. With copy, GNU
# parallel plays on two machines without a common folder: network namespaces with a mount of their own, which needs root, sshd and rsync.
set -euo pipefail
launcher=$(realpath "$(dirname "$0")")/launch.py
python=${PYTHON:-python3}
folder=$(mktemp -d)
chmod 755 "$folder"
# A name that no other process has.
ln -s "$(realpath "$1")" "$folder.goldrush"
shift
GOLDRUSH=$folder.goldrush
daemons=()
machines=()
stop() {
  for daemon in "${daemons[@]}"; do kill "$daemon" || true; done
  for number in "${machines[@]}"; do ip netns delete "goldrush$number"; done
  wait
  rm -rf "$folder" "$folder.keys" "$folder.goldrush"
}
trap stop EXIT
cd "$folder"

start_slurm() {
  local host
  host=$(hostname -s)
  export SLURM_CONF=$folder/slurm.conf
  (umask 077 && head -c 1024 /dev/urandom > "$folder/munge.key")
  munged --foreground --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" \
    --pid-file="$folder/munge.pid" --log-file="$folder/munge.log" --seed-file="$folder/munge.seed" > "$folder/munge.out" 2>&1 &
  daemons+=($!)
  cat > "$SLURM_CONF" << END
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldPort=16817
SlurmdPort=16818
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
END
  mkdir "$folder/state" "$folder/spool"
  until [ -S "$folder/munge.socket" ]; do sleep 0.1; done
  slurmctld -D > "$folder/slurmctld.log" 2>&1 & daemons+=($!)
  slurmd -D > "$folder/slurmd.log" 2>&1 & daemons+=($!)
  for _ in $(seq 100); do sinfo -h -o %T 2> /dev/null | grep -q idle && break; sleep 0.3; done
  sinfo
}

# start_machine NUMBER: a network namespace with sshd, in which nothing of the temporary folder is seen.
start_machine() {
  local name=goldrush$1 keys=$folder.keys
  ip netns add "$name"
  machines+=("$1")
  ip link add "$name" type veth peer name inside netns "$name"
  ip address add "10.213.$1.1/24" dev "$name"
  ip link set "$name" up
  ip netns exec "$name" ip address add "10.213.$1.2/24" dev inside
  ip netns exec "$name" ip link set inside up
  if [ ! -d "$keys" ]; then
    mkdir -p "$keys" /run/sshd
    for key in host user; do ssh-keygen -q -t ed25519 -N "" -f "$keys/$key"; done
    printf '%s\n' "HostKey $keys/host" "AuthorizedKeysFile $keys/user.pub" "StrictModes no" "UsePAM no" \
      "PermitRootLogin prohibit-password" "PidFile none" "MaxStartups 100" > "$keys/sshd"
  fi
  ip netns exec "$name" unshare --mount sh -c "mount -t tmpfs none $folder && exec /usr/sbin/sshd -D -e -f $keys/sshd" \
    2> "$keys/log$1" & daemons+=($!)
  echo "10.213.$1.2" >> "$keys/machines"
  export PARALLEL_SSH="ssh -i $keys/user -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR"
  until $PARALLEL_SSH "10.213.$1.2" true 2> /dev/null; do sleep 0.2; done
}

# kill_worker ENGINE: kills the worker that plays part 3 of a command, a moment after it has started.
kill_worker() {
  local worker="^$GOLDRUSH .*--shard 3/4"
  case $1 in
    parallel | copy) pgrep -f -- "$worker" > /dev/null && sleep 0.1 && pkill -KILL -f -- "$worker" ;;
    # The Dask process that started it.
    dask) kill -KILL "$(ps -o ppid= -p "$(pgrep -f -- "$worker" | head -n 1)")" ;;
    slurm) scancel --batch --signal=KILL "$(squeue -h -r -t R -o '%F_%K' | grep '_3$')" ;;
  esac
}

# words KIND: the command of this kind.
words() {
  case $1 in
    match) echo "match --plan plan.toml --b random --games 16000 --records every=1000 --compress" ;;
    tournament) echo "tournament --game knizia-gold --players 3 --agents random,memory,level1 --games 60000" ;;
    round) echo "league play $2 --games 16000" ;;
    search) echo "design --want first-seat=50%±2,lead=min --vary komi=0..2 --vary nugget-points=0..3 --agents random,greedy --games 16000" ;;
  esac
}

# check ENGINE KIND: launches a command in four parts, kills the worker of part 3, and compares the results.
check() {
  local engine=$1 kind=$2 out=$1/$2 launch=("$1") launched
  case $kind in
    match) if [ "$engine" = copy ]; then launch+=(--send plan.toml); fi ;;
    round) cp -r cup "$out" ;;
  esac
  if [ "$engine" = copy ]; then launch=(parallel --copy --hosts "$folder.keys/machines" "${launch[@]:1}"); fi
  if [ "$kind" != round ]; then launch+=(--out "$out"); fi
  # shellcheck disable=SC2046
  "$python" "$launcher" "${launch[@]}" --goldrush "$GOLDRUSH" --parts 4 -- $(words "$kind" "$out") > "$out.txt" 2> "$out.err" & launched=$!
  until kill_worker "$engine" 2> /dev/null; do
    kill -0 "$launched" 2> /dev/null || { cat "$out.err"; echo "$out ended before part 3 could be killed" >&2; exit 1; }
    sleep 0.02
  done
  wait $launched || { cat "$out.err"; exit 1; }
  # A run or a round tells how the part ended, unless GNU parallel has tried it again on another machine.
  case $engine-$kind in
    copy-* | *-search) ;;
    *) grep -E '^part 3 ended by signal 9|^the worker .* was lost|^not finished, and played again: part 3' "$out.err" ;;
  esac
  # The same files, except for when and where they were written.
  diff -r --exclude=machine.json --exclude=times.jsonl "whole/$kind" "$out"
  echo "$out: the same bytes"
}

printf 'game = "carcassonne"\na = "random"\n' > plan.toml
"$GOLDRUSH" league init cup --game knizia-gold --players 3 --seed 5 > /dev/null
for bot in random memory level1; do "$GOLDRUSH" league add cup "$bot" > /dev/null; done
mkdir whole "$@"
kinds=(match tournament round search)
for kind in "${kinds[@]}"; do
  case $kind in
    # shellcheck disable=SC2046
    round) cp -r cup whole/round && "$GOLDRUSH" $(words round whole/round) --shard 0/1 > /dev/null ;;
    # shellcheck disable=SC2046
    *) "$GOLDRUSH" $(words "$kind") --out "whole/$kind" > /dev/null 2>&1 ;;
  esac
done
for engine in "$@"; do
  case $engine in
    slurm) start_slurm ;;
    copy) for number in 1 2; do start_machine $number; done ;;
  esac
  for kind in "${kinds[@]}"; do check "$engine" "$kind"; done
done
