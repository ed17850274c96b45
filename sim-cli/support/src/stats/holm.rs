//! Holm's correction: adjusts the p values of a table of tests so that the probability of even one false rejection is at
//! most the level (Holm, "A simple sequentially rejective multiple test procedure", 1979). The tests may depend on each
//! other.

/// Returns the corrected p values, in the order given.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut corrected = vec![0.0; p.len()];
    let mut largest: f64 = 0.0;
    for (smaller, &at) in order.iter().enumerate() {
        largest = largest.max(p[at] * (p.len() - smaller) as f64).min(1.0);
        corrected[at] = largest;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use goldrush_engine::rng::{below, tool_stream};

    use super::*;

    #[test]
    fn corrected_values_match_a_hand_calculation() {
        // 4·0.005, 3·0.01, then 2·0.03 and 1·0.04, which may not be smaller than the value before it.
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, expected) in corrected.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - expected).abs() < 1e-12, "{corrected:?}");
        }
        assert_eq!(holm(&[0.6, 0.7]), [1.0, 1.0]);
        assert_eq!(holm(&[]), [0.0; 0]);
    }

    #[test]
    fn one_table_in_twenty_without_effects_has_a_false_positive() {
        let mut rng = tool_stream(3);
        let mut uniform = || (f64::from(below(&mut rng, 1_000_000)) + 0.5) / 1e6;
        let false_alarm = |p: Vec<f64>| holm(&p).iter().any(|&p| p < 0.05);
        let tables = (0..2000)
            .filter(|_| false_alarm((0..20).map(|_| uniform()).collect()))
            .count();
        // At most 100 expected; 1283 without the correction.
        assert!((60..130).contains(&tables), "{tables} of 2000");
    }
}
