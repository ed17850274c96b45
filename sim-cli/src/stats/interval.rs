//! Means and their 95 % intervals from independent blocks.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::tally::Sums;

/// A mean with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Half the width of the interval around it; none with fewer than two blocks.
    pub half_width: Option<f64>,
}

impl Estimate {
    /// From the number of independent blocks and their sums, all to be divided by `unit`: mean ± t·s/√n, with
    /// Student's t of n − 1 degrees of freedom.
    pub fn new(blocks: u64, sums: &Sums, unit: f64) -> Estimate {
        let half_width = sums.standard_error(blocks, unit).map(|error| student_quantile(blocks - 1) * error);
        Estimate { mean: sums.sum as f64 / blocks as f64 / unit, half_width }
    }
}

/// The two-sided p value of the t test that the mean of the blocks is 0; none with fewer than two blocks. Blocks that do
/// not vary leave no doubt.
pub fn p_value(blocks: u64, sums: &Sums, unit: f64) -> Option<f64> {
    let error = sums.standard_error(blocks, unit)?;
    if error == 0.0 {
        return Some(if sums.sum == 0 { 1.0 } else { 0.0 });
    }
    let t = sums.sum as f64 / blocks as f64 / unit / error;
    let student = StudentsT::new(0.0, 1.0, (blocks - 1) as f64).ok()?;
    Some(2.0 * student.cdf(-t.abs()))
}

/// The 97.5 % quantile of Student's t.
fn student_quantile(degrees: u64) -> f64 {
    StudentsT::new(0.0, 1.0, degrees as f64).map_or(f64::NAN, |t| t.inverse_cdf(0.975))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_of_the_printed_table() {
        for (degrees, t) in [(1, 12.706), (2, 4.303), (10, 2.228), (30, 2.042), (1000, 1.962)] {
            assert!((student_quantile(degrees) - t).abs() < 0.001, "{degrees}");
        }
    }

    #[test]
    fn an_interval_worked_by_hand() {
        // 1, 2, 3, 4: mean 2.5, variance 5/3, t of 3 degrees 3.182.
        let of = |blocks: &[i64]| {
            let mut sums = Sums::default();
            blocks.iter().for_each(|&block| sums.push(block));
            Estimate::new(blocks.len() as u64, &sums, 1.0)
        };
        let e = of(&[1, 2, 3, 4]);
        assert!((e.mean - 2.5).abs() < 1e-12);
        assert!((e.half_width.unwrap() - 3.182_446 * (5.0 / 3.0 / 4.0_f64).sqrt()).abs() < 1e-4);
        assert_eq!(of(&[5]).half_width, None);
    }

    #[test]
    fn a_p_value_of_the_printed_table() {
        // The mean of 1, 2, 3, 4 is 3.873 standard errors from 0: p 0.0305 with 3 degrees.
        let p = |blocks: &[i64]| {
            let mut sums = Sums::default();
            blocks.iter().for_each(|&block| sums.push(block));
            p_value(blocks.len() as u64, &sums, 1.0)
        };
        assert!((p(&[1, 2, 3, 4]).unwrap() - 0.030_466).abs() < 1e-5, "{:?}", p(&[1, 2, 3, 4]));
        assert_eq!(p(&[-4, -3, -2, -1]), p(&[1, 2, 3, 4]));
        assert_eq!((p(&[0, 0]), p(&[2, 2]), p(&[1])), (Some(1.0), Some(0.0), None));
        assert_eq!(p(&[-1, 1]), Some(1.0));
    }

    /// Blocks with a shared luck: the interval covers the truth in 93 to 97 % of runs.
    #[test]
    fn intervals_cover_the_truth() {
        use goldrush_engine::rng::{below, tool_stream};
        let mut rng = tool_stream(5);
        let runs = 2000;
        let mut covered = 0;
        for _ in 0..runs {
            let mut sums = Sums::default();
            for _ in 0..40 {
                let luck = i64::from(below(&mut rng, 101)) - 50;
                sums.push((0..2).map(|_| luck + i64::from(below(&mut rng, 41)) - 20).sum());
            }
            let e = Estimate::new(40, &sums, 2.0);
            covered += u32::from(e.mean.abs() <= e.half_width.unwrap());
        }
        let share = f64::from(covered) / f64::from(runs);
        assert!((0.93..=0.97).contains(&share), "{share}");
    }
}
