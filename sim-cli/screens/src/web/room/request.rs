//! Requests of the people in a room to each other: seats, bots that stand in, pauses, turns taken back, messages.

use goldrush_engine::player::Player;
use serde::Deserialize;

use super::{Member, Room, TakeBack};

/// A request of a person in a room; seats count from 0.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RoomRequest {
    /// Take a free seat.
    Sit(usize),
    /// Let a bot play for the person in a seat.
    StandIn(usize),
    /// Let the person in a seat play again.
    EndStandIn(usize),
    /// Remove a guest, by order of arrival.
    Remove(usize),
    /// Let nobody play for a while.
    Pause,
    /// End the pause.
    Resume,
    /// Let each person look at hints on their turn, or nobody.
    AllowHints(bool),
    /// Ask the others whether one's own last turn may be taken back.
    RequestTakeBack,
    /// Agree that the last turn of a seat is taken back.
    Agree(usize),
    /// Refuse that the last turn of a seat is taken back, or give up one's own request.
    Refuse(usize),
    /// Send a message to everybody.
    Say(String),
}

impl RoomRequest {
    /// True if the request means the same whatever was played since the page showed it.
    pub(crate) fn is_for_any_position(&self) -> bool {
        !matches!(
            self,
            RoomRequest::RequestTakeBack | RoomRequest::Agree(_) | RoomRequest::Refuse(_)
        )
    }
}

/// Effect of a request on the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RoomEffect {
    /// The request is not possible.
    Refused,
    /// Only the room has changed.
    Changed,
    /// The person in a seat did not agree that a turn is taken back.
    Declined(Player),
    /// The seat's last turn is to be taken back.
    TakeBack(Player),
}

impl Room {
    /// Fulfills a request if it is possible, in a game that is over or not.
    pub(crate) fn fulfill(
        &mut self,
        by: Member,
        request: &RoomRequest,
        is_over: bool,
    ) -> RoomEffect {
        let own = self.members.seat(by);
        let is_host = by == Member::Host;
        let is_done = match *request {
            RoomRequest::Sit(index) => self
                .seat_of_person(index)
                .is_some_and(|seat| self.seat_member(by, seat)),
            RoomRequest::StandIn(index) if !is_over => self
                .seat_ruled_by(by, index)
                .is_some_and(|seat| self.set_stand_in(seat, true)),
            RoomRequest::EndStandIn(index) if !is_over => self
                .seat_ruled_by(by, index)
                .filter(|&seat| self.time_left(seat).is_none_or(|left| !left.is_zero()))
                .is_some_and(|seat| self.set_stand_in(seat, false)),
            RoomRequest::Remove(number) if is_host => self.remove(number),
            RoomRequest::Say(ref text) => {
                let name = self.members.name(by);
                self.messages
                    .as_mut()
                    .is_some_and(|messages| messages.add(name, text))
            }
            RoomRequest::Pause | RoomRequest::Resume if is_host && !is_over => {
                let pauses = *request == RoomRequest::Pause;
                std::mem::replace(&mut self.paused, pauses) != pauses
            }
            RoomRequest::AllowHints(allowed) if is_host => {
                std::mem::replace(&mut self.has_hints, allowed) != allowed
            }
            RoomRequest::RequestTakeBack => {
                match own.filter(|_| !is_over && self.take_back.is_none()) {
                    Some(by) => {
                        self.take_back = Some(TakeBack {
                            by,
                            agreed: [by].into_iter().collect(),
                        });
                        return self.agreed();
                    }
                    None => false,
                }
            }
            RoomRequest::Agree(by) => match (own, &mut self.take_back) {
                (Some(seat), Some(take_back))
                    if take_back.by.index() == by && !take_back.agreed.contains(seat) =>
                {
                    take_back.agreed.insert(seat);
                    return self.agreed();
                }
                _ => false,
            },
            RoomRequest::Refuse(by) => {
                let refused = own.filter(|_| {
                    let refused = self.take_back.take_if(|asked| asked.by.index() == by);
                    refused.is_some()
                });
                match refused {
                    Some(seat) if seat.index() != by => return RoomEffect::Declined(seat),
                    own => own.is_some(),
                }
            }
            RoomRequest::StandIn(_)
            | RoomRequest::EndStandIn(_)
            | RoomRequest::Remove(_)
            | RoomRequest::AllowHints(_)
            | RoomRequest::Pause
            | RoomRequest::Resume => false,
        };
        if !is_done {
            RoomEffect::Refused
        } else if self.take_back.is_some() {
            // Perhaps everybody who is still asked has agreed.
            self.agreed()
        } else {
            RoomEffect::Changed
        }
    }

    /// Returns a seat of the game, if it is one for people.
    fn seat_of_person(&self, index: usize) -> Option<Player> {
        Player::new(index).filter(|&seat| self.for_people.contains(seat))
    }

    /// Returns a seat for people, if it is the member's own or the member is the host.
    fn seat_ruled_by(&self, member: Member, index: usize) -> Option<Player> {
        self.seat_of_person(index)
            .filter(|&seat| member == Member::Host || self.members.seat(member) == Some(seat))
    }

    fn set_stand_in(&mut self, seat: Player, plays: bool) -> bool {
        let changes = self.stand_ins.contains(seat) != plays;
        self.stand_ins.set(seat, plays);
        changes
    }

    /// Removes a guest, and changes the code, which that person knows.
    fn remove(&mut self, number: usize) -> bool {
        let seat = self.members.seat(Member::Guest(number));
        let is_removed = self.members.remove(number);
        if is_removed {
            self.take_back
                .take_if(|take_back| Some(take_back.by) == seat);
            self.invitation.change_code();
        }
        is_removed
    }

    /// Returns the turn to be taken back once everybody who sits here and plays has agreed.
    fn agreed(&mut self) -> RoomEffect {
        let Some(take_back) = &self.take_back else {
            return RoomEffect::Refused;
        };
        let is_missing = self.for_people.iter().any(|seat| {
            self.members.sitting(seat).is_some()
                && self.is_played_by_person(seat)
                && !take_back.agreed.contains(seat)
        });
        if is_missing {
            return RoomEffect::Changed;
        }
        let by = take_back.by;
        self.take_back = None;
        RoomEffect::TakeBack(by)
    }
}
