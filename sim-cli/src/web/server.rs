//! The web server: the page, the stream of frames, and the requests of the page.

use std::convert::Infallible;
use std::net::TcpListener;
use std::pin::pin;
use std::sync::{Arc, PoisonError, RwLock};
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use futures_util::stream;
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::address::{Address, secret};
use super::caller::Caller;
use super::game_loop::Counter;
use super::guard::Guard;
use super::page;

/// Largest request body, in bytes.
const MOST: usize = 4096;
/// Content security policy of the page: it may load from here only.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// Paths open to everybody, because they reveal nothing of the game, and the path at which the launch key is exchanged.
const OPEN: [&str; 4] = ["/", "/page.css", "/page.js", LAUNCH];
const LAUNCH: &str = "/launch";
/// Time between two attempts to accept a connection after a failure.
const RETRY: Duration = Duration::from_millis(50);

struct Served {
    guard: Guard,
    /// Address that opens the page at any time.
    address: String,
    table: RwLock<Arc<Table>>,
}

/// The game being played: its page, and the access to its loop.
pub(super) struct Table {
    pub(super) shell: String,
    pub(super) counter: Counter,
}

impl Served {
    fn table(&self) -> Arc<Table> {
        self.table.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// A running server.
pub(super) struct Server(Arc<Served>);

impl Server {
    /// Serves another game from now on. Pages that show the last one lose their connection and come back.
    pub(super) fn replace(&self, table: Table) {
        *self.0.table.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(table);
    }
}

/// Limits for connections, so that strangers cannot use up the descriptors that the game needs.
#[derive(Clone, Copy)]
struct Limits {
    /// Largest number of open connections.
    most: usize,
    /// Time for which a connection may stay open without showing the secret.
    patience: Duration,
}

impl Limits {
    /// Allows a quarter of the descriptors of this process, from 8 to 64; browsers need six, or a few more for several
    /// windows.
    fn of_this_process() -> Limits {
        let files = rustix::process::getrlimit(rustix::process::Resource::Nofile).current.unwrap_or(u64::MAX);
        Limits { most: (files / 4).clamp(8, 64) as usize, patience: Duration::from_secs(10) }
    }
}

/// Serves in the background until the program ends. Returns the server, and an address that opens the page once.
///
/// # Errors
/// Fails if the server cannot be created.
pub(super) fn start(bound: TcpListener, address: &Address, table: Table) -> anyhow::Result<(Server, String)> {
    let launch = secret()?;
    let url = address.launch(&launch);
    let guard = Guard::new(address, launch);
    let table = RwLock::new(Arc::new(table));
    let served = Arc::new(Served { guard, address: address.url(), table });
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().context("no server can be made")?;
    bound.set_nonblocking(true)?;
    let router = router(served.clone());
    thread::spawn(move || {
        runtime.block_on(async {
            if let Ok(listener) = tokio::net::TcpListener::from_std(bound) {
                // It ends with the program.
                serve(listener, router, Limits::of_this_process()).await;
            }
        });
    });
    Ok((Server(served), url))
}

/// A connection that was accepted.
struct Connection {
    caller: Caller,
    task: JoinHandle<()>,
}

/// Accepts connections, however many there are and whatever fails. If there are too many, the oldest one that has not
/// shown the secret is closed.
async fn serve(listener: tokio::net::TcpListener, router: Router, limits: Limits) {
    let mut open: Vec<Connection> = Vec::new();
    loop {
        let Ok((stream, peer)) = listener.accept().await else {
            sleep(RETRY).await;
            continue;
        };
        let Ok(local) = stream.local_addr() else { continue };
        open.retain(|connection| !connection.task.is_finished());
        if open.len() >= limits.most {
            let Some(untrusted) = open.iter().position(|connection| !connection.caller.is_trusted()) else { continue };
            open.remove(untrusted).task.abort();
        }
        let caller = Caller::new(peer, local);
        let service = TowerToHyperService::new(router.clone().layer(Extension(caller.clone())));
        let known = caller.clone();
        let task = tokio::spawn(async move {
            let mut connection = pin!(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
            if timeout(limits.patience, &mut connection).await.is_err() && known.is_trusted() {
                // The connection is over, even if it failed.
                let _ = connection.await;
            }
        });
        open.push(Connection { caller, task });
    }
}

fn router(served: Arc<Served>) -> Router {
    let asset = |kind: &'static str, text: String| {
        get(move || async move { ([(header::CONTENT_TYPE, HeaderValue::from_static(kind))], text) })
    };
    Router::new()
        .route("/", get(show))
        .route("/page.css", asset("text/css; charset=utf-8", page::style()))
        .route("/page.js", asset("text/javascript; charset=utf-8", page::SCRIPT.into()))
        .route(LAUNCH, post(launch))
        .route("/events", get(events))
        .route("/story", get(timeline))
        .route("/do", post(act))
        .layer(DefaultBodyLimit::max(MOST))
        .layer(middleware::from_fn_with_state(served.clone(), authorize))
        .with_state(served)
}

/// Refuses requests that may not be answered, and adds the headers common to all responses.
async fn authorize(
    State(served): State<Arc<Served>>,
    Extension(caller): Extension<Caller>,
    request: Request,
    next: Next,
) -> Response {
    let (method, headers) = (request.method(), request.headers());
    let knows = served.guard.is_authorized(headers);
    let mut response = match served.guard.check(method, headers) {
        Err(why) => illegal_reason(why),
        Ok(()) if knows || OPEN.contains(&request.uri().path()) => {
            if knows {
                caller.trust();
            }
            next.run(request).await
        }
        Ok(()) => illegal_reason("the page does not know the secret"),
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

fn illegal_reason(why: &str) -> Response {
    let text = format!("Refused: {why}.\nOpen the board by the whole address that goldrush printed in its terminal.\n");
    (StatusCode::FORBIDDEN, text).into_response()
}

/// Returns the page, which reveals nothing of the game.
async fn show(State(served): State<Arc<Served>>) -> Response {
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], served.table().shell.clone()).into_response()
}

/// Returns the secret, for the page with which the browser was opened.
async fn launch(
    State(served): State<Arc<Served>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
) -> Response {
    match served.guard.launch(&headers, caller.user()) {
        Ok(secret) => secret.to_owned().into_response(),
        Err(refused) => {
            if let Some(warning) = refused.warning {
                eprintln!("{warning} The board is at {}", served.address);
            }
            illegal_reason(refused.reason)
        }
    }
}

/// Streams the frames: those after the last one that the page has seen, or only the latest if it does not say.
async fn events(State(served): State<Arc<Served>>, headers: HeaderMap) -> Response {
    let table = served.table();
    let seen = headers.get("last-event-id").and_then(|id| id.to_str().ok()).and_then(|id| table.counter.number_of(id));
    let news = table.counter.listen();
    let frames = stream::unfold((news, seen, table), |(mut news, seen, table)| async move {
        loop {
            if let Some((number, id, frame)) = table.counter.after(seen) {
                let event = Event::default().id(id).event("frame").data(&*frame);
                return Some((Ok::<_, Infallible>(event), (news, Some(number), table)));
            }
            // Fails when the game loop is gone.
            news.changed().await.ok()?;
        }
    });
    Sse::new(frames).keep_alive(KeepAlive::default()).into_response()
}

/// Returns the whole game so far, if all of it may be seen.
async fn timeline(State(served): State<Arc<Served>>) -> Response {
    match served.table().counter.timeline().await {
        Some(timeline) => ([(header::CONTENT_TYPE, "application/json")], timeline).into_response(),
        None => (StatusCode::CONFLICT, "Available when the game is over.\n").into_response(),
    }
}

/// Executes a command.
async fn act(State(served): State<Arc<Served>>, headers: HeaderMap, body: Bytes) -> Response {
    if headers.get(header::CONTENT_TYPE).is_none_or(|kind| kind != "application/json") {
        return (StatusCode::UNSUPPORTED_MEDIA_TYPE, "JSON is expected.\n").into_response();
    }
    let Ok(order) = serde_json::from_slice(&body) else {
        return (StatusCode::BAD_REQUEST, "This request is unknown.\n").into_response();
    };
    match served.table().counter.ask(order).await {
        Some(true) => StatusCode::NO_CONTENT.into_response(),
        Some(false) => (StatusCode::CONFLICT, "That is no longer possible.\n").into_response(),
        None => (StatusCode::GONE, "The game has been closed.\n").into_response(),
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::{Ipv4Addr, TcpStream};
    use std::time::Instant;

    use super::*;

    const LIMITS: Limits = Limits { most: 3, patience: Duration::from_millis(500) };

    /// Starts a server with one page that trusts every caller; returns its port.
    fn server() -> u16 {
        let bound = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        bound.set_nonblocking(true).unwrap();
        let port = bound.local_addr().unwrap().port();
        let trust = |Extension(caller): Extension<Caller>| async move { caller.trust() };
        let router = Router::new().route("/", get(trust));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        thread::spawn(move || {
            runtime.block_on(async {
                serve(tokio::net::TcpListener::from_std(bound).unwrap(), router, LIMITS).await;
            });
        });
        port
    }

    fn connect(port: u16) -> TcpStream {
        let connection = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
        connection.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        connection
    }

    /// Requests the page; true if there is a response.
    fn is_answered(connection: &mut TcpStream) -> bool {
        let asked = connection.write_all(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n");
        asked.is_ok() && connection.read(&mut [0; 4096]).is_ok_and(|read| read > 0)
    }

    /// Waits until the other end closes a connection on which nothing was sent.
    fn is_closed(connection: &mut TcpStream) -> bool {
        let waiting = |e: std::io::Error| matches!(e.kind(), std::io::ErrorKind::WouldBlock);
        connection.read(&mut [0; 1]).map_or_else(|e| !waiting(e), |read| read == 0)
    }

    #[test]
    fn silent_connections_are_closed_and_trusted_ones_stay() {
        let port = server();
        let (mut silent, mut trusted) = (connect(port), connect(port));
        assert!(is_answered(&mut trusted) && is_closed(&mut silent));
        thread::sleep(LIMITS.patience);
        assert!(is_answered(&mut trusted));
    }

    #[test]
    fn a_new_connection_takes_the_place_of_the_oldest_silent_one() {
        let port = server();
        let mut trusted = connect(port);
        assert!(is_answered(&mut trusted));
        let started_at = Instant::now();
        let mut silent: Vec<TcpStream> = (0..20).map(|_| connect(port)).collect();
        assert!(is_answered(&mut connect(port)) && is_answered(&mut trusted));
        // The connections that made room were closed before their time limit.
        assert!(silent[..18].iter_mut().all(is_closed) && started_at.elapsed() < LIMITS.patience);
    }
}
