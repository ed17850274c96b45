//! Durations for people.

use std::time::Duration;

/// Formats a duration for people.
pub fn duration(time: Duration) -> String {
    match time.as_secs() {
        0 => "a second".into(),
        s @ 1..100 => format!("{s} s"),
        s @ 100..6000 => format!("{} min", (s + 30) / 60),
        s @ 6000..172_800 => format!("{:.1} hours", s as f64 / 3600.0),
        s => format!("{:.1} days", s as f64 / 86_400.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_rounded_for_people() {
        let texts = [0.2, 65.0, 150.0, 9000.0, 3e5].map(|s| duration(Duration::from_secs_f64(s)));
        assert_eq!(
            texts,
            ["a second", "65 s", "3 min", "2.5 hours", "3.5 days"]
        );
    }
}
