//! Routes of the studio: the page, the state of the study, and the requests of the page.

use std::convert::Infallible;
use std::sync::Arc;
use std::thread;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_util::stream;
use goldrush_report::document::html;
use serde_json::{Value, json};

use super::live_study::LiveStudy;
use super::request::StudioRequest;
use super::{Workbench, page};
use crate::web::page::PROGRAM;
use crate::web::server::CurrentTable;
use crate::web::server::board_routes;
use crate::web::server::http::{asset, is_json, keep_alive};

/// Paths that reveal nothing of a study.
pub(super) const OPEN: [&str; 8] = [
    "/",
    "/studio.css",
    "/program.js",
    "/studio.js",
    "/board/",
    "/board/page.css",
    "/board/program.js",
    "/board/page.js",
];

#[derive(Clone)]
struct Studio {
    shell: Arc<str>,
    workbench: Arc<dyn Workbench>,
    live_study: Arc<LiveStudy>,
    /// Where the rules are played with.
    table: CurrentTable,
}

pub(super) fn routes(shell: String, workbench: Arc<dyn Workbench>) -> Router {
    let table = CurrentTable::default();
    let board = board_routes::routes(table.clone());
    let studio = Studio {
        shell: shell.into(),
        workbench,
        live_study: Arc::default(),
        table,
    };
    Router::new()
        .route("/", get(show))
        .route(
            "/studio.css",
            asset(
                "text/css; charset=utf-8",
                [&html::style(), page::STYLE].concat(),
            ),
        )
        .route(
            "/program.js",
            asset("text/javascript; charset=utf-8", PROGRAM.into()),
        )
        .route(
            "/studio.js",
            asset("text/javascript; charset=utf-8", page::SCRIPT.into()),
        )
        .route("/events", get(events))
        .route("/preview", post(preview))
        .route("/run", post(run))
        .route("/stop", post(stop))
        .route("/earlier/{number}", get(earlier))
        .route("/play", post(play))
        .with_state(studio)
        .nest("/board/", board)
}

async fn show(State(studio): State<Studio>) -> Response {
    (
        [(header::CONTENT_TYPE, "text/html; charset=utf-8")],
        studio.shell.to_string(),
    )
        .into_response()
}

/// Streams the states of the study; the answer only when it has changed.
async fn events(State(studio): State<Studio>) -> Response {
    let states = stream::unfold(
        (studio.live_study.listen(), None),
        |(mut news, seen)| async move {
            // Fails when the study's sender is gone.
            news.changed().await.ok()?;
            let state = news.borrow_and_update().clone();
            let page = (seen != Some(state.edition)).then_some(&state.page);
            let data = json!({ "state": &state, "page": page }).to_string();
            let event = Event::default().id(state.edition.to_string()).data(data);
            Some((Ok::<_, Infallible>(event), (news, Some(state.edition))))
        },
    );
    Sse::new(states).keep_alive(keep_alive()).into_response()
}

/// Returns the command of a request and its plan file, or says what is wrong with it.
async fn preview(State(studio): State<Studio>, headers: HeaderMap, body: Bytes) -> Response {
    let request = match parse(&headers, &body) {
        Ok(request) => request,
        Err(refused) => return *refused,
    };
    match studio.workbench.preview(&request) {
        Ok(preview) => answer(&json!({ "command": preview.command, "plan": preview.plan })),
        Err(e) => answer(&json!({ "error": format!("{e:#}") })),
    }
}

/// Starts a study, unless one is being played.
async fn run(State(studio): State<Studio>, headers: HeaderMap, body: Bytes) -> Response {
    let request = match parse(&headers, &body) {
        Ok(request) => request,
        Err(refused) => return *refused,
    };
    let command = match studio.workbench.preview(&request) {
        Ok(preview) => preview.command,
        Err(e) => return answer(&json!({ "error": format!("{e:#}") })),
    };
    if !studio.live_study.begin(request.title.clone(), command) {
        return (StatusCode::CONFLICT, "A study is being played.\n").into_response();
    }
    thread::spawn(move || {
        let result = studio.workbench.run(&request, &studio.live_study);
        studio
            .live_study
            .end(result.err().map(|e| format!("{e:#}")));
    });
    answer(&json!({}))
}

async fn earlier(State(studio): State<Studio>, Path(number): Path<usize>) -> Response {
    match studio.live_study.earlier(number) {
        Some(page) => answer(&json!({ "page": &*page })),
        None => (
            StatusCode::NOT_FOUND,
            "This answer is no longer available.\n",
        )
            .into_response(),
    }
}

/// Ends the study in progress; what was played is kept.
async fn stop(State(studio): State<Studio>) -> Response {
    studio.live_study.stop();
    StatusCode::NO_CONTENT.into_response()
}

/// Begins a game with the rules of the request; returns the address of its board.
async fn play(State(studio): State<Studio>, headers: HeaderMap, body: Bytes) -> Response {
    let request = match parse(&headers, &body) {
        Ok(request) => request,
        Err(refused) => return *refused,
    };
    match studio.workbench.play(&request, studio.table) {
        Ok(()) => answer(&json!({ "url": "board/" })),
        Err(e) => answer(&json!({ "error": format!("{e:#}") })),
    }
}

/// Reads a request, or says why it is refused.
fn parse(headers: &HeaderMap, body: &Bytes) -> Result<StudioRequest, Box<Response>> {
    if !is_json(headers) {
        return Err(refused(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "JSON is expected.\n",
        ));
    }
    serde_json::from_slice(body).map_err(|e| {
        refused(
            StatusCode::BAD_REQUEST,
            &format!("This request is unknown: {e}\n"),
        )
    })
}

fn refused(status: StatusCode, why: &str) -> Box<Response> {
    Box::new((status, why.to_owned()).into_response())
}

fn answer(value: &Value) -> Response {
    (
        [(header::CONTENT_TYPE, "application/json")],
        value.to_string(),
    )
        .into_response()
}
