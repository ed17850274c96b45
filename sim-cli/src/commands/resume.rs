//! `goldrush resume`.

use std::io::Write;

use goldrush_harness::findings::read_back::ReadBack;
use goldrush_harness::findings::stop::is_decided;
use goldrush_harness::sim::batch;
use goldrush_harness::store::folder::{LockedFolder, is_complete};
use goldrush_harness::store::written::OnDamage;
use goldrush_harness::study::Plan;
use goldrush_support::error::{BadInput, bad_input};

use super::runs;
use crate::cli::args::ResumeArgs;
use crate::run;

pub(super) fn run(args: &ResumeArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let pool = batch::pool(args.threads)?;
    let shown = args.folder.display();
    // Read under the lock, so that no other process is still writing.
    let locked = LockedFolder::take(&args.folder)?;
    let written = Plan::read_to_resume(&args.folder)?;
    let mut plan = Plan::read_to_resume(&args.folder)?;
    let was_complete = is_complete(&args.folder);
    match (was_complete, args.more) {
        (_, Some(_)) if plan.shard.is_some() => {
            return Err(bad_input(format!(
                "--more: {shown} is a part of a run; add games to the run when it is merged"
            )));
        }
        (false, Some(_)) => {
            let problem =
                format!("--more: {shown} is not finished; first: goldrush resume {shown}");
            return Err(bad_input(problem));
        }
        (true, None) if args.repair => {
            match locked.read_back(&written, OnDamage::Refused, &mut ReadBack::nothing(&plan)) {
                Ok(_) => {
                    return Err(bad_input(format!(
                        "--repair: {shown} is complete and as it was written"
                    )));
                }
                Err(e) if !e.is::<BadInput>() => return Err(e),
                Err(_) => {}
            }
        }
        (true, None) => {
            return Err(bad_input(format!(
                "{shown}: is complete; --more N adds games to it"
            )));
        }
        (true, Some(_)) if plan.stop.is_some() => {
            let problem = "had a goal to end by; play it again with more --games";
            return Err(bad_input(format!("--more: {shown} {problem}")));
        }
        (true, Some(more)) => plan.extend("--more", more)?,
        (false, None) => {}
    }
    if was_complete && args.repair {
        locked.remove_summary()?;
    }
    let mut before = ReadBack::nothing(&plan);
    let wrong = if args.repair {
        OnDamage::CutOff
    } else {
        OnDamage::Refused
    };
    let kept = locked.read_back(&written, wrong, &mut before)?;
    let tally = before.tally;
    if args.more.is_some() && is_decided(&plan, &tally) {
        return Err(bad_input(format!(
            "--more: the test of {shown} has decided; more games would not change that"
        )));
    }
    let folder = locked.reopen(&plan, kept)?;
    writeln!(
        out,
        "Resuming after {} of {} deals.",
        tally.blocks,
        plan.blocks_here()
    )?;
    let outcome = run::run(&plan, tally, Some(folder), &pool)?;
    runs::write(&plan, &outcome, &pool, out)?;
    runs::check_faults(outcome.faults, args.allow_faults)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::ops::ControlFlow;
    use std::path::Path;

    use flate2::Compression;
    use flate2::write::GzEncoder;
    use goldrush_harness::sim::result::GameResult;
    use goldrush_harness::store::disk::fault_injection;
    use goldrush_harness::store::folder::{RECORDS_FILE, SUMMARY_FILE, is_complete};
    use goldrush_harness::store::gzip::packed;
    use goldrush_harness::store::written::{OnDamage, Reader, read_back};
    use goldrush_harness::study::{GameId, PLAN_FILE, Plan};
    use goldrush_support::input::open_unpacked;
    use tempfile::TempDir;

    use crate::commands::stopping::{Files, command, copy, files};

    /// Takes blocks and forgets them.
    struct NoReader;

    impl Reader for NoReader {
        fn block(&mut self, _: &[(GameId, GameResult)]) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
    }

    /// Reads a run back as [`read_back`] does. Returns its number of whole blocks.
    fn blocks(run: &Path, wrong: OnDamage) -> anyhow::Result<u64> {
        Ok(read_back(run, &Plan::read(run)?, wrong, &mut NoReader)?.blocks)
    }

    /// A packed run of 8 deals, and a longer one of 11.
    struct Case {
        folder: TempDir,
        short: Files,
        long: Files,
    }

    const BEGIN: &str = "simulate --agents random --records every=2 --compress --threads 1";

    impl Case {
        fn new() -> Case {
            let folder = tempfile::tempdir().unwrap();
            let [short, long] = [("short", 8), ("long", 11)].map(|(name, games)| {
                let out = folder.path().join(name);
                command(&format!("{BEGIN} --games {games} --out {}", out.display())).unwrap();
                files(&out)
            });
            Case {
                folder,
                short,
                long,
            }
        }

        /// Gives a command that is ended at each of its changes of files in turn, and then `again`. `start` is the folder of
        /// the run that the command finds, if it finds one, of whose blocks `whole` are whole. Returns the number of changes.
        fn end_everywhere(
            &self,
            start: Option<&Path>,
            given: &str,
            again: &str,
            whole: u64,
        ) -> i64 {
            let run = self.folder.path().join("run");
            let command = |words: &str| command(&words.replace("RUN", run.to_str().unwrap()));
            for changes in 0.. {
                match start {
                    Some(start) => copy(start, &run),
                    None => drop(fs::remove_dir_all(&run)),
                }
                let ended = fault_injection::after(changes, || command(given));
                let was_ended = ended.is_none();
                if was_ended && run.join(PLAN_FILE).exists() {
                    assert!(
                        blocks(&run, OnDamage::CutOff).unwrap() >= whole,
                        "games are lost after {changes} changes"
                    );
                    if !is_complete(&run) || command("verify RUN").is_err() {
                        command(again).unwrap();
                    }
                } else if was_ended {
                    command(given).unwrap();
                }
                ended.unwrap_or(Ok(())).unwrap();
                let found = files(&run);
                let is_one = [&self.short, &self.long].contains(&&found)
                    || start.is_some_and(|start| found == files(start));
                assert!(is_one, "after {changes} changes: {:?}", found.keys());
                command("verify RUN").unwrap();
                if !was_ended {
                    return changes;
                }
            }
            unreachable!("the command completes eventually")
        }
    }

    #[test]
    #[ignore = "slow"]
    fn nothing_finished_is_lost_wherever_the_program_ends() {
        let case = Case::new();
        let [short, start] = ["short", "start"].map(|name| case.folder.path().join(name));
        // Played from the beginning.
        let begin = format!("{BEGIN} --games 8 --out RUN");
        assert!(case.end_everywhere(None, &begin, "resume RUN", 0) > 30);
        // Packed, but not complete: all is unpacked and packed again.
        copy(&short, &start);
        fs::remove_file(start.join(SUMMARY_FILE)).unwrap();
        assert!(case.end_everywhere(Some(&start), "resume RUN", "resume RUN", 8) > 30);
        // More games; a table is there unpacked too.
        copy(&short, &start);
        unpack_beside(&start, "games.csv");
        assert!(case.end_everywhere(Some(&start), "resume RUN --more 3", "resume RUN", 8) > 30);
        // Something was changed in the middle of a complete run.
        copy(&short, &start);
        change_packed(&start.join(RECORDS_FILE));
        let repair = "resume RUN --repair";
        assert!(case.end_everywhere(Some(&start), repair, repair, 4) > 30);
    }

    fn unpacked(table: &Path) -> String {
        std::io::read_to_string(open_unpacked(&packed(table)).unwrap().1).unwrap()
    }

    fn unpack_beside(run: &Path, name: &str) {
        fs::write(run.join(name), unpacked(&run.join(name))).unwrap();
    }

    /// Changes the third line of a packed table.
    fn change_packed(table: &Path) {
        let text = unpacked(table);
        let mut lines: Vec<&str> = text.lines().collect();
        let changed = lines[2].replacen("\"seed\":1", "\"seed\":2", 1);
        assert!(changed != lines[2]);
        lines[2] = &changed;
        let mut to = GzEncoder::new(
            fs::File::create(packed(table)).unwrap(),
            Compression::fast(),
        );
        std::io::Write::write_all(&mut to, (lines.join("\n") + "\n").as_bytes()).unwrap();
        to.finish().unwrap();
    }

    #[test]
    fn every_changed_digit_of_an_unfinished_run_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let run = folder.path().join("run");
        command(&format!(
            "simulate --game knizia-gold --agents random --games 3 --records all --out {}",
            run.display()
        ))
        .unwrap();
        fs::remove_file(run.join(SUMMARY_FILE)).unwrap();
        for name in ["games.csv", "seats.csv", "records.jsonl"] {
            let path = run.join(name);
            let text = fs::read_to_string(&path).unwrap();
            for (index, digit) in text
                .bytes()
                .enumerate()
                .filter(|(_, byte)| byte.is_ascii_digit())
            {
                let mut changed = text.clone().into_bytes();
                changed[index] = if digit == b'9' { b'8' } else { digit + 1 };
                fs::write(&path, changed).unwrap();
                let error = blocks(&run, OnDamage::Refused).unwrap_err().to_string();
                assert!(
                    error.contains(name) && error.contains("resume --repair"),
                    "{error}"
                );
            }
            fs::write(&path, text).unwrap();
        }
        assert_eq!(blocks(&run, OnDamage::Refused).unwrap(), 3);
    }
}
