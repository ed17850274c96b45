#!/usr/bin/env bash
# Plays a run, a round of a league and a search in parts with scripts/launch.py, kills a worker of each, and checks that the results are byte
# for byte those of one process.
# Usage: scripts/check_launch.sh GOLDRUSH parallel|copy|slurm|dask…      PYTHON=… is the Python to use; for dask it needs dask.distributed
# For slurm, it starts and stops Slurm for this one machine in a temporary folder, which needs root, slurm-wlm and munge. With copy, GNU
# parallel plays a run on two machines without a common folder: network namespaces with a mount of their own, which needs root, sshd and rsync.
set -euo pipefail
GOLDRUSH=$(realpath "$1")
shift
cd "$(dirname "$0")"
python=${PYTHON:-python3}
folder=$(mktemp -d)
chmod 755 "$folder"
daemons=()
machines=()
stop() {
  for daemon in "${daemons[@]}"; do kill "$daemon" || true; done
  for number in "${machines[@]}"; do ip netns delete "goldrush$number"; done
  wait
  rm -rf "$folder" "$folder.keys"
}
trap stop EXIT

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

# kill_worker ENGINE WORDS: kills the worker that plays part 3 of a command.
kill_worker() {
  case $1 in
    parallel | copy) pkill -KILL -f -- "$2" ;;
    # The Dask process that started it.
    dask) kill -KILL "$(ps -o ppid= -p "$(pgrep -f -- "$2" | head -n 1)")" ;;
    slurm) scancel --batch --signal=KILL "$(squeue -h -r -o '%F_%K' | grep '_3$')" ;;
  esac
}

# launch_and_kill ENGINE PART SIZE WORDS LAUNCH…: launches a command, and kills the worker of part 3 once its table has this size.
launch_and_kill() {
  local engine=$1 part=$2 size=$3 words=$4
  "$python" launch.py "${@:5}" > "$folder/$engine.txt" 2> "$folder/$engine.err" & local launched=$!
  until find "$part.partial" -name 'seats.csv*' -size "$size" 2> /dev/null | grep -q .; do
    if [ -d "$part" ]; then echo "part 3 finished before it could be killed" >&2; exit 1; fi
    kill -0 "$launched" 2> /dev/null || { echo "launch.py ended before part 3 started" >&2; exit 1; }
    sleep 0.02
  done
  kill_worker "$engine" "$words"
  sleep 0.2
  if [ -d "$part" ]; then echo "part 3 was not killed" >&2; exit 1; fi
  wait $launched || { cat "$folder/$engine.err"; exit 1; }
  grep -E '^part 3 ended by signal 9|^the worker .* was lost|^not finished, and played again: part 3' "$folder/$engine.err"
  tail -n 2 "$folder/$engine.txt"
}

# search_and_kill ENGINE: launches a search, and kills the worker of part 3 of a step.
search_and_kill() {
  local out=$folder/search-$1
  "$python" launch.py "$1" --goldrush "$GOLDRUSH" --parts 4 --out "$out" -- "${search[@]}" > "$folder/$1.txt" & local launched=$!
  until kill_worker "$1" "design .*--shard 3/4 --out $out" 2> /dev/null; do
    kill -0 "$launched" 2> /dev/null || { echo "the search ended before part 3 could be killed" >&2; exit 1; }
    sleep 0.02
  done
  wait $launched
}

# The same files, except for when and where they were written.
same() {
  diff -r --exclude=machine.json --exclude=times.jsonl "$1" "$2"
  echo "the same bytes"
}

run=(simulate --agents random --players 3 --games 120000 --records every=1000 --compress)
"$GOLDRUSH" "${run[@]}" --out "$folder/whole" > /dev/null
mkdir "$folder/one"
"$GOLDRUSH" league init "$folder/one/cup" --game knizia-gold --players 3 --seed 5 > /dev/null
for bot in random memory level1; do "$GOLDRUSH" league add "$folder/one/cup" "$bot" > /dev/null; done
for engine in "$@"; do mkdir "$folder/of-$engine" && cp -r "$folder/one/cup" "$folder/of-$engine/cup"; done
round=(--games 16000)
search=(design --want "first-seat=50%±2,lead=min" --vary komi=0..2 --vary nugget-points=0..3 --agents random,greedy --games 16000)
"$GOLDRUSH" "${search[@]}" --out "$folder/searched" > /dev/null
"$GOLDRUSH" league play "$folder/one/cup" "${round[@]}" --shard 0/1 > /dev/null
for engine in "$@"; do
  if [ "$engine" = slurm ]; then start_slurm; fi
  echo "== $engine: 8 parts; killing the worker of part 3"
  if [ "$engine" = copy ]; then
    for number in 1 2; do start_machine $number; done
    (
      launcher=$PWD/launch.py
      cd "$folder"
      "$python" "$launcher" parallel --copy --hosts "$folder.keys/machines" --goldrush "$GOLDRUSH" --parts 8 --out copy -- "${run[@]}" > copy.txt &
      launched=$!
      until pgrep -f -- "^$GOLDRUSH .*--shard 3/8 --out copy.parts" > /dev/null; do sleep 0.02; done
      sleep 0.2
      kill_worker copy "^$GOLDRUSH .*--shard 3/8 --out copy.parts"
      wait $launched
      tail -n 2 copy.txt
    )
    same "$folder/whole" "$folder/copy"
    continue
  fi
  launch_and_kill "$engine" "$folder/$engine.parts/shard-00003-of-00008" +100k "--shard 3/8 --out $folder/" \
    "$engine" --goldrush "$GOLDRUSH" --parts 8 --out "$folder/$engine" -- "${run[@]}"
  same "$folder/whole" "$folder/$engine"
  cup=$folder/of-$engine/cup
  launch_and_kill "$engine" "$cup/parts/00001/shard-00003-of-00008" +0 "league play $cup .*--shard 3/8" \
    "$engine" --goldrush "$GOLDRUSH" --parts 8 -- league play "$cup" "${round[@]}"
  same "$folder/one/cup" "$cup"
  search_and_kill "$engine"
  same "$folder/searched" "$folder/search-$engine"
done
