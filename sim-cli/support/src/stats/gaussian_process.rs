//! Gaussian-process regression of noisy values, with a squared-exponential kernel: Rasmussen and Williams, "Gaussian Processes
//! for Machine Learning" (2006), algorithm 2.1. Length scale and signal variance are those of the highest marginal likelihood
//! on a small grid.

use super::linear::Cholesky;

/// Length scales to choose from, in units of a range of positions from 0 to 1.
const LENGTHS: [f64; 6] = [0.3, 0.5, 0.8, 1.3, 2.0, 4.0];
/// Signal variances to choose from, as multiples of the variance of the values.
const SIGNALS: [f64; 4] = [0.3, 1.0, 3.0, 10.0];

/// A model of a quantity over positions.
pub struct GaussianProcess {
    positions: Vec<Vec<f64>>,
    mean: f64,
    signal: f64,
    length: f64,
    factor: Cholesky,
    /// Solution of the covariances for the values, without the mean.
    weights: Vec<f64>,
}

impl GaussianProcess {
    /// Fits values with known variances of their noise at some positions, of which there is at least one.
    pub fn fit(positions: &[Vec<f64>], values: &[f64], noise: &[f64]) -> GaussianProcess {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let centered: Vec<f64> = values.iter().map(|value| value - mean).collect();
        let variance = centered.iter().map(|value| value * value).sum::<f64>() / count;
        let least = noise.iter().sum::<f64>() / count;
        let candidates = LENGTHS.iter().flat_map(|&length| {
            SIGNALS
                .iter()
                .map(move |factor| (length, (factor * variance).max(1e-3 * least).max(1e-12)))
        });
        let fitted = candidates.filter_map(|(length, signal)| {
            let covariances: Vec<Vec<f64>> = (positions.iter().zip(noise).enumerate())
                .map(|(row, (one, noise))| {
                    let mut line: Vec<f64> = positions
                        .iter()
                        .map(|other| kernel(one, other, length, signal))
                        .collect();
                    line[row] += noise + 1e-9 * signal;
                    line
                })
                .collect();
            let factor = Cholesky::new(&covariances)?;
            let weights = factor.solve(&centered);
            let fit: f64 = weights
                .iter()
                .zip(&centered)
                .map(|(weight, value)| weight * value)
                .sum();
            let likelihood = -0.5 * fit - factor.half_log_determinant();
            let model = GaussianProcess {
                positions: positions.to_vec(),
                mean,
                signal,
                length,
                factor,
                weights,
            };
            Some((likelihood, model))
        });
        let best = fitted.max_by(|(one, _), (other, _)| one.total_cmp(other));
        best.expect("noise makes the covariances positive definite")
            .1
    }

    /// Returns the mean and the standard deviation of the quantity at a position, without noise.
    pub fn predict(&self, at: &[f64]) -> (f64, f64) {
        let near: Vec<f64> = self
            .positions
            .iter()
            .map(|position| kernel(position, at, self.length, self.signal))
            .collect();
        let known = self.known(&near, self.signal);
        (self.mean + known.0, known.1)
    }

    /// Returns the mean and the standard deviation of a weighted sum of the quantity over a grid, without noise. Each axis has its
    /// points, each with its weight; a place of the grid weighs the product of the weights of its points.
    pub fn predict_sum(&self, axes: &[Vec<(f64, f64)>]) -> (f64, f64) {
        // The kernel is a product over the axes, and so are its sums over the grid.
        let mut near = vec![self.signal; self.positions.len()];
        let mut own = self.signal;
        let mut weight = 1.0;
        for (at, points) in axes.iter().enumerate() {
            for (near, position) in near.iter_mut().zip(&self.positions) {
                *near *= self.weighted(points, position[at]);
            }
            let of_points = points.iter();
            own *= of_points
                .map(|(point, weight)| weight * self.weighted(points, *point))
                .sum::<f64>();
            weight *= points.iter().map(|(_, weight)| weight).sum::<f64>();
        }
        let known = self.known(&near, own);
        (self.mean * weight + known.0, known.1)
    }

    /// Returns the sum of the kernel between a point of an axis and others with their weights.
    fn weighted(&self, points: &[(f64, f64)], at: f64) -> f64 {
        let parts = points
            .iter()
            .map(|(point, weight)| weight * kernel(&[*point], &[at], self.length, 1.0));
        parts.sum()
    }

    /// Returns the mean, beyond that of all values, and the standard deviation of a quantity with these covariances: with the
    /// values, and its own.
    fn known(&self, near: &[f64], own: f64) -> (f64, f64) {
        let mean: f64 = near
            .iter()
            .zip(&self.weights)
            .map(|(near, weight)| near * weight)
            .sum();
        let explained: f64 = self
            .factor
            .half_solve(near)
            .iter()
            .map(|part| part * part)
            .sum();
        (mean, (own - explained).max(0.0).sqrt())
    }
}

fn kernel(one: &[f64], other: &[f64], length: f64, signal: f64) -> f64 {
    let square: f64 = one.iter().zip(other).map(|(x, y)| (x - y) * (x - y)).sum();
    signal * libm::exp(-0.5 * square / (length * length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_smooth_function_is_recovered_from_noisy_values() {
        let f = |x: f64| 5.0 + 3.0 * libm::sin(2.0 * x);
        let positions: Vec<Vec<f64>> = (0..12).map(|i| vec![f64::from(i) / 11.0]).collect();
        let noise = |i: usize| if i.is_multiple_of(2) { 0.05 } else { -0.05 };
        let values: Vec<f64> = positions
            .iter()
            .enumerate()
            .map(|(i, x)| f(x[0]) + noise(i))
            .collect();
        let model = GaussianProcess::fit(&positions, &values, &[0.0025; 12]);
        for x in [0.04, 0.5, 0.77] {
            let (mean, sd) = model.predict(&[x]);
            assert!(
                (mean - f(x)).abs() < 0.1 && sd < 0.1,
                "{x}: {mean} ± {sd}, {}",
                f(x)
            );
        }
        // Far away nothing is known.
        assert!(model.predict(&[9.0]).1 > 1.0);
    }

    #[test]
    fn sums_over_a_grid_are_those_of_its_places() {
        let positions: Vec<Vec<f64>> = (0..14)
            .map(|i| vec![f64::from(i % 5) / 4.0, f64::from(i % 3) / 2.0])
            .collect();
        let values: Vec<f64> = positions
            .iter()
            .map(|at| 7.0 + at[0] - 2.0 * at[1])
            .collect();
        let model = GaussianProcess::fit(&positions, &values, &[0.1; 14]);
        let weights = [(0.0, 0.5), (0.25, -1.0), (1.0, 0.25)];
        let other = [(0.0, 0.5), (0.5, 0.5)];
        let expected: f64 = weights
            .iter()
            .flat_map(|one| other.iter().map(move |two| (one, two)))
            .map(|(one, two)| one.1 * two.1 * model.predict(&[one.0, two.0]).0)
            .sum();
        let sum = model.predict_sum(&[weights.into(), other.into()]);
        assert!((sum.0 - expected).abs() < 1e-9 && sum.1 > 0.0);
        // A single place, and the difference of a place from itself.
        let place = model.predict_sum(&[vec![(0.3, 1.0)], vec![(0.6, 1.0)]]);
        let predicted = model.predict(&[0.3, 0.6]);
        assert!((place.0 - predicted.0).abs() < 1e-9 && (place.1 - predicted.1).abs() < 1e-9);
        let nothing = model.predict_sum(&[vec![(0.3, 1.0), (0.3, -1.0)], vec![(0.6, 1.0)]]);
        assert!(nothing.0.abs() < 1e-9 && nothing.1 < 1e-6);
        // A difference is known better than either of its ends where both err together.
        let far = model.predict_sum(&[vec![(3.0, 1.0), (2.9, -1.0)], vec![(0.6, 1.0)]]);
        assert!(far.1 < model.predict(&[3.0, 0.6]).1);
    }
}
