//! What a balance study shows: tables and words for people, and `effects.csv`.

use std::io::{self, Write};

use super::estimate;
use super::table::plain;
use crate::findings::balance::BalanceSummary;
use crate::findings::claim::{Claim, Claimed};
use crate::findings::effect::{Effect, Verdict};
use crate::findings::summary::Summary;
use crate::printable::printable;
use crate::study::Asked;

/// Columns of `effects.csv`: one row an effect.
pub const COLUMNS: [&str; 15] = [
    "question",
    "factor",
    "level",
    "base",
    "agent",
    "players",
    "response",
    "base_mean",
    "mean",
    "half_width",
    "p",
    "p_holm",
    "margin",
    "verdict",
    "blocks",
];

/// The table of all effects; what so few blocks cannot tell is empty.
pub fn to_csv(balance: &BalanceSummary, blocks: u64) -> String {
    let mut rows = csv::Writer::from_writer(Vec::new());
    rows.write_record(COLUMNS).expect("writing to memory");
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    for effect in &balance.effects {
        let row = [
            effect.question.to_string(),
            effect.factor.clone(),
            effect.level.clone(),
            effect.base.clone(),
            effect.agent.clone(),
            effect.players.to_string(),
            effect.response.to_owned(),
            effect.base_mean.to_string(),
            effect.mean.to_string(),
            number(effect.half_width),
            number(effect.p),
            number(effect.p_holm),
            effect.margin.to_string(),
            verdict(effect.verdict).replace(' ', "_"),
            blocks.to_string(),
        ];
        rows.write_record(row).expect("writing to memory");
    }
    String::from_utf8(rows.into_inner().expect("writing to memory")).expect("it was written as text")
}

/// Writes the tables, one for each level, and the claims.
///
/// # Errors
/// If they cannot be written.
pub fn write(balance: &BalanceSummary, summary: &Summary, to: &mut dyn Write) -> io::Result<()> {
    let Summary { games, blocks, seed, arms, .. } = summary;
    writeln!(
        to,
        "{games} games: {blocks} blocks (deals) × {} games in {} arms, seed {seed}",
        games / blocks,
        arms.len()
    )?;
    writeln!(to, "differences of level and base on the same deals, ± half of the 95 % interval from block means\n")?;
    for level in balance.effects.chunk_by(|one, next| title(one) == title(next)) {
        writeln!(to, "{}", printable(title(&level[0])))?;
        writeln!(to, "{}\n", plain(&["", "agent", "base", "difference", "p (Holm)", "verdict"], rows(level)))?;
    }
    for strength in &balance.strengths {
        let (agent, players, advantage) = (&strength.agent, strength.players, estimate::signed(&strength.advantage, 4));
        writeln!(to, "{agent}, {players} players: win share {advantage} from 1/{players}")?;
    }
    write_claims(&balance.claims, to)
}

/// Level by level, response by response, with those of all agents together.
fn rows(level: &[Effect]) -> Vec<Vec<String>> {
    let mut responses: Vec<&str> = level.iter().map(|effect| effect.response).collect();
    let mut seen = Vec::new();
    responses.retain(|response| {
        !seen.contains(response) && {
            seen.push(*response);
            true
        }
    });
    let of = |response: &str| {
        let effects = level.iter().filter(move |effect| effect.response == response);
        effects.enumerate().map(|(i, effect)| row(effect, i == 0)).collect::<Vec<_>>()
    };
    responses.into_iter().flat_map(of).collect()
}

fn row(effect: &Effect, first: bool) -> Vec<String> {
    let digits = effect.unit.digits();
    let half = effect.half_width.map_or_else(String::new, |half| format!(" ±{half:.digits$}"));
    let p = effect.p_holm.map_or_else(String::new, |p| if p < 0.0001 { "<0.0001".into() } else { format!("{p:.4}") });
    vec![
        if first { effect.response.to_owned() } else { String::new() },
        effect.agent.clone(),
        format!("{:.digits$}", effect.base_mean),
        format!("{:+.digits$}{half}", effect.mean),
        p,
        verdict(effect.verdict).into(),
    ]
}

fn title(effect: &Effect) -> String {
    let Effect { question, factor, level, base, players, .. } = effect;
    heading(*question, factor, level, base, *players)
}

/// What is varied, in words.
pub fn heading(question: Asked, factor: &str, level: &str, base: &str, players: usize) -> String {
    match question {
        Asked::Rule => format!("{factor}: {level} instead of {base}, {players} players"),
        Asked::Restriction => format!("one seat without {factor}, {players} players"),
        Asked::Seat => format!("{factor}: {level} compared with {base}, {players} players"),
    }
}

/// What an effect shows, in words.
pub fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Larger => "larger",
        Verdict::Smaller => "smaller",
        Verdict::Balanced => "balanced",
        Verdict::Unclear => "unclear",
        Verdict::TooFewBlocks => "too few blocks",
    }
}

/// What is claimed, level by level; what is not shown is counted.
fn write_claims(claims: &[Claim], to: &mut dyn Write) -> io::Result<()> {
    let title = |c: &Claim| heading(c.question, &c.factor, &c.level, &c.base, c.players);
    let mut titles: Vec<String> = claims.iter().map(title).collect();
    titles.dedup();
    for heading in titles {
        writeln!(to, "\n{}", printable(&heading))?;
        let mut not_shown = Vec::new();
        for claim in claims.iter().filter(|claim| title(claim) == heading) {
            match claim.verdict {
                Claimed::NotShown | Claimed::NoSecondAgent => not_shown.push((claim.response, &claim.words)),
                _ => writeln!(to, "  {:<16} {}", claim.response, claim.words)?,
            }
        }
        for group in not_shown.chunk_by(|one, next| one.1 == next.1) {
            let names: Vec<&str> = group.iter().map(|(name, _)| *name).collect();
            writeln!(to, "  {}: {}", group[0].1, names.join(", "))?;
        }
    }
    writeln!(to)
}
