//! Mistakes that bots make often, and what their authors may change: the one place where advice is written.

/// Mistake of a bot that can be told from what it did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mistake {
    /// It did not answer `hello`.
    Unready,
    /// It computes or sleeps when its time is up.
    Slow,
    /// It waits for something when its time is up, as if it had answered.
    Unflushed,
    /// It waits for what goldrush cannot know when its time is up.
    Silent,
    /// It did not read a message.
    Unread,
    /// It spoke of a move before it was ready.
    MoveForHello,
    /// It sent a message of a type that looks like `move`.
    AlmostMove,
    /// It sent a message of a type that looks like `ready`.
    AlmostReady,
    /// It speaks another version of the protocol.
    Version,
    /// It sent a move that was not asked for.
    Unasked,
    /// It answered another decision than the one asked.
    OtherDecision,
    /// It chose a move that was not offered.
    NotOffered,
    /// It sent a whole move for an id.
    WholeMove,
    /// It wrote a line without an end.
    Unended,
    /// It wrote a message over several lines.
    ManyLines,
    /// It wrote what only looks like JSON, with single quotes.
    SingleQuotes,
    /// It wrote an object without its type.
    Untyped,
    /// It wrote something that is not meant for goldrush.
    Foreign,
    /// It ended, without a word, as if all was well.
    Finished,
    /// A shell did not find a program of its command.
    NotFound,
    /// A shell may not execute a program of its command.
    NotExecutable,
    /// It read or wrote memory that is not its own.
    Memory,
    /// It ended itself, as after a failed assertion.
    Aborted,
    /// It divided a whole number by zero.
    Division,
    /// It ran code that its processor does not know.
    Instruction,
    /// Something killed it.
    Killed,
    /// It made a system call that it may not make.
    SystemCall,
}

impl Mistake {
    /// Returns what the bot's author may change.
    pub fn advice(self) -> &'static str {
        match self {
            Mistake::Unready => {
                "answer the line hello with {\"t\":\"ready\",\"name\":\"…\"} and flush standard output; do not wait for the end of \
                 the input"
            }
            Mistake::Slow => "think less than time_ms",
            Mistake::Unflushed => {
                "flush standard output after each message, and answer every decide: the bot waits for input as if it had answered"
            }
            Mistake::Silent => {
                "it answered too late or not at all: think less than time_ms, or flush standard output"
            }
            Mistake::Unread => "read all lines of standard input, also those that need no answer",
            Mistake::MoveForHello => "answer the line hello with ready before any move",
            Mistake::AlmostMove => "write \"t\":\"move\" in answers to decide",
            Mistake::AlmostReady => "write \"t\":\"ready\" in the answer to hello",
            Mistake::Version => "write \"proto\":2 in ready, or leave it out",
            Mistake::Unasked => {
                "answer each decide once, and nothing else with a move: neither game nor over"
            }
            Mistake::OtherDecision => {
                "copy n from the decide that you answer, or leave it out; answer each decide once"
            }
            Mistake::NotOffered => {
                "answer with the `id` of one of the moves offered, a whole number below `count`"
            }
            Mistake::WholeMove => "send the `id` of the move, move[\"id\"], and not the move",
            Mistake::Unended => {
                "end each message with a line end, \"\\n\", and flush standard output"
            }
            Mistake::ManyLines => {
                "write each message on one line: JSON without line ends or indentation"
            }
            Mistake::SingleQuotes => {
                "write JSON, which has double quotes: in Python, print(json.dumps(message), flush=True)"
            }
            Mistake::Untyped => "write the type of each message: \"t\":\"move\" or \"t\":\"ready\"",
            Mistake::Foreign => {
                "write only messages to standard output, one per line and one per answer; write debug output to standard error"
            }
            Mistake::Finished => {
                "read lines until standard input ends: the bot ended as if it had nothing more to do"
            }
            Mistake::NotFound => {
                "check the names and paths in the command: it runs in the folder where goldrush was started, and in a league where the bot \
                 was added"
            }
            Mistake::NotExecutable => {
                "make the program executable with chmod +x, or name its interpreter before it"
            }
            Mistake::Memory => {
                "find the access with a debugger, or compile with -fsanitize=address, which prints the line"
            }
            Mistake::Aborted => {
                "look for a failed assertion or an exception that nothing catches; a debugger shows the line"
            }
            Mistake::Division => "look for a division by zero; a debugger shows the line",
            Mistake::Instruction => "compile the bot for this machine",
            Mistake::Killed => {
                "use less memory, if the system ended the bot for lack of it; otherwise find what ends it"
            }
            Mistake::SystemCall => "leave out what a sandbox forbids, or run it without --sandbox",
        }
    }
}
