//! Texts that help shows after the options: examples, one per line of at most 78 columns, and paragraphs, which wrap.

/// Examples for `goldrush`.
pub(super) const GOLDRUSH: &str = "\
Examples:
  goldrush play                            play yourself
  goldrush watch --agents best,level4      watch bots play
  goldrush ask tents                       what do tents do to the game?
  goldrush simulate                        a thousand games of two bots
  goldrush simulate --agents greedy --players 4 --out run1
  goldrush match --a greedy --b random     which is stronger?
  goldrush resume run1                     go on with an interrupted run
  goldrush replay --run run1 --game 7      draw a game of that run
  goldrush rules G13                       what the rules say of mountains
  goldrush rules tents                     and of tents

On a terminal, goldrush alone asks what you would like to do.";

/// Examples for `play`.
pub(super) const PLAY: &str = "\
Examples:
  goldrush play                                    choose all on the screen
  goldrush play --opponents best,level3 --seat 1   two bots; you play second
  goldrush play --opponents human,best             two people and a bot
  goldrush play --opponents exec:./mybot           a program of your own
  goldrush play --practice                         with undo
  goldrush play --game carcassonne                 another game of the family
  goldrush play --resume FILE                      go on with a game
  goldrush play --plain < answers.txt              for scripts, screen readers

On a terminal the game fills the screen; ? is help. Elsewhere, with --plain, with TERM=dumb or in a locale that is \
not UTF-8 there are numbered choices; a move as text is an answer there too. The game is kept in a file after every \
move; at its end the file is a record for goldrush replay and analyze. Levels of bots go from level1, for a first game, to the \
strongest; goldrush agents lists them.";

/// Examples for `watch`.
pub(super) const WATCH: &str = "\
Examples:
  goldrush watch
  goldrush watch --agents best,level4 --pace 1.5
  goldrush watch --agents level4,level3,level2 --game carcassonne
  goldrush watch --agents perfect,level4 --game knizia-gold

Space pauses, Enter shows the next turn at once, Esc all there are. Without a terminal the turns are told in text.";

/// Examples for `history`.
pub(super) const HISTORY: &str = "\
Examples:
  goldrush history
  goldrush history --folder games

A game counts when it is over. Against each opponent you win a game if you end ahead of it; ties count half.";

/// Examples for `simulate`.
pub(super) const SIMULATE: &str = "\
Examples:
  goldrush simulate                     a thousand games of two bots
  goldrush simulate --agents greedy --players 3 --games 30000
  goldrush simulate --agents random --games 1000000 --out run1
  goldrush simulate --agents greedy --tents 0 --records every=100 --out run2

Every deal is played in every cyclic seating of the line-up, so that luck and seats are shared fairly. Intervals are \
95 % intervals from the means of deals. The same command gives the same files, whatever the number of threads.";

/// Examples for `match`.
pub(super) const MATCH: &str = "\
Examples:
  goldrush match --a greedy --b random
  goldrush match --a greedy --b random --players 4 --mirror --games 4000
  goldrush match --a greedy --b random --games 100000 --sprt 0.5,0.52
  goldrush match --a rollout --b heuristic --games 100000 --sprt elo:0,20
  goldrush match --a rollout:playouts=50 --b heuristic --luck
  goldrush match --a level8 --b level6 --take-back --handicap take-back

--luck takes the luck of the draw out of the results: they are as sure as those of more games.

One A plays against Bs in all other seats. Every deal is played with A in every seat; with --mirror one B then plays \
against As. A bot's chance depends on its seat and the deal, not on who sits where, so that a bot against itself has \
exactly its fair share.

--sprt S0,S1 stops as soon as the games tell a win share of S0 from one of S1; --alpha and --beta say how often it may \
be wrong. Win shares of a match that stopped early are biased.";

/// Examples for `tournament`.
pub(super) const TOURNAMENT: &str = "\
Examples:
  goldrush tournament --agents greedy,heuristic,rollout --games 600
  goldrush tournament --agents random,greedy,heuristic --format all-lineups
  goldrush tournament --agents greedy,heuristic,rollout --anchor greedy=0
  goldrush tournament --agents level1,level2,level3 --games 40000 --dry-run
  goldrush tournament --plan cup.toml --games 20000

--plan takes options from a file; those given beside it override them.

Every deal is played by every line-up in every seating. Ratings are one fit to the orders in which all games ended \
(Plackett and Luce's model with a term for the seat), on the Elo scale: a gap of 400 means odds of ten to one. A bot \
that never wins, or always does, gets a bound instead of a rating.";

/// Examples for `ask`.
pub const ASK: &str = "\
Examples:
  goldrush ask                         what can be asked
  goldrush ask tents --players 3
  goldrush ask farmers --game carcassonne
  goldrush ask my-tiles.toml           your tiles against the built-in ones
  goldrush ask locomotives --games 500000 --out locomotives

Plays until every answer is settled, or --games are played; prints the answers, and writes a page with pictures. What \
is played is a study that goldrush balance can play too: the page has its command.";

/// Examples for `resume`.
pub(super) const RESUME: &str = "\
Examples:
  goldrush resume run1                  goes on with it, to the same files
  goldrush resume run1 --more 10000     adds games to a run that is complete";

/// Examples for `merge`.
pub(super) const MERGE: &str = "\
Examples:
  goldrush simulate --games 1000000 --shard 17/400 --out parts
  goldrush merge parts --out run1
  missing=$(goldrush merge parts --out run1) || sbatch --array=\"$missing\" …

The first plays one part of 400, the second puts them together when all are complete, and the third asks for those \
that are not once more.

The files are the same as those of one run without --shard. If parts are missing, their numbers are printed as \
schedulers take them (3,7-9), and the exit code is 1. If a merge is interrupted, run it again.";

/// Examples for `verify`.
pub(super) const VERIFY: &str = "\
Example:
  goldrush verify run1

Checks that every row follows from the plan, that every table has the SHA-256 kept in summary.json, and that the \
summary is what the tables come to. Every recorded game is dealt again from the seed and its moves are played again \
by the rules: record and result must come out the same. Exit code 0: all is well; 2: something is not, and one line \
says what.";

/// Examples for `diff`.
pub(super) const DIFF: &str = "\
Example:
  goldrush diff before after

Say a plan was played by two versions of the program: is the game still the same?

What is compared has the same rules and the same line-up in both runs; what is in one alone is named. Runs that \
share nothing are refused: goldrush balance says what a rule does, goldrush match and tournament which agent is \
stronger. Runs of the same deals are compared deal by deal.

Exit code 0: the same plan and the same results (version and commit may differ); 1: they differ; 2: they cannot be \
compared.";

/// Examples for `report`.
pub(super) const REPORT: &str = "\
Examples:
  goldrush report run1                     into the folder of the run
  goldrush report run1 --out results/study

It writes report.html, report.md and figures/. The HTML file needs no network and no other file. The Markdown file has the same text and shows the figures, which \
are SVG files. Everything is counted from the run's tables, so that a run that is not finished has a report too.";

/// Examples for `replay`.
pub(super) const REPLAY: &str = "\
Examples:
  goldrush replay run1/records.jsonl --game 12     the end and all its scoring
  goldrush replay run1/records.jsonl --turn 20     the position after 20 turns
  goldrush replay --run run1 --game 7              any game of a run
  goldrush replay --run run1 --game 7 --as-seat 1  as the player in seat 1 saw

A game of a run is played again from its plan; it needs no record.";

/// Examples for `analyze`.
pub(super) const ANALYZE: &str = "\
Examples:
  goldrush analyze goldrush-7.json             where a game you play stands
  goldrush analyze goldrush-7.json --turn 20   the position after 20 turns
  goldrush analyze goldrush-7.json --turn 20 --also \"place -1,2 0, none\"
  goldrush analyze run1/records.jsonl --record 3 --turn 20 --json
  goldrush analyze goldrush-7.json --game      mistakes, and a graph (SVG)

Whoever decides does not know what will be drawn and what others hold. Many such worlds are drawn; in some the turns \
that look best are chosen, in others each is measured, all in the same worlds, by playing on to the end as the \
heuristic bot does (perfect with cards). Margin is the lead over the best other player at the end, in points. Intervals \
are 95 % intervals over worlds; they do not say how well that bot plays. The same seed gives the same numbers.";

/// Examples for `tune`.
pub(super) const TUNE: &str = "\
Examples:
  goldrush tune --iterations 20000
  goldrush tune --players 4 --iterations 10000 --seed 7
  goldrush tune --game carcassonne
  goldrush tune --estimate --players 3 --seed 50
  goldrush tune --value --game knizia-gold --svg chances.svg
  goldrush tune --regret --allocation playouts=200 --allocation depth=4
  goldrush tune --bot 'exec:\"python3 bot.py\"' --parameter depth=2..8

SPSA: in each iteration two settings of all weights, moved in opposite directions, play each other over common deals \
in all seats, and every weight follows the margin. The mean of the second half of the iterations then plays the \
first setting on deals of the next seed. The last line is a specification that every command takes as an agent. --bot \
tunes numbers of your own bot in the same way. They start in the middle, or at the value its name gives: exec:\"…\":depth=4.

--estimate: games are played, and the weights are fitted by least squares so that the estimate of a position is how \
the game ends. These are the weights of `rollout:estimate=fitted`.

--regret: positions are tried out far more thoroughly than any search would, and each allocation chooses from these tries. \
What it chooses is measured in other worlds against what all tries together choose. It says in minutes what matches take hours \
for, but not what all play in the worlds is blind to.";

/// Examples for `bench`.
pub(super) const BENCH: &str = "\
Examples:
  goldrush bench
  goldrush bench --agents greedy --games 100
  goldrush bench --playouts --game knizia-gold

The fingerprint is a hash of every move and score of the games: it changes exactly when behaviour does (with \
--playouts: of every score). Instructions per game are the difference between two lengths under callgrind:
  valgrind --tool=callgrind goldrush bench --threads 1 --games 1000
  valgrind --tool=callgrind goldrush bench --threads 1 --games 2000";

/// Examples for `perft`.
pub(super) const PERFT: &str = "\
Examples:
  goldrush perft --players 2 --depth 3 --deal \"12a 27 39\"        174856
  goldrush perft --game carcassonne --depth 2 --deal \"D U\" --divide

A turn is every distinct placement and every legal action. A tile that fits nowhere costs no depth; a game that is \
over counts 1. The deal need not be a subset of the catalogue.";

/// Examples for `course`.
pub(super) const COURSE: &str = "\
Examples:
  goldrush course
  goldrush course --agents level3,level8,heuristic --players 3 --svg leads.svg
  goldrush course --game knizia-gold --csv course.csv

The leader is whoever would win if the game ended at that moment. If more than 10 of 10 points are left, leads grow; if \
fewer, others catch up.";

/// Examples for `draws`.
pub(super) const DRAWS: &str = "\
Examples:
  goldrush draws
  goldrush draws --game carcassonne --players 4 --games 5000 --svg draws.svg
  goldrush draws --game knizia-gold --csv draws.csv

Each draw is compared with everything that could have come instead at that moment: how good is the best turn \
with it, as a bot sees it? Above 0 it is better than the average draw, below 0 worse.";

/// Examples for `tiles`.
pub(super) const TILES: &str = "\
Examples:
  goldrush tiles
  goldrush tiles gold_rush_alt
  goldrush tiles my-box.toml

Signs:
  ═║╔╗╚╝ railroad   L locomotive   ^ mountain   digit nuggets
  [#] city   + junction   · prairie   t tipi camp   h herd";

/// Examples for `check-bot`.
pub(super) const CHECK_BOT: &str = "\
Examples:
  goldrush check-bot \"python3 mybot.py\"
  goldrush check-bot ./mybot --bot-move-ms 100
  goldrush check-bot ./mybot --game carcassonne

Plays games of 2 to 5 players with the bot in one seat and random play in the others, and whatever else a host may \
do: the games that the bot says it plays, or that of --game. What was not played is said. The exit code is 1 if a \
check fails. sim-cli/PROTOCOL.md is the specification.";

/// Examples for `serve`.
pub(super) const SERVE: &str = "\
Examples:
  goldrush serve --agent best
  goldrush serve --game knizia-gold --agent perfect

Reads messages from standard input and answers on standard output: see sim-cli/PROTOCOL.md.";

/// Examples for `rules`.
pub(super) const RULES: &str = "\
Examples:
  goldrush rules
  goldrush rules G13
  goldrush rules tents
  goldrush rules --game carcassonne farmer
  goldrush rules --game knizia-gold";

/// Examples for `completions`.
pub(super) const COMPLETIONS: &str = "\
Examples:
  source <(goldrush completions bash)     in ~/.bashrc
  source <(goldrush completions zsh)      in ~/.zshrc, below compinit
  goldrush completions fish | source      in ~/.config/fish/config.fish

The shell then asks goldrush itself, so that the agents are those of the game on the line.";

/// Examples for `man`.
pub(super) const MAN: &str = "\
Examples:
  goldrush man play | man -l -
  goldrush man --out ~/.local/share/man/man1

With the pages there, man goldrush and man goldrush-play show them.";
