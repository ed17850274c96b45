//! A room: people who play at one table, each with a screen of their own, over the local network. It knows who they are, where
//! they sit, and what they may do; the host is the person at the machine on which the game runs.

mod clock;
mod invitation;
pub(super) mod members;
mod messages;
mod panel;
mod request;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use goldrush_engine::player::{Player, PlayerSet};
use goldrush_support::lookalike::look_alike;

use self::clock::Clocks;
pub(super) use self::invitation::Invitation;
#[cfg(not(target_arch = "wasm32"))]
pub use self::invitation::{Meeting, Origin};
pub(super) use self::members::{Member, Members};
pub(super) use self::messages::LONGEST;
use self::messages::Messages;
pub(super) use self::panel::panel;
pub(super) use self::request::{RoomEffect, RoomRequest};
use goldrush_support::system::clock;

/// A room that the server and the game loop share.
#[derive(Clone)]
pub(super) struct SharedRoom(Arc<Mutex<Room>>);

impl SharedRoom {
    pub(super) fn new(room: Room) -> SharedRoom {
        SharedRoom(Arc::new(Mutex::new(room)))
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Room> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The people at a table, and what they have agreed on.
pub(super) struct Room {
    pub(super) members: Members,
    pub(super) invitation: Invitation,
    /// Seats for people in the game being played.
    for_people: PlayerSet,
    /// True if people choose their seats themselves, unless a seat has their name.
    people_choose: bool,
    /// By seat, the name of the last person there, by which the game is told.
    names: Vec<Option<String>>,
    /// Seats of people for whom a bot plays.
    stand_ins: PlayerSet,
    paused: bool,
    /// True if each person may look at hints on their turn, which everybody is told.
    has_hints: bool,
    take_back: Option<TakeBack>,
    /// Time that each person has for a game, if it is limited, and the clocks of this game.
    time: Option<Duration>,
    clocks: Option<Clocks>,
    /// Messages, unless there are none at this table.
    messages: Option<Messages>,
}

/// Request to take a turn back; every other person at the table must agree.
struct TakeBack {
    by: Player,
    agreed: PlayerSet,
}

impl Room {
    /// Creates a room in which only the host sits; each person has this time for a game, or as much as they like.
    pub(super) fn new(
        host: String,
        seat: Player,
        time: Option<Duration>,
        invitation: Invitation,
    ) -> Room {
        Room {
            members: Members::new(host, seat),
            invitation,
            for_people: PlayerSet::EMPTY,
            people_choose: false,
            names: Vec::new(),
            stand_ins: PlayerSet::EMPTY,
            paused: false,
            has_hints: false,
            take_back: None,
            time,
            clocks: None,
            messages: Some(Messages::default()),
        }
    }

    /// Lets nobody send messages.
    pub(super) fn silence(&mut self) {
        self.messages = None;
    }

    /// Lets each person look at hints on their turn.
    pub(super) fn allow_hints(&mut self) {
        self.has_hints = true;
    }

    /// True if each person may look at hints on their turn.
    pub(super) fn has_hints(&self) -> bool {
        self.has_hints
    }

    /// Begins a game with these seats for people, who keep theirs if it has them. In a game that `is_resumed`, people say which
    /// seat was theirs.
    pub(super) fn begin_game(&mut self, for_people: PlayerSet, is_resumed: bool) {
        self.for_people = for_people;
        self.paused = false;
        self.take_back = None;
        self.people_choose = is_resumed;
        // Bots play on only for people who are away.
        let stand_ins = self.stand_ins.iter().filter(|&seat| {
            let member = self.members.sitting(seat);
            let is_here = member.is_some_and(|member| self.members.is_connected(member));
            for_people.contains(seat) && !is_here
        });
        self.stand_ins = stand_ins.collect();
        self.clocks = self.time.map(Clocks::new);
        self.members.keep_seats(for_people);
        if !is_resumed {
            self.members.fill(for_people);
        }
    }

    /// Lets a person in, to the first free seat or to watch; returns the secret that this person's page shows from now on.
    pub(super) fn join(&mut self, name: &str) -> Result<String, &'static str> {
        let (member, secret) = self.members.add(name)?;
        let name = self.members.name(member);
        let mut free = self
            .for_people
            .iter()
            .filter(|&seat| self.members.sitting(seat).is_none());
        let seat = if self.people_choose {
            free.find(|&seat| {
                self.last_name(seat)
                    .is_some_and(|last| look_alike(last, name))
            })
        } else {
            free.next()
        };
        if let Some(seat) = seat {
            self.seat_member(member, seat);
        }
        Ok(secret)
    }

    /// Returns the name of the last person in a seat, if it is known.
    fn last_name(&self, seat: Player) -> Option<&str> {
        self.names.get(seat.index())?.as_deref()
    }

    /// Sets the names that a saved game has, by seat.
    pub(super) fn set_names(&mut self, names: Vec<Option<String>>) {
        self.names = names;
    }

    /// Returns the names by which the game is told, by seat: a free seat keeps its name, unless the person has moved.
    pub(super) fn names(&mut self, players: usize) -> Vec<Option<String>> {
        let names = Player::all(players).map(|seat| {
            if let Some(member) = self.members.sitting(seat) {
                return Some(self.members.name(member).to_owned());
            }
            self.last_name(seat)
                .filter(|last| !self.members.is_seated(last))
                .map(str::to_owned)
        });
        self.names = names.collect();
        self.names.clone()
    }

    /// Seats a person who has no seat, if the seat is free; the person gets the whole time.
    fn seat_member(&mut self, member: Member, seat: Player) -> bool {
        let sits = self.members.seat_member(member, seat);
        if sits
            && let Some(clocks) = &mut self.clocks
            && let Some(time) = self.time
        {
            clocks.reset(seat, time);
        }
        sits
    }

    /// Returns the seats of people for whom a bot plays.
    pub(super) fn stand_ins(&self) -> PlayerSet {
        self.stand_ins
    }

    /// True while nobody plays.
    pub(super) fn is_paused(&self) -> bool {
        self.paused
    }

    /// True while bots wait, because of a pause or because a turn may be taken back.
    pub(super) fn bots_wait(&self) -> bool {
        self.paused || self.take_back.is_some()
    }

    /// True if a screen is the host's.
    pub(super) fn is_host_screen(&self, screen: Option<Player>) -> bool {
        screen.is_some() && self.members.seat(Member::Host) == screen
    }

    /// True if a member may move for a seat now.
    pub(super) fn may_play(&self, member: Member, seat: Option<Player>) -> bool {
        let own = self.members.seat(member);
        !self.paused
            && own.is_some()
            && own == seat
            && own.is_some_and(|seat| !self.stand_ins.contains(seat))
    }

    /// Lets the clock of the person run whose turn it is, or none.
    pub(super) fn run_clock(&mut self, to_move: Option<Player>, now: Duration) {
        let runs = to_move.filter(|&seat| {
            !self.paused && self.is_played_by_person(seat) && self.members.sitting(seat).is_some()
        });
        if let Some(clocks) = &mut self.clocks {
            clocks.run(runs, now);
        }
    }

    /// Returns the seat whose clock runs, and its time left.
    pub(super) fn running_clock(&self, now: Duration) -> Option<(Player, Duration)> {
        let clocks = self.clocks.as_ref()?;
        clocks.running().map(|seat| (seat, clocks.left(seat, now)))
    }

    /// Returns the time that a person has left, if it is limited.
    fn time_left(&self, seat: Player) -> Option<Duration> {
        self.clocks
            .as_ref()
            .map(|clocks| clocks.left(seat, clock()))
    }

    fn is_played_by_person(&self, seat: Player) -> bool {
        self.for_people.contains(seat) && !self.stand_ins.contains(seat)
    }

    /// Drops the request to take a turn back.
    pub(super) fn forget_take_back(&mut self) {
        self.take_back = None;
    }
}

#[cfg(test)]
mod tests;
