//! What a game needs to be played by people in plain text.

use goldrush_engine::game::TextError;
use goldrush_engine::player::Player;

use crate::games::analyzed::Analyzed;
use crate::games::diary::Diary;
use crate::games::spoken::Spoken;
use crate::table::seats::Seats;

/// A state in a game with people: its setup lives as long as the program.
pub type StateOf<G> = <G as goldrush_engine::game::Game>::State<'static>;

/// One of several choices; with more than one move it leads to another question.
pub struct Choice<M> {
    /// In words.
    pub(super) what: String,
    /// What it may come to.
    pub(super) moves: Vec<M>,
}

/// A game that people can play in plain text. What it is shown are states, since it also tells what chance brought;
/// it says nothing that all at the table do not see.
pub trait Shown: Analyzed + Spoken<Log = Diary> {
    /// What the picture and the answers mean, a paragraph each.
    const HELP: &'static [&'static str];
    /// What a seat has besides points: headings of the table of seats.
    const SUPPLIES: &'static [&'static str];

    /// Reads a deal.
    fn read_deal(setup: &'static Self::Setup, text: &str) -> Result<StateOf<Self>, TextError>;

    /// What lies on the table; with `assist` what was seen before is marked.
    fn picture(state: &StateOf<Self>, assist: bool, colors: bool) -> String;

    /// What a seat has, in the order of [`Shown::SUPPLIES`].
    fn supplies(state: &StateOf<Self>, seat: Player) -> Vec<String>;

    /// What is left to draw or to flip, a sentence.
    fn left(state: &StateOf<Self>) -> String;

    /// What is to be decided, a sentence.
    fn question(state: &StateOf<Self>) -> String;

    /// Some of the legal moves as numbered choices; none if they are answered as text.
    fn choices(state: &StateOf<Self>, moves: &[Self::Move]) -> Vec<Choice<Self::Move>>;

    /// A legal move in words.
    fn words(state: &StateOf<Self>, mv: Self::Move) -> String;

    /// What happened when a seat played a move: sentences.
    fn news(before: &StateOf<Self>, mv: Self::Move, after: &StateOf<Self>, seats: &Seats) -> Vec<String>;
}
