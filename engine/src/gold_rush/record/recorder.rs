//! Recorder of a game in progress, and replay support.

use smol_str::SmolStr;

use super::{ActionRecord, DealRecord, Sources, TokenRecord, TurnRecord};
use crate::game::State as _;
use crate::gold_rush::GoldRush;
use crate::gold_rush::moves::Move;
use crate::gold_rush::observers::{Acquisition, Evaluation, Observer};
use crate::gold_rush::rules::Rules;
use crate::gold_rush::setup::{Deal, Setup};
use crate::gold_rush::state::State;
use crate::gold_rush::table::{Phase, Table};
use crate::landscape::grid::{Cell, Rotation};
use crate::landscape::tile::KindId;
use crate::player::Player;
use crate::record::{
    EndRecord, Recordable, ScoredRecord, TYPICAL_TURNS, compare_lists, compare_scored, compare_values,
};

/// Observer that records a game.
#[derive(Clone, Default, Debug)]
pub struct Recorder {
    turns: Vec<TurnRecord>,
    end: EndRecord,
    discarded: Vec<KindId>,
}

impl Observer for Recorder {
    fn on_move(&mut self, table: &Table, mv: Move) {
        if self.turns.is_empty() {
            self.turns.reserve(TYPICAL_TURNS);
        }
        let catalogue = table.setup().catalogue();
        let name = |kind| SmolStr::new(&catalogue.kind(kind).name);
        match (mv, self.turns.last_mut()) {
            (Move::Place { cell, rotation }, _) => self.turns.push(TurnRecord {
                seat: table.seat().index(),
                discarded: std::mem::take(&mut self.discarded).into_iter().map(name).collect(),
                tile: name(table.hand()),
                x: cell.x,
                y: cell.y,
                rotation: rotation.degrees(),
                action: ActionRecord::None,
                taken: Vec::new(),
                scored: Vec::new(),
            }),
            (Move::Act(action), Some(turn)) => turn.action = ActionRecord::new(table, action),
            (Move::Act(_), None) => unreachable!("a turn begins with a placement"),
        }
    }

    fn on_discard(&mut self, kind: KindId) {
        self.discarded.push(kind);
    }

    fn on_token(&mut self, player: Player, value: u8, _: Acquisition) {
        if let Some(turn) = self.turns.last_mut() {
            turn.taken.push(TokenRecord { seat: player.index(), value });
        }
    }

    fn on_evaluation(&mut self, table: &Table, evaluation: &Evaluation) {
        if evaluation.points == 0 || evaluation.seats.is_empty() {
            return;
        }
        let scored = evaluation.record(table);
        match self.turns.last_mut() {
            Some(turn) if evaluation.complete => turn.scored.push(scored),
            _ => self.end.scored.push(scored),
        }
    }
}

impl Evaluation {
    /// Returns the record of the feature.
    pub fn record(&self, table: &Table) -> ScoredRecord {
        ScoredRecord::new(table.landscape(), self.kind.name(), self.feature, self.points, self.seats)
    }
}

impl Recordable for GoldRush {
    type Rules = Rules;
    type Deal = DealRecord;
    type Turn = TurnRecord;
    type End = EndRecord;
    type Sources = Sources;
    type Recorder = Recorder;

    fn identity(setup: &Setup) -> (String, u64) {
        (setup.catalogue().name().into(), setup.catalogue().hash())
    }

    fn rules(setup: &Setup) -> Rules {
        setup.rules().clone()
    }

    fn players(setup: &Setup) -> usize {
        setup.players()
    }

    #[inline]
    fn begins_turn(state: &State<'_>) -> bool {
        state.table().phase() == Phase::Place
    }

    fn deal_of(state: &State<'_>, _: &Recorder) -> DealRecord {
        let (catalogue, (tiles, tokens)) = (state.table().setup().catalogue(), state.deal_order());
        DealRecord { tiles: tiles.into_iter().map(|kind| SmolStr::new(&catalogue.kind(kind).name)).collect(), tokens }
    }

    fn from_deal<'s>(
        setup: &'s Setup,
        deal: &DealRecord,
        chosen: bool,
        recorder: &mut Recorder,
    ) -> Result<State<'s>, String> {
        let find = |name: &SmolStr| {
            setup.catalogue().find(name).ok_or_else(|| format!("no kind of tile is called \"{name}\""))
        };
        let mut kinds = deal.tiles.iter().map(find).collect::<Result<Vec<KindId>, _>>()?;
        let dealt = Deal::new(setup, &kinds, &deal.tokens)?;
        let mut all = Deal::ordered(setup).tiles().to_vec();
        kinds.sort_unstable();
        all.sort_unstable();
        if kinds != all && !chosen {
            return Err(
                "it is not the catalogue without its start tile, and the record does not say that it was chosen".into(),
            );
        }
        Ok(State::with_deal(setup, &dealt, recorder))
    }

    fn play_and_record(state: &mut State<'_>, mv: Move, recorder: &mut Recorder) {
        state.play_observed(mv, recorder);
    }

    fn turns(recorder: &Recorder) -> &[TurnRecord] {
        &recorder.turns
    }

    fn into_turns(recorder: Recorder) -> Vec<TurnRecord> {
        recorder.turns
    }

    fn next_move(state: &State<'_>, turn: &TurnRecord, _: Option<&TurnRecord>) -> Result<Move, String> {
        if state.table().phase() != Phase::Place {
            let text = turn.action.text();
            let action = Move::Act(state.table().parse_action(&text)?);
            return state.is_legal(action).then_some(action).ok_or_else(|| format!("illegal action {text}"));
        }
        let TurnRecord { tile, x, y, rotation, .. } = turn;
        let rotation = Rotation::from_degrees(*rotation).ok_or_else(|| format!("{rotation} is no rotation"))?;
        let place = Move::Place { cell: Cell { x: *x, y: *y }, rotation };
        let why = || format!("{tile} cannot be laid at {x},{y} turned by {rotation}");
        state.is_legal(place).then_some(place).ok_or_else(why)
    }

    fn compare_turn(played: &TurnRecord, recorded: &TurnRecord) -> Result<(), String> {
        compare_values("seat", &played.seat, &recorded.seat)?;
        compare_values("discarded", &played.discarded, &recorded.discarded)?;
        compare_values("tile", &played.tile, &recorded.tile)?;
        compare_values("action", &played.action.text(), &recorded.action.text())?;
        compare_lists("tokens taken", &played.taken, &recorded.taken)?;
        compare_scored("scored", &played.scored, &recorded.scored)
    }

    fn end(recorder: &Recorder) -> EndRecord {
        recorder.end.clone()
    }

    fn compare_end(played: &EndRecord, recorded: &EndRecord) -> Result<(), String> {
        compare_scored("scored at the end", &played.scored, &recorded.scored)
    }

    fn sources(state: &State<'_>, _: &Recorder, player: Player) -> Sources {
        let [railroad, mountain, city, prairie, tokens] = state.sources(player);
        Sources { railroad, mountain, city, prairie, tokens }
    }
}
