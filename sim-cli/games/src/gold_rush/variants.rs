//! Variants of Gold Rush: tile sets by name or file, and actions that a seat may be denied.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use goldrush_engine::gold_rush::catalogue::BUILT_IN;
use goldrush_engine::gold_rush::{Catalogue, Denied, GoldRush, Rules, Setup};
use goldrush_engine::options::{SetBy, Values};
use goldrush_support::error::bad_input;

use crate::about::GameOption;
use crate::playable::Components;
use crate::variants::{OptionValues, Variants, load_components};

/// Name of the option that selects a tile set.
const TILES: &str = "tiles";
/// Name of the option that sets the number of tiles with a locomotive.
const LOCOMOTIVE_TILES: &str = "locomotive_tiles";

impl Variants for GoldRush {
    type Components = Arc<Catalogue>;

    const BUILT_IN: &'static [(&'static str, &'static str)] = &BUILT_IN;
    const COMPONENTS: &'static [GameOption] = &[
        GameOption {
            name: TILES,
            rule: "V7",
            values: Values::Text("FILE", BUILT_IN[BUILT_IN.len() - 1].0),
            set_by: SetBy::User,
            meaning: "Tiles: gold_rush, gold_rush_alt or a file",
            changes: &[("*", "With the tiles {level} instead of {base}")],
            printed: Cow::Borrowed("gold_rush"),
        },
        GameOption {
            name: LOCOMOTIVE_TILES,
            rule: "V7",
            values: Values::Text("a number", "5"),
            set_by: SetBy::Study,
            meaning: "How many tiles have a locomotive",
            changes: &[("*", "With {level} locomotive tile{s} instead of {base}")],
            printed: Cow::Borrowed(""),
        },
    ];
    const PROVENANCE: &'static str = "From the sources: 72 tiles, ids and copies of the designs, and the tokens. Inferred: three copies of design 66, \
         and 63 nuggets in all. Which design has which edges and how many nuggets, and where locomotives, camps and herds \
         are, is reconstructed (engine/data/README.md). Repeat findings that may depend on it with the second reconstruction, --tiles gold_rush_alt.";

    fn turns(setup: &Setup) -> Option<usize> {
        Some(setup.catalogue().bag().len() - usize::from(setup.rules().tiles_left_out))
    }

    fn components(asked: &OptionValues) -> anyhow::Result<(Arc<Catalogue>, Option<String>)> {
        let name = asked.get(TILES).map_or(BUILT_IN[0].0, String::as_str);
        let (catalogue, text) = load(name)?;
        let Some(tiles) = asked.get(LOCOMOTIVE_TILES) else {
            return Ok((catalogue, text));
        };
        let number = tiles
            .parse()
            .map_err(|_| bad_number(&format!("\"{tiles}\" is no whole number of tiles")))?;
        if number == catalogue.locomotive_tiles() {
            return Ok((catalogue, text));
        }
        let derived = catalogue
            .with_locomotive_tiles(number)
            .map_err(|e| bad_number(&e.to_string()))?;
        let text = derived.to_toml();
        Ok((Arc::new(derived), Some(text)))
    }

    fn stored_components(
        name: &str,
        file: &Path,
        text: Option<&str>,
    ) -> anyhow::Result<Arc<Catalogue>> {
        if let Some(text) = text {
            let catalogue = Catalogue::parse(name, &file.display().to_string(), text)?;
            return Ok(Arc::new(catalogue));
        }
        let beside = file.file_name().unwrap_or_default().to_string_lossy();
        Catalogue::built_in(name)
            .ok_or_else(|| anyhow::anyhow!("no catalogue {name}, and no {beside} beside it"))
    }

    fn setup(catalogue: Arc<Catalogue>, rules: Rules, players: usize) -> Result<Setup, String> {
        Setup::new(catalogue, rules, players)
    }

    fn components_text(setup: &Setup) -> Option<String> {
        Some(setup.catalogue().to_toml())
    }

    fn asks_for(setup: &Setup) -> OptionValues {
        let name = setup.catalogue().name();
        let is_built_in = BUILT_IN.iter().any(|(known, _)| *known == name);
        OptionValues::from([(
            TILES,
            if is_built_in {
                name.to_owned()
            } else {
                format!("{name}.toml")
            },
        )])
    }

    fn denials() -> Vec<String> {
        Denied::ALL.iter().map(Denied::to_string).collect()
    }

    fn check_denial(rules: &Rules, what: &str) -> Result<(), String> {
        let is_redundant = match what.parse()? {
            Denied::Cowboys(kind) => !rules.admits(kind),
            Denied::Tents | Denied::Mining => rules.tents == 0,
            Denied::TakeBack => !rules.take_back,
            Denied::Cowboy => false,
        };
        if is_redundant {
            Err("under these rules nobody may do that anyway; change the options".into())
        } else {
            Ok(())
        }
    }
}

/// Returns the error for a number of locomotive tiles.
fn bad_number(e: &str) -> anyhow::Error {
    bad_input(format!("--factor locomotive-tiles: {e}"))
}

/// Loads a tile set by name, or from a file.
///
/// # Errors
/// Bad input if there is none of that name, or the file is not valid.
pub fn load_catalogue(name: &str) -> anyhow::Result<Arc<Catalogue>> {
    load(name).map(|(catalogue, _)| catalogue)
}

/// Loads a tile set, with the text of its file if it is not built in.
fn load(name: &str) -> anyhow::Result<(Arc<Catalogue>, Option<String>)> {
    if let Some(catalogue) = Catalogue::built_in(name) {
        return Ok((catalogue, None));
    }
    let Components { name, place, text } = load_components(name)?;
    let catalogue = Catalogue::parse(&name, &place, &text).map_err(|e| bad_input(e.to_string()))?;
    Ok((Arc::new(catalogue), Some(text)))
}
