//! Threads of a bot that wake up by themselves because a time is up: they may write what nobody has asked for.
//!
//! Linux shows the system call that a thread is in, with its arguments: `/proc/PID/task/TID/syscall`.

use std::fs::{self, File};
use std::os::unix::fs::FileExt as _;
use std::time::Duration;

use super::descendants::{children, threads};

/// A thread that waits for a time.
pub(super) struct Timer {
    pub(super) thread: i32,
    /// Time until it wakes up, at most.
    pub(super) due: Duration,
}

/// Returns the threads of the descendants of a process that wait for a time; none on systems that do not show them.
pub(super) fn timers(process: i32) -> Vec<Timer> {
    let mut timers = Vec::new();
    for child in children(process) {
        for thread in threads(child) {
            timers.extend(due(child, thread).map(|due| Timer { thread, due }));
        }
        timers.extend(self::timers(child));
    }
    timers
}

/// Returns the time until a thread wakes up by itself, at most; `None` if it runs, or waits for something else.
fn due(process: i32, thread: i32) -> Option<Duration> {
    let shown = fs::read_to_string(format!("/proc/{process}/task/{thread}/syscall")).ok()?;
    let call = Call::parse(&shown)?;
    match call.timeout()? {
        Timeout::In(time) => Some(time),
        Timeout::Stored { at, unit, clock } => {
            let stored = unit.read(process, at)?;
            Some(clock.map_or(stored, |clock| {
                stored.saturating_sub(clock.now().unwrap_or(stored))
            }))
        }
    }
}

/// A system call that a thread is in.
#[derive(PartialEq, Eq, Debug)]
struct Call {
    number: u64,
    arguments: [u64; 6],
}

/// Time at which a system call ends.
#[derive(PartialEq, Eq, Debug)]
enum Timeout {
    /// After this long.
    In(Duration),
    /// The time at an address of the process.
    Stored {
        at: u64,
        unit: Unit,
        /// Clock that shows this time then; `None` if the call lasts this long.
        clock: Option<Clock>,
    },
}

/// Unit of the second of the two numbers of a time; the first are seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Unit {
    Nanoseconds,
    Microseconds,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Clock {
    Real,
    Monotonic,
}

/// Place of the time among a system call's arguments.
#[derive(Clone, Copy)]
enum Argument {
    Address(usize, Unit),
    /// Milliseconds; negative for ever.
    Milliseconds(usize),
    /// Time of `clock_nanosleep`, which names a clock and may sleep until it shows a time.
    Clock,
    /// Time of `futex`, whose operation says how the time is meant.
    Futex,
}

/// System calls that may end because a time is up.
#[cfg(target_arch = "x86_64")]
const CALLS: [(u64, Argument); 11] = [
    // poll, select, nanosleep
    (7, Argument::Milliseconds(2)),
    (23, Argument::Address(4, Unit::Microseconds)),
    (35, Argument::Address(0, Unit::Nanoseconds)),
    // rt_sigtimedwait, futex, clock_nanosleep
    (128, Argument::Address(2, Unit::Nanoseconds)),
    (202, Argument::Futex),
    (230, Argument::Clock),
    // epoll_wait, pselect6, ppoll, epoll_pwait, epoll_pwait2
    (232, Argument::Milliseconds(3)),
    (270, Argument::Address(4, Unit::Nanoseconds)),
    (271, Argument::Address(2, Unit::Nanoseconds)),
    (281, Argument::Milliseconds(3)),
    (441, Argument::Address(3, Unit::Nanoseconds)),
];
#[cfg(target_arch = "aarch64")]
const CALLS: [(u64, Argument); 8] = [
    // epoll_pwait, pselect6, ppoll
    (22, Argument::Milliseconds(3)),
    (72, Argument::Address(4, Unit::Nanoseconds)),
    (73, Argument::Address(2, Unit::Nanoseconds)),
    // futex, nanosleep, clock_nanosleep
    (98, Argument::Futex),
    (101, Argument::Address(0, Unit::Nanoseconds)),
    (115, Argument::Clock),
    // rt_sigtimedwait, epoll_pwait2
    (137, Argument::Address(2, Unit::Nanoseconds)),
    (441, Argument::Address(3, Unit::Nanoseconds)),
];
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const CALLS: [(u64, Argument); 0] = [];

/// Operations of `futex`, without these two flags.
const FUTEX_PRIVATE: u64 = 128;
const FUTEX_REAL_TIME: u64 = 256;
const FUTEX_WAIT: u64 = 0;
const FUTEX_WAIT_UNTIL: u64 = 9;
/// Flag of `clock_nanosleep`.
const UNTIL: u64 = 1;
/// Number of the clock of the time of day.
const REAL_TIME: u64 = 0;

impl Call {
    /// Reads a call as the system shows it: `202 0x7f4b 0x89 0x0 0x7f4c 0x0 0xff` and two more numbers.
    fn parse(shown: &str) -> Option<Call> {
        let mut words = shown.split_whitespace();
        let number = words.next()?.parse().ok()?;
        let mut arguments = [0; 6];
        for argument in &mut arguments {
            *argument = u64::from_str_radix(words.next()?.strip_prefix("0x")?, 16).ok()?;
        }
        Some(Call { number, arguments })
    }

    /// Returns the time at which it ends; `None` if no time ends it.
    fn timeout(&self) -> Option<Timeout> {
        let (_, argument) = CALLS.iter().find(|(number, _)| *number == self.number)?;
        match *argument {
            Argument::Milliseconds(nth) => {
                let ms = self.arguments[nth] as i32;
                let ms = u64::try_from(ms).ok()?;
                Some(Timeout::In(Duration::from_millis(ms)))
            }
            Argument::Address(nth, unit) => stored(self.arguments[nth], unit, None),
            Argument::Clock => {
                let [clock, flags, at, ..] = self.arguments;
                let clock = Clock::named(clock == REAL_TIME);
                let is_until = flags & UNTIL != 0;
                stored(at, Unit::Nanoseconds, is_until.then_some(clock))
            }
            Argument::Futex => {
                let [_, operation, _, at, ..] = self.arguments;
                let clock = match operation & !(FUTEX_PRIVATE | FUTEX_REAL_TIME) {
                    FUTEX_WAIT => None,
                    FUTEX_WAIT_UNTIL => Some(Clock::named(operation & FUTEX_REAL_TIME != 0)),
                    _ => return None,
                };
                stored(at, Unit::Nanoseconds, clock)
            }
        }
    }
}

/// Returns the timeout at an address, which is 0 if there is none.
fn stored(at: u64, unit: Unit, clock: Option<Clock>) -> Option<Timeout> {
    (at != 0).then_some(Timeout::Stored { at, unit, clock })
}

impl Unit {
    /// Reads a time of a process.
    fn read(self, process: i32, at: u64) -> Option<Duration> {
        let memory = File::open(format!("/proc/{process}/mem")).ok()?;
        let mut numbers = [[0; 8]; 2];
        memory.read_exact_at(numbers.as_flattened_mut(), at).ok()?;
        let [seconds, rest] = numbers.map(u64::from_ne_bytes);
        Some(match self {
            Unit::Nanoseconds => {
                Duration::from_secs(seconds).saturating_add(Duration::from_nanos(rest))
            }
            Unit::Microseconds => {
                Duration::from_secs(seconds).saturating_add(Duration::from_micros(rest))
            }
        })
    }
}

impl Clock {
    fn named(is_real: bool) -> Clock {
        if is_real {
            Clock::Real
        } else {
            Clock::Monotonic
        }
    }

    #[cfg(target_os = "linux")]
    fn now(self) -> Option<Duration> {
        use rustix::time::{ClockId, clock_gettime};
        let now = clock_gettime(match self {
            Clock::Real => ClockId::Realtime,
            Clock::Monotonic => ClockId::Monotonic,
        });
        now.try_into().ok()
    }

    #[cfg(not(target_os = "linux"))]
    fn now(self) -> Option<Duration> {
        None
    }
}

#[cfg(all(test, target_os = "linux", target_arch = "x86_64"))]
mod tests {
    use std::process::Command;
    use std::thread::sleep;

    use super::*;

    #[test]
    fn calls_that_a_time_ends_are_known() {
        let ends = |shown: &str| Call::parse(shown).and_then(|call| call.timeout());
        let until = |at, clock| {
            let unit = Unit::Nanoseconds;
            Some(Timeout::Stored { at, unit, clock })
        };
        // A read, a wait for a lock, one until a time, an event or a time, an event alone.
        assert_eq!(ends("0 0x0 0x55 0x2000 0x7f 0x0 0x0 0x7f 0x7f"), None);
        assert_eq!(
            ends("202 0x30 0x189 0x0 0x0 0x0 0xffffffff 0x7f 0x7f"),
            None
        );
        assert_eq!(
            ends("202 0x30 0x89 0x0 0x7f40 0x0 0xffffffff 0x7f 0x7f"),
            until(0x7f40, Some(Clock::Monotonic))
        );
        assert_eq!(
            ends("281 0xe 0x7f 0x400 0xf89 0x0 0x8 0x7f 0x7f"),
            Some(Timeout::In(Duration::from_millis(0xf89)))
        );
        assert_eq!(
            ends("281 0xe 0x7f 0x400 0xffffffff 0x0 0x8 0x7f 0x7f"),
            None
        );
        assert_eq!(
            ends("230 0x1 0x1 0x7f40 0x0 0x0 0x0 0x7f 0x7f"),
            until(0x7f40, Some(Clock::Monotonic))
        );
        assert_eq!(
            ends("35 0x7f40 0x0 0x0 0x0 0x0 0x0 0x7f 0x7f"),
            until(0x7f40, None)
        );
        assert_eq!(
            (ends("running"), ends("-1 0x7f 0x7f"), ends("")),
            (None, None, None)
        );
    }

    #[test]
    fn sleeping_process_tells_when_it_wakes_up() {
        let mut child = Command::new("sleep").arg("100").spawn().unwrap();
        let process = child.id().cast_signed();
        let found = (0..1000).find_map(|_| {
            sleep(Duration::from_millis(5));
            due(process, process)
        });
        child.kill().unwrap();
        child.wait().unwrap();
        let found = found.expect("a sleeping process is seen");
        assert!((80..=100).contains(&found.as_secs()), "{found:?}");
    }
}
