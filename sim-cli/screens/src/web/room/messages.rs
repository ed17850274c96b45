//! Short messages of the people in a room. They end with the program.

use std::collections::VecDeque;

use goldrush_support::printable::printable;

/// Number of messages that are kept.
const KEPT: usize = 30;
/// Largest number of characters in a message.
pub(crate) const LONGEST: usize = 200;

/// Message of a person.
pub(super) struct Message {
    /// Name of the person, who may have been removed since.
    pub(super) name: String,
    pub(super) text: String,
}

/// The last messages, the oldest first.
#[derive(Default)]
pub(super) struct Messages(VecDeque<Message>);

impl Messages {
    /// Adds a message, without spaces around it and control characters; returns false if it is empty or too long.
    pub(super) fn add(&mut self, name: &str, text: &str) -> bool {
        let text = printable(text.trim()).to_string();
        if !(1..=LONGEST).contains(&text.chars().count()) {
            return false;
        }
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back(Message {
            name: name.to_owned(),
            text,
        });
        true
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Message> {
        self.0.iter()
    }
}
