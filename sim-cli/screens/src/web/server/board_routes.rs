//! Routes of the server while a game is played: the page, the stream of frames, and the commands of the page.

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use futures_util::stream;

use super::http::{asset, is_json, keep_alive};
use crate::web::game_loop::GameLoopHandle;
use crate::web::page;
use crate::web::room::{Member, SharedRoom};
use crate::web::screens::Screen;

/// Paths that reveal nothing of the game.
pub(super) const OPEN: [&str; 4] = ["/", "/page.css", "/program.js", "/page.js"];

/// The game being played: its page, and the access to its loop.
pub(super) struct Table {
    pub(super) shell: String,
    pub(super) handle: GameLoopHandle,
}

/// The table at which games are played, one after the other; at first there is none.
#[derive(Clone, Default)]
pub struct CurrentTable {
    table: Arc<RwLock<Option<Arc<Table>>>>,
    /// The people at the table, if each has a screen of their own.
    pub(super) room: Option<SharedRoom>,
    /// True once the user has left.
    left: Arc<AtomicBool>,
}

impl CurrentTable {
    /// Serves another game from now on. Pages that show the last one lose their connection and come back.
    pub(super) fn replace(&self, table: Table) {
        *self.table.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(table));
    }

    /// Ends the game, and begins no other one.
    pub(super) fn leave(&self) {
        self.left.store(true, Ordering::Relaxed);
        if let Some(table) = self.get() {
            table.handle.leave();
        }
    }

    /// True once the user has left.
    pub(super) fn is_left(&self) -> bool {
        self.left.load(Ordering::Relaxed)
    }

    /// Tells the game that the room has changed.
    pub(super) fn note_room(&self) {
        if let Some(table) = self.get() {
            table.handle.note_room();
        }
    }

    fn get(&self) -> Option<Arc<Table>> {
        self.table
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

/// Returns the routes for the person at this machine.
pub(super) fn routes(table: CurrentTable) -> Router {
    routes_for_members(table).layer(Extension(Member::Host))
}

/// Returns the routes for requests that have a [`Member`] in their extensions.
pub(super) fn routes_for_members(table: CurrentTable) -> Router {
    Router::new()
        .route("/", get(show))
        .route("/page.css", asset("text/css; charset=utf-8", page::style()))
        .route(
            "/program.js",
            asset("text/javascript; charset=utf-8", page::PROGRAM.into()),
        )
        .route(
            "/page.js",
            asset("text/javascript; charset=utf-8", page::SCRIPT.into()),
        )
        .route("/events", get(events))
        .route("/story", get(timeline))
        .route("/do", post(act))
        .with_state(table)
}

/// Returns the page, which reveals nothing of the game.
async fn show(State(table): State<CurrentTable>) -> Response {
    let Some(table) = table.get() else {
        return no_game();
    };
    (
        [(header::CONTENT_TYPE, "text/html; charset=utf-8")],
        table.shell.clone(),
    )
        .into_response()
}

fn no_game() -> Response {
    (StatusCode::NOT_FOUND, "No game is being played.\n").into_response()
}

/// A page that shows the game to a member of a room; the room counts it while it is open.
struct OpenPage {
    table: CurrentTable,
    member: Member,
}

impl OpenPage {
    fn open(table: CurrentTable, member: Member) -> OpenPage {
        let page = OpenPage { table, member };
        page.count(true);
        page
    }

    fn count(&self, opened: bool) {
        if let Some(room) = &self.table.room {
            let is_news = room.lock().members.count_page(self.member, opened);
            if is_news {
                self.table.note_room();
            }
        }
    }

    /// Returns the screen that the page shows; `None` once its person was removed from the room.
    fn screen(&self) -> Option<Screen> {
        let Some(room) = &self.table.room else {
            return Some(None);
        };
        let room = room.lock();
        room.members
            .is_here(self.member)
            .then(|| room.members.seat(self.member))
    }
}

impl Drop for OpenPage {
    fn drop(&mut self) {
        self.count(false);
    }
}

/// Streams the frames: those after the last one that the page has seen, or only the latest if it does not say.
async fn events(
    State(current): State<CurrentTable>,
    Extension(member): Extension<Member>,
    headers: HeaderMap,
) -> Response {
    let Some(table) = current.get() else {
        return no_game();
    };
    let screens = &table.handle.screens;
    let seen = headers
        .get("last-event-id")
        .and_then(|id| id.to_str().ok())
        .and_then(|id| screens.number_of(id));
    let news = table.handle.listen();
    let page = OpenPage::open(current, member);
    let frames = stream::unfold(
        (news, seen, table, page),
        |(mut news, seen, table, page)| async move {
            loop {
                if let Some((number, id, frame)) = table.handle.screens.after(page.screen()?, seen)
                {
                    let event = Event::default().id(id).event("frame").data(&*frame);
                    return Some((
                        Ok::<_, Infallible>(event),
                        (news, Some(number), table, page),
                    ));
                }
                // Fails when the game loop is gone.
                news.changed().await.ok()?;
            }
        },
    );
    Sse::new(frames).keep_alive(keep_alive()).into_response()
}

/// Returns the whole game so far, if all of it may be seen.
async fn timeline(State(table): State<CurrentTable>) -> Response {
    let Some(table) = table.get() else {
        return no_game();
    };
    match table.handle.timeline().await {
        Some(timeline) => ([(header::CONTENT_TYPE, "application/json")], timeline).into_response(),
        None => (StatusCode::CONFLICT, "Available when the game is over.\n").into_response(),
    }
}

/// Executes a command.
async fn act(
    State(table): State<CurrentTable>,
    Extension(member): Extension<Member>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    if !is_json(&headers) {
        return (StatusCode::UNSUPPORTED_MEDIA_TYPE, "JSON is expected.\n").into_response();
    }
    let Ok(message) = serde_json::from_slice(&body) else {
        return (StatusCode::BAD_REQUEST, "This request is unknown.\n").into_response();
    };
    let Some(table) = table.get() else {
        return no_game();
    };
    match table.handle.ask(member, message).await {
        Some(true) => StatusCode::NO_CONTENT.into_response(),
        Some(false) => (StatusCode::CONFLICT, "That is no longer possible.\n").into_response(),
        None => (StatusCode::GONE, "The game has been closed.\n").into_response(),
    }
}
