//! `goldrush serve`.

use std::io::{self, Write};
use std::sync::Arc;

use crate::cli::args::{ServeArgs, load_catalogue};
use crate::family::GameName;
use crate::protocol::serve::serve;
use crate::sim::lineup::parse;

pub(super) fn run(args: &ServeArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let agent = parse(GameName::GoldRush, "--agent", &args.agent)?.built_in("--agent")?;
    let catalogue = Arc::new(load_catalogue(&args.tiles)?);
    serve(&agent, &catalogue, &mut io::stdin().lock(), out)
}
