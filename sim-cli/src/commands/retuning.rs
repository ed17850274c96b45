//! Retuned bots, kept between runs: retuning takes up to a minute.

use goldrush_engine::rng::SEEDS;
use goldrush_games::Choice;
use goldrush_harness::sim::batch;
use goldrush_harness::sim::retuning::{GAINS, GAMES, Retuned, retuned};
use goldrush_harness::sim::tuner::Tuner;
use goldrush_harness::store::kept::Kept;
use goldrush_harness::study::Retuning;

/// Distance of the seed of the deals to tune on from the seed of the study. A sum and no hash, since the numbers of `results/` depend
/// on it; it is larger than seeds that people choose.
pub const OTHER_DEALS: u64 = 1_000_003;

/// Returns how a study with this seed retunes its strongest bot: on deals of other seeds than its own.
pub(super) fn retune(
    threads: Option<usize>,
    seed: u64,
) -> anyhow::Result<impl Fn(&Choice, usize) -> anyhow::Result<Option<Retuning>>> {
    let pool = batch::pool(threads)?;
    let seed = (seed + OTHER_DEALS) % SEEDS;
    Ok(move |choice: &Choice, players| {
        let kept = kept(choice, players, seed)?;
        if let Some(retuning) = kept.read() {
            return Ok(retuning);
        }
        let tuner = Tuner {
            choice: choice.clone(),
            players,
            games: GAMES,
            gains: GAINS,
            seed,
            salt: None,
            pool: &pool,
        };
        let retuning = retuned(&tuner)?.map(|Retuned { agent, gain }| Retuning {
            agent,
            gain: gain.mean,
            half_width: gain.half_width.unwrap_or(0.0),
        });
        kept.write(&retuning);
        Ok(retuning)
    })
}

/// Returns the place of a retuned bot, or of `None` if retuning gains nothing.
fn kept(choice: &Choice, players: usize, seed: u64) -> anyhow::Result<Kept> {
    let (setup, _) = choice.setup(players)?;
    let parts = [
        &setup.game().to_string(),
        &setup.rules().to_string(),
        &setup.components().1,
        &format!("{players} {seed}"),
    ];
    Ok(Kept::of("retuned", &parts.map(|part| &part[..])))
}
