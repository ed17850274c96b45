//! The server: the page, the events that tell it what happens, and what it asks for.

use std::convert::Infallible;
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use anyhow::Context as _;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_util::stream;
use serde::Deserialize;

use super::address::{Address, secret};
use super::desk::Counter;
use super::guard::{Guard, is_same};
use super::page;

/// The most bytes that a page may send at once.
const MOST: usize = 4096;
/// What a page of ours may do: nothing but what comes from here.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

struct Served {
    guard: Guard,
    /// Opens the page once: it stands on a command line that others see.
    launch: String,
    /// How many times it was tried.
    launched: AtomicU32,
    /// The address that opens the page whenever one likes.
    address: String,
    shell: String,
    counter: Counter,
}

/// Serves in the background, as long as the program lives. Returns an address that opens the page once.
///
/// # Errors
/// If the server cannot be made.
pub(super) fn start(bound: TcpListener, address: &Address, shell: String, counter: Counter) -> anyhow::Result<String> {
    let launch = secret()?;
    let url = address.with(&launch);
    let served = Served {
        guard: Guard::new(address),
        launch,
        launched: AtomicU32::new(0),
        address: address.url(),
        shell,
        counter,
    };
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().context("no server can be made")?;
    bound.set_nonblocking(true)?;
    let router = router(Arc::new(served));
    thread::spawn(move || {
        runtime.block_on(async {
            if let Ok(listener) = tokio::net::TcpListener::from_std(bound) {
                // It ends with the program.
                let _ = axum::serve(listener, router).await;
            }
        });
    });
    Ok(url)
}

fn router(served: Arc<Served>) -> Router {
    let asset = |kind: &'static str, text: String| {
        get(move || async move { ([(header::CONTENT_TYPE, HeaderValue::from_static(kind))], text) })
    };
    Router::new()
        .route("/", get(show))
        .route("/page.css", asset("text/css; charset=utf-8", page::style()))
        .route("/page.js", asset("text/javascript; charset=utf-8", page::SCRIPT.into()))
        .route("/events", get(events))
        .route("/story", get(story))
        .route("/do", post(act))
        .layer(DefaultBodyLimit::max(MOST))
        .layer(middleware::from_fn_with_state(served.clone(), let_in))
        .with_state(served)
}

/// What may be answered at all; and what every answer says.
async fn let_in(State(served): State<Arc<Served>>, request: Request, next: Next) -> Response {
    let (method, headers) = (request.method(), request.headers());
    let is_entrance = request.uri().path() == "/" && request.uri().query().is_some();
    let mut response = match served.guard.check(method, headers) {
        Err(why) => refusal(why),
        Ok(()) if is_entrance || served.guard.is_let_in(headers) => next.run(request).await,
        Ok(()) => refusal("this browser has not been let in"),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

fn refusal(why: &str) -> Response {
    let text = format!("Refused: {why}.\nOpen the board by the whole address that goldrush printed in its terminal.\n");
    (StatusCode::FORBIDDEN, text).into_response()
}

#[derive(Deserialize)]
struct Entrance {
    key: Option<String>,
}

/// The page; whoever comes with a secret gets a cookie, so that it does not stay in the address.
async fn show(State(served): State<Arc<Served>>, Query(entrance): Query<Entrance>, headers: HeaderMap) -> Response {
    let Some(key) = entrance.key else {
        return match served.guard.is_let_in(&headers) {
            true => ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], served.shell.clone()).into_response(),
            false => refusal("this browser has not been let in"),
        };
    };
    if is_same(&served.launch, &key) {
        let before = served.launched.fetch_add(1, Ordering::Relaxed);
        if before == 1 {
            eprintln!(
                "The address that opened your browser was used a second time, and refused. If that was not you, somebody else \
                 on this machine tried it. The board is at {}",
                served.address
            );
        }
        if before > 0 {
            return refusal("this address opens the board once, and has");
        }
    } else if !served.guard.knows(&key) {
        return refusal("this address is not the board's any more");
    }
    (StatusCode::SEE_OTHER, [(header::SET_COOKIE, served.guard.cookie()), (header::LOCATION, "/".into())])
        .into_response()
}

/// What happens, frame by frame: those that a page has not seen, if it says which it saw last, or else the last.
async fn events(State(served): State<Arc<Served>>, headers: HeaderMap) -> Response {
    let seen = headers.get("last-event-id").and_then(|id| id.to_str().ok()).and_then(|id| served.counter.number_of(id));
    let news = served.counter.listen();
    let frames = stream::unfold((news, seen, served.clone()), |(mut news, seen, served)| async move {
        loop {
            if let Some((number, id, frame)) = served.counter.after(seen) {
                let event = Event::default().id(id).event("frame").data(&*frame);
                return Some((Ok::<_, Infallible>(event), (news, Some(number), served)));
            }
            // Fails when the desk is gone.
            news.changed().await.ok()?;
        }
    });
    Sse::new(frames).keep_alive(KeepAlive::default()).into_response()
}

/// The whole game so far, if all of it may be seen.
async fn story(State(served): State<Arc<Served>>) -> Response {
    match served.counter.story().await {
        Some(story) => ([(header::CONTENT_TYPE, "application/json")], story).into_response(),
        None => (StatusCode::CONFLICT, "It is told when the game is over.\n").into_response(),
    }
}

/// Something is asked for.
async fn act(State(served): State<Arc<Served>>, headers: HeaderMap, body: Bytes) -> Response {
    if headers.get(header::CONTENT_TYPE).is_none_or(|kind| kind != "application/json") {
        return (StatusCode::UNSUPPORTED_MEDIA_TYPE, "JSON is expected.\n").into_response();
    }
    let Ok(order) = serde_json::from_slice(&body) else {
        return (StatusCode::BAD_REQUEST, "That cannot be asked for.\n").into_response();
    };
    match served.counter.ask(order).await {
        Some(true) => StatusCode::NO_CONTENT.into_response(),
        Some(false) => (StatusCode::CONFLICT, "That is not possible any more.\n").into_response(),
        None => (StatusCode::GONE, "The game has been left.\n").into_response(),
    }
}
