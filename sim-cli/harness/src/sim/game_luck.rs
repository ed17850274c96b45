//! Luck of a finished game, and its measures: how far it sets the seats apart, whether it wins, and how much a draw matters.

use goldrush_engine::game::WHOLE_WIN;
use goldrush_engine::player::MAX_PLAYERS;

/// Units of luck per point. Whole numbers add up exactly.
pub const PARTS: i32 = 1000;
/// Units of luck per win.
pub const WIN_PARTS: i32 = 100_000;

/// Luck of a seat: what chance brought it beyond its expectation.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Luck {
    /// From its own draws, in units of 1/[`PARTS`] point.
    pub points: i32,
    /// From the draws of all seats, in units of 1/[`WIN_PARTS`] win: the change in its chance to win.
    pub wins: i32,
}

/// Luck by seat.
pub type SeatLuck = [Luck; MAX_PLAYERS];

/// Luck of all draws of a game.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct GameDraws {
    pub seats: SeatLuck,
    /// Mean over the tiles or cards drawn of how much better or worse each was than the average draw, in points without
    /// sign; 0 without draws.
    pub size: f64,
}

/// Measures of the luck of one game.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct GameLuck {
    /// Luck of the luckiest seat minus the mean luck of the others, in points; not negative.
    pub spread: f64,
    /// Share of the win of the luckiest seat, 0 to 1; the mean of several.
    pub luckiest_wins: f64,
    /// Mean over the tiles or cards drawn of how much better or worse each was than the average draw, in points without
    /// sign; 0 without draws.
    pub draw_size: f64,
}

impl GameLuck {
    /// Measures a game with these draws, given its shares of the win in sixtieths.
    pub fn new(draws: &GameDraws, shares: &[u8]) -> GameLuck {
        let luck: Vec<i64> = draws.seats[..shares.len()]
            .iter()
            .map(|luck| luck.points.into())
            .collect();
        let most = *luck.iter().max().expect("a game has at least one seat");
        let all: i64 = luck.iter().sum();
        let others = luck.len() as i64 - 1;
        let ahead = (others + 1) * most - all;
        let luckiest = shares
            .iter()
            .zip(&luck)
            .filter(|(_, luck)| **luck == most)
            .map(|(share, _)| f64::from(*share));
        let (won, count) = luckiest.fold((0.0, 0), |(sum, count), share| (sum + share, count + 1));
        GameLuck {
            spread: ahead as f64 / others as f64 / f64::from(PARTS),
            luckiest_wins: won / f64::from(count) / f64::from(WHOLE_WIN),
            draw_size: draws.size,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(points: &[i32], shares: &[u8]) -> GameLuck {
        let mut seats = SeatLuck::default();
        seats
            .iter_mut()
            .zip(points)
            .for_each(|(luck, &points)| *luck = Luck { points, wins: 0 });
        GameLuck::new(&GameDraws { seats, size: 1.25 }, shares)
    }

    #[test]
    fn the_luckiest_seat_is_compared_with_the_mean_of_the_others() {
        // 5 against the mean of −1 and 2.
        assert_eq!(
            game(&[-1000, 5000, 2000], &[0, 60, 0]),
            GameLuck {
                spread: 4.5,
                luckiest_wins: 1.0,
                draw_size: 1.25
            }
        );
        assert_eq!(
            game(&[-3000, -2500], &[60, 0]),
            GameLuck {
                spread: 0.5,
                luckiest_wins: 0.0,
                draw_size: 1.25
            }
        );
    }

    #[test]
    fn several_luckiest_seats_have_the_mean_of_their_shares() {
        let luck = game(&[1000, 1000, -2000], &[30, 0, 30]);
        assert_eq!((luck.spread, luck.luckiest_wins), (1.5, 0.25));
        let none = game(&[0; 4], &[60, 0, 0, 0]);
        assert_eq!(
            (none.spread, none.luckiest_wins),
            (0.0, 0.25),
            "nobody was lucky"
        );
    }
}
