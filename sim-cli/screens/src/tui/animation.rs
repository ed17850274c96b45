//! Animation of others' actions, one step after another at a set pace.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use goldrush_table::scene_frame::SceneFrame;

/// Factor on the time of a step with information that is hidden again, since players have to memorize it.
const FLEETING: u32 = 3;
/// A key pressed this soon after an animation ended by itself was meant for the animation.
const LATE: Duration = Duration::from_millis(300);

/// Queue of steps; the first is on the screen.
pub(super) struct Animation {
    /// Time per step; if zero, only steps with information that is hidden again are shown.
    pace: Duration,
    steps: VecDeque<SceneFrame>,
    /// Time when the first step appeared.
    since: Instant,
    ended: Option<Instant>,
    paused: bool,
    /// Sentences about the last step shown.
    sentences: Vec<String>,
}

impl Animation {
    pub(super) fn new(pace: Duration) -> Animation {
        Animation {
            pace,
            steps: VecDeque::new(),
            since: Instant::now(),
            ended: None,
            paused: false,
            sentences: Vec::new(),
        }
    }

    /// Returns the step on the screen.
    pub(super) fn now(&self) -> Option<&SceneFrame> {
        self.steps.front()
    }

    /// Returns the sentences about the last step.
    pub(super) fn sentences(&self) -> &[String] {
        self.now().map_or(&self.sentences, |step| &step.news)
    }

    /// Adds steps after those being shown.
    pub(super) fn add(&mut self, steps: Vec<SceneFrame>) {
        for step in steps {
            self.sentences.clone_from(&step.news);
            if self.pace.is_zero() && !step.fleeting {
                continue;
            }
            if self.steps.is_empty() {
                self.since = Instant::now();
            }
            self.steps.push_back(step);
        }
    }

    /// Returns how long a step is shown; `None` if until a key is pressed.
    fn time(&self, step: &SceneFrame) -> Option<Duration> {
        let pace = if step.fleeting {
            self.pace * FLEETING
        } else {
            self.pace
        };
        (!pace.is_zero() && !self.paused).then_some(pace)
    }

    /// Moves to the next step when its time is up; true if it did.
    pub(super) fn tick(&mut self) -> bool {
        let over = self
            .now()
            .and_then(|step| self.time(step))
            .is_some_and(|time| self.since.elapsed() >= time);
        if over {
            self.next();
            self.ended = self.steps.is_empty().then(Instant::now);
        }
        over
    }

    /// Moves to the next step at once.
    pub(super) fn next(&mut self) {
        if let Some(step) = self.steps.pop_front() {
            self.sentences = step.news;
        }
        self.since = Instant::now();
    }

    /// Skips all steps except those with information that is hidden again, which are still shown.
    pub(super) fn skip(&mut self) {
        self.next();
        while self.now().is_some_and(|step| !step.fleeting) {
            self.next();
        }
    }

    /// True if a key that plays was meant to skip an animation that has just ended.
    pub(super) fn has_just_ended(&self) -> bool {
        self.ended.is_some_and(|ended| ended.elapsed() < LATE)
    }

    /// Pauses or resumes.
    pub(super) fn pause(&mut self) {
        self.paused = !self.paused;
        self.since = Instant::now();
    }

    pub(super) fn is_paused(&self) -> bool {
        self.paused
    }

    /// True if the animation moves on by itself.
    pub(super) fn is_running(&self) -> bool {
        self.now().is_some_and(|step| self.time(step).is_some())
    }

    /// True if the animation waits for a key.
    pub(super) fn waits(&self) -> bool {
        self.now().is_some_and(|step| self.time(step).is_none())
    }

    pub(super) fn clear(&mut self) {
        self.steps.clear();
        self.sentences.clear();
    }
}
