//! The panel that shows the people at the table, and what they can ask of each other.

use goldrush_engine::player::Player;
use goldrush_table::seats::DEFAULT_BOT;
use maud::{Markup, html};
use serde_json::json;

use super::clock::Clocks;
use super::{Member, Room};

impl Room {
    /// Returns the name of the person in a seat as it stands beside the points, at the screen of a seat or of spectators;
    /// `None` for seats of bots.
    pub(crate) fn title(&self, seat: Player, screen: Option<Player>) -> Option<String> {
        if !self.for_people.contains(seat) {
            return None;
        }
        let name = self.occupant(seat);
        let note = if self.stand_ins.contains(seat) {
            " (bot)"
        } else {
            ""
        };
        let you = if screen == Some(seat) { " (you)" } else { "" };
        Some(format!("{name}{you}{note}"))
    }

    /// Returns the name of the person in a seat; for a free seat, whose it was.
    fn occupant(&self, seat: Player) -> String {
        match (self.members.sitting(seat), self.last_name(seat)) {
            (Some(member), _) => self.members.name(member).to_owned(),
            (None, Some(last)) => format!("free seat of {last}"),
            (None, None) => "free seat".to_owned(),
        }
    }

    /// Returns a heading and a sentence about whom the game waits for, if it does not wait for the person at this screen.
    pub(crate) fn waiting(
        &self,
        to_move: Option<Player>,
        screen: Option<Player>,
    ) -> Option<[String; 2]> {
        let seat = to_move?;
        if self.paused {
            return Some(["Paused".into(), "The host has paused the game.".into()]);
        }
        if !self.is_played_by_person(seat) || screen == Some(seat) {
            return None;
        }
        let Some(member) = self.members.sitting(seat) else {
            let words =
                "Waiting for a friend to take it. The host can let a bot play there instead.";
            return Some([format!("Seat {} is free", seat.letter()), words.into()]);
        };
        let is_away = !self.members.is_connected(member);
        let words = if is_away {
            "This player's page is closed or asleep. It reconnects when they open it."
        } else {
            ""
        };
        Some([
            format!("{}'s turn", self.members.name(member)),
            words.into(),
        ])
    }
}

/// Renders the people at the table for the screen of a seat, or of spectators.
pub(crate) fn panel(room: &Room, screen: Option<Player>, is_over: bool) -> Markup {
    let Room {
        members,
        invitation,
        for_people,
        stand_ins,
        paused,
        has_hints,
        take_back,
        messages,
        ..
    } = room;
    let is_host = room.is_host_screen(screen);
    html! {
        h2 { "At the table" }
        @if let Some(take_back) = take_back {
            @let name = members.sitting(take_back.by).map_or("", |member| members.name(member));
            p class="verdict" role="status" {
                @if screen == Some(take_back.by) { "You asked to take back your last turn. Everyone else must agree." }
                @else { (name) " asks to take back their last turn and everything after it." }
            }
            p class="dock" {
                @match screen {
                    Some(seat) if seat == take_back.by => (button("Cancel the request", &json!({"refuse": seat.index()}))),
                    Some(seat) if !take_back.agreed.contains(seat) => {
                        (button("Agree", &json!({"agree": take_back.by.index()})))
                        (button("Refuse", &json!({"refuse": take_back.by.index()})))
                    }
                    _ => {}
                }
            }
        }
        ul class="people" {
            @for seat in for_people.iter() {
                @let member = members.sitting(seat);
                @let is_bot = stand_ins.contains(seat);
                li {
                    span { b { (seat.letter()) } " " (room.occupant(seat)) }
                    span class="quiet" { (condition(room, member, is_bot)) }
                    @if let Some(left) = room.time_left(seat) { (clock(room, seat, left.as_secs())) }
                    @if !is_over && (is_host || screen == Some(seat)) {
                        @let own = screen == Some(seat);
                        @let has_time = room.time_left(seat).is_none_or(|left| !left.is_zero());
                        @if is_bot && has_time {
                            (button(if own { "Play again" } else { "Stop the bot" }, &json!({"end_stand_in": seat.index()})))
                        }
                        @else if is_bot {}
                        @else if own { (button("Let a bot play for me", &json!({"stand_in": seat.index()}))) }
                        @else { (button("Let a bot play", &json!({"stand_in": seat.index()}))) }
                    }
                    @if screen.is_none() && member.is_none() { (button("Sit here", &json!({"sit": seat.index()}))) }
                    @if is_host && let Some(Member::Guest(number)) = member { (button("Remove", &json!({"remove": number}))) }
                }
            }
            @for member in members.spectators() {
                li {
                    span { (members.name(member)) }
                    span class="quiet" { "watching" @if !members.is_connected(member) { ", away" } }
                    @if is_host && let Member::Guest(number) = member { (button("Remove", &json!({"remove": number}))) }
                }
            }
        }
        @if *has_hints && !is_over { p class="quiet" { "Hints are allowed to everybody at this table." } }
        p class="dock" {
            @if screen.is_some() && !is_over && take_back.is_none() { (button("Ask to take back my last turn", &json!("request_take_back"))) }
            @if is_host && !is_over {
                @if *paused { (button("Resume", &json!("resume"))) } @else { (button("Pause", &json!("pause"))) }
                (button(if *has_hints { "Allow no hints" } else { "Allow hints to everybody" }, &json!({"allow_hints": !has_hints})))
            }
        }
        @if let Some(messages) = messages {
            div class="said" role="log" aria-label="Messages" {
                @for message in messages.iter() { p { b { (message.name) } " " (message.text) } }
            }
        }
        @if is_host {
            details class="invitation" id="invitation" {
                summary data-key="invitation" { "Invite friends" }
                (invitation.picture())
                p { "Friends scan this code, or open " b { (invitation.origin()) } " and enter " b { (invitation.code()) } "." }
                p class="quiet" {
                    (invitation.safety()) " Stand-in bots play at " (DEFAULT_BOT) ". Removing somebody changes the code."
                }
            }
        }
    }
}

/// Renders the time that a person has left; the page counts down the one that runs.
fn clock(room: &Room, seat: Player, seconds: u64) -> Markup {
    let runs = room.clocks.as_ref().and_then(Clocks::running) == Some(seat);
    html! {
        span class="clock" role="timer" data-left=(seconds) data-runs[runs] { (seconds / 60) ":" (format!("{:02}", seconds % 60)) }
    }
}

/// Returns whether the person in a seat is connected, and whether a bot plays.
fn condition(room: &Room, member: Option<Member>, is_bot: bool) -> String {
    let presence = match member {
        None => "",
        Some(Member::Host) => "host",
        Some(member) if room.members.is_connected(member) => "here",
        Some(_) => "away",
    };
    let bot = if is_bot { "a bot plays" } else { "" };
    [presence, bot]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(", ")
}

fn button(words: &str, request: &serde_json::Value) -> Markup {
    html! { button type="button" data-act="room" data-with=(json!({ "request": request })) { (words) } }
}
