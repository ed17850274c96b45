//! The web server: for the user of this machine only.

use std::net::{IpAddr, TcpListener};
use std::pin::pin;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::sse::KeepAlive;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Extension, Router};
use goldrush_support::system::most_open_files;
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::caller::Caller;
use super::guard::Guard;
use crate::web::address::Address;
use crate::web::secret::secret;

/// Largest request body, in bytes.
const MOST: usize = 4096;
/// Content security policy of the page: it may load from here only.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// Path at which the launch key is exchanged.
const LAUNCH: &str = "/launch";
/// Time between two attempts to accept a connection after a failure.
const RETRY: Duration = Duration::from_millis(50);

/// Decides which requests are answered.
pub(super) trait AccessControl: Send + Sync {
    /// Checks a request, and may note in its extensions who makes it.
    ///
    /// # Errors
    /// Fails if the request is not answered.
    fn admit(&self, caller: &Caller, request: &mut Request) -> Result<(), Denial>;

    /// True unless the connections of a person are to be closed.
    fn is_welcome(&self, person: usize) -> bool;

    /// Returns the content security policy of all pages.
    fn policy(&self) -> &'static str {
        POLICY
    }
}

/// Reason for refusing a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Denial {
    /// The caller may not make it, for this reason.
    Forbidden(&'static str),
    /// The caller makes too many.
    TooOften,
}

/// Longest time between two signs of life in a stream of events.
const ALIVE: Duration = Duration::from_secs(5);

/// Access to the routes for the user of this machine.
struct Gate {
    guard: Guard,
    /// Address that opens the page at any time.
    address: String,
    /// Paths open to everybody, because they reveal nothing that is private.
    open: &'static [&'static str],
}

/// Limits for connections, so that strangers cannot use up the descriptors that the game needs.
#[derive(Clone, Copy)]
struct Limits {
    /// Largest number of open connections.
    most: usize,
    /// Largest number of open connections of one machine.
    most_of_one: usize,
    /// Largest number of open connections of one person; the oldest ones are closed.
    most_of_person: usize,
    /// Time for which a connection may stay open without showing the secret.
    patience: Duration,
}

impl Limits {
    /// Allows a quarter of the descriptors of this process, from 8 to 64; browsers need six, or a few more for several
    /// windows.
    fn of_this_process() -> Limits {
        let most = (most_open_files() / 4).clamp(8, 64) as usize;
        Limits {
            most,
            most_of_one: most,
            most_of_person: most,
            patience: Duration::from_secs(10),
        }
    }

    /// Allows each machine of a network a few connections, so that none can keep the others out.
    fn of_a_network() -> Limits {
        let this = Limits::of_this_process();
        Limits {
            most_of_one: (this.most / 4).clamp(2, 12),
            most_of_person: 6,
            ..this
        }
    }
}

/// Serves `routes` in the background until the program ends, to the user of this machine only; the paths in `open` reveal nothing
/// that is private. Returns an address that opens the page once.
pub(super) fn start(
    bound: TcpListener,
    address: &Address,
    open: &'static [&'static str],
    routes: Router,
) -> anyhow::Result<String> {
    let launch = secret()?;
    let url = address.launch(&launch);
    let gate = Arc::new(Gate {
        guard: Guard::new(address, launch),
        address: address.url(),
        open,
    });
    let launch = Router::new()
        .route(LAUNCH, post(self::launch))
        .with_state(gate.clone());
    start_with(bound, gate, routes.merge(launch))?;
    Ok(url)
}

/// Serves `routes` in the background until the program ends, to callers on this machine whom `access` lets in.
pub(super) fn start_with(
    bound: TcpListener,
    access: Arc<dyn AccessControl>,
    routes: Router,
) -> anyhow::Result<()> {
    listen(bound, access, routes, Limits::of_this_process())
}

/// Serves `routes` in the background until the program ends, to the machines of a network whom `access` lets in.
pub(super) fn start_in_network(
    bound: TcpListener,
    access: Arc<dyn AccessControl>,
    routes: Router,
    is_public: bool,
) -> anyhow::Result<()> {
    // All connections of a tunnel or proxy come from one machine.
    let limits = if is_public {
        Limits::of_this_process()
    } else {
        Limits::of_a_network()
    };
    listen(bound, access, routes, limits)
}

fn listen(
    bound: TcpListener,
    access: Arc<dyn AccessControl>,
    routes: Router,
    limits: Limits,
) -> anyhow::Result<()> {
    let router = guarded(access.clone(), routes);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("no server can be made")?;
    bound.set_nonblocking(true)?;
    thread::spawn(move || {
        runtime.block_on(async {
            if let Ok(listener) = tokio::net::TcpListener::from_std(bound) {
                // It ends with the program.
                serve(listener, router, limits, |person| access.is_welcome(person)).await;
            }
        });
    });
    Ok(())
}

/// Returns how a stream of events shows that it is still there; pages that hear nothing for much longer connect again.
pub(super) fn keep_alive() -> KeepAlive {
    KeepAlive::new().interval(ALIVE)
}

/// Closes a connection whose other end has received nothing for a while, because its network is gone.
#[cfg(target_os = "linux")]
fn limit_silence(stream: &TcpStream) {
    /// Time after which a connection is closed whose other end receives nothing.
    const SILENCE: Duration = Duration::from_secs(15);
    // Where it cannot be set, the system closes the connection later.
    let _ = rustix::net::sockopt::set_tcp_user_timeout(stream, SILENCE.as_millis() as u32);
}

#[cfg(not(target_os = "linux"))]
fn limit_silence(_: &TcpStream) {}

/// Returns the route of a file that does not change.
pub(super) fn asset<S: Clone + Send + Sync + 'static>(
    kind: &'static str,
    text: String,
) -> MethodRouter<S> {
    get(move || async move {
        (
            [(header::CONTENT_TYPE, HeaderValue::from_static(kind))],
            text,
        )
    })
}

/// A connection that was accepted.
struct Connection {
    caller: Caller,
    task: JoinHandle<()>,
}

impl Connection {
    fn is_from(&self, machine: IpAddr) -> bool {
        self.caller.machine() == machine
    }
}

/// Accepts connections, however many there are and whatever fails. If there are too many, the oldest one that has not
/// shown a secret is closed, and so are those of people who are not welcome.
async fn serve(
    listener: tokio::net::TcpListener,
    router: Router,
    limits: Limits,
    is_welcome: impl Fn(usize) -> bool,
) {
    let mut open: Vec<Connection> = Vec::new();
    loop {
        let Ok((stream, peer)) = listener.accept().await else {
            sleep(RETRY).await;
            continue;
        };
        let Ok(local) = stream.local_addr() else {
            continue;
        };
        limit_silence(&stream);
        open.retain(|connection| !connection.task.is_finished());
        close_surplus(&mut open, limits.most_of_person, &is_welcome);
        let of_peer = open
            .iter()
            .filter(|connection| connection.is_from(peer.ip()));
        let is_too_many_of_one = of_peer.count() >= limits.most_of_one;
        if is_too_many_of_one || open.len() >= limits.most {
            let untrusted = open.iter().position(|connection| {
                connection.caller.person().is_none()
                    && (!is_too_many_of_one || connection.is_from(peer.ip()))
            });
            let Some(untrusted) = untrusted else {
                continue;
            };
            open.remove(untrusted).task.abort();
        }
        let caller = Caller::new(peer, local);
        let service = TowerToHyperService::new(router.clone().layer(Extension(caller.clone())));
        let known = caller.clone();
        let task = tokio::spawn(async move {
            let mut connection =
                pin!(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
            if timeout(limits.patience, &mut connection).await.is_err() && known.person().is_some()
            {
                // The connection is over, even if it failed.
                let _ = connection.await;
            }
        });
        open.push(Connection { caller, task });
    }
}

/// Closes connections of people who are not welcome, and the oldest ones of each person who has too many.
fn close_surplus(open: &mut Vec<Connection>, most: usize, is_welcome: impl Fn(usize) -> bool) {
    let people: Vec<Option<usize>> = open
        .iter()
        .map(|connection| connection.caller.person())
        .collect();
    let mut at = 0;
    open.retain(|connection| {
        let later = people[at + 1..]
            .iter()
            .filter(|person| **person == people[at])
            .count();
        let closes = people[at].is_some_and(|person| later >= most || !is_welcome(person));
        at += 1;
        if closes {
            connection.task.abort();
        }
        !closes
    });
}

/// True if a request has a body in JSON.
pub(super) fn is_json(headers: &HeaderMap) -> bool {
    headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind == "application/json")
}

/// Lets in only those who may.
fn guarded(access: Arc<dyn AccessControl>, routes: Router) -> Router {
    routes
        .layer(DefaultBodyLimit::max(MOST))
        .layer(middleware::from_fn_with_state(access, authorize))
}

impl AccessControl for Gate {
    fn admit(&self, caller: &Caller, request: &mut Request) -> Result<(), Denial> {
        let headers = request.headers();
        self.guard
            .check(request.method(), headers)
            .map_err(Denial::Forbidden)?;
        if self.guard.is_authorized(headers) {
            caller.trust(0);
            return Ok(());
        }
        let path = request.uri().path();
        let is_open = path == LAUNCH || self.open.contains(&path);
        is_open
            .then_some(())
            .ok_or(Denial::Forbidden("the page does not know the secret"))
    }

    fn is_welcome(&self, _: usize) -> bool {
        true
    }
}

/// Refuses requests that may not be answered, and adds the headers common to all responses.
async fn authorize(
    State(access): State<Arc<dyn AccessControl>>,
    Extension(caller): Extension<Caller>,
    mut request: Request,
    next: Next,
) -> Response {
    let mut response = match access.admit(&caller, &mut request) {
        Ok(()) => next.run(request).await,
        Err(Denial::Forbidden(why)) => illegal_reason(why),
        Err(Denial::TooOften) => {
            (StatusCode::TOO_MANY_REQUESTS, "Too many requests.\n").into_response()
        }
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, access.policy()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

fn illegal_reason(why: &str) -> Response {
    let text = format!(
        "Refused: {why}.\nOpen the page by the whole address that goldrush printed in its terminal.\n"
    );
    (StatusCode::FORBIDDEN, text).into_response()
}

/// Returns the secret, for the page with which the browser was opened.
async fn launch(
    State(gate): State<Arc<Gate>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
) -> Response {
    match gate.guard.launch(&headers, caller.user()) {
        Ok(secret) => secret.to_owned().into_response(),
        Err(refused) => {
            if let Some(warning) = refused.warning {
                eprintln!("{warning} The page is at {}", gate.address);
            }
            illegal_reason(refused.reason)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::{Ipv4Addr, TcpStream};
    use std::time::Instant;

    use super::*;

    const LIMITS: Limits = Limits {
        most: 3,
        most_of_one: 3,
        most_of_person: 3,
        patience: Duration::from_millis(500),
    };

    /// Starts a server with one page that trusts every caller; returns its port.
    fn server() -> u16 {
        server_with(LIMITS, true)
    }

    fn server_with(limits: Limits, is_welcome: bool) -> u16 {
        let bound = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        bound.set_nonblocking(true).unwrap();
        let port = bound.local_addr().unwrap().port();
        let trust = |Extension(caller): Extension<Caller>| async move { caller.trust(0) };
        let router = Router::new().route("/", get(trust));
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        thread::spawn(move || {
            runtime.block_on(async {
                let listener = tokio::net::TcpListener::from_std(bound).unwrap();
                serve(listener, router, limits, |_| is_welcome).await;
            });
        });
        port
    }

    fn connect(port: u16) -> TcpStream {
        let connection = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
        connection
            .set_read_timeout(Some(Duration::from_secs(10)))
            .unwrap();
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
        connection
            .read(&mut [0; 1])
            .map_or_else(|e| !waiting(e), |read| read == 0)
    }

    #[test]
    fn silent_connections_are_closed_and_trusted_ones_stay() {
        let port = server();
        let mut silent = connect(port);
        let mut trusted = connect(port);
        assert!(is_answered(&mut trusted) && is_closed(&mut silent));
        thread::sleep(LIMITS.patience);
        assert!(is_answered(&mut trusted));
    }

    #[test]
    fn a_person_keeps_few_connections_and_none_once_unwelcome() {
        let few = Limits {
            most: 9,
            most_of_one: 9,
            most_of_person: 2,
            ..LIMITS
        };
        for (is_welcome, left) in [(true, 2), (false, 0)] {
            let port = server_with(few, is_welcome);
            let mut of_one: Vec<TcpStream> = (0..5).map(|_| connect(port)).collect();
            assert!(of_one.iter_mut().all(is_answered));
            // Another caller comes.
            assert!(is_answered(&mut connect(port)));
            assert_eq!(
                of_one
                    .iter_mut()
                    .map(is_answered)
                    .filter(|is_answered| *is_answered)
                    .count(),
                left,
                "{is_welcome}"
            );
        }
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
