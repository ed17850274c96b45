//! The raw command line. Completions and the man page come from these structs too.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use goldrush_engine::gold_rush::Catalogue;
use goldrush_engine::gold_rush::catalogue::BUILT_IN;

use super::balance::BalanceArgs;
use super::fit_args::FitArgs;
use super::plan::Format;
pub use super::rule_args::{RuleArgs, load_catalogue};
use crate::protocol::limits::Limits;

/// Engine, bots and simulation harness for the board game Carcassonne: Gold Rush.
#[derive(Parser, Debug)]
#[command(name = "goldrush", version = version(), arg_required_else_help = true, propagate_version = true)]
#[command(
    after_help = "Examples:\n  goldrush simulate                                    a thousand games, greedy against random\n  goldrush simulate --agents greedy --players 4 --out run1\n  goldrush match --a greedy --b random                 which is stronger?\n  goldrush resume run1                                 go on with a run that was interrupted\n  goldrush play --opponents level3                     play yourself\n  goldrush replay --run run1 --game 7                  draw a game of that run\n  goldrush rules G13                                   what the rules say of mountains"
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Version, commit and hash of the built-in catalogue.
fn version() -> String {
    let catalogue = Catalogue::built_in(BUILT_IN[0].0).expect("it is built in");
    format!(
        "{} (commit {}, catalogue {} {:016x})",
        env!("CARGO_PKG_VERSION"),
        env!("GOLDRUSH_COMMIT"),
        catalogue.name(),
        catalogue.hash()
    )
}

/// The subcommands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Play against bots, or with several people, at this terminal
    Play(PlayArgs),
    /// Play many games in parallel, print the statistics, and with --out write them down
    Simulate(SimulateArgs),
    /// Play one agent against another and say which is stronger
    Match(MatchArgs),
    /// Play several agents against each other and rate them
    Tournament(TournamentArgs),
    /// Vary elements of the game over common deals and say what each does
    Balance(BalanceArgs),
    /// Go on with a run that was interrupted, or add games to one
    Resume(ResumeArgs),
    /// Put the parts of a run together
    Merge(MergeArgs),
    /// Say in what two runs differ: in their plans, and in their results by more than luck
    Diff(DiffArgs),
    /// Tune the weights of the heuristic agent by games against itself
    Tune(TuneArgs),
    /// Measure the speed of the engine and fingerprint its behaviour
    Bench(BenchArgs),
    /// Write a report of a run: one HTML file, and its figures
    Report(ReportArgs),
    /// Draw a recorded game and its scoring, and check it against the rules
    Replay(ReplayArgs),
    /// Say what the moves of a position are worth, or look for the mistakes of a game
    Analyze(AnalyzeArgs),
    /// Count in how many ways the first turns of a deal can be played
    Perft(PerftArgs),
    /// Check a tile catalogue, print its totals and draw every kind
    Tiles(TilesArgs),
    /// Print the rules of a game, or one of them
    Rules(RulesArgs),
    /// List the games, with their options and agents
    Games,
    /// List the agents of a game
    Agents(AgentsArgs),
    /// Check whether a bot of your own keeps to the protocol
    CheckBot(CheckBotArgs),
    /// Play as a bot of another program, by the same protocol
    Serve(ServeArgs),
    /// Print completions for a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// Print the man page
    Man,
}

/// Arguments of `simulate`.
#[derive(Args, Debug, Clone)]
#[command(
    after_help = "Examples:\n  goldrush simulate                                         a thousand games, greedy against random\n  goldrush simulate --agents greedy --players 3 --games 30000\n  goldrush simulate --agents random --games 1000000 --out run1\n  goldrush simulate --agents greedy --tents 0 --records every=100 --out no-tents\n\nA block is one deal of tiles and tokens, played in every cyclic seating of the line-up, so that luck and seats\nare shared fairly. The intervals are 95 % intervals from the means of the blocks. The same command gives the same\nfiles, whatever the number of threads."
)]
pub struct SimulateArgs {
    /// The line-up: one agent for each seat, or one that fills all seats [default: greedy,random; with the cards
    /// memory,random]
    #[arg(long, value_name = "A,B,…")]
    pub agents: Option<String>,
    /// Number of players, 2 to 5 [default: as many as agents are given, or 2]
    #[arg(long, allow_negative_numbers = true, value_name = "P")]
    pub players: Option<usize>,
    /// The run.
    #[command(flatten)]
    pub run: RunArgs,
}

/// Arguments of `match`.
#[derive(Args, Debug, Clone)]
#[command(
    after_help = "Examples:\n  goldrush match --a greedy --b random\n  goldrush match --a greedy --b random --players 4 --mirror --games 4000\n  goldrush match --a greedy --b random --games 100000 --sprt 0.5,0.52 --out match1\n\nOne A plays against Bs in all other seats. A block is one deal, played with A in each seat once; with --mirror it\nis then played with one B against As. An agent's chance depends on its seat and the deal, not on who sits where, so\nthat an agent against itself has exactly its fair share. --sprt S0,S1 looks after each block whether the games\ntell a win share of S0 from one of S1, with errors of 5 % each, and stops then; what is printed is then biased."
)]
pub struct MatchArgs {
    /// The agent that sits alone
    #[arg(long, value_name = "AGENT")]
    pub a: String,
    /// The agent in all other seats
    #[arg(long, value_name = "AGENT")]
    pub b: String,
    /// Number of players, 2 to 5
    #[arg(long, allow_negative_numbers = true, value_name = "P", default_value_t = 2)]
    pub players: usize,
    /// Play each deal also with one B against As; for 3 to 5 players
    #[arg(long)]
    pub mirror: bool,
    /// Append the result as a row to this CSV file
    #[arg(long, value_name = "FILE")]
    pub append: Option<PathBuf>,
    /// Stop as soon as the games tell these two win shares of A apart
    #[arg(long, allow_hyphen_values = true, value_name = "S0,S1")]
    pub sprt: Option<String>,
    /// The run.
    #[command(flatten)]
    pub run: RunArgs,
}

/// Arguments of `tournament`.
#[derive(Args, Debug, Clone)]
#[command(
    after_help = "Examples:\n  goldrush tournament --agents greedy,heuristic,rollout:playouts=20 --games 600\n  goldrush tournament --agents random,greedy,heuristic --players 4 --format all-lineups --games 3000 --out cup\n  goldrush tournament --plan cup.toml --games 20000        options from a file, one of them overridden\n  goldrush tournament --agents level1,level2,level3,level4 --games 40000 --dry-run\n\nEvery deal is played by every line-up in all its cyclic seatings: that is a block. The ratings are one fit to the\norders in which all games ended (Plackett and Luce's model with a term for the seat, on the Elo scale), their\nintervals come from drawing blocks anew."
)]
pub struct TournamentArgs {
    /// The agents, each once
    #[arg(long, value_name = "A,B,…")]
    pub agents: String,
    /// Players at a table, 2 to 5
    #[arg(long, allow_negative_numbers = true, value_name = "P", default_value_t = 2)]
    pub players: usize,
    /// Who meets whom
    #[arg(long, value_enum, default_value_t = Format::RoundRobin)]
    pub format: Format,
    /// Print the schedule and what it will take, and stop
    #[arg(long)]
    pub dry_run: bool,
    /// The run.
    #[command(flatten)]
    pub run: RunArgs,
}

/// Arguments of `play`.
#[derive(Args, Debug, Clone)]
#[command(
    after_help = "Examples:\n  goldrush play                                    against level4\n  goldrush play --opponents best,level3 --seat 1   two bots; you have the second turn\n  goldrush play --opponents human,best             two people and a bot\n  goldrush play --opponents exec:\"python3 mybot.py\"   a program of your own (sim-cli/PROTOCOL.md)\n  goldrush play --practice                         with undo\n  goldrush play --game carcassonne                 another game of the family, as numbered choices\n  goldrush play --resume goldrush-7.json           go on with a game\n  goldrush play --plain < answers.txt              numbered choices, for scripts and screen readers\n\nOn a terminal Gold Rush fills the screen; ? is help. Elsewhere, with --plain, and in the other games there are\nnumbered choices; a move as text is an answer there too.\nThe game is kept in a file after every move; at its end the file is a record for goldrush replay and analyze.\nLevels of bots: level1 (careless) to level6 (best), in the other games to level4; goldrush agents tells more."
)]
pub struct PlayArgs {
    /// One to four opponents: bots, or human for another person at this terminal
    #[arg(long, value_name = "A,B,…", default_value = "level4")]
    pub opponents: String,
    /// Your seat, from 0, which begins; the opponents take the others in their order
    #[arg(long, allow_negative_numbers = true, value_name = "K", default_value_t = 0)]
    pub seat: usize,
    /// Seed of the deal and of the bots' chance, 0 to 2^63-1 [default: from the time]
    #[arg(long, allow_negative_numbers = true, value_name = "S")]
    pub seed: Option<u64>,
    /// Allow to take turns back
    #[arg(long)]
    pub practice: bool,
    /// Do not explain rules when they first matter
    #[arg(long)]
    pub no_lessons: bool,
    /// knizia-gold: mark cards that were seen
    #[arg(long)]
    pub assist: bool,
    /// File to keep the game in, which must not exist [default: goldrush-SEED.json here]
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Go on with a game that was kept
    #[arg(long, value_name = "FILE", conflicts_with_all = ["opponents", "seat", "seed", "practice", "no_lessons", "assist", "save", "game", "tiles", "no_farmers", "tents", "locomotives", "cowboys", "take_back", "tokens", "mining_interval", "no_ingot_choice", "whole_match"])]
    pub resume: Option<PathBuf>,
    /// Numbered choices in plain text instead of the full screen
    #[arg(long)]
    pub plain: bool,
    /// Colours
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto)]
    pub color: ColorChoice,
    /// The game.
    #[command(flatten)]
    pub rules: RuleArgs,
    /// Limits of bots.
    #[command(flatten)]
    pub bots: BotArgs,
}

/// Arguments of `resume`.
#[derive(Args, Debug, Clone)]
#[command(
    after_help = "Examples:\n  goldrush resume run1                  goes on where the run was interrupted, to the same files\n  goldrush resume run1 --more 10000     adds games to a run that is complete"
)]
pub struct ResumeArgs {
    /// Folder of a run of `simulate`, `match`, `tournament` or `balance`
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Games to add to a complete run, rounded up to whole blocks
    #[arg(long, allow_negative_numbers = true, value_name = "N")]
    pub more: Option<u64>,
    /// Threads [default: all cores]
    #[arg(long, allow_negative_numbers = true, value_name = "T")]
    pub threads: Option<usize>,
    /// End with exit code 0 even if bots have faults
    #[arg(long)]
    pub allow_faults: bool,
}

/// What every run of many games has.
#[derive(Args, Debug, Clone)]
pub struct RunArgs {
    /// TOML file of options, with their long names as keys; what is given beside it overrides it
    #[arg(long, value_name = "FILE")]
    pub plan: Option<PathBuf>,
    /// Games to play, rounded up to whole blocks
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 1000)]
    pub games: u64,
    /// Seed of all chance in the run, 0 to 2^63-1
    #[arg(long, allow_negative_numbers = true, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Threads [default: all cores]
    #[arg(long, allow_negative_numbers = true, value_name = "T")]
    pub threads: Option<usize>,
    /// Folder to write, which must not exist unless --shard is given: games.csv, seats.csv, summary.json, run.toml, machine.json
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Games to write down move by move, into records.jsonl: none, all, every=K
    #[arg(long, value_name = "WHICH", default_value = "none")]
    pub records: String,
    /// Pack the tables with gzip when the run is complete
    #[arg(long)]
    pub compress: bool,
    /// Play part I of N, from 0, into a folder of its own within --out; auto/N: I is the index of the array task
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,
    /// End with exit code 0 even if bots have faults
    #[arg(long)]
    pub allow_faults: bool,
    /// The game.
    #[command(flatten)]
    pub rules: RuleArgs,
    /// Limits of bots.
    #[command(flatten)]
    pub bots: BotArgs,
}

/// Arguments of `merge`.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  goldrush simulate --agents greedy --games 1000000 --shard 17/400 --out parts      one part of 400\n  goldrush merge parts --out run1                                                   when all are complete\n  missing=$(goldrush merge parts --out run1) || sbatch --array=\"$missing\" …         or what is not, once more\n\nThe files are the same as those of one run without --shard. If parts are missing, their numbers are printed as\nschedulers take them (3,7-9), and the exit code is 1. A merge that was ended is done again by the same command."
)]
pub struct MergeArgs {
    /// Folders that collect the parts
    #[arg(value_name = "DIR", required = true)]
    pub folders: Vec<PathBuf>,
    /// Folder of the run to write, which must not exist
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// End with exit code 0 even if bots had faults
    #[arg(long)]
    pub allow_faults: bool,
}

/// Arguments of `diff`.
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  goldrush diff before after\n\nRuns of the same seed share their deals and are compared deal by deal. Agents belong together by name, and those\nleft over in their order. Exit code 0: the runs have the same plan and the same results (version and commit may differ);\n1: they differ; 2: it cannot be told."
)]
pub struct DiffArgs {
    /// Folder of a complete run
    #[arg(value_name = "FIRST")]
    pub first: PathBuf,
    /// Folder of another
    #[arg(value_name = "SECOND")]
    pub second: PathBuf,
}

/// Arguments of `tune`.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  goldrush tune --iterations 20000\n  goldrush tune --players 4 --iterations 10000 --seed 7\n  goldrush tune --game carcassonne\n  goldrush tune --estimate --players 3 --seed 50\n\nSPSA: in each iteration two settings of all weights, moved in opposite directions, play each other over common\ndeals in all seats, and every weight follows the margin. The mean of the second half of the iterations then plays\nthe first setting on deals of the next seed. The last line is a specification that every command takes as an agent.\n\n--estimate: games are played, and the weights are fitted by least squares so that the estimate of a position is how\nthe game ends. These are the weights of `rollout:estimate=fitted`."
)]
pub struct TuneArgs {
    /// Number of players, 2 to 5
    #[arg(long, allow_negative_numbers = true, value_name = "P", default_value_t = 2)]
    pub players: usize,
    /// Iterations
    #[arg(long, allow_negative_numbers = true, value_name = "K", default_value_t = 2000)]
    pub iterations: u64,
    /// Games of an iteration, rounded up to whole blocks
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 64)]
    pub games: u64,
    /// Games of the test at the end, rounded up to whole blocks
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 10_000)]
    pub test: u64,
    /// First perturbation, as a share of each weight's range
    #[arg(long, value_name = "C", default_value_t = 0.06)]
    pub perturbation: f64,
    /// First step, in perturbations for each point of margin
    #[arg(long, value_name = "A", default_value_t = 0.02)]
    pub step: f64,
    /// Seed of the tuning games; the test plays the next one
    #[arg(long, allow_negative_numbers = true, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Threads [default: all cores]
    #[arg(long, allow_negative_numbers = true, value_name = "T")]
    pub threads: Option<usize>,
    /// Estimates.
    #[command(flatten)]
    pub fit: FitArgs,
    /// The game.
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// Arguments of `agents`.
#[derive(Args, Debug)]
pub struct AgentsArgs {
    /// Which game
    #[arg(long, value_name = "GAME", default_value = "gold-rush")]
    pub game: String,
}

/// Arguments of `bench`.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  goldrush bench\n  goldrush bench --agents greedy --games 100\n\nThe fingerprint is a hash of every move and score of the games: it changes exactly when behaviour does.\nInstructions per game are the difference between two lengths under callgrind:\n  valgrind --tool=callgrind --callgrind-out-file=/dev/null goldrush bench --threads 1 --games 1000\n  valgrind --tool=callgrind --callgrind-out-file=/dev/null goldrush bench --threads 1 --games 2000"
)]
pub struct BenchArgs {
    /// The line-up: one agent for each seat, or one that fills all seats
    #[arg(long, value_name = "A,B,…", default_value = "random")]
    pub agents: String,
    /// Number of players, 2 to 5 [default: as many as agents are given, or 2]
    #[arg(long, allow_negative_numbers = true, value_name = "P")]
    pub players: Option<usize>,
    /// Games to play, each with a deal of its own
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 10_000)]
    pub games: u64,
    /// Seed of all chance, 0 to 2^63-1
    #[arg(long, allow_negative_numbers = true, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Threads
    #[arg(long, allow_negative_numbers = true, value_name = "T", default_value_t = 1)]
    pub threads: usize,
    /// The game.
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// Arguments of `report`.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  goldrush report run1                     writes run1/report.html, report.md and figures/\n  goldrush report run1 --out results/study\n\nThe HTML file needs no network and no other file. The Markdown file has the same text and shows the figures, which\nare SVG files. Everything is counted from the run's tables, so that a run that is not finished has a report too."
)]
pub struct ReportArgs {
    /// Folder of a run
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Folder to write to [default: the run's]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// Arguments of `replay`.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  goldrush replay run1/records.jsonl --game 12          the end of a game and all its scoring\n  goldrush replay run1/records.jsonl --turn 20          the position after 20 turns\n  goldrush replay --run run1 --game 7                   any game of a run, played again from its plan\n  goldrush replay --run run1 --game 7 --as-seat 1       as the player in seat 1 saw it"
)]
pub struct ReplayArgs {
    /// File of records, one game a line; may be packed (.gz)
    #[arg(value_name = "FILE", required_unless_present = "run", conflicts_with = "run")]
    pub file: Option<PathBuf>,
    /// Folder of a run: its plan is played again, no record is needed
    #[arg(long, value_name = "DIR")]
    pub run: Option<PathBuf>,
    /// Which game: with FILE its line, with --run its number in games.csv, both from 0
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 0)]
    pub game: u64,
    /// Draw the position after this many turns instead of the end; of games other than Gold Rush: after so many moves
    #[arg(long, allow_negative_numbers = true, value_name = "T")]
    pub turn: Option<usize>,
    /// Show what this seat could see, not the values of the tokens others hold
    #[arg(long, allow_negative_numbers = true, value_name = "K")]
    pub as_seat: Option<usize>,
    /// Tile catalogue the game was played with, if it is not a built-in one
    #[arg(long, value_name = "FILE", conflicts_with = "run")]
    pub tiles: Option<String>,
    /// Colours
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto)]
    pub color: ColorChoice,
}

/// Arguments of `analyze`.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  goldrush analyze goldrush-7.json                      where a game of goldrush play stands\n  goldrush analyze goldrush-7.json --turn 20            the position after 20 turns\n  goldrush analyze run1/records.jsonl --record 3 --turn 20 --json\n  goldrush analyze goldrush-7.json --game               each seat's mistakes, and a graph in goldrush-7.svg\n\nRecords of all games are taken; positions are counted in turns in Gold Rush, in moves in the others. The turns that\nlook best are played on to the end by the heuristic agent (perfect with cards), in the same worlds that the seat may\nbe in for all it knows. Margin is the lead over the best other seat at the end, in points; a share of the win counts\n1/k if k seats share it. How far a turn is behind the best is taken world by world. The intervals are 95 %\nintervals over the worlds; they do not say how well that agent plays. The same seed gives the same numbers."
)]
pub struct AnalyzeArgs {
    /// File of records, or of a game of goldrush play
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Which game of the file, from 0
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 0)]
    pub record: u64,
    /// Look at the position after this many turns, or moves [default: where the game stands, or before its last turn]
    #[arg(long, allow_negative_numbers = true, value_name = "T", conflicts_with = "game")]
    pub turn: Option<usize>,
    /// Look at every turn: the mistakes of each seat, and the margin over the game as a graph
    #[arg(long)]
    pub game: bool,
    /// Where the graph goes [default: FILE with the ending svg, here]
    #[arg(long, value_name = "FILE", requires = "game")]
    pub svg: Option<PathBuf>,
    /// JSON instead of a table
    #[arg(long)]
    pub json: bool,
    /// Turns to play out, at most [default: 8, with --game 2]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=200))]
    pub moves: Option<u16>,
    /// Worlds in which each is played out [default: 400, with --game 200]
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub worlds: Option<u32>,
    /// Seed of the worlds, 0 to 2^63-1
    #[arg(long, allow_negative_numbers = true, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Threads [default: all cores]
    #[arg(long, allow_negative_numbers = true, value_name = "T")]
    pub threads: Option<usize>,
    /// Tile catalogue the game was played with, if it is not a built-in one
    #[arg(long, value_name = "FILE")]
    pub tiles: Option<String>,
}

/// When to colour.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Arguments of `perft`.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  goldrush perft --players 2 --depth 3 --deal \"12a 27 39\"        174856\n  goldrush perft --game carcassonne --depth 2 --deal \"D U\" --divide\n\nA turn is every distinct placement and every legal action. A tile that fits nowhere costs no depth; a game that\nis over counts 1. The deal need not be a subset of the catalogue."
)]
pub struct PerftArgs {
    /// Number of players, 2 to 5
    #[arg(long, allow_negative_numbers = true, value_name = "P", default_value_t = 2)]
    pub players: usize,
    /// Turns to play
    #[arg(long, allow_negative_numbers = true, value_name = "D")]
    pub depth: u32,
    /// Kinds of tiles in the order drawn, after the start tile
    #[arg(long, value_name = "KINDS")]
    pub deal: String,
    /// Print the parts: every first turn with the ways to go on
    #[arg(long)]
    pub divide: bool,
    /// The game.
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// Arguments of `tiles`.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  goldrush tiles\n  goldrush tiles gold_rush_alt\n  goldrush tiles my-box.toml\n\n\u{2550}\u{2551}\u{2554}\u{2557}\u{255a}\u{255d} railroad   L locomotive   ^ mountain   digit nuggets   [#] city   + junction   \u{b7} prairie   t tipi camp   h herd"
)]
pub struct TilesArgs {
    /// Catalogue file, or the name of a built-in one
    #[arg(value_name = "FILE", default_value = "gold_rush")]
    pub file: String,
    /// Colours
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto)]
    pub color: ColorChoice,
}

/// Limits of bots that are programs of their own.
#[derive(Args, Debug, Clone, Copy)]
#[command(next_help_heading = "Bots that are programs of their own")]
pub struct BotArgs {
    /// Seconds a bot may take to start
    #[arg(long, value_name = "S", default_value_t = Limits::default().start_s, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub bot_start_s: u64,
    /// Milliseconds a bot may take for a decision
    #[arg(long, value_name = "MS", default_value_t = Limits::default().move_ms, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub bot_move_ms: u64,
    /// Seconds a bot may take for all its decisions in a game
    #[arg(long, value_name = "S", default_value_t = Limits::default().game_s, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub bot_game_s: u64,
    /// Memory of each process of a bot, in MiB of address space [default: no limit]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    pub bot_memory_mb: Option<u64>,
    /// Processor seconds of each process of a bot in a game; the bot is then started anew for each [default: no limit]
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    pub bot_cpu_s: Option<u64>,
}

impl BotArgs {
    /// The limits.
    pub fn limits(&self) -> Limits {
        Limits {
            start_s: self.bot_start_s,
            move_ms: self.bot_move_ms,
            game_s: self.bot_game_s,
            memory_mb: self.bot_memory_mb,
            cpu_s: self.bot_cpu_s,
        }
    }
}

/// Arguments of `check-bot`.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  goldrush check-bot \"python3 mybot.py\"\n  goldrush check-bot ./mybot --bot-move-ms 100\n  goldrush check-bot ./mybot --game carcassonne\n\nPlays games of 2 to 5 players with the bot in one seat and random play in the others, and whatever else a host may\ndo. The exit code is 1 if a check fails. sim-cli/PROTOCOL.md is the specification."
)]
pub struct CheckBotArgs {
    /// The bot's command, as for a shell
    #[arg(value_name = "CMD")]
    pub command: String,
    /// Which game
    #[arg(long, value_name = "GAME", default_value = "gold-rush")]
    pub game: String,
    /// Seed of the games
    #[arg(long, allow_negative_numbers = true, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Its limits.
    #[command(flatten)]
    pub bots: BotArgs,
}

/// Arguments of `serve`.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  goldrush serve --agent best\n  goldrush serve --game knizia-gold --agent perfect\n\nReads messages from standard input and answers on standard output: see sim-cli/PROTOCOL.md."
)]
pub struct ServeArgs {
    /// Who plays
    #[arg(long, value_name = "AGENT")]
    pub agent: String,
    /// Which game
    #[arg(long, value_name = "GAME", default_value = "gold-rush")]
    pub game: String,
    /// Tile catalogue of games of gold-rush, if it is not a built-in one
    #[arg(long, value_name = "FILE", default_value = "gold_rush")]
    pub tiles: String,
}

/// Arguments of `rules`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  goldrush rules\n  goldrush rules G13\n  goldrush rules --game knizia-gold")]
pub struct RulesArgs {
    /// Number of a rule of any game, such as G13, V2 or K10
    #[arg(value_name = "RULE")]
    pub rule: Option<String>,
    /// Which game
    #[arg(long, value_name = "GAME", default_value = "gold-rush")]
    pub game: String,
}
