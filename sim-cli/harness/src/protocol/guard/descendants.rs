//! Finds and kills descendants of this process, as listed by the system.

use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;

use rustix::param::clock_ticks_per_second;
use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, waitpid};

use crate::protocol::pipe::Activity;

/// Kills all descendants of this process.
pub(super) fn kill() {
    let parents = parents();
    let family = family(vec![getpid().as_raw_nonzero().get()], &parents);
    family[1..].iter().for_each(|process| kill_one(*process));
}

/// Kills the children of this process except those in `excluded`, with their descendants. True if there were any.
pub(super) fn kill_children_except(excluded: &BTreeSet<u32>) -> bool {
    let parents = parents();
    let own = getpid().as_raw_nonzero().get();
    let is_stray = |&&(process, parent): &&(i32, i32)| {
        parent == own && !excluded.contains(&process.cast_unsigned())
    };
    let strays: Vec<i32> = parents
        .iter()
        .filter(is_stray)
        .map(|(process, _)| *process)
        .collect();
    family(strays.clone(), &parents)
        .into_iter()
        .for_each(kill_one);
    for stray in strays.iter().filter_map(|raw| Pid::from_raw(*raw)) {
        // Reaps it, since nobody else waits for it.
        let _ = waitpid(Some(stray), WaitOptions::NOHANG);
    }
    !strays.is_empty()
}

/// Returns processes with all their descendants.
fn family(mut family: Vec<i32>, parents: &[(i32, i32)]) -> Vec<i32> {
    let mut next = 0;
    while let Some(parent) = family.get(next).copied() {
        family.extend(
            parents
                .iter()
                .filter(|(_, of)| *of == parent)
                .map(|(process, _)| *process),
        );
        next += 1;
    }
    family
}

/// Kills a process; does nothing if it has already ended.
fn kill_one(process: i32) {
    let _ = Pid::from_raw(process).map(|process| kill_process(process, Signal::KILL));
}

/// Returns all processes with their parents; empty on systems without `/proc`.
fn parents() -> Vec<(i32, i32)> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let processes = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    let with_parent = |process| {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        Some((process, parent(&stat)?))
    };
    processes.filter_map(with_parent).collect()
}

/// Returns the processor time of a process and its descendants, including ended ones that were waited for; `None` if
/// the system does not report it.
pub(super) fn processor_time(process: i32) -> Option<Duration> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let own = Duration::from_secs_f64(ticks(&stat)? as f64 / clock_ticks_per_second() as f64);
    Some(
        own + children(process)
            .into_iter()
            .filter_map(processor_time)
            .sum::<Duration>(),
    )
}

/// Returns what the descendants of a process are doing, the busiest first; asleep if the system does not say.
pub(super) fn activity(process: i32) -> Activity {
    if !fs::exists("/proc/self/stat").unwrap_or(false) {
        return Activity::Asleep;
    }
    let of_children = children(process)
        .into_iter()
        .map(|child| own_activity(child).max(activity(child)));
    of_children.max().unwrap_or(Activity::Reading)
}

/// Returns the children of a process, whichever of its threads started them.
pub(super) fn children(process: i32) -> Vec<i32> {
    let mut children = Vec::new();
    for thread in threads(process) {
        let listed = fs::read_to_string(format!("/proc/{process}/task/{thread}/children"))
            .unwrap_or_default();
        children.extend(
            listed
                .split_whitespace()
                .filter_map(|child| child.parse::<i32>().ok()),
        );
    }
    children
}

/// Returns the threads of a process; empty if it has ended.
pub(super) fn threads(process: i32) -> Vec<i32> {
    let entries = fs::read_dir(format!("/proc/{process}/task"))
        .into_iter()
        .flatten()
        .flatten();
    entries
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .collect()
}

/// Returns what the threads of a process are doing.
fn own_activity(process: i32) -> Activity {
    let of_threads = threads(process)
        .into_iter()
        .map(|thread| thread_activity(process, thread));
    of_threads.max().unwrap_or(Activity::Reading)
}

/// Returns what a thread is doing; it may end at any time.
fn thread_activity(process: i32, thread: i32) -> Activity {
    let folder = format!("/proc/{process}/task/{thread}");
    let stat = fs::read_to_string(format!("{folder}/stat")).unwrap_or_default();
    let sleeps_in = fs::read_to_string(format!("{folder}/wchan")).unwrap_or_default();
    state(&stat).map_or(Activity::Reading, |state| {
        activity_of(state, &sleeps_in, thread == process)
    })
}

/// Returns what a thread is doing, by its state and the function of the kernel that it sleeps in. Threads other than the first
/// may wake up from time to time as long as the process lives, as those of garbage collectors do; those that wait for a lock are
/// woken by others.
fn activity_of(state: char, sleeps_in: &str, is_first: bool) -> Activity {
    match state {
        'Z' | 'X' => Activity::Reading,
        'R' | 'D' => Activity::Busy,
        _ if is_first && sleeps_in.contains("nanosleep") => Activity::Busy,
        _ if ["pipe_read", "pipe_wait", "do_wait"]
            .iter()
            .any(|known| sleeps_in.contains(known)) =>
        {
            Activity::Reading
        }
        _ if !is_first && sleeps_in.contains("futex") => Activity::Reading,
        _ => Activity::Asleep,
    }
}

/// Returns the state in `/proc/PID/stat`: a letter.
fn state(stat: &str) -> Option<char> {
    let (_, after_name) = stat.rsplit_once(") ")?;
    after_name.chars().next()
}

/// Returns the clock ticks that a process and its ended children ran: entries 14 to 17 of `/proc/PID/stat`.
fn ticks(stat: &str) -> Option<u64> {
    let (_, after_name) = stat.rsplit_once(") ")?;
    let times: Option<Vec<u64>> = after_name
        .split(' ')
        .skip(11)
        .take(4)
        .map(|ticks| ticks.parse().ok())
        .collect();
    times
        .filter(|times| times.len() == 4)
        .map(|times| times.iter().sum())
}

/// Returns the parent in `/proc/PID/stat`. The name before it, in parentheses, may contain any characters.
fn parent(stat: &str) -> Option<i32> {
    let (_, after_name) = stat.rsplit_once(") ")?;
    after_name.split(' ').nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parent_is_found_after_any_process_name() {
        assert_eq!(parent("17 (sh) S 4 17 1 0 -1"), Some(4));
        assert_eq!(parent("17 (a) R 9 (b) S 4 17 1 0 -1"), Some(4));
        assert_eq!(parent("17"), None);
    }

    #[test]
    fn sleeping_until_a_time_is_up_is_no_waiting_for_input() {
        for (state, sleeps_in, expected) in [
            ('S', "anon_pipe_read", Activity::Reading),
            ('S', "do_wait", Activity::Reading),
            ('Z', "", Activity::Reading),
            ('R', "0", Activity::Busy),
            ('D', "pipe_read", Activity::Busy),
            ('S', "hrtimer_nanosleep", Activity::Busy),
            ('S', "ep_poll", Activity::Asleep),
            ('S', "0", Activity::Asleep),
        ] {
            assert_eq!(
                activity_of(state, sleeps_in, true),
                expected,
                "{state} {sleeps_in}"
            );
        }
        assert_eq!(
            activity_of('S', "hrtimer_nanosleep", false),
            Activity::Asleep
        );
        assert_eq!(activity_of('S', "futex_do_wait", false), Activity::Reading);
        assert_eq!(state("17 (a) R 9 (b) S 4 17 1 0 -1"), Some('S'));
    }

    #[test]
    fn processor_time_includes_children() {
        assert_eq!(
            ticks("17 (a) b) S 4 17 1 0 -1 0 0 0 0 0 7 5 2 1 20"),
            Some(15)
        );
        assert_eq!(ticks("17 (a) S 4"), None);
        let busy = processor_time(getpid().as_raw_nonzero().get());
        assert!(busy.is_some() || !fs::exists("/proc/self/stat").unwrap());
    }
}
