//! Pins bots to CPUs, so that bots of games that are played at the same time do not compete for one.

use std::io;

use rustix::process::Pid;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// Pins a process, with all that it starts from now on, to one of the CPUs of this process: that of the thread that plays.
///
/// # Errors
/// Fails if the system refuses.
pub(super) fn pin(process: Pid) -> io::Result<()> {
    let allowed = sched_getaffinity(None)?;
    let cpus: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|cpu| allowed.is_set(*cpu)).collect();
    let thread = rayon::current_thread_index().unwrap_or(0);
    let mut one = CpuSet::new();
    one.set(cpus[thread % cpus.len()]);
    Ok(sched_setaffinity(Some(process), &one)?)
}
