#!/usr/bin/env python3
"""Play a run in parts on many cores or machines, show progress, and merge the parts.

    scripts/launch.py parallel --parts 64 --out run1 -- simulate --agents best --games 100000
    scripts/launch.py slurm --parts 400 --out run1 -- simulate --agents best --games 1000000
    scripts/launch.py dask --parts 64 --out run1 --scheduler tcp://head:8786 -- simulate --agents best --games 100000
    scripts/launch.py slurm --parts 64 --rounds 10 -- league play cup --games 100000
    scripts/launch.py dask --parts 16 --out search -- design --want lead=min --vary herd-points=0..6

  parallel   GNU parallel: all cores of this machine, or those of the machines in --hosts, which with --copy share no folder
  slurm      a Slurm job array, one task per part
  dask       dask.distributed: all cores of this machine, the machines in --hosts over ssh, or a running cluster (--scheduler)

After -- comes a goldrush command that plays a run, such as a tournament, without --out, a design search, likewise, or the next --rounds of
a league. A search has about ten steps, each played in parts. All machines must see the folder of the parts, the search or the league under
the same path. With --copy, GNU parallel plays each part in a temporary folder of its machine and brings it back with rsync: it sends what
has been played of a search or a league, and the files of --send, by paths below the current folder. How a part failed is printed, and it is
played again; after anything else goes wrong, run the same command again. Make a part some minutes of work: starting one costs a second.
"""

import argparse
import glob
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time

# Rounds in which failed parts are played again.
ROUNDS = 4


def ranges(numbers):
    """Formats 0,1,2,5 as 0-2,5, the form that job arrays expect."""
    runs = []
    for number in sorted(numbers):
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


def parts_in_words(numbers):
    return f"part {numbers[0]}" if len(numbers) == 1 else f"parts {ranges(numbers)}"


class Parts:
    """The folder of the parts."""

    def __init__(self, folder, count):
        self.folder, self.count = folder, count

    def path(self, number, ending=""):
        return os.path.join(self.folder, f"shard-{number:05}-of-{self.count:05}{ending}")

    def missing(self):
        return [number for number in range(self.count) if not os.path.isdir(self.path(number))]

    def words(self, done, begun):
        return f"{done} of {self.count} parts done, {begun} in progress"

    def begun(self):
        return sum(os.path.isdir(self.path(number, ".partial")) for number in self.missing())

    def out(self, folder):
        """The option of a part that names this folder."""
        return ["--out", folder]

    # With --copy, for machines without this folder. In paths, {2} is the name of a part.

    def copies(self):
        """The folder to which parts are brought back."""
        return self.folder

    def files_to_send(self):
        """Files and folders below the current folder that a machine needs to play a part."""
        return []

    def collect(self, args):
        """Adds parts that were brought back to the rest."""


class RoundParts(Parts):
    """The parts of the next round of a league, whose folder is removed when the round has been merged."""

    def __init__(self, league, count):
        rounds = os.path.join(league, "rounds")
        done = [name for name in sorted(os.listdir(rounds)) if is_complete(os.path.join(rounds, name))]
        # The last round may be merged, but not yet be in the standings: its parts are still there.
        number = len(done) + 1
        if done and os.path.isdir(os.path.join(league, "parts", done[-1])):
            number -= 1
        self.round = os.path.join(rounds, f"{number:05}")
        self.league = league
        super().__init__(os.path.join(league, "parts", f"{number:05}"), count)

    def missing(self):
        has_parts = os.path.isdir(self.folder)
        if is_complete(self.round) and not has_parts:
            return []
        # The process that was to merge them was killed: the same command merges them.
        return super().missing() or [0]

    def is_unbegun(self):
        return not os.path.isdir(self.folder) and not is_complete(self.round)

    def out(self, folder):
        return []

    def files_to_send(self):
        # Without other parts: a machine that has all the others would merge the round.
        return [os.path.relpath(os.path.join(self.league, name)) for name in sorted(os.listdir(self.league)) if name != "parts"]

    def collect(self, args):
        if os.path.isdir(self.folder) and not super().missing():
            code = subprocess.run(command(args, 0), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL).returncode
            args.has_failed |= code != 0


class SearchParts(Parts):
    """The parts of the next step of a search, which adds what they played to its record."""

    def __init__(self, folder, count, step=1):
        super().__init__(folder, count)
        self.step = step
        self.before = self.record()
        self.has_run = False

    def record(self):
        try:
            with open(os.path.join(self.folder, "design.json")) as file:
                return file.read()
        except FileNotFoundError:
            return None

    def is_over(self):
        return os.path.exists(os.path.join(self.folder, "report.html"))

    def missing(self):
        # A part whose process was killed is played with the next step, which does not begin before.
        return [] if self.has_run or self.is_over() else list(range(self.count))

    def words(self, done, begun):
        return "the search is complete" if self.is_over() else f"step {self.step}: {begun} parts in progress"

    def begun(self):
        return self.count

    def check_progress(self):
        if not self.is_over() and self.record() == self.before:
            sys.exit("nothing was played: run the command after -- alone to see why")


class CopiedSearchParts(SearchParts):
    """The parts of the next step of a search, each played in a copy of the search."""

    def out(self, folder):
        return ["--out", os.path.join(folder, "{2}")]

    def copies(self):
        return self.folder + ".parts"

    def files_to_send(self):
        shutil.rmtree(self.copies(), ignore_errors=True)
        if self.before is None:
            return []
        for number in range(self.count):
            copy = os.path.join(self.copies(), os.path.basename(self.path(number)))
            os.makedirs(copy)
            shutil.copy(os.path.join(self.folder, "design.json"), copy)
        return [os.path.join(os.path.relpath(self.copies()), "{2}", "design.json")]

    def collect(self, args):
        subprocess.run([args.goldrush, "merge", self.copies(), "--out", self.folder], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        # All parts of the last step write the same pages.
        if pages := glob.glob(os.path.join(glob.escape(self.copies()), "*", "report.html")):
            shutil.copytree(os.path.dirname(pages[0]), self.folder, dirs_exist_ok=True)
        shutil.rmtree(self.copies(), ignore_errors=True)


def is_complete(run):
    return any(os.path.exists(os.path.join(run, name)) for name in ("summary.json", "summary.json.gz"))


class Progress:
    """A progress line: rewritten on a terminal, printed now and then elsewhere."""

    def __init__(self, parts):
        self.parts, self.shown, self.began = parts, None, time.monotonic()
        self.before = parts.count - len(parts.missing())

    def show(self):
        done = self.parts.count - len(self.parts.missing())
        now = (done, self.parts.begun())
        if now == self.shown:
            return
        passed, fresh = time.monotonic() - self.began, done - self.before
        left = f", about {passed / fresh * (self.parts.count - done) / 60:.0f} min left" if fresh and done < self.parts.count else ""
        line = f"{self.parts.words(done, now[1])}{left}"
        end = "\r" if sys.stderr.isatty() and done < self.parts.count else "\n"
        if end == "\r" or self.shown is None or self.shown[0] != done:
            print(f"{line:78}", end=end, file=sys.stderr, flush=True)
        self.shown = now


def wait(progress, is_over, report=lambda: None):
    while not is_over():
        report()
        progress.show()
        time.sleep(0.5)
    report()
    progress.show()


def ending(code):
    """Words for the end of a process with this return code."""
    return f"ended by signal {-code}" if code < 0 else f"ended with exit code {code}"


class JobLog:
    """The file in which GNU parallel logs how each job ended."""

    def __init__(self, args, numbers):
        os.makedirs(args.keep, exist_ok=True)
        self.args, self.numbers, self.told = args, numbers, 1
        self.path = os.path.join(args.keep, "jobs.log")
        if os.path.exists(self.path):
            os.remove(self.path)

    def report(self):
        """Prints how parts ended that failed since the last call."""
        try:
            with open(self.path) as file:
                lines = file.readlines()
        except FileNotFoundError:
            return
        # The first line has the headings, and the last one may not be complete.
        for line in [line for line in lines if line.endswith("\n")][self.told:]:
            self.told += 1
            job, _, _, _, _, _, code, signal_number, *_ = line.split("\t")
            if code := -int(signal_number) or int(code):
                tell(self.args, self.numbers[int(job) - 1], code)


def command(args, number, out=None):
    out = args.at.out(args.at.folder) if out is None else out
    return [args.goldrush, *args.command, "--threads", str(args.threads), "--shard", f"{number}/{args.parts}", *out]


def with_parallel(args, missing, progress):
    hosts = ["--sshloginfile", args.hosts] if args.hosts else []
    jobs = [] if args.threads == 1 else ["--jobs", str(max((os.cpu_count() or 1) // args.threads, 1))]
    if args.copy:
        # Parts are brought back to the same place below the current folder; of a run or a league, only whole ones.
        folder = os.path.relpath(args.at.copies())
        sent = [word for file in [*args.send, *args.at.files_to_send()] for word in ("--transferfile", file)]
        place = ["--workdir", "...", *sent, "--return", os.path.join(folder, "{2}"), "--cleanup"]
        words = command(args, "{1}", args.at.out(folder))
    else:
        place, words = ["--workdir", os.getcwd()], command(args, "{1}")
    # What fails on one machine is tried on another one; here, it is played again after the others.
    retries = ["--retries", "3"] if args.hosts else []
    log = JobLog(args, missing)
    each = ["parallel", "--quote", *retries, "--joblog", log.path, *place, "--colsep", " ", *hosts, *jobs, *words]
    numbers = "".join(f"{number} {os.path.basename(args.at.path(number))}\n" for number in missing)
    process = subprocess.Popen(each, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    process.stdin.write(numbers)
    process.stdin.close()
    try:
        wait(progress, lambda: process.poll() is not None, log.report)
    except KeyboardInterrupt:
        process.send_signal(signal.SIGTERM)
        raise


def with_slurm(args, missing, progress):
    # Replaces the shell, to receive the signals of the scheduler.
    script = "exec " + shlex.join(command(args, "auto")) + "\n"
    os.makedirs(args.keep, exist_ok=True)
    logs = ["--output", os.path.join(args.keep, "slurm-%a.log"), "--open-mode", "append"]
    submit = ["sbatch", "--parsable", "--job-name", "goldrush", "--requeue", "--cpus-per-task", str(args.threads), "--array", ranges(missing)]
    submitted = subprocess.run([*submit, *logs], input="#!/bin/sh\n" + script, stdout=subprocess.PIPE, text=True, check=True)
    job = submitted.stdout.split(";")[0].strip()

    def is_over():
        queue = subprocess.run(["squeue", "-h", "-j", job], capture_output=True, text=True)
        if queue.returncode != 0:
            # Slurm forgets a job some time after it ends; no answer from the controller means nothing.
            return "Invalid job id" in queue.stderr
        return not queue.stdout.strip()

    try:
        wait(progress, is_over)
    except KeyboardInterrupt:
        subprocess.run(["scancel", job], check=False)
        raise


def end_with_parent():
    """Makes the system kill this process when the worker that started it exits."""
    import ctypes

    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def play_part(words, folder):
    on_linux = {"preexec_fn": end_with_parent} if sys.platform == "linux" else {}
    done = subprocess.run(words, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **on_linux)
    return done.returncode, done.stderr.strip()[-500:]


def with_dask(args, missing, progress):
    from dask.distributed import Client, LocalCluster, SSHCluster

    cluster = None
    if args.scheduler:
        client = Client(args.scheduler)
    else:
        if args.hosts:
            with open(args.hosts) as file:
                hosts = [line.strip() for line in file if line.strip()]
            cluster = SSHCluster([hosts[0], *hosts])
        else:
            workers = max((os.cpu_count() or 1) // args.threads, 1)
            cluster = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)
        client = Client(cluster)
    try:
        parts = {number: client.submit(play_part, command(args, number), os.getcwd(), pure=False) for number in missing}
        workers = set(client.nthreads())

        def report():
            nonlocal workers
            now = set(client.nthreads())
            for lost in sorted(workers - now):
                print(f"the worker {lost} was lost; its part is played again", file=sys.stderr)
            workers = now
            for number, part in list(parts.items()):
                status = part.status
                if status == "finished":
                    code, why = part.result()
                elif status in ("error", "cancelled"):
                    code, why = 1, f"{status}: {part.exception()}"
                else:
                    # Also one that is "lost": it was complete, but the worker that knew of it has gone, and another one is asked.
                    continue
                del parts[number]
                if code != 0:
                    tell(args, number, code, why)

        wait(progress, lambda: not parts, report)
    finally:
        client.close()
        if cluster:
            cluster.close()


ENGINES = {"parallel": with_parallel, "slurm": with_slurm, "dask": with_dask}


def merge(args):
    return subprocess.run([args.goldrush, "merge", args.keep, "--out", args.out], stdin=subprocess.DEVNULL).returncode


def play(args):
    """Plays all parts; a part that fails is played again."""
    progress = Progress(args.at)
    for _ in range(ROUNDS):
        missing = args.at.missing()
        if not missing:
            return
        ENGINES[args.engine](args, missing, progress)
        args.at.has_run = True
        if args.copy:
            args.at.collect(args)
        if left := args.at.missing():
            logs = f"; {args.keep}/slurm-*.log say why" if args.engine == "slurm" else ""
            print(f"not finished, and played again: {parts_in_words(left)}{logs}", file=sys.stderr)
        if args.league and args.at.is_unbegun():
            sys.exit("no round was begun: the tournament has ended, or the command failed")
    if missing := args.at.missing():
        sys.exit(f"missing: {parts_in_words(missing)}; run the same command again to play them")


def tell(args, number, code, why=""):
    """Prints how a part ended that failed; one of a league may be complete all the same."""
    print(f"part {number} {ending(code)}{': ' if why else ''}{why}", file=sys.stderr)
    args.has_failed |= code > 0 and number not in args.at.missing()


def league_of(words):
    """The folder of the league that a command plays, or None."""
    return words[2] if words[:2] == ["league", "play"] and len(words) > 2 else None


def below_current_folder(parser, folder):
    """The path of a folder from the current one, which machines have below a temporary folder."""
    path = os.path.relpath(folder)
    if path.startswith(".."):
        parser.error(f"--copy: {folder} must be below the current folder")
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", choices=ENGINES, help="what distributes the parts")
    parser.add_argument("--parts", type=int, required=True, help="number of parts")
    parser.add_argument("--out", help="folder of the run; a league needs none")
    parser.add_argument("--rounds", type=int, default=1, help="rounds of a league (default: 1)")
    parser.add_argument("--keep", help="folder of the parts (default: that of the run, with .parts)")
    parser.add_argument("--threads", type=int, default=1, help="threads of each part (default: 1)")
    parser.add_argument("--hosts", help="file with one machine per line, as ssh knows it")
    parser.add_argument("--copy", action="store_true", help="the machines share no folder (GNU parallel with --hosts)")
    parser.add_argument("--send", metavar="FILE", nargs="*", default=[], help="file that --copy sends to each machine")
    parser.add_argument("--scheduler", help="address of a running Dask scheduler")
    parser.add_argument("--goldrush", default="goldrush", help="the program (default: goldrush on the path)")
    parser.add_argument("command", nargs="+", help="-- simulate, match, tournament, balance … and its options")
    args = parser.parse_args()
    if args.parts < 1 or args.threads < 1:
        parser.error("--parts and --threads must be at least 1")
    if any(re.match("--(out|shard|threads)(=|$)", word) for word in args.command):
        parser.error("--out and --threads go before --, and --shard is set by this program")
    args.league = league_of(args.command)
    args.has_failed = False
    is_search = args.command[0] == "design"
    if args.copy and (args.engine != "parallel" or not args.hosts):
        parser.error("--copy goes with parallel and --hosts")
    if args.copy and args.league:
        args.command[2] = below_current_folder(parser, args.league)
    if not args.league:
        if not args.out:
            parser.error("--out is needed: the folder of the run")
        args.out = os.path.abspath(below_current_folder(parser, args.out) if args.copy else args.out)
        if is_search:
            args.keep = args.out + ".logs"
            kind = CopiedSearchParts if args.copy else SearchParts
            step = 0
            while not SearchParts(args.out, args.parts).is_over():
                step += 1
                args.at = kind(args.out, args.parts, step)
                play(args)
                args.at.check_progress()
            print(f"The page: {os.path.join(args.out, 'report.html')}")
            return
        args.keep = os.path.abspath(args.keep or args.out + ".parts")
        if args.copy:
            below_current_folder(parser, args.keep)
        os.makedirs(args.keep, exist_ok=True)
        args.at = Parts(args.keep, args.parts)
        play(args)
        sys.exit(merge(args))
    args.keep = os.path.abspath(args.keep or args.league.rstrip("/") + ".logs")
    for _ in range(args.rounds):
        args.at = RoundParts(args.league, args.parts)
        play(args)
    subprocess.run([args.goldrush, "league", "table", args.league], stdin=subprocess.DEVNULL, check=True)
    print(f"The page: {os.path.join(args.league, 'index.html')}")
    if args.has_failed:
        sys.exit("a part failed, though all games were played: see above")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("interrupted; run the same command again to continue")
    except (OSError, subprocess.CalledProcessError) as problem:
        sys.exit(f"{problem}")
