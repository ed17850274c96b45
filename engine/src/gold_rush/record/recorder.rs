//! Recorder of a game in progress, and replay support.

use super::{ActionRecord, DealRecord, Sources, TokenRecord, TurnRecord};
use crate::game::State as _;
use crate::gold_rush::moves::Move;
use crate::gold_rush::observers::{AcquiredToken, Evaluation};
use crate::gold_rush::rules::Rules;
use crate::gold_rush::setup::{Deal, Setup};
use crate::gold_rush::state::State;
use crate::gold_rush::table::{Phase, Table};
use crate::gold_rush::{GoldRush, Observer};
use crate::landscape::tile::KindId;
use crate::player::Player;
use crate::record::{Recordable, TileRecorder, tiles};

/// Observer that records a game.
pub type Recorder = TileRecorder<ActionRecord, TokenRecord>;

impl Observer<GoldRush> for Recorder {
    fn on_move(&mut self, table: &Table, mv: Move) {
        match mv {
            Move::Place { cell, rotation } => self.begin(table, cell, rotation, ActionRecord::None),
            Move::Act(action) => self.turn().action = ActionRecord::new(table, action),
        }
    }

    fn on_discard(&mut self, kind: KindId) {
        self.discard(kind);
    }

    fn on_gain(&mut self, seat: Player, AcquiredToken { value, .. }: AcquiredToken) {
        self.take(TokenRecord {
            seat: seat.index(),
            value,
        });
    }

    fn on_evaluation(&mut self, table: &Table, evaluation: &Evaluation) {
        self.score(evaluation.record(table), evaluation.complete);
    }
}

impl Recordable for GoldRush {
    tiles::tile_game_items!();

    fn identity(setup: &Setup) -> (String, u64) {
        (setup.catalogue().name().into(), setup.catalogue().hash())
    }

    fn deal_of(state: &State<'_>, _: &Recorder) -> DealRecord {
        DealRecord {
            tiles: tiles::dealt(state),
            tokens: state.deal_order().1,
        }
    }

    fn from_deal<'s>(
        setup: &'s Setup,
        deal: &DealRecord,
        chosen: bool,
        recorder: &mut Recorder,
    ) -> Result<State<'s>, String> {
        let kinds = tiles::kinds(&deal.tiles, |name| setup.catalogue().find(name))?;
        let dealt = Deal::new(setup, &kinds, &deal.tokens)?;
        if !chosen && !tiles::same_tiles(kinds, Deal::ordered(setup).tiles().to_vec()) {
            return Err(
                "it is not the catalogue without its start tile, and the record does not say that it was chosen".into(),
            );
        }
        Ok(State::with_deal(setup, &dealt, recorder))
    }

    fn next_move(
        state: &State<'_>,
        turn: &TurnRecord,
        _: Option<&TurnRecord>,
    ) -> Result<Move, String> {
        if state.table().phase() != Phase::Place {
            let text = turn.action.text();
            let action = Move::Act(state.table().parse_action(&text)?);
            return state
                .is_legal(action)
                .then_some(action)
                .ok_or_else(|| format!("illegal action {text}"));
        }
        let (cell, rotation) = turn.placement(state.table())?;
        Ok(Move::Place { cell, rotation })
    }

    fn compare_turn(played: &TurnRecord, recorded: &TurnRecord) -> Result<(), String> {
        played.compare(recorded, ActionRecord::text, "tokens taken", <[_]>::to_vec)
    }

    fn sources(state: &State<'_>, _: &Recorder, player: Player) -> Sources {
        let [railroad, mountain, city, prairie, tokens] = state.sources(player);
        Sources {
            railroad,
            mountain,
            city,
            prairie,
            tokens,
        }
    }
}
