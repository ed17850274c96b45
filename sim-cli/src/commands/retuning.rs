//! Retuned bots, kept between runs in the user's cache folder: retuning takes up to a minute, and depends on nothing but what
//! names the file.

use std::fs;
use std::path::{Path, PathBuf};

use goldrush_engine::rng::SEEDS;
use serde::{Deserialize, Serialize};

use goldrush_games::Choice;
use goldrush_harness::sim::batch;
use goldrush_harness::sim::retuning::{GAINS, GAMES, Retuned, retuned};
use goldrush_harness::sim::tuner::Tuner;
use goldrush_harness::store::digest::Digest;
use goldrush_harness::store::file::write_shared;
use goldrush_harness::store::seal::{sealed_json, unsealed_json};
use goldrush_harness::study::Retuning;
use goldrush_support::build;

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
        let file = file(choice, players, seed)?;
        if let Some(Kept { retuning }) = file.as_deref().and_then(read) {
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
        if let Some(file) = file {
            // A bot that cannot be kept is retuned again.
            let _ = write_shared(
                &file,
                &sealed_json(&serde_json::to_string(&Kept {
                    retuning: retuning.clone(),
                })?)?,
            );
        }
        Ok(retuning)
    })
}

/// Content of a file: the retuned bot, or `None` if retuning gains nothing.
#[derive(Serialize, Deserialize)]
struct Kept {
    retuning: Option<Retuning>,
}

/// Reads a kept bot; `None` if there is none, or its file was changed.
fn read(file: &Path) -> Option<Kept> {
    serde_json::from_str(&unsealed_json(&fs::read_to_string(file).ok()?)?).ok()
}

/// Returns the file of a retuned bot, named by all that decides it; `None` if there is no cache folder, or the program was built
/// from files that no commit names.
fn file(choice: &Choice, players: usize, seed: u64) -> anyhow::Result<Option<PathBuf>> {
    let commit = build::current().commit;
    let Some(folder) = folder().filter(|_| commit.bytes().all(|byte| byte.is_ascii_hexdigit()))
    else {
        return Ok(None);
    };
    let (setup, _) = choice.setup(players)?;
    let mut digest = Digest::default();
    for part in [
        commit,
        &setup.game().to_string(),
        &setup.rules().to_string(),
        &setup.components().1,
    ] {
        digest.update(part.as_bytes());
        digest.update(b"\n");
    }
    digest.update(format!("{players} {seed}").as_bytes());
    Ok(Some(folder.join(format!("{}.json", digest.hex()))))
}

/// Returns the cache folder, by the XDG Base Directory Specification; `None` if it is not known or cannot be created.
fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .filter(|path| path.is_absolute());
    let folder = named
        .or_else(|| Some(std::env::home_dir()?.join(".cache")))?
        .join("goldrush/retuned");
    fs::create_dir_all(&folder).ok()?;
    Some(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_bot_is_retuned_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bot.json");
        let retuning = Retuning {
            agent: "heuristic:width=3".into(),
            gain: 2.5,
            half_width: 0.5,
        };
        let sealed = sealed_json(
            &serde_json::to_string(&Kept {
                retuning: Some(retuning),
            })
            .unwrap(),
        )
        .unwrap();
        fs::write(&file, &sealed).unwrap();
        assert!(
            read(&file)
                .is_some_and(|kept| kept.retuning.is_some_and(|retuning| retuning.gain == 2.5))
        );
        fs::write(&file, sealed.replace("2.5", "9.5")).unwrap();
        assert!(read(&file).is_none() && read(folder.path()).is_none());
    }
}
