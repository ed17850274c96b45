//! Conditional logit: the probability of each of several alternatives from their attributes.
//!
//! Probabilities are in proportion to the exponentials of weighted sums. McFadden, "Conditional logit analysis of
//! qualitative choice behavior" (1974). The likelihood has a single peak, which Newton's method finds; a ridge keeps weights
//! that the observations do not determine at 0.

use super::linear::solve;

/// One of several alternatives.
#[derive(Clone, Copy, Debug)]
pub struct Alternative<const N: usize> {
    /// Attributes: the index of a weight and the value it multiplies.
    pub elements: [(usize, f64); N],
    /// Share of the outcome it received; over all alternatives they add up to 1.
    pub share: f64,
}

/// Maximum number of Newton steps; about six are enough.
const STEPS: usize = 40;

/// Writes the probability of each alternative under these weights to `chances`, in their order.
pub fn chances<const N: usize>(
    weights: &[f64],
    alternatives: &[Alternative<N>],
    chances: &mut Vec<f64>,
) {
    chances.clear();
    for alternative in alternatives {
        let elements = alternative.elements.iter();
        chances.push(elements.map(|(at, element)| weights[*at] * element).sum());
    }
    let highest = chances.iter().copied().fold(f64::MIN, f64::max);
    chances
        .iter_mut()
        .for_each(|chance| *chance = libm::exp(*chance - highest));
    let sum: f64 = chances.iter().sum();
    chances.iter_mut().for_each(|chance| *chance /= sum);
}

/// Returns the `count` weights that maximize the penalized likelihood of the observations.
pub fn fit<const N: usize>(
    count: usize,
    ridge: f64,
    observations: &[Vec<Alternative<N>>],
) -> Vec<f64> {
    let mut weights = vec![0.0; count];
    let mut expected = Vec::new();
    for _ in 0..STEPS {
        let mut gradient: Vec<f64> = weights.iter().map(|weight| -ridge * weight).collect();
        let mut curvature = vec![vec![0.0; count]; count];
        (0..count).for_each(|at| curvature[at][at] = ridge);
        let mut mean = vec![0.0; count];
        for alternatives in observations {
            chances(&weights, alternatives, &mut expected);
            mean.fill(0.0);
            for (Alternative { elements, share }, chance) in alternatives.iter().zip(&expected) {
                for &(at, element) in elements {
                    gradient[at] += (share - chance) * element;
                    mean[at] += chance * element;
                    elements
                        .iter()
                        .for_each(|(other, more)| curvature[at][*other] += chance * element * more);
                }
            }
            for (row, own) in curvature
                .iter_mut()
                .zip(&mean)
                .filter(|(_, own)| **own != 0.0)
            {
                row.iter_mut()
                    .zip(&mean)
                    .for_each(|(entry, other)| *entry -= own * other);
            }
        }
        let step = solve(&curvature, &gradient)
            .expect("the ridge penalty makes the matrix positive definite");
        weights
            .iter_mut()
            .zip(&step)
            .for_each(|(weight, step)| *weight += step);
        if step.iter().all(|step| step.abs() < 1e-9) {
            break;
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use goldrush_engine::rng::{below, tool_stream};

    use super::*;

    #[test]
    fn true_weights_are_found() {
        let mut rng = tool_stream(4);
        let truth = [0.8, -1.5, 0.0];
        let mut expected = Vec::new();
        let observations: Vec<Vec<Alternative<2>>> = (0..20_000)
            .map(|_| {
                let mut element = || f64::from(below(&mut rng, 2001)) / 1000.0 - 1.0;
                let alternative = |(one, two)| Alternative {
                    elements: [(0, one), (1, two)],
                    share: 0.0,
                };
                let mut all = [(); 3]
                    .map(|()| alternative((element(), element())))
                    .to_vec();
                chances(&truth, &all, &mut expected);
                let mut left = f64::from(below(&mut rng, 1 << 20)) / f64::from(1 << 20);
                let taken = expected.iter().position(|chance| {
                    left -= chance;
                    left < 0.0
                });
                all[taken.unwrap_or(2)].share = 1.0;
                all
            })
            .collect();
        for (found, truth) in fit(3, 1.0, &observations).iter().zip(truth) {
            assert!((found - truth).abs() < 0.06, "{found} instead of {truth}");
        }
    }
}
