//! Filter of system calls that keeps a bot in a sandbox away from keys that the kernel holds for its user, such as those of disks and of
//! Kerberos: every process that the user starts could read them. It also keeps a bot on the CPUs on which it was started.
//!
//! Bubblewrap reads the filter, a program for the kernel's packet filter, from an open file (`man 2 seccomp`).

use std::io::{self, PipeReader, Write as _, pipe};

use rustix::io::{FdFlags, fcntl_setfd};

/// Files in which the kernel lists keys.
pub(super) const LISTS: [&str; 2] = ["/proc/keys", "/proc/key-users"];

/// The numbers of the calls `add_key`, `request_key` and `keyctl`, which are in a row, and of `sched_setaffinity`, on a kind of processor.
struct Calls {
    processor: u32,
    first: u32,
    last: u32,
    affinity: u32,
}

/// The calls of programs that this system runs: of its own kind, and of 32 bits.
#[cfg(target_arch = "x86_64")]
const CALLS: &[Calls] = &[
    Calls {
        processor: 0xc000_003e,
        first: 248,
        last: 250,
        affinity: 203,
    },
    Calls {
        processor: 0x4000_0003,
        first: 286,
        last: 288,
        affinity: 241,
    },
];
#[cfg(target_arch = "aarch64")]
const CALLS: &[Calls] = &[
    Calls {
        processor: 0xc000_00b7,
        first: 217,
        last: 219,
        affinity: 122,
    },
    Calls {
        processor: 0x4000_0028,
        first: 309,
        last: 311,
        affinity: 241,
    },
];
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const CALLS: &[Calls] = &[];

/// An instruction of the filter: its code, the number of instructions to skip if its condition is true, and if it is false, and a
/// number.
type Instruction = (u16, u8, u8, u32);

/// Codes of instructions: load a number of the call, clear bits of it, compare it, and end.
const LOAD: u16 = 0x20;
const AND: u16 = 0x54;
const IS_EQUAL: u16 = 0x15;
const IS_AT_LEAST: u16 = 0x35;
const IS_ABOVE: u16 = 0x25;
const END: u16 = 0x06;
/// Places of a call's own number, and of the kind of processor.
const NUMBER: u32 = 0;
const PROCESSOR: u32 = 4;
/// Bit in the numbers of calls of programs with short addresses (x32).
const SHORT_ADDRESSES: u32 = 0x4000_0000;
/// Ends: the call is made, or fails as one that the kernel does not have.
const ALLOWED: Instruction = (END, 0, 0, 0x7fff_0000);
const MISSING: Instruction = (END, 0, 0, 0x0005_0000 | 38);

/// Returns the filter as an open file that a child process inherits; `None` for a processor whose calls are not known.
///
/// # Errors
/// Fails if there are too many open files.
pub(super) fn filter() -> io::Result<Option<PipeReader>> {
    if CALLS.is_empty() {
        return Ok(None);
    }
    let (reader, mut writer) = pipe()?;
    writer.write_all(&program())?;
    fcntl_setfd(&reader, FdFlags::empty())?;
    Ok(Some(reader))
}

fn program() -> Vec<u8> {
    let of_calls = CALLS.iter().flat_map(|calls| {
        [
            (LOAD, 0, 0, PROCESSOR),
            // Another processor's call: skips the rest.
            (IS_EQUAL, 0, 7, calls.processor),
            (LOAD, 0, 0, NUMBER),
            (AND, 0, 0, !SHORT_ADDRESSES),
            (IS_EQUAL, 2, 0, calls.affinity),
            (IS_AT_LEAST, 0, 2, calls.first),
            (IS_ABOVE, 1, 0, calls.last),
            MISSING,
            ALLOWED,
        ]
    });
    of_calls.chain([ALLOWED]).flat_map(bytes).collect()
}

fn bytes((code, if_true, if_false, number): Instruction) -> [u8; 8] {
    let ([a, b], [c, d, e, f]) = (code.to_ne_bytes(), number.to_ne_bytes());
    [a, b, if_true, if_false, c, d, e, f]
}
