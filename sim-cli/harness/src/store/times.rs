//! Lines of `times.jsonl`: the agents' thinking time in each turn of recorded games.

use std::time::Duration;

/// Name of the file in a run's folder.
pub const TIMES_FILE: &str = "times.jsonl";

/// Returns the line of a game: milliseconds per turn, summed over all decisions of the turn.
pub fn line(game: u64, turns: &[Duration]) -> Vec<u8> {
    let mut line = Vec::with_capacity(32 + 8 * turns.len());
    line.extend_from_slice(format!("{{\"game\":{game},\"ms\":[").as_bytes());
    for turn in turns {
        let micros = turn.as_secs() * 1_000_000 + u64::from(turn.subsec_micros());
        let [hundreds, tens, ones] = [100, 10, 1].map(|place| b'0' + (micros / place % 10) as u8);
        line.extend_from_slice(itoa::Buffer::new().format(micros / 1000).as_bytes());
        line.extend_from_slice(&[b'.', hundreds, tens, ones, b',']);
    }
    line.pop_if(|last| *last == b',');
    line.extend_from_slice(b"]}\n");
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_in_milliseconds() {
        let turns = [1_500, 20, 3_000_007].map(Duration::from_micros);
        assert_eq!(
            line(7, &turns),
            b"{\"game\":7,\"ms\":[1.500,0.020,3000.007]}\n"
        );
        assert_eq!(line(8, &[]), b"{\"game\":8,\"ms\":[]}\n");
    }
}
