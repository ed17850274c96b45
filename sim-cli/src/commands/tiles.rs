//! `goldrush tiles`.

use std::io::Write;

use goldrush_engine::gold_rush::GoldRush;
use goldrush_engine::gold_rush::catalogue::BUILT_IN;
use goldrush_engine::gold_rush::picture::{Glyph, Picture, WIDTH};
use goldrush_games::gold_rush::variants::load_catalogue;
use goldrush_games::variants::Variants;
use goldrush_report::wrap;
use goldrush_support::paint;
use goldrush_support::printable::printable;

use crate::cli::args::TilesArgs;

/// Pictures side by side in 80 columns.
const PER_ROW: usize = 6;
const GAP: usize = 4;

pub(super) fn run(args: &TilesArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let catalogue = load_catalogue(&args.file)?;
    let totals = catalogue.totals();
    let tokens = catalogue.tokens();
    writeln!(
        out,
        "catalogue {} {:016x}",
        printable(catalogue.name()),
        catalogue.hash()
    )?;
    writeln!(
        out,
        "{} kinds, {} tiles (start tile {}), {} segments",
        catalogue.kinds().len(),
        totals.tiles,
        catalogue.kind(catalogue.start()).name,
        totals.segments
    )?;
    writeln!(
        out,
        "{} nuggets, {} locomotives, {} cities, {} junctions, {} camps, {} herds",
        totals.nuggets,
        totals.locomotives,
        totals.cities,
        totals.junctions,
        totals.camps,
        totals.herds
    )?;
    let value: u32 = tokens.values().map(u32::from).sum();
    writeln!(
        out,
        "{} tokens worth {value} (value=count): {tokens}\n",
        tokens.len()
    )?;
    if BUILT_IN.iter().any(|(name, _)| *name == args.file) {
        wrap::write(GoldRush::PROVENANCE, "", "", out)?;
        writeln!(out)?;
    }
    let colors = args.color.colors();
    for kinds in catalogue.kinds().chunks(PER_ROW) {
        let titles: Vec<_> = kinds
            .iter()
            .map(|k| {
                format!(
                    "{:<w$}",
                    format!("{} ×{}", k.name, k.copies),
                    w = WIDTH + GAP
                )
            })
            .collect();
        writeln!(out, "{}", titles.concat().trim_end())?;
        let pictures: Vec<_> = kinds.iter().map(Picture::of_kind).collect();
        for row in 0..pictures[0].rows().len() {
            let gap = [Glyph::Nothing; GAP];
            let line: Vec<Glyph> = pictures
                .iter()
                .flat_map(|p| p.rows()[row].iter().chain(&gap).copied())
                .collect();
            if colors {
                paint::write_row(&line, out)?;
                writeln!(out)?;
            } else {
                let text: String = line.iter().map(|g| g.symbol()).collect();
                writeln!(out, "{}", text.trim_end())?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}
