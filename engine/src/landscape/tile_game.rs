//! Definitions that are the same for every game of tiles.

/// Implements `Game`, `TileGame`, the accessors of the setup and the conversions of the kinds of features, for a game whose types
/// have the usual names. `kinds` names the field with the name of a kind of tile; `feature` and `label` give kind of feature and
/// label of a segment by its index.
macro_rules! tile_game {
    ($game:ident, $name:expr, hidden: $hidden:ty, gain: $gain:ty, kinds: $field:ident,
     feature: |$catalogue:ident, $of:ident, $nth:ident| $feature:expr,
     label: |$kind:ident, $segment:ident, $rotation:ident| $label:expr) => {
        impl $crate::game::Game for $game {
            type Setup = Setup;
            type Move = Move;
            type State<'s> = State<'s>;

            const NAME: &'static str = $name;

            fn deal<'s, R: rand::Rng>(setup: &'s Setup, rng: &mut R) -> State<'s> {
                $crate::game::State::deal(setup, rng)
            }
        }

        impl From<FeatureKind> for &'static str {
            fn from(kind: FeatureKind) -> &'static str {
                kind.name()
            }
        }

        impl From<FeatureKind> for usize {
            #[inline]
            fn from(kind: FeatureKind) -> usize {
                kind as usize
            }
        }

        impl Setup {
            /// Returns the catalogue of tiles.
            #[inline]
            pub fn catalogue(&self) -> &Catalogue {
                &self.catalogue
            }

            /// Returns the rule options.
            #[inline]
            pub fn rules(&self) -> &Rules {
                &self.rules
            }

            /// Returns the number of seats.
            #[inline]
            pub fn players(&self) -> usize {
                self.players
            }
        }

        impl $crate::landscape::table::TileGame for $game {
            type Rules = Rules;
            type FeatureKind = FeatureKind;
            type Segment = catalogue::Segment;
            type Phase = Phase;
            type Pieces = table::Pieces;
            type Hidden = $hidden;
            type Gain = $gain;

            const PLACE: Phase = Phase::Place;
            const OVER: Phase = Phase::Over;

            #[inline]
            fn table<'t, 's>(state: &'t Self::State<'s>) -> &'t Table<'s> {
                state.table()
            }

            #[inline]
            fn visible_table<'v, 's>(
                view: &$crate::game::View<'v, Self::State<'s>>,
            ) -> &'v Table<'s> {
                view.table()
            }

            fn redraw<R: rand::Rng>(
                state: &mut State<'_>,
                kind: $crate::landscape::tile::KindId,
                rng: &mut R,
            ) -> bool {
                state.redraw(kind, rng)
            }

            #[inline]
            fn play_observed<O: $crate::landscape::table::Observer<Self>>(
                state: &mut State<'_>,
                mv: Move,
                observer: &mut O,
            ) {
                state.play_observed(mv, observer);
            }

            #[inline]
            fn laid(table: &mut Table, tile: $crate::landscape::TileId) {
                table.laid(tile);
            }

            #[inline]
            fn place(
                cell: $crate::landscape::grid::Cell,
                rotation: $crate::landscape::grid::Rotation,
            ) -> Move {
                Move::Place { cell, rotation }
            }

            #[inline]
            fn rules(setup: &Setup) -> &Rules {
                setup.rules()
            }

            #[inline]
            fn tiles_left_out(setup: &Setup) -> u8 {
                setup.rules().tiles_left_out
            }

            #[inline]
            fn komi(setup: &Setup) -> $crate::komi::Komi {
                setup.rules().komi
            }

            #[inline]
            fn tiles(setup: &Setup) -> &$crate::landscape::tile::TileSet {
                setup.catalogue().tiles()
            }

            fn kind_name(setup: &Setup, kind: $crate::landscape::tile::KindId) -> &str {
                &setup.catalogue().kind(kind).$field
            }

            #[inline]
            fn segments(
                setup: &Setup,
                kind: $crate::landscape::tile::KindId,
            ) -> &[catalogue::Segment] {
                &setup.catalogue().kind(kind).segments
            }

            #[inline]
            fn feature_kind(
                setup: &Setup,
                $of: $crate::landscape::tile::KindId,
                $nth: usize,
            ) -> FeatureKind {
                let $catalogue = setup.catalogue();
                $feature
            }

            fn label(
                setup: &Setup,
                kind: $crate::landscape::tile::KindId,
                $segment: usize,
                $rotation: $crate::landscape::grid::Rotation,
            ) -> String {
                let $kind = setup.catalogue().kind(kind);
                $label
            }
        }
    };
}
pub(crate) use tile_game;
