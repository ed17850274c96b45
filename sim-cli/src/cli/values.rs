//! Values of other modules as words of the command line, with their help.

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::paint::ColorChoice;
use crate::study::{Design, Format};

impl ValueEnum for ColorChoice {
    fn value_variants<'a>() -> &'a [ColorChoice] {
        &[ColorChoice::Auto, ColorChoice::Always, ColorChoice::Never]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = match self {
            ColorChoice::Auto => ("auto", "On a terminal, unless NO_COLOR is set"),
            ColorChoice::Always => ("always", "Always"),
            ColorChoice::Never => ("never", "Never"),
        };
        Some(PossibleValue::new(name).help(help))
    }
}

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Format] {
        &Format::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self {
            Format::RoundRobin => {
                "Every agent against every other: two of them at a table, and with 3 to 5 players one against several of \
                 the other, both ways"
            }
            Format::Gauntlet => "The first agent against every other, as in a round robin",
            Format::AllLineups => {
                "Every choice of as many different agents as there are seats; with fewer agents than seats, agents sit \
                 twice"
            }
        };
        Some(PossibleValue::new(self.name()).help(help))
    }
}

impl ValueEnum for Design {
    fn value_variants<'a>() -> &'a [Design] {
        &Design::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self {
            Design::OneAtATime => "One rule changes at a time",
            Design::Full => "All values of all rules meet: what each does, and what two do together",
        };
        Some(PossibleValue::new(self.name()).help(help))
    }
}
