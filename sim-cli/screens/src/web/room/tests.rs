//! Tests of who may do what in a room.

use super::members::MOST_GUESTS;
use super::*;

fn set(seats: &[usize]) -> PlayerSet {
    seats.iter().filter_map(|&seat| Player::new(seat)).collect()
}

/// Creates a room of Ann, the host, Bo and Cy, in a game with three seats for people.
fn room() -> Room {
    let mut room = Room::new("Ann".into(), Player::FIRST, None, Invitation::fixed());
    room.begin_game(set(&[0, 1, 2]), false);
    assert!(room.join("Bo").is_ok() && room.join("Cy").is_ok());
    room
}

fn seats(room: &Room, members: &[Member]) -> Vec<Option<usize>> {
    members
        .iter()
        .map(|&member| room.members.seat(member).map(Player::index))
        .collect()
}

#[test]
fn people_get_the_first_free_seats_and_keep_them_in_the_next_game() {
    let (mut room, [bo, cy, dee]) = (room(), [0, 1, 2].map(Member::Guest));
    room.join("Dee").unwrap();
    let all = [Member::Host, bo, cy, dee];
    assert_eq!(seats(&room, &all), [Some(0), Some(1), Some(2), None]);
    room.begin_game(set(&[0, 2]), false);
    assert_eq!(seats(&room, &all), [Some(0), None, Some(2), None]);
    room.begin_game(set(&[0, 1, 2]), false);
    assert_eq!(seats(&room, &all), [Some(0), Some(1), Some(2), None]);
}

#[test]
fn names_are_checked_and_the_room_has_an_end() {
    let mut room = room();
    for bad in ["", "  ", "ann", "BO", &"x".repeat(25)] {
        assert!(room.join(bad).is_err(), "{bad}");
    }
    for alike in ["Аnn", "Ａnn", "ВО", "Сy", "B0"] {
        assert!(
            room.join(alike).unwrap_err().contains("looks like it"),
            "{alike}"
        );
    }
    for odd in [
        "\u{1b}[2J",
        "\u{200b}",
        "\u{3164}",
        "Ann\u{200b}",
        "Bo (you)",
        "<b>",
        "...",
        "e\u{301}\u{301}",
    ] {
        assert!(room.join(odd).is_err(), "{odd:?}");
    }
    for good in ["Zoë 2", "O'Neill-Smith", "李雷"] {
        assert!(room.join(good).is_ok(), "{good}");
    }
    let joined = (0..100)
        .filter(|n| room.join(&format!("guest {n}")).is_ok())
        .count();
    assert_eq!(
        (joined, room.join("one more")),
        (MOST_GUESTS - 5, Err("The room is full."))
    );
}

#[test]
fn secrets_differ_and_a_removed_person_is_refused() {
    let mut room = room();
    let secret = room.join("Dee").unwrap();
    assert_eq!(room.members.with_secret(&secret), Some(Member::Guest(2)));
    assert!(
        room.members.with_secret("").is_none() && room.members.with_secret(&secret[1..]).is_none()
    );
    let code = room.invitation.code();
    assert_eq!(
        room.fulfill(Member::Guest(0), &RoomRequest::Remove(2), false),
        RoomEffect::Refused
    );
    assert_eq!(
        room.fulfill(Member::Host, &RoomRequest::Remove(2), false),
        RoomEffect::Changed
    );
    assert!(room.members.with_secret(&secret).is_none() && !room.members.is_here(Member::Guest(2)));
    assert!(
        !room.invitation.is_code(&code),
        "a removed person knows the old code"
    );
    assert_eq!(
        room.fulfill(Member::Host, &RoomRequest::Remove(2), false),
        RoomEffect::Refused
    );
}

#[test]
fn a_seat_is_taken_only_while_it_is_free() {
    let mut room = room();
    room.join("Dee").unwrap();
    let dee = Member::Guest(2);
    for taken in [0, 1, 2, 3, 4, usize::MAX] {
        assert_eq!(
            room.fulfill(dee, &RoomRequest::Sit(taken), false),
            RoomEffect::Refused,
            "{taken}"
        );
    }
    assert_eq!(
        room.fulfill(Member::Host, &RoomRequest::Remove(0), false),
        RoomEffect::Changed
    );
    assert_eq!(
        room.fulfill(Member::Guest(1), &RoomRequest::Sit(1), false),
        RoomEffect::Refused,
        "Cy has a seat"
    );
    assert_eq!(
        room.fulfill(dee, &RoomRequest::Sit(1), false),
        RoomEffect::Changed
    );
    assert_eq!(room.members.seat(dee), Player::new(1));
}

#[test]
fn a_bot_stands_in_for_a_person_who_returns() {
    let mut room = room();
    let bo = Member::Guest(0);
    let second = Player::new(1);
    assert!(
        room.may_play(bo, second) && !room.may_play(bo, Player::new(2)) && !room.may_play(bo, None)
    );
    assert_eq!(
        room.fulfill(Member::Guest(1), &RoomRequest::StandIn(1), false),
        RoomEffect::Refused
    );
    for who in [bo, Member::Host] {
        assert_eq!(
            room.fulfill(who, &RoomRequest::StandIn(1), false),
            RoomEffect::Changed
        );
        assert!(
            !room.may_play(bo, second) && room.title(second.unwrap(), None).unwrap() == "Bo (bot)"
        );
        assert_eq!(
            room.fulfill(who, &RoomRequest::StandIn(1), false),
            RoomEffect::Refused,
            "twice"
        );
        assert_eq!(
            room.fulfill(bo, &RoomRequest::EndStandIn(1), false),
            RoomEffect::Changed
        );
        assert!(room.may_play(bo, second));
    }
    assert_eq!(
        room.fulfill(bo, &RoomRequest::StandIn(1), true),
        RoomEffect::Refused,
        "the game is over"
    );
}

#[test]
fn nobody_plays_again_whose_time_is_up() {
    let mut room = Room::new(
        "Ann".into(),
        Player::FIRST,
        Some(Duration::ZERO),
        Invitation::fixed(),
    );
    room.begin_game(set(&[0, 1]), false);
    assert_eq!(
        room.fulfill(Member::Host, &RoomRequest::StandIn(0), false),
        RoomEffect::Changed
    );
    assert_eq!(
        room.fulfill(Member::Host, &RoomRequest::EndStandIn(0), false),
        RoomEffect::Refused
    );
}

#[test]
fn people_choose_their_seats_in_a_resumed_game() {
    let mut room = Room::new("Ann".into(), Player::FIRST, None, Invitation::fixed());
    room.begin_game(set(&[0, 1, 2]), true);
    room.join("Bo").unwrap();
    let bo = Member::Guest(0);
    assert_eq!(seats(&room, &[Member::Host, bo]), [Some(0), None]);
    assert_eq!(
        room.fulfill(bo, &RoomRequest::Sit(2), false),
        RoomEffect::Changed
    );
    assert_eq!(room.members.seat(bo), Player::new(2));
}

#[test]
fn bots_play_the_next_game_only_for_people_who_are_away() {
    let mut room = room();
    room.members.count_page(Member::Guest(0), true);
    for seat in [1, 2] {
        assert_eq!(
            room.fulfill(Member::Host, &RoomRequest::StandIn(seat), false),
            RoomEffect::Changed
        );
    }
    room.begin_game(set(&[0, 1, 2]), false);
    assert_eq!(room.stand_ins(), set(&[2]));
}

#[test]
fn everybody_who_is_asked_agrees_to_the_same_request() {
    let (mut room, [bo, cy]) = (room(), [0, 1].map(Member::Guest));
    assert_eq!(
        room.fulfill(bo, &RoomRequest::RequestTakeBack, false),
        RoomEffect::Changed
    );
    assert_eq!(
        room.fulfill(cy, &RoomRequest::Agree(0), false),
        RoomEffect::Refused,
        "nobody in seat 0 asks"
    );
    assert_eq!(
        room.fulfill(cy, &RoomRequest::Agree(1), false),
        RoomEffect::Changed
    );
    // The last person who is asked leaves it to a bot.
    let second = Player::new(1).unwrap();
    assert_eq!(
        room.fulfill(Member::Host, &RoomRequest::StandIn(0), false),
        RoomEffect::TakeBack(second)
    );
    assert_eq!(
        room.fulfill(bo, &RoomRequest::RequestTakeBack, false),
        RoomEffect::Changed
    );
    assert_eq!(
        room.fulfill(cy, &RoomRequest::Refuse(1), false),
        RoomEffect::Declined(Player::new(2).unwrap())
    );
    assert_eq!(
        room.fulfill(cy, &RoomRequest::Agree(1), false),
        RoomEffect::Refused
    );
}

#[test]
fn hints_are_allowed_to_all_by_the_host_and_everybody_is_told() {
    let mut room = room();
    let told = |room: &Room| {
        [None, Player::new(0), Player::new(2)].map(|screen| {
            panel(room, screen, false)
                .into_string()
                .contains("Hints are allowed")
        })
    };
    let allow = RoomRequest::AllowHints(true);
    assert_eq!(
        room.fulfill(Member::Guest(0), &allow, false),
        RoomEffect::Refused
    );
    assert_eq!((room.has_hints(), told(&room)), (false, [false; 3]));
    assert_eq!(
        room.fulfill(Member::Host, &allow, false),
        RoomEffect::Changed
    );
    assert_eq!((room.has_hints(), told(&room)), (true, [true; 3]));
}

#[test]
fn a_person_returns_to_the_seat_of_a_saved_game_by_name() {
    let mut room = Room::new("Ann".into(), Player::FIRST, None, Invitation::fixed());
    room.begin_game(set(&[0, 1, 2]), true);
    let saved = ["Ann", "Cy", "Bo"].map(|name| Some(name.to_owned()));
    room.set_names(saved.to_vec());
    room.join("Bo").unwrap();
    room.join("Dee").unwrap();
    let [bo, dee] = [0, 1].map(Member::Guest);
    assert_eq!(seats(&room, &[bo, dee]), [Some(2), None]);
    assert_eq!(
        room.title(Player::new(1).unwrap(), None).unwrap(),
        "free seat of Cy"
    );
    assert_eq!(room.names(3), saved);
    room.fulfill(dee, &RoomRequest::Sit(1), false);
    assert_eq!(room.names(3)[1].as_deref(), Some("Dee"));
}

#[test]
fn messages_are_short_few_and_never_markup() {
    let (mut room, cy) = (room(), Member::Guest(1));
    let say = |text: &str| RoomRequest::Say(text.into());
    for refused in ["", " \n ", &"x".repeat(LONGEST + 1)] {
        assert_eq!(
            room.fulfill(cy, &say(refused), false),
            RoomEffect::Refused,
            "{refused}"
        );
    }
    for number in 0..40 {
        let text = format!("<i>{number}</i>");
        assert_eq!(
            room.fulfill(cy, &say(&text), number % 2 == 0),
            RoomEffect::Changed
        );
    }
    let shown = panel(&room, None, false).into_string();
    assert!(shown.contains("<b>Cy</b> &lt;i&gt;39&lt;/i&gt;") && shown.contains("&lt;i&gt;10&lt;"));
    assert!(!shown.contains("&lt;i&gt;9&lt;") && !shown.contains("<i>"));
    room.silence();
    assert_eq!(room.fulfill(cy, &say("Hello"), false), RoomEffect::Refused);
    assert!(!panel(&room, None, false).into_string().contains("said"));
}
