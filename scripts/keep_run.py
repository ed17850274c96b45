#!/usr/bin/env python3
"""Keep a run in a folder of results/: run.toml, its tiles, and its summary with numbers rounded to six digits, half widths to four.

Usage: scripts/keep_run.py RUN FOLDER
"""
import glob, gzip, hashlib, json, os, shutil, sys


def rounded(found, digits=6):
    if isinstance(found, dict):
        return {key: rounded(value, 4 if key == "half_width" else 6) for key, value in found.items()}
    if isinstance(found, list):
        return [rounded(value) for value in found]
    # Always to six digits first, so that a kept summary can be rounded again to the same bytes.
    return float(f"{float(f'{found:.6g}'):.{digits}g}") if isinstance(found, float) else found


def keep(run, folder):
    os.makedirs(folder, exist_ok=True)
    for path in glob.glob(f"{folder}/tiles-*.toml"):
        os.remove(path)
    for path in [f"{run}/run.toml", *sorted(glob.glob(f"{run}/tiles-*.toml"))]:
        shutil.copy(path, folder)
    with open(f"{run}/summary.json") as file:
        summary = rounded(json.load(file))
    # Sealed like the file of the run: with the SHA-256 of the text above.
    del summary["sha256_above"]
    above = json.dumps(summary, indent=2).removesuffix("\n}")
    text = f'{above},\n  "sha256_above": "{hashlib.sha256(above.encode()).hexdigest()}"\n}}\n'
    with open(f"{folder}/summary.json.gz", "wb") as file:
        # Without a name and a time: the same run makes the same bytes.
        file.write(gzip.compress(text.encode(), 9, mtime=0))


if len(sys.argv) != 3:
    sys.exit(__doc__)
keep(*sys.argv[1:])
