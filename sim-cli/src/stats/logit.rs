//! Conditional logit: how likely each of several alternatives is, by what speaks for it.
//!
//! Shares are to each other as the exponentials of weighted sums. McFadden, "Conditional logit analysis of qualitative choice
//! behavior" (1974). The likelihood has one peak, which Newton's method finds; a ridge keeps weights at 0 of which the
//! observations say nothing.

use super::linear::solve;

/// One of several that something may go to.
#[derive(Clone, Copy, Debug)]
pub struct Alternative<const N: usize> {
    /// What speaks for it: numbers of weights, and how much of each there is.
    pub elements: [(usize, f64); N],
    /// The share it got; those of all are 1.
    pub share: f64,
}

/// Steps at most; some six are enough.
const STEPS: usize = 40;

/// How likely each alternative is by these weights, in their order.
pub fn chances<const N: usize>(weights: &[f64], alternatives: &[Alternative<N>], chances: &mut Vec<f64>) {
    let speaks = |of: &Alternative<N>| of.elements.iter().map(|(at, element)| weights[*at] * element).sum::<f64>();
    chances.clear();
    chances.extend(alternatives.iter().map(speaks));
    let highest = chances.iter().copied().fold(f64::MIN, f64::max);
    chances.iter_mut().for_each(|chance| *chance = libm::exp(*chance - highest));
    let sum: f64 = chances.iter().sum();
    chances.iter_mut().for_each(|chance| *chance /= sum);
}

/// The so many weights by which the observations are likeliest.
pub fn fit<const N: usize>(count: usize, ridge: f64, observations: &[Vec<Alternative<N>>]) -> Vec<f64> {
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
                    elements.iter().for_each(|(other, more)| curvature[at][*other] += chance * element * more);
                }
            }
            for (row, own) in curvature.iter_mut().zip(&mean).filter(|(_, own)| **own != 0.0) {
                row.iter_mut().zip(&mean).for_each(|(entry, other)| *entry -= own * other);
            }
        }
        let step = solve(&curvature, &gradient).expect("the ridge makes it positive definite");
        weights.iter_mut().zip(&step).for_each(|(weight, step)| *weight += step);
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
    fn weights_behind_the_shares_are_found() {
        let mut rng = tool_stream(4);
        let (truth, mut expected) = ([0.8, -1.5, 0.0], Vec::new());
        let observations: Vec<Vec<Alternative<2>>> = (0..20_000)
            .map(|_| {
                let mut element = || f64::from(below(&mut rng, 2001)) / 1000.0 - 1.0;
                let alternative = |(one, two)| Alternative { elements: [(0, one), (1, two)], share: 0.0 };
                let mut all = [(); 3].map(|()| alternative((element(), element()))).to_vec();
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
