#!/usr/bin/env bash
# Plays a run in N parts with GNU parallel, a part a core, and puts them together. Run it again after whatever went wrong.
# Usage: [HOSTS=FILE] scripts/parallel.sh N PARTS RUN simulate|match|… OPTIONS…
#   HOSTS    a machine a line, as ssh knows it; all see this folder and PARTS under the same path (":" is this machine)
#   GOLDRUSH the program, if it is not on the path
set -euo pipefail
n=$1 parts=$2 run=$3 goldrush=${GOLDRUSH:-goldrush}
shift 3
seq 0 $((n - 1)) | parallel --quote --retries 3 --workdir "$PWD" ${HOSTS:+--sshloginfile "$HOSTS"} \
  "$goldrush" "$@" --threads 1 --shard "{}/$n" --out "$parts"
exec "$goldrush" merge "$parts" --out "$run"
