//! The people in a room: their names, their seats, and the secrets by which their pages are known.

use goldrush_engine::player::{Player, PlayerSet};
use goldrush_support::lookalike::look_alike;
use goldrush_table::person_name::checked_name;

use crate::web::secret::{constant_time_eq, secret};

/// Largest number of people in a room besides the host.
pub(super) const MOST_GUESTS: usize = 24;
/// A person in a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Member {
    /// The person at the machine on which the game runs.
    Host,
    /// A person at another machine, by order of arrival.
    Guest(usize),
}

struct Person {
    name: String,
    seat: Option<Player>,
    /// Number of pages that show the game to this person now.
    pages: usize,
}

struct Guest {
    person: Person,
    /// Secret that the person's pages show; `None` once the person was removed.
    secret: Option<String>,
}

/// The people in a room.
pub(crate) struct Members {
    host: Person,
    guests: Vec<Guest>,
}

impl Members {
    pub(super) fn new(host: String, seat: Player) -> Members {
        Members {
            host: Person {
                name: host,
                seat: Some(seat),
                pages: 0,
            },
            guests: Vec::new(),
        }
    }

    /// Adds a person without a seat; returns the person and the secret of that person's page.
    pub(super) fn add(&mut self, name: &str) -> Result<(Member, String), &'static str> {
        let name = checked_name(name)?;
        if self
            .all()
            .any(|(_, person)| look_alike(&person.name, &name))
        {
            return Err(
                "Somebody here already has this name, or one that looks like it. If that is you on another device, ask the \
                        host to remove it first.",
            );
        }
        if self.present().count() >= MOST_GUESTS {
            return Err("The room is full.");
        }
        let secret =
            secret().map_err(|_| "The host's computer has no random numbers; nobody can join.")?;
        let person = Person {
            name,
            seat: None,
            pages: 0,
        };
        self.guests.push(Guest {
            person,
            secret: Some(secret.clone()),
        });
        Ok((Member::Guest(self.guests.len() - 1), secret))
    }

    /// Returns the guests who were not removed, with their numbers.
    fn present(&self) -> impl Iterator<Item = (usize, &Guest)> {
        self.guests
            .iter()
            .enumerate()
            .filter(|(_, guest)| guest.secret.is_some())
    }

    /// Returns the guest whose page shows this secret.
    pub(crate) fn with_secret(&self, shown: &str) -> Option<Member> {
        let number = self.guests.iter().position(|guest| {
            let secret = guest.secret.as_ref();
            secret.is_some_and(|secret| constant_time_eq(shown, secret))
        });
        number.map(Member::Guest)
    }

    fn person(&self, member: Member) -> Option<&Person> {
        match member {
            Member::Host => Some(&self.host),
            Member::Guest(number) => self
                .guests
                .get(number)
                .filter(|guest| guest.secret.is_some())
                .map(|guest| &guest.person),
        }
    }

    fn person_mut(&mut self, member: Member) -> Option<&mut Person> {
        match member {
            Member::Host => Some(&mut self.host),
            Member::Guest(number) => self
                .guests
                .get_mut(number)
                .filter(|guest| guest.secret.is_some())
                .map(|guest| &mut guest.person),
        }
    }

    /// True unless the person was removed.
    pub(crate) fn is_here(&self, member: Member) -> bool {
        self.person(member).is_some()
    }

    /// Returns a person's seat; `None` for spectators.
    pub(crate) fn seat(&self, member: Member) -> Option<Player> {
        self.person(member)?.seat
    }

    /// Returns all members, the host first.
    fn all(&self) -> impl Iterator<Item = (Member, &Person)> {
        let guests = self
            .present()
            .map(|(number, guest)| (Member::Guest(number), &guest.person));
        std::iter::once((Member::Host, &self.host)).chain(guests)
    }

    /// Returns the person in a seat.
    pub(crate) fn sitting(&self, seat: Player) -> Option<Member> {
        self.all()
            .find(|(_, person)| person.seat == Some(seat))
            .map(|(member, _)| member)
    }

    pub(crate) fn name(&self, member: Member) -> &str {
        self.person(member).map_or("", |person| &person.name)
    }

    /// True if a person whose name looks like this one has a seat.
    pub(super) fn is_seated(&self, name: &str) -> bool {
        self.all()
            .any(|(_, person)| person.seat.is_some() && look_alike(&person.name, name))
    }

    /// True if a page shows the game to this person.
    pub(crate) fn is_connected(&self, member: Member) -> bool {
        self.person(member).is_some_and(|person| person.pages > 0)
    }

    /// Returns the people who watch.
    pub(crate) fn spectators(&self) -> impl Iterator<Item = Member> {
        self.all()
            .filter(|(_, person)| person.seat.is_none())
            .map(|(member, _)| member)
    }

    /// Notes that a page of a person was opened or closed; true if that person came or went.
    pub(crate) fn count_page(&mut self, member: Member, opened: bool) -> bool {
        let Some(person) = self.person_mut(member) else {
            return false;
        };
        let before = person.pages;
        person.pages = if opened {
            before + 1
        } else {
            before.saturating_sub(1)
        };
        (before > 0) != (person.pages > 0)
    }

    /// Seats a person who has no seat, if the seat is free.
    pub(super) fn seat_member(&mut self, member: Member, seat: Player) -> bool {
        let is_free = self.sitting(seat).is_none();
        match self.person_mut(member) {
            Some(person) if is_free && person.seat.is_none() => {
                person.seat = Some(seat);
                true
            }
            _ => false,
        }
    }

    /// Removes a guest: the pages of this person are refused from now on.
    pub(super) fn remove(&mut self, number: usize) -> bool {
        self.guests
            .get_mut(number)
            .and_then(|guest| guest.secret.take())
            .is_some()
    }

    /// Unseats people whose seats the next game does not have; the host then gets the first free seat.
    pub(super) fn keep_seats(&mut self, seats: PlayerSet) {
        let people = self
            .guests
            .iter_mut()
            .map(|guest| &mut guest.person)
            .chain([&mut self.host]);
        people.for_each(|person| person.seat = person.seat.filter(|&seat| seats.contains(seat)));
        if self.host.seat.is_none() {
            self.host.seat = seats.iter().find(|&seat| self.sitting(seat).is_none());
        }
    }

    /// Seats the spectators, in order of arrival, while there are free seats.
    pub(super) fn fill(&mut self, seats: PlayerSet) {
        for seat in seats.iter() {
            let waiting = self.spectators().next();
            if let Some(member) = waiting {
                self.seat_member(member, seat);
            }
        }
    }
}
