//! What others have done, shown one after the other at a pace.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::table::step::Step;

/// What is hidden again is shown so many times as long, because it has to be remembered.
const FLEETING: u32 = 3;
/// A key that comes so soon after a show ended by itself was meant for the show.
const LATE: Duration = Duration::from_millis(300);

/// Steps that wait to be shown; the first is on the screen.
pub(super) struct Show {
    /// For each step; nothing is shown if it is zero, but what is hidden again.
    pace: Duration,
    steps: VecDeque<Step>,
    /// Since when the first is on the screen.
    since: Instant,
    ended: Option<Instant>,
    paused: bool,
    /// What was told with the last step that was shown.
    told: Vec<String>,
}

impl Show {
    pub(super) fn new(pace: Duration) -> Show {
        Show { pace, steps: VecDeque::new(), since: Instant::now(), ended: None, paused: false, told: Vec::new() }
    }

    /// What is on the screen.
    pub(super) fn now(&self) -> Option<&Step> {
        self.steps.front()
    }

    /// Sentences about the last step.
    pub(super) fn told(&self) -> &[String] {
        self.now().map_or(&self.told, |step| &step.news)
    }

    /// Shows more, after what is being shown.
    pub(super) fn add(&mut self, steps: Vec<Step>) {
        for step in steps {
            self.told.clone_from(&step.news);
            if self.pace.is_zero() && !step.fleeting {
                continue;
            }
            if self.steps.is_empty() {
                self.since = Instant::now();
            }
            self.steps.push_back(step);
        }
    }

    /// For how long a step is shown; until a key is pressed if at no pace.
    fn time(&self, step: &Step) -> Option<Duration> {
        let pace = if step.fleeting { self.pace * FLEETING } else { self.pace };
        (!pace.is_zero() && !self.paused).then_some(pace)
    }

    /// Goes on to the next step if it is time; true if it did.
    pub(super) fn tick(&mut self) -> bool {
        let over = self.now().and_then(|step| self.time(step)).is_some_and(|time| self.since.elapsed() >= time);
        if over {
            self.next();
            self.ended = self.steps.is_empty().then(Instant::now);
        }
        over
    }

    /// The next step at once.
    pub(super) fn next(&mut self) {
        if let Some(step) = self.steps.pop_front() {
            self.told = step.news;
        }
        self.since = Instant::now();
    }

    /// All steps at once; what is hidden again is shown one by one all the same.
    pub(super) fn skip(&mut self) {
        self.next();
        while self.now().is_some_and(|step| !step.fleeting) {
            self.next();
        }
    }

    /// Whether a key that plays was meant to skip what is over by now.
    pub(super) fn has_just_ended(&self) -> bool {
        self.ended.is_some_and(|ended| ended.elapsed() < LATE)
    }

    /// Stops and goes on.
    pub(super) fn pause(&mut self) {
        self.paused = !self.paused;
        self.since = Instant::now();
    }

    pub(super) fn is_paused(&self) -> bool {
        self.paused
    }

    /// Whether time changes what is shown.
    pub(super) fn goes_on(&self) -> bool {
        self.now().is_some_and(|step| self.time(step).is_some())
    }

    /// Whether what is shown waits for a key.
    pub(super) fn waits(&self) -> bool {
        self.now().is_some_and(|step| self.time(step).is_none())
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.steps.clear();
        self.told.clear();
    }
}
