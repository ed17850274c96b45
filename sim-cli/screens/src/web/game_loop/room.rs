//! The game loop of a room: what its people may do, what they have agreed on, and whose time runs.

use std::time::Duration;

use goldrush_engine::player::Player;
use goldrush_games::scene::Scene;
use goldrush_support::system::clock;
use maud::Markup;

use super::{ClientCommand, GameLoop};
use crate::web::room::{Member, RoomEffect, RoomRequest, panel};
use crate::web::screens::Screen;

/// Longest time to wait for an event while no clock runs.
const LONGEST_WAIT: Duration = Duration::from_secs(3600);

impl GameLoop {
    /// True if a member may give a command here. Where each person has a screen, all others play on while one
    /// plays a variation, so that there are none.
    pub(super) fn may_command(&self, member: Member, command: &ClientCommand) -> bool {
        let Some(room) = &self.room else {
            return !matches!(command, ClientCommand::Room { .. });
        };
        match command {
            ClientCommand::Play { .. } | ClientCommand::TakeUp => {
                room.lock().may_play(member, self.host.scene().to_move)
            }
            ClientCommand::Hint | ClientCommand::CloseHint => {
                let room = room.lock();
                room.has_hints() && room.may_play(member, self.host.scene().to_move)
            }
            ClientCommand::Room { .. } => true,
            ClientCommand::Hurry => room.lock().members.seat(member).is_some(),
            ClientCommand::NextGame { .. } | ClientCommand::Leave => member == Member::Host,
            ClientCommand::Undo
            | ClientCommand::HandOver
            | ClientCommand::Next
            | ClientCommand::Vary { .. }
            | ClientCommand::ChangePlayers { .. }
            | ClientCommand::Draw { .. }
            | ClientCommand::Return => false,
        }
    }

    /// Puts a member's request to the room, and does what the room has agreed on.
    pub(super) fn ask_room(
        &mut self,
        member: Member,
        request: &RoomRequest,
    ) -> anyhow::Result<bool> {
        let Some(room) = self.room.clone() else {
            return Ok(false);
        };
        let effect = room
            .lock()
            .fulfill(member, request, self.host.scene().is_over());
        if effect == RoomEffect::Refused {
            return Ok(false);
        }
        if *request == RoomRequest::AllowHints(false) {
            self.close_hint();
        }
        if let RoomRequest::StandIn(seat) | RoomRequest::EndStandIn(seat) = request
            && let Some(seat) = Player::new(*seat)
        {
            self.host
                .set_stand_in(seat, matches!(request, RoomRequest::StandIn(_)));
        }
        match effect {
            RoomEffect::TakeBack(seat) => {
                let undone = self.host.take_back(seat)?;
                self.notice = (!undone).then(|| "There is no turn to take back.".to_owned());
                self.refresh();
            }
            RoomEffect::Declined(seat) => {
                let name = room.lock().title(seat, None).unwrap_or_default();
                self.notice = Some(format!("{name} did not agree to take the turn back."));
            }
            RoomEffect::Changed | RoomEffect::Refused => {}
        }
        self.name_people()?;
        self.think();
        self.run_clock(clock());
        self.show();
        // A bot may have answered while it had to wait.
        self.poll()?;
        Ok(true)
    }

    /// True while bots wait, because of a pause, because a turn may be taken back, or at the judgment of the answer to a
    /// puzzle.
    pub(super) fn bots_wait(&self) -> bool {
        let room = self.room.as_ref();
        self.stopped || room.is_some_and(|room| room.lock().bots_wait())
    }

    /// Returns the time until a clock has run down.
    pub(super) fn time_to_timeout(&self, now: Duration) -> Duration {
        let running = self
            .room
            .as_ref()
            .and_then(|room| room.lock().running_clock(now));
        running.map_or(LONGEST_WAIT, |(_, left)| left)
    }

    /// Lets a bot play for a person whose time is up.
    pub(super) fn replace_timed_out_player(&mut self, now: Duration) -> anyhow::Result<()> {
        let running = self
            .room
            .as_ref()
            .and_then(|room| room.lock().running_clock(now));
        if let Some((seat, _)) = running.filter(|(_, left)| left.is_zero()) {
            let name = self
                .room
                .as_ref()
                .and_then(|room| room.lock().title(seat, None))
                .unwrap_or_default();
            self.notice = Some(format!("{name}'s time is up. A bot plays on."));
            self.ask_room(Member::Host, &RoomRequest::StandIn(seat.index()))?;
        }
        Ok(())
    }

    /// Lets the clock of the person run whose turn it is.
    pub(super) fn run_clock(&self, now: Duration) {
        if let Some(room) = &self.room {
            room.lock().run_clock(self.host.scene().to_move, now);
        }
    }

    /// Returns the people at the table, as a screen shows them.
    pub(super) fn room_panel(&self, screen: Screen) -> Option<Markup> {
        let room = self.room.as_ref()?.lock();
        Some(panel(&room, screen, self.host.scene().is_over()))
    }

    /// Tells and saves the game by the names of the people who sit here now.
    pub(super) fn name_people(&mut self) -> anyhow::Result<()> {
        let Some(room) = &self.room else {
            return Ok(());
        };
        let names = room.lock().names(self.host.seats().players());
        if self.host.seats().names() != names {
            self.host.set_names(names);
            self.host.save()?;
            self.timeline_json = None;
        }
        Ok(())
    }

    /// Writes the names of people beside their seats.
    pub(super) fn name_seats(&self, scene: &mut Scene, screen: Screen) {
        let Some(room) = &self.room else { return };
        let room = room.lock();
        for seat in &mut scene.seats {
            seat.title = room
                .title(seat.seat, screen)
                .unwrap_or_else(|| std::mem::take(&mut seat.title));
        }
    }
}
