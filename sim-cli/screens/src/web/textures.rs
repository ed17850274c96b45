//! The pictures on cards.

use maud::{Markup, html};

/// Style sheet of the pictures.
pub(super) const STYLE: &str = include_str!("textures.css");

/// Returns the pictures on cards, as symbols in a square of 40 units.
pub(super) fn card_pictures() -> Markup {
    html! {
        symbol id="card-digger" viewBox="0 0 40 40" {
            path d="M34 34L25 8" stroke="#6b4a1f" stroke-width="2.4" stroke-linecap="round" {}
            path d="M15 13c5-6 13-8 21-5" fill="none" stroke="#77787d" stroke-width="3" stroke-linecap="round" {}
            path d="M5 39c0-9 4-13 11-13s11 4 11 13z" fill="currentColor" {}
            circle cx="16" cy="19" r="6" fill="#f0c9a0" stroke="#6b4a1f" stroke-width="1" {}
            path d="M10.5 22c1 6 10 6 11 0-3 2-8 2-11 0z" fill="#6b4a1f" {}
            path d="M4 16c4-1 6-2 7-2l1-5c2-2 6-2 8 0l1 5c1 0 3 1 7 2-6 2.5-18 2.5-24 0z" fill="currentColor" stroke="#fff" stroke-width=".8" {}
        }
        symbol id="card-gold" viewBox="0 0 40 40" {
            g stroke="#7a5200" stroke-width="1.3" stroke-linejoin="round" {
                path d="M3 34l3-9 8-4 8 4 2 8-5 4H7z" fill="#e9b32a" {}
                path d="M19 33l1-8 8-5 8 5 1 7-5 5H22z" fill="#ffce3a" {}
                path d="M11 20l3-9 9-4 7 5 1 8-7 4H14z" fill="#ffd964" {}
            }
            path d="M15 15l3-4 4-1M24 27l3-3M8 28l3-3" fill="none" stroke="#fff4c4" stroke-width="1.6" stroke-linecap="round" {}
        }
        symbol id="card-dynamite" viewBox="0 0 40 40" {
            path d="M20 14c0-6 3-6 7-8" fill="none" stroke="#6b4a1f" stroke-width="1.8" stroke-linecap="round" {}
            path d="M28 1l1.5 3L33 3l-1.5 3.5L35 8l-3.5 1 .5 3.5L29 10l-3 2 .8-3.5L24 6.5l3.5-.5z" fill="#ffb02e" stroke="#b3261e" stroke-width=".8" {}
            g stroke="#6e130c" stroke-width="1.2" {
                rect x="7" y="14" width="8.5" height="24" rx="2.5" fill="#c8372b" {}
                rect x="24.5" y="14" width="8.5" height="24" rx="2.5" fill="#c8372b" {}
                rect x="15.5" y="12" width="9" height="26" rx="2.5" fill="#dd4a3c" {}
            }
            path d="M6 23h28M6 29h28" stroke="#3a2a1a" stroke-width="1.8" {}
        }
    }
}
