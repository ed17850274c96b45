//! Bounded nonlinear least squares by the method of Levenberg and Marquardt.
//!
//! Marquardt: An algorithm for least-squares estimation of nonlinear parameters (1963). A ridge pulls the parameters towards
//! their initial values, so that those the observations do not determine stay unchanged. Steps that would leave the bounds
//! end there, and the remaining parameters are solved for again.

use super::linear::solve;
use super::spsa::Tuned;

/// Residuals and slopes of many observations at one setting of the parameters, added up.
#[derive(Clone, Debug)]
pub struct Normal {
    /// Number of observations.
    pub count: u64,
    /// Sum of squares of the residuals.
    pub squares: f64,
    gradient: Vec<f64>,
    /// Lower triangle, by rows.
    curvature: Vec<Vec<f64>>,
}

impl Normal {
    /// Returns empty sums; `numbers` is the number of parameters fitted.
    pub fn new(numbers: usize) -> Normal {
        let curvature = (0..numbers).map(|row| vec![0.0; row + 1]).collect();
        Normal {
            count: 0,
            squares: 0.0,
            gradient: vec![0.0; numbers],
            curvature,
        }
    }

    /// Adds an observation: predicted minus observed, and the derivative of the prediction by each parameter.
    pub fn push(&mut self, residual: f64, slopes: &[f64]) {
        self.count += 1;
        self.squares += residual * residual;
        for ((row, gradient), slope) in self
            .curvature
            .iter_mut()
            .zip(&mut self.gradient)
            .zip(slopes)
        {
            *gradient += slope * residual;
            row.iter_mut()
                .zip(slopes)
                .for_each(|(entry, other)| *entry += slope * other);
        }
    }

    /// Adds the observations of another.
    pub fn add(&mut self, other: &Normal) {
        self.count += other.count;
        self.squares += other.squares;
        self.gradient
            .iter_mut()
            .zip(&other.gradient)
            .for_each(|(sum, more)| *sum += more);
        for (row, more) in self.curvature.iter_mut().zip(&other.curvature) {
            row.iter_mut()
                .zip(more)
                .for_each(|(sum, more)| *sum += more);
        }
    }

    /// Returns the root mean square of the residuals.
    pub fn error(&self) -> f64 {
        (self.squares / self.count.max(1) as f64).sqrt()
    }
}

/// Fits `numbers` in `steps` steps. `measure` gets a setting and returns the residuals there. `ridge` weighs a parameter's
/// initial value as this many observations with a slope of one over its range. Returns the best setting found.
pub fn fit(
    numbers: &[Tuned],
    steps: u64,
    ridge: f64,
    mut measure: impl FnMut(&[f64]) -> anyhow::Result<Normal>,
) -> anyhow::Result<Vec<f64>> {
    let first: Vec<f64> = numbers.iter().map(|number| number.value).collect();
    let penalties: Vec<f64> = numbers
        .iter()
        .map(|number| ridge / (number.high - number.low).powi(2))
        .collect();
    let mut best = first.clone();
    let mut normal = measure(&first)?;
    let mut damping = 1e-3;
    for _ in 0..steps {
        let rows = normal.curvature.len();
        let mut a: Vec<Vec<f64>> = (0..rows)
            .map(|i| {
                (0..rows)
                    .map(|j| normal.curvature[i.max(j)][i.min(j)])
                    .collect()
            })
            .collect();
        let mut b: Vec<f64> = normal.gradient.iter().map(|gradient| -gradient).collect();
        for i in 0..rows {
            a[i][i] += penalties[i];
            b[i] -= penalties[i] * (best[i] - first[i]);
            // Keeps the diagonal positive even for a parameter without any effect.
            a[i][i] = a[i][i] * (1.0 + damping) + 1e-9;
        }
        let next = step(numbers, &best, &a, &b);
        let there = measure(&next)?;
        let cost_there = there.squares + penalty(&next, &first, &penalties);
        if cost_there < normal.squares + penalty(&best, &first, &penalties) {
            best = next;
            normal = there;
            damping /= 10.0;
        } else {
            damping *= 10.0;
        }
    }
    Ok(best)
}

/// Moves from `from` to the solution of a·x = b, within the bounds.
fn step(numbers: &[Tuned], from: &[f64], a: &[Vec<f64>], b: &[f64]) -> Vec<f64> {
    let mut to = from.to_vec();
    let mut free: Vec<usize> = (0..from.len()).collect();
    loop {
        let fixed: Vec<usize> = (0..from.len()).filter(|at| !free.contains(at)).collect();
        let matrix: Vec<Vec<f64>> = free
            .iter()
            .map(|&i| free.iter().map(|&j| a[i][j]).collect())
            .collect();
        let mut right = Vec::new();
        for &i in &free {
            let known: f64 = fixed.iter().map(|&j| a[i][j] * (to[j] - from[j])).sum();
            right.push(b[i] - known);
        }
        let Some(by) = solve(&matrix, &right) else {
            return to;
        };
        let reached: Vec<f64> = free.iter().zip(by).map(|(&i, by)| from[i] + by).collect();
        let before = free.len();
        let mut inside = Vec::new();
        for (&i, &x) in free.iter().zip(&reached) {
            to[i] = x.clamp(numbers[i].low, numbers[i].high);
            if to[i] == x {
                inside.push(i);
            }
        }
        free = inside;
        if free.len() == before || free.is_empty() {
            return to;
        }
    }
}

/// Returns what is added to the cost for numbers far from the first ones.
fn penalty(at: &[f64], first: &[f64], penalties: &[f64]) -> f64 {
    at.iter()
        .zip(first)
        .zip(penalties)
        .map(|((x, first), penalty)| penalty * (x - first).powi(2))
        .sum()
}

#[cfg(test)]
mod tests {
    use goldrush_engine::rng::{below, tool_stream};

    use super::*;

    /// y = x0·e^(−x1·t) + x2 with noise: the true parameters are found, one of them at its bound.
    #[test]
    fn true_parameters_are_found_behind_noise() {
        let behind = [3.0, 0.7, 0.5];
        let curve = |x: &[f64], t: f64| x[0] * libm::exp(-x[1] * t) + x[2];
        let mut rng = tool_stream(1);
        let observed: Vec<(f64, f64)> = (0..20_000)
            .map(|i| {
                let t = f64::from(i % 100) / 25.0;
                (
                    t,
                    curve(&behind, t) + f64::from(below(&mut rng, 2001)) / 1000.0 - 1.0,
                )
            })
            .collect();
        let numbers = [1.0, 2.0, 0.0].map(|value| Tuned {
            low: 0.0,
            high: 5.0,
            value,
            least: 0.0,
        });
        let measure = |x: &[f64]| {
            let mut normal = Normal::new(3);
            for &(t, y) in &observed {
                let e = libm::exp(-x[1] * t);
                normal.push(curve(x, t) - y, &[e, -x[0] * t * e, 1.0]);
            }
            Ok(normal)
        };
        let found = fit(&numbers, 12, 0.0, measure).unwrap();
        for (x, b) in found.iter().zip(behind) {
            assert!((x - b).abs() < 0.05, "{x} for {b}");
        }
        let narrow = [1.0, 2.0, 0.0].map(|value| Tuned {
            low: 0.0,
            high: 2.0,
            value,
            least: 0.0,
        });
        let found = fit(&narrow, 12, 0.0, measure).unwrap();
        assert_eq!(found[0], 2.0);
        assert!(found.iter().all(|x| (0.0..=2.0).contains(x)));
        // A strong ridge keeps every parameter at its initial value.
        let kept = fit(&numbers, 12, 1e12, measure).unwrap();
        assert!(
            kept.iter()
                .zip([1.0, 2.0, 0.0])
                .all(|(x, first)| (x - first).abs() < 1e-3),
            "{kept:?}"
        );
    }

    #[test]
    fn a_parameter_without_effect_keeps_its_value() {
        let numbers = [0.3, 0.4].map(|value| Tuned {
            low: 0.0,
            high: 1.0,
            value,
            least: 0.0,
        });
        let found = fit(&numbers, 5, 1.0, |x| {
            let mut normal = Normal::new(2);
            (0..1000).for_each(|_| normal.push(x[0] - 0.6, &[1.0, 0.0]));
            Ok(normal)
        });
        let found = found.unwrap();
        assert!(
            (found[0] - 0.6).abs() < 1e-3 && (found[1] - 0.4).abs() < 1e-9,
            "{found:?}"
        );
    }
}
