//! Pages that link to each other, for the user of this machine only: they are found below an address that only its user knows.

use std::io::Write;
use std::sync::Arc;
use std::thread;

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::task::spawn_blocking;

use super::caller::Caller;
use super::guard::check;
use super::http::{self, AccessControl, Denial};
use crate::web::address::{self, Address};
use crate::web::room::Origin;
use crate::web::secret::constant_time_eq;

/// Content security policy of pages that carry everything with them.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Pages by file name. Links between them are relative.
pub trait Pages: Send + Sync {
    /// Returns a page; the name of the first one is empty, and `None` is returned if there is none of that name.
    ///
    /// # Errors
    /// Fails if the page cannot be made.
    fn page(&self, name: &str) -> anyhow::Result<Option<String>>;
}

/// Serves pages until the program ends; `subject` is their subject as a sentence begins with it.
pub fn serve(subject: &str, pages: Arc<dyn Pages>, out: &mut dyn Write) -> anyhow::Result<()> {
    let (bound, address) = address::bind(address::PAGES)?;
    let url = address.below();
    let routes = Router::new()
        .route("/{secret}/", get(first_page))
        .route("/{secret}/{name}", get(other_page))
        .with_state(pages);
    http::start_with(bound, Arc::new(Gate(address)), routes)?;
    writeln!(
        out,
        "{subject}: {url}\nOpen it in a browser on this machine. Ctrl-C quits."
    )?;
    out.flush()?;
    loop {
        thread::park();
    }
}

/// Lets in callers who know the secret.
struct Gate(Address);

impl AccessControl for Gate {
    fn admit(&self, caller: &Caller, request: &mut Request) -> Result<(), Denial> {
        let Gate(address) = self;
        check(
            &Origin::of_server(&address.host()),
            request.method(),
            request.headers(),
        )
        .map_err(Denial::Forbidden)?;
        let first = request.uri().path().split('/').nth(1).unwrap_or_default();
        if !constant_time_eq(first, &address.secret) {
            return Err(Denial::Forbidden("the address lacks the secret"));
        }
        caller.trust(0);
        Ok(())
    }

    fn is_welcome(&self, _: usize) -> bool {
        true
    }

    fn policy(&self) -> &'static str {
        POLICY
    }
}

async fn first_page(State(pages): State<Arc<dyn Pages>>) -> Response {
    answer(pages, String::new()).await
}

async fn other_page(
    State(pages): State<Arc<dyn Pages>>,
    Path((_, name)): Path<(String, String)>,
) -> Response {
    answer(pages, name).await
}

async fn answer(pages: Arc<dyn Pages>, name: String) -> Response {
    match spawn_blocking(move || pages.page(&name)).await {
        Ok(Ok(Some(page))) => {
            ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
        }
        Ok(Ok(None)) => (StatusCode::NOT_FOUND, "There is no such page.\n").into_response(),
        Ok(Err(e)) => (StatusCode::INTERNAL_SERVER_ERROR, format!("{e:#}\n")).into_response(),
        Err(e) => (StatusCode::INTERNAL_SERVER_ERROR, format!("{e}\n")).into_response(),
    }
}
