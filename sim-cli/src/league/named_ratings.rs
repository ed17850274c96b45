//! Ratings in the JSON of a league's standings, where what is known about two members stands under their names.

use std::collections::BTreeMap;

use goldrush_harness::findings::rating::{Rating, Ratings, SeatRating};
use serde::{Serialize, Serializer};

/// Numbers by the names of two members.
type ByNames<'r> = BTreeMap<&'r str, BTreeMap<&'r str, f64>>;

#[derive(Serialize)]
struct NamedRatings<'r> {
    agents: &'r [Rating],
    seats: &'r [SeatRating],
    ahead: ByNames<'r>,
    stronger: ByNames<'r>,
    warnings: &'r [String],
}

/// Writes ratings.
pub(super) fn serialize<S: Serializer>(ratings: &Ratings, to: S) -> Result<S::Ok, S::Error> {
    NamedRatings {
        agents: &ratings.agents,
        seats: &ratings.seats,
        ahead: by_names(ratings, &ratings.ahead),
        stronger: by_names(ratings, &ratings.stronger),
        warnings: &ratings.warnings,
    }
    .serialize(to)
}

/// Returns the known numbers of a matrix.
fn by_names<'r>(ratings: &'r Ratings, matrix: &[Vec<Option<f64>>]) -> ByNames<'r> {
    let mut all = ByNames::new();
    for (one, row) in ratings.agents.iter().zip(matrix) {
        let mut of_one = BTreeMap::new();
        for (other, number) in ratings.agents.iter().zip(row) {
            of_one.extend(number.map(|number| (other.name.as_str(), number)));
        }
        all.insert(&one.name, of_one);
    }
    all
}
