//! Ctrl-C and requests to end: the first lets what has begun end well, the second ends at once.

use std::fmt;
use std::io::Write;
use std::path::PathBuf;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Exit code of a command that was interrupted.
pub const EXIT_CODE: u8 = 130;

/// Whether the user wants the program to end.
#[derive(Clone, Default, Debug)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens from now on; `before_end` is run before the second request ends the program at once. Where signals are
    /// ignored, as under `nohup`, that stays as it is.
    pub fn listen(before_end: fn()) -> Interrupt {
        let interrupt = Interrupt::default();
        let told = interrupt.clone();
        // If it cannot be set, a signal ends the program at once, and the run can still be resumed.
        let _ = ctrlc::try_set_handler(move || {
            if told.0.swap(true, Ordering::Relaxed) {
                before_end();
                process::exit(i32::from(EXIT_CODE));
            }
            // Nobody may be listening; that is no reason not to stop.
            let _ = writeln!(std::io::stderr(), "finishing the blocks that have begun; once more stops at once");
        });
        interrupt
    }

    /// Ends the program at once when the user wants that, after `before_end` is run.
    pub fn end_at_once(before_end: fn()) -> Interrupt {
        let _ = ctrlc::try_set_handler(move || {
            before_end();
            process::exit(i32::from(EXIT_CODE));
        });
        Interrupt::default()
    }

    /// Whether it was asked for.
    pub fn requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Runs this when the user or the system wants the program to end, or its terminal was closed. Where signals are
/// ignored that stays as it is.
pub fn on_request_to_end(run: impl FnMut() + Send + 'static) {
    // If it cannot be set, a signal ends the program at once.
    let _ = ctrlc::try_set_handler(run);
}

/// How a run ends that was interrupted and can be resumed.
#[derive(Debug)]
pub struct Interrupted {
    /// Whole blocks written.
    pub blocks: u64,
    /// Blocks planned.
    pub of: u64,
    /// The run's folder.
    pub folder: PathBuf,
}

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Interrupted { blocks, of, folder } = self;
        write!(f, "stopped after {blocks} of {of} blocks; go on with: goldrush resume {}", folder.display())
    }
}

impl std::error::Error for Interrupted {}
