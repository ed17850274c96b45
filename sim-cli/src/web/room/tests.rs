//! Tests of who may do what in a room.

use super::*;

fn set(seats: &[usize]) -> PlayerSet {
    seats.iter().filter_map(|&seat| Player::new(seat)).collect()
}

/// Creates a room of Ann, the host, Bo and Cy, in a game with three seats for people.
fn room() -> Room {
    let mut room = Room::new("Ann".into(), Player::FIRST, None, Invitation::fixed());
    room.begin_game(set(&[0, 1, 2]));
    assert!(room.join("Bo").is_ok() && room.join("Cy").is_ok());
    room
}

fn seats(room: &Room, members: &[Member]) -> Vec<Option<usize>> {
    members.iter().map(|&member| room.members.seat(member).map(Player::index)).collect()
}

#[test]
fn people_get_the_first_free_seats_and_keep_them_in_the_next_game() {
    let (mut room, [bo, cy, dee]) = (room(), [0, 1, 2].map(Member::Guest));
    room.join("Dee").unwrap();
    let all = [Member::Host, bo, cy, dee];
    assert_eq!(seats(&room, &all), [Some(0), Some(1), Some(2), None]);
    room.begin_game(set(&[0, 2]));
    assert_eq!(seats(&room, &all), [Some(0), None, Some(2), None]);
    room.begin_game(set(&[0, 1, 2]));
    assert_eq!(seats(&room, &all), [Some(0), Some(1), Some(2), None]);
}

#[test]
fn names_are_checked_and_the_room_has_an_end() {
    let mut room = room();
    for bad in ["", "  ", "ann", "BO", &"x".repeat(25)] {
        assert!(room.join(bad).is_err(), "{bad}");
    }
    assert!(!room.join("\u{1b}[2J").is_ok_and(|_| room.members.name(Member::Guest(2)).contains('\u{1b}')));
    let joined = (0..100).filter(|n| room.join(&format!("guest {n}")).is_ok()).count();
    assert!(joined < 24 && room.join("one more") == Err("The room is full."));
}

#[test]
fn secrets_differ_and_a_removed_person_is_refused() {
    let mut room = room();
    let secret = room.join("Dee").unwrap();
    assert_eq!(room.members.with_secret(&secret), Some(Member::Guest(2)));
    assert!(room.members.with_secret("").is_none() && room.members.with_secret(&secret[1..]).is_none());
    let code = room.invitation.code();
    assert_eq!(room.fulfill(Member::Guest(0), &RoomRequest::Remove(2), false), Outcome::Refused);
    assert_eq!(room.fulfill(Member::Host, &RoomRequest::Remove(2), false), Outcome::Changed);
    assert!(room.members.with_secret(&secret).is_none() && !room.members.is_here(Member::Guest(2)));
    assert!(!room.invitation.is_code(&code), "a removed person knows the old code");
    assert_eq!(room.fulfill(Member::Host, &RoomRequest::Remove(2), false), Outcome::Refused);
}

#[test]
fn a_seat_is_taken_only_while_it_is_free() {
    let mut room = room();
    room.join("Dee").unwrap();
    let dee = Member::Guest(2);
    for taken in [0, 1, 2, 3, 4, usize::MAX] {
        assert_eq!(room.fulfill(dee, &RoomRequest::Sit(taken), false), Outcome::Refused, "{taken}");
    }
    assert_eq!(room.fulfill(Member::Host, &RoomRequest::Remove(0), false), Outcome::Changed);
    assert_eq!(room.fulfill(Member::Guest(1), &RoomRequest::Sit(1), false), Outcome::Refused, "Cy has a seat");
    assert_eq!(room.fulfill(dee, &RoomRequest::Sit(1), false), Outcome::Changed);
    assert_eq!(room.members.seat(dee), Player::new(1));
}

#[test]
fn a_bot_stands_in_for_a_person_who_returns() {
    let (mut room, bo) = (room(), Member::Guest(0));
    let second = Player::new(1);
    assert!(room.may_play(bo, second) && !room.may_play(bo, Player::new(2)) && !room.may_play(bo, None));
    assert_eq!(room.fulfill(Member::Guest(1), &RoomRequest::StandIn(1), false), Outcome::Refused);
    for who in [bo, Member::Host] {
        assert_eq!(room.fulfill(who, &RoomRequest::StandIn(1), false), Outcome::Changed);
        assert!(!room.may_play(bo, second) && room.title(second.unwrap(), None).unwrap() == "Bo (bot)");
        assert_eq!(room.fulfill(who, &RoomRequest::StandIn(1), false), Outcome::Refused, "twice");
        assert_eq!(room.fulfill(bo, &RoomRequest::PlayAgain(1), false), Outcome::Changed);
        assert!(room.may_play(bo, second));
    }
    assert_eq!(room.fulfill(bo, &RoomRequest::StandIn(1), true), Outcome::Refused, "the game is over");
}
