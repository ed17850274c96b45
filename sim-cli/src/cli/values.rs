//! Values of other crates as words of the command line.

use clap::builder::{PossibleValuesParser, TypedValueParser};

/// Returns a parser of values by their names.
pub fn one_of<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.iter().map(|&one| name(one))).map(move |text| {
        let named = all.iter().find(|&&one| name(one) == text);
        *named.expect("the parser of names lets no other pass")
    })
}
