//! Access to a room over the local network: guests join with its code and are then known by a secret each.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Extension, Router};
use serde::Deserialize;

use super::caller::Caller;
use super::guard::{self, HEADER};
use super::http::{AccessControl, Denial, is_json};
use super::rate_limit::RateLimit;
use crate::web::room::{Member, Origin, SharedRoom};

/// Path of requests to join.
const JOIN: &str = "/join";
/// Limit on attempts to join from one machine.
const ATTEMPTS: (u32, Duration) = (6, Duration::from_secs(10));
/// Limit on requests of one person.
const REQUESTS: (u32, Duration) = (40, Duration::from_millis(100));
/// Largest number of machines whose attempts are counted; beyond it, those that rested are forgotten.
const MOST_MACHINES: usize = 1024;

/// Access to a room.
pub(crate) struct RoomGate {
    origin: Origin,
    room: SharedRoom,
    /// Paths open to everybody, because they reveal nothing of the game.
    open: &'static [&'static str],
    attempts: Mutex<HashMap<IpAddr, RateLimit>>,
    requests: Mutex<HashMap<usize, RateLimit>>,
    /// Called after a guest has joined.
    joined: Box<dyn Fn() + Send + Sync>,
}

/// Request to join the table.
#[derive(Deserialize)]
struct JoinRequest {
    code: String,
    name: String,
}

impl RoomGate {
    /// Creates the access to a room; calls `joined` after a guest has joined.
    pub(crate) fn new(
        room: SharedRoom,
        open: &'static [&'static str],
        joined: impl Fn() + Send + Sync + 'static,
    ) -> Arc<RoomGate> {
        let origin = room.lock().invitation.origin().clone();
        Arc::new(RoomGate {
            origin,
            room,
            open,
            attempts: Mutex::default(),
            requests: Mutex::default(),
            joined: Box::new(joined),
        })
    }

    /// Returns the route of requests to join.
    pub(crate) fn routes(self: &Arc<RoomGate>) -> Router {
        Router::new()
            .route(JOIN, post(join))
            .with_state(self.clone())
    }

    /// True if another attempt from a machine is answered.
    fn may_attempt(&self, machine: IpAddr, now: Instant) -> bool {
        let mut attempts = self.attempts.lock().unwrap_or_else(PoisonError::into_inner);
        if attempts.len() >= MOST_MACHINES {
            attempts.retain(|_, limit| !limit.is_full(now));
        }
        let is_known = attempts.contains_key(&machine);
        (is_known || attempts.len() < MOST_MACHINES)
            && attempts
                .entry(machine)
                .or_insert_with(|| RateLimit::new(ATTEMPTS.0, ATTEMPTS.1))
                .try_take(now)
    }

    /// True if another request of a guest is answered.
    fn may_request(&self, guest: usize, now: Instant) -> bool {
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        requests
            .entry(guest)
            .or_insert_with(|| RateLimit::new(REQUESTS.0, REQUESTS.1))
            .try_take(now)
    }
}

impl AccessControl for RoomGate {
    fn admit(&self, caller: &Caller, request: &mut Request) -> Result<(), Denial> {
        let headers = request.headers();
        guard::check(&self.origin, request.method(), headers).map_err(Denial::Forbidden)?;
        let member = guard::one(headers, HEADER)
            .and_then(|secret| self.room.lock().members.with_secret(secret));
        match member {
            Some(Member::Guest(number)) if !self.may_request(number, Instant::now()) => {
                Err(Denial::TooOften)
            }
            Some(member) => {
                caller.trust(number(member));
                request.extensions_mut().insert(member);
                Ok(())
            }
            None if request.uri().path() == JOIN || self.open.contains(&request.uri().path()) => {
                Ok(())
            }
            None => Err(Denial::Forbidden(
                "you have not joined the table, or were removed from it",
            )),
        }
    }

    fn is_welcome(&self, person: usize) -> bool {
        person
            .checked_sub(1)
            .is_none_or(|guest| self.room.lock().members.is_here(Member::Guest(guest)))
    }
}

/// Returns the number of a member among the people whom the server knows.
fn number(member: Member) -> usize {
    match member {
        Member::Host => 0,
        Member::Guest(number) => number + 1,
    }
}

/// Admits a person who knows the code; returns the secret for this person's page.
async fn join(
    State(gate): State<Arc<RoomGate>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    if !gate.may_attempt(caller.machine(), Instant::now()) {
        return (
            StatusCode::TOO_MANY_REQUESTS,
            "Too many attempts. Please wait ten seconds.",
        )
            .into_response();
    }
    let joining: Option<JoinRequest> = is_json(&headers)
        .then(|| serde_json::from_slice(&body).ok())
        .flatten();
    let Some(JoinRequest { code, name }) = joining else {
        return (StatusCode::BAD_REQUEST, "A code and a name are expected.").into_response();
    };
    let joined = {
        let mut room = gate.room.lock();
        if room.invitation.is_code(&code) {
            room.join(&name)
        } else {
            Err("This code is wrong. The host's screen shows the right one.")
        }
    };
    match joined {
        Ok(secret) => {
            (gate.joined)();
            secret.into_response()
        }
        Err(reason) => (StatusCode::FORBIDDEN, reason).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use goldrush_engine::player::Player;

    use super::*;
    use crate::web::room::{Invitation, Room};

    #[test]
    fn each_machine_has_few_attempts() {
        let room = SharedRoom::new(Room::new(
            "Ann".into(),
            Player::FIRST,
            None,
            Invitation::fixed(),
        ));
        let (gate, now) = (RoomGate::new(room, &[], || {}), Instant::now());
        let attempts = |machine: u32| {
            (0..10)
                .filter(|_| gate.may_attempt(Ipv4Addr::from(machine).into(), now))
                .count()
        };
        assert_eq!((attempts(1), attempts(1), attempts(2)), (6, 0, 6));
        // However many machines there are, those that wait are not forgotten.
        assert_eq!(
            (3..5000).filter(|&machine| attempts(machine) > 0).count(),
            MOST_MACHINES - 2
        );
        assert_eq!(attempts(1), 0);
    }
}
