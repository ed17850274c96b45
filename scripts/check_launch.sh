#!/usr/bin/env bash
# Plays a run in parts with scripts/launch.py, kills a worker, and checks that the result is byte for byte that of a single run.
# Usage: scripts/check_launch.sh GOLDRUSH parallel|slurm|dask…      PYTHON=… is the Python to use; for dask it needs dask.distributed
# For slurm, it starts and stops Slurm for this one machine in a temporary folder, which needs root, slurm-wlm and munge.
set -euo pipefail
GOLDRUSH=$(realpath "$1")
shift
cd "$(dirname "$0")"
python=${PYTHON:-python3}
folder=$(mktemp -d)
chmod 755 "$folder"
daemons=()
stop() {
  for daemon in "${daemons[@]}"; do kill "$daemon" || true; done
  wait
  rm -rf "$folder"
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

# Kills the worker that plays part 3.
kill_worker() {
  case $1 in
    parallel) pkill -KILL -f -- "--shard 3/8 --out $folder/" ;;
    # The Dask process that started it.
    dask) kill -KILL "$(ps -o ppid= -p "$(pgrep -f -- "--shard 3/8 --out $folder/" | head -n 1)")" ;;
    slurm) scancel --batch --signal=KILL "$(squeue -h -r -o '%F_%K' | grep '_3$')" ;;
  esac
}

run=(simulate --agents random --players 3 --games 400000 --records every=1000 --compress)
"$GOLDRUSH" "${run[@]}" --out "$folder/whole" > /dev/null
for engine in "$@"; do
  if [ "$engine" = slurm ]; then start_slurm; fi
  echo "== $engine: 8 parts; killing the worker of part 3"
  "$python" launch.py "$engine" --goldrush "$GOLDRUSH" --parts 8 --out "$folder/$engine" -- "${run[@]}" > "$folder/$engine.txt" & launched=$!
  part=$folder/$engine.parts/shard-00003-of-00008
  until find "$part.partial" -name seats.csv -size +100k 2> /dev/null | grep -q .; do
    if [ -d "$part" ]; then echo "part 3 finished before it could be killed" >&2; exit 1; fi
    kill -0 "$launched" 2> /dev/null || { echo "launch.py ended before part 3 started" >&2; exit 1; }
    sleep 0.02
  done
  kill_worker "$engine"
  sleep 0.2
  if [ -d "$part" ]; then echo "part 3 was not killed" >&2; exit 1; fi
  wait $launched
  tail -n 2 "$folder/$engine.txt"
  diff -r --exclude=machine.json --exclude=times.jsonl "$folder/whole" "$folder/$engine"
  echo "the same bytes"
done
