#!/usr/bin/env bash
# A run as a Slurm job array, of which one task is killed and submitted again, is the same as one run, byte for byte.
# Starts Slurm for this one machine in a folder of its own and stops it. Needs root and Debian's slurm-wlm and munge.
# Usage: scripts/check_slurm.sh GOLDRUSH
set -euo pipefail
GOLDRUSH=$(realpath "$1")
cd "$(dirname "$0")"
folder=$(mktemp -d)
chmod 755 "$folder"
daemons=()
stop() {
  for daemon in "${daemons[@]}"; do kill "$daemon" || true; done
  wait
  rm -rf "$folder"
}
trap stop EXIT
export GOLDRUSH SLURM_CONF=$folder/slurm.conf
host=$(hostname -s) parts=$folder/parts

(umask 077 && head -c 1024 /dev/urandom > "$folder/munge.key")
munged --foreground --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" \
  --pid-file="$folder/munge.pid" --log-file="$folder/munge.log" --seed-file="$folder/munge.seed" > "$folder/munge.out" 2>&1 & daemons+=($!)
cat > "$SLURM_CONF" <<END
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

run=(simulate --agents random --players 3 --games 600000 --records every=1000 --compress)
"$GOLDRUSH" "${run[@]}" --out "$folder/whole" > /dev/null
submit() { sbatch --parsable --chdir="$folder" --output="%a.log" --open-mode=append --array="$1" slurm.sbatch 8 "$parts" "${run[@]}"; }
finish() { while squeue -h -j "$1" 2> /dev/null | grep -q .; do sleep 0.5; done; }

job=$(submit 0-7)
echo "job array $job: 8 tasks, of which number 3 is killed"
until find "$parts/shard-00003-of-00008.partial" -name seats.csv -size +100k 2> /dev/null | grep -q .; do sleep 0.02; done
scancel --batch --signal=KILL "${job}_3"
finish "$job"
if missing=$("$GOLDRUSH" merge "$parts" --out "$folder/merged"); then exit 1; fi
echo "missing: $missing"
[ "$missing" = 3 ]

job=$(submit "$missing")
echo "job array $job: task $missing again"
finish "$job"
grep -h "^part" "$folder"/[0-7].log
"$GOLDRUSH" merge "$parts" --out "$folder/merged" | tail -n 2
diff -r --exclude=machine.json --exclude=times.jsonl "$folder/whole" "$folder/merged"
echo "the same bytes"
