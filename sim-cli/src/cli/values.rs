//! Values of other modules as words of the command line.

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::league;
use crate::paint::ColorChoice;
use crate::study::{Design, Format};

impl ValueEnum for ColorChoice {
    fn value_variants<'a>() -> &'a [ColorChoice] {
        &[ColorChoice::Auto, ColorChoice::Always, ColorChoice::Never]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let name = match self {
            ColorChoice::Auto => "auto",
            ColorChoice::Always => "always",
            ColorChoice::Never => "never",
        };
        Some(PossibleValue::new(name))
    }
}

macro_rules! by_name {
    ($($Type:ty)*) => {$(
        impl ValueEnum for $Type {
            fn value_variants<'a>() -> &'a [$Type] {
                &<$Type>::ALL
            }

            fn to_possible_value(&self) -> Option<PossibleValue> {
                Some(PossibleValue::new(self.name()))
            }
        }
    )*};
}

by_name!(Format Design league::Format);
