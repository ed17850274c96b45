//! Tuning of many parameters by matches: simultaneous perturbation stochastic approximation.
//!
//! Spall: Implementation of the simultaneous perturbation algorithm for stochastic optimization (1998). In iteration k every
//! parameter is perturbed by ±c_k of its range at once, the two settings play each other, and every parameter moves by
//! a_k·c_k times the margin in the direction of its perturbation. The result is the mean over the second half of the
//! iterations (Polyak, Ruppert).

use rand::Rng;

/// Sizes of perturbations and steps.
#[derive(Clone, Copy, Debug)]
pub struct Gains {
    /// First perturbation, as a share of a parameter's range.
    pub perturbation: f64,
    /// First step, in perturbations per point of margin.
    pub step: f64,
}

/// A parameter to tune.
#[derive(Clone, Copy, Debug)]
pub struct Tuned {
    /// Smallest value.
    pub low: f64,
    /// Largest value.
    pub high: f64,
    /// Initial value.
    pub value: f64,
    /// Smallest perturbation, in the parameter's own unit; one half for parameters that are used as whole numbers.
    pub least: f64,
}

impl Tuned {
    fn moved(&self, by: f64) -> f64 {
        (self.value + by * (self.high - self.low)).clamp(self.low, self.high)
    }

    /// Returns its perturbation as a share of its range, where `usual` is the share used for others.
    fn perturbation(&self, usual: f64) -> f64 {
        usual.max(self.least / (self.high - self.low))
    }
}

/// An iteration to measure.
#[derive(Clone, Copy, Debug)]
pub struct Trial<'a> {
    /// Number of the iteration, from 0.
    pub iteration: u64,
    /// Values before the iteration.
    pub values: &'a [f64],
    /// Settings that play each other.
    pub settings: [&'a [f64]; 2],
}

/// Tunes `numbers` in `iterations` measurements. `measure` returns the mean margin of the first setting of a trial, or `None`
/// to end the tuning early. Returns the tuned values.
pub fn tune<R: Rng>(
    mut numbers: Vec<Tuned>,
    iterations: u64,
    gains: Gains,
    rng: &mut R,
    mut measure: impl FnMut(Trial<'_>) -> anyhow::Result<Option<f64>>,
) -> anyhow::Result<Vec<f64>> {
    let mut sums = vec![0.0; numbers.len()];
    let mut averaged = 0;
    for k in 0..iterations {
        // Spall's exponents, with the usual stability constant of a tenth of the iterations.
        let k1 = (k + 1) as f64;
        let calm = iterations as f64 / 10.0;
        let c = gains.perturbation / libm::pow(k1, 0.101);
        let a = gains.step * libm::pow((calm + 1.0) / (calm + k1), 0.602);
        let signs: Vec<f64> = numbers
            .iter()
            .map(|_| if rng.next_u32() & 1 == 0 { 1.0 } else { -1.0 })
            .collect();
        let mut plus = Vec::new();
        let mut minus = Vec::new();
        for (number, sign) in numbers.iter().zip(&signs) {
            let by = sign * number.perturbation(c);
            plus.push(number.moved(by));
            minus.push(number.moved(-by));
        }
        let values: Vec<f64> = numbers.iter().map(|number| number.value).collect();
        let trial = Trial {
            iteration: k,
            values: &values,
            settings: [&plus, &minus],
        };
        let Some(margin) = measure(trial)? else { break };
        for (number, sign) in numbers.iter_mut().zip(&signs) {
            number.value = number.moved(a * number.perturbation(c) * sign * margin);
        }
        if 2 * k >= iterations || k + 1 == iterations {
            averaged += 1;
            sums.iter_mut()
                .zip(&numbers)
                .for_each(|(sum, number)| *sum += number.value);
        }
    }
    if averaged == 0 {
        return Ok(numbers.iter().map(|number| number.value).collect());
    }
    Ok(sums
        .into_iter()
        .map(|sum| sum / f64::from(averaged))
        .collect())
}

#[cfg(test)]
mod tests {
    use goldrush_engine::rng::{below, tool_stream};

    use super::*;

    /// The two settings of a whole number still differ once rounded, wherever the parameter stands.
    #[test]
    fn whole_numbers_are_perturbed_far_enough() {
        for value in [2.0, 3.3, 4.5, 5.0, 7.9] {
            let start = vec![Tuned {
                low: 2.0,
                high: 8.0,
                value,
                least: 0.5,
            }];
            let gains = Gains {
                perturbation: 0.001,
                step: 0.001,
            };
            let found = tune(
                start,
                20,
                gains,
                &mut tool_stream(1),
                |Trial {
                     settings: [plus, minus],
                     ..
                 }| {
                    assert_ne!(plus[0].round(), minus[0].round(), "{plus:?} {minus:?}");
                    Ok(Some(0.0))
                },
            );
            assert!((found.unwrap()[0] - value).abs() < 1e-9);
        }
    }

    #[test]
    fn tuning_that_is_ended_returns_what_it_has() {
        let start = vec![Tuned {
            low: 0.0,
            high: 1.0,
            value: 0.5,
            least: 0.0,
        }];
        let gains = Gains {
            perturbation: 0.1,
            step: 0.1,
        };
        let ended = |after: u64| {
            let mut before = Vec::new();
            let found = tune(start.clone(), 10, gains, &mut tool_stream(1), |trial| {
                before.push(trial.values[0]);
                Ok((trial.iteration < after).then_some(1.0))
            });
            (found.unwrap()[0], before)
        };
        let (found, before) = ended(3);
        assert_eq!(
            found, before[3],
            "before the second half it is the last value"
        );
        let (found, before) = ended(8);
        assert!(
            (found - before[6..=8].iter().sum::<f64>() / 3.0).abs() < 1e-12,
            "then the mean of it: {found} {before:?}"
        );
    }

    /// A hill in five dimensions, its height measured with noise far larger than the change of one step.
    #[test]
    fn the_top_of_a_noisy_hill_is_found() {
        let top = [0.3, 0.7, 0.5, 0.1, 0.9];
        let height = |x: &[f64]| -> f64 {
            -x.iter()
                .zip(top)
                .map(|(x, t)| 40.0 * (x - t) * (x - t))
                .sum::<f64>()
        };
        let start = vec![
            Tuned {
                low: 0.0,
                high: 1.0,
                value: 0.5,
                least: 0.0
            };
            5
        ];
        let mut rng = tool_stream(1);
        let mut noise = tool_stream(2);
        let gains = Gains {
            perturbation: 0.08,
            step: 0.05,
        };
        let found = tune(
            start,
            4000,
            gains,
            &mut rng,
            |Trial {
                 settings: [plus, minus],
                 ..
             }| {
                Ok(Some(
                    height(plus) - height(minus)
                        + (f64::from(below(&mut noise, 2001)) - 1000.0) / 250.0,
                ))
            },
        );
        for (x, t) in found.unwrap().iter().zip(top) {
            assert!((x - t).abs() < 0.08, "{x} for {t}");
        }
    }
}
