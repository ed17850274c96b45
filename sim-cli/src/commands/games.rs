//! `goldrush games`.

use std::io::Write;

use goldrush_engine::options::SetBy;

use goldrush_games::GameName;
use goldrush_report::wrap;

pub(super) fn run(out: &mut dyn Write) -> anyhow::Result<()> {
    for game in GameName::ALL {
        let options: Vec<String> = game
            .options_set_by(SetBy::User)
            .map(|option| option.flag())
            .collect();
        let numbers: Vec<String> = game
            .options_set_by(SetBy::Number)
            .map(|option| option.name.replace('_', "-"))
            .collect();
        writeln!(out, "{game}")?;
        wrap::write(game.about().title, "  ", "  ", out)?;
        wrap::write("2 to 5", "  players  ", "           ", out)?;
        wrap::write(&options.join(" "), "  options  ", "           ", out)?;
        wrap::write(&numbers.join(" "), "  --rule   ", "           ", out)?;
        wrap::write(&game.agents().join(" "), "  agents   ", "           ", out)?;
        writeln!(out)?;
    }
    let more = "Every command that plays accepts --game NAME. goldrush agents --game NAME describes the agents, goldrush rules \
                --game NAME prints the rules.";
    Ok(wrap::write(more, "", "", out)?)
}
