//! Pins bots to CPUs, so that bots of games that are played at the same time do not compete for one.

use std::io;

#[cfg(target_os = "linux")]
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// Returns the CPU for the bots of this thread's games, among those that this process may use.
///
/// # Errors
/// Fails if the system does not tell which these are.
#[cfg(target_os = "linux")]
pub(super) fn cpu_of_thread() -> io::Result<usize> {
    let allowed = sched_getaffinity(None)?;
    let cpus: Vec<usize> = (0..CpuSet::MAX_CPU)
        .filter(|cpu| allowed.is_set(*cpu))
        .collect();
    Ok(cpus[rayon::current_thread_index().unwrap_or(0) % cpus.len()])
}

/// Pins this thread, with all processes that it starts from now on, to a CPU.
#[cfg(target_os = "linux")]
pub(super) fn pin_to(cpu: usize) -> io::Result<()> {
    let mut one = CpuSet::new();
    one.set(cpu);
    Ok(sched_setaffinity(None, &one)?)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn cpu_of_thread() -> io::Result<usize> {
    Err(io::Error::new(
        io::ErrorKind::Unsupported,
        "--pin needs Linux",
    ))
}

#[cfg(not(target_os = "linux"))]
pub(super) fn pin_to(_: usize) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
