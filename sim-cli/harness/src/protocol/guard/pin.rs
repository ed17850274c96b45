//! Pins bots to CPUs, so that bots of games that are played at the same time do not compete for one, and each has no more than it may use.

use std::io;

#[cfg(target_os = "linux")]
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// Returns this many CPUs for a bot of this thread's games, at most all that this process may use.
///
/// # Errors
/// Fails if the system does not tell which these are.
#[cfg(target_os = "linux")]
pub(super) fn cpus_of_thread(number: u64) -> io::Result<Vec<usize>> {
    let allowed = sched_getaffinity(None)?;
    let cpus: Vec<usize> = (0..CpuSet::MAX_CPU)
        .filter(|cpu| allowed.is_set(*cpu))
        .collect();
    let most = usize::try_from(number)
        .unwrap_or(usize::MAX)
        .min(cpus.len());
    let first = rayon::current_thread_index().unwrap_or(0) * most;
    Ok((first..first + most)
        .map(|cpu| cpus[cpu % cpus.len()])
        .collect())
}

/// Pins this thread, with all processes that it starts from now on, to some CPUs, if any are given.
#[cfg(target_os = "linux")]
pub(super) fn pin_to(cpus: &[usize]) -> io::Result<()> {
    if cpus.is_empty() {
        return Ok(());
    }
    let mut set = CpuSet::new();
    for cpu in cpus {
        set.set(*cpu);
    }
    Ok(sched_setaffinity(None, &set)?)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn cpus_of_thread(_: u64) -> io::Result<Vec<usize>> {
    Err(io::Error::new(
        io::ErrorKind::Unsupported,
        "--pin and --bot-cpus need Linux",
    ))
}

#[cfg(not(target_os = "linux"))]
pub(super) fn pin_to(_: &[usize]) -> io::Result<()> {
    Ok(())
}
