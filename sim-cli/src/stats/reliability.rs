//! Whether what was called likely happened as often as that.

use super::interval::Estimate;
use super::ratio::Ratio;

/// How often something happened that was said to be about so likely.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bin {
    /// How likely it was said to be on average, 0 to 1.
    pub said: f64,
    /// How often it happened, with a 95 % interval.
    pub happened: Estimate,
    /// Observations.
    pub count: u64,
}

/// Tenths of what was said.
const BINS: usize = 10;

/// What was said and what happened, by tenths of what was said.
#[derive(Clone, Default, Debug)]
pub struct Reliability {
    bins: [Sum; BINS],
    /// Of the case that is being told.
    case: [Sum; BINS],
}

#[derive(Clone, Copy, Default, Debug)]
struct Sum {
    said: f64,
    happened: f64,
    /// Observations of the case that is being told.
    count: u64,
    /// How much more happened than was said.
    surprise: Ratio,
}

impl Reliability {
    /// Something was said to be so likely, and happened: wholly, in part or not at all.
    pub fn push(&mut self, said: f64, happened: f64) {
        let bin = &mut self.case[((said * BINS as f64) as usize).min(BINS - 1)];
        bin.count += 1;
        bin.said += said;
        bin.happened += happened;
    }

    /// What was told since the last call depends on each other: it is of one case, which does not depend on others.
    pub fn end_case(&mut self) {
        for (bin, case) in self.bins.iter_mut().zip(&mut self.case) {
            let Sum { count, said, happened, .. } = std::mem::take(case);
            bin.said += said;
            bin.happened += happened;
            if count > 0 {
                bin.surprise.push(happened - said, count);
            }
        }
    }

    /// The tenths in which anything was said.
    pub fn bins(&self) -> impl Iterator<Item = Bin> + '_ {
        self.bins.iter().filter(|bin| bin.surprise.count > 0).map(|bin| {
            let count = bin.surprise.count;
            let half = bin.surprise.estimate().half_width.unwrap_or(1.0);
            let happened = bin.happened / count as f64;
            let ends = ((happened - half).max(0.0), (happened + half).min(1.0));
            Bin { said: bin.said / count as f64, happened: Estimate::within(happened, ends, (0.0, 1.0)), count }
        })
    }
}

#[cfg(test)]
mod tests {
    use goldrush_engine::rng::{below, tool_stream};

    use super::*;

    #[test]
    fn intervals_cover_what_was_true_although_cases_say_the_same_again_and_again() {
        let (mut rng, mut covered, mut runs) = (tool_stream(8), 0, 0);
        for _ in 0..200 {
            let mut reliability = Reliability::default();
            for _ in 0..400 {
                let percent = below(&mut rng, 100);
                let happened = f64::from(u8::from(below(&mut rng, 100) < percent));
                (0..=below(&mut rng, 4)).for_each(|_| reliability.push(f64::from(percent) / 100.0, happened));
                reliability.end_case();
            }
            for bin in reliability.bins().filter(|bin| (0.2..0.8).contains(&bin.said)) {
                let (low, high) = bin.happened.ends().unwrap();
                covered += u32::from((low..=high).contains(&bin.said));
                runs += 1;
            }
        }
        let share = f64::from(covered) / f64::from(runs);
        assert!((0.92..0.98).contains(&share), "{share}");
    }
}
