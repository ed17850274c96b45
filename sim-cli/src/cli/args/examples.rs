//! Texts that help shows after the options: examples, one per line of at most 78 columns, and paragraphs, which wrap.

/// Examples for `goldrush`.
pub(super) const GOLDRUSH: &str = "\
Examples:
  goldrush play                            play against a bot
  goldrush watch --agents best,level4      watch two bots play
  goldrush match --a greedy --b random     find the stronger of two bots
  goldrush ask tents                       measure what tents do to the game
  goldrush rules tents                     read the rules that mention tents
  goldrush simulate --agents greedy --players 4 --out run1
  goldrush resume run1                     resume an interrupted run
  goldrush replay --run run1 --number 7    show game 7 of that run

goldrush COMMAND --help describes a command, its rule options and its examples. On a terminal, goldrush alone opens a menu.";

/// Examples for `play`.
pub(super) const PLAY: &str = "\
Examples:
  goldrush play                                    set up a game on the screen
  goldrush play --opponents best,level3 --seat 1   two bots; you play second
  goldrush play --opponents human,best             two people and a bot
  goldrush play --lan                              a friend joins by phone
  goldrush play --opponents exec:./mybot           against your own bot
  goldrush play --practice                         with undo
  goldrush play --game carcassonne                 another game
  goldrush play --resume FILE                      resume a game
  goldrush play --plain < answers.txt              scripts and screen readers

On a terminal the game fills the screen; press ? for help. Without one, with --plain, with TERM=dumb or without UTF-8, \
goldrush shows numbered choices; you can also type a move as text. The game is saved after every move, and the saved file \
works with goldrush replay and goldrush analyze. goldrush agents lists the bots, from level0 (for children) to the \
strongest.";

/// Examples for `watch`.
pub(super) const WATCH: &str = "\
Examples:
  goldrush watch
  goldrush watch --agents best,level4 --pace 1.5
  goldrush watch --agents level4,level3,level2 --game carcassonne
  goldrush watch --agents perfect,level4 --game knizia-gold

Press Space to pause, Enter for the next turn, Esc to skip to the end. Without a terminal, goldrush describes the turns in \
text.";

/// Examples for `history`.
pub(super) const HISTORY: &str = "\
Examples:
  goldrush history
  goldrush history --folder games

Only finished games count. You beat an opponent if you score more; a tie counts half.";

/// Examples for `simulate`.
pub(super) const SIMULATE: &str = "\
Examples:
  goldrush simulate                     1000 games between two bots
  goldrush simulate --agents greedy --players 3 --games 30000
  goldrush simulate --agents random --games 1000000 --out run1
  goldrush simulate --agents greedy --tents 0 --records every=100 --out run2

Every deal is played once in each cyclic seating, so that luck and seats are shared fairly. Intervals are 95% intervals. \
The same command writes the same files on any number of threads.";

/// Examples for `match`.
pub(super) const MATCH: &str = "\
Examples:
  goldrush match --a greedy --b random
  goldrush match --a greedy --b random --players 4 --mirror --games 4000
  goldrush match --a greedy --b random --games 100000 --sprt 0.5,0.52
  goldrush match --a rollout --b heuristic --games 100000 --sprt elo:0,20
  goldrush match --a rollout:playouts=50 --b heuristic --luck
  goldrush match --a level8 --b level6 --take-back --handicap take-back

One A plays against Bs in all other seats, in every seat on every deal. With --mirror, one B then plays against As. A bot \
that plays itself wins exactly its fair share.

--luck removes the luck of the draw, which makes most results as precise as those of more games. With --sprt the match stops \
early; its win rates are then biased.";

/// Examples for `tournament`.
pub(super) const TOURNAMENT: &str = "\
Examples:
  goldrush tournament --agents greedy,heuristic,rollout --games 600
  goldrush tournament --agents random,greedy,heuristic --format all-lineups
  goldrush tournament --agents best,rollout,greedy --format gauntlet
  goldrush tournament --agents greedy,heuristic,rollout --anchor greedy=0
  goldrush tournament --agents level1,level2,level3 --games 40000 --dry-run
  goldrush tournament --plan cup.toml --games 20000

Every deal is played by every line-up in every seating. With 3 to 5 players, a pair plays one against several of the other, \
both ways. Ratings are Elo, fitted to the order in which players finished (a Plackett-Luce model with an effect of the \
seat): a gap of 400 means odds of ten to one. A bot that always or never wins gets a bound instead of a rating.";

/// Examples for `ask`.
pub const ASK: &str = "\
Examples:
  goldrush ask                         list the questions
  goldrush ask --browser               set up a study by clicks
  goldrush ask tents --players 3
  goldrush ask two tents               a question in your own words
  goldrush ask my-tiles.toml           your tiles against the built-in ones
  goldrush ask my-question.toml        a question of your own
  goldrush ask luck --factor farmers=yes,no
  goldrush ask depth --players 3       what longer thought wins

Plays until every answer is settled or --games are played, and writes a page with charts.

The game as it is (`leads`, `luck`, `choices`, `tiles`, `points` without --factor): prints tables of a bot against itself; \
--out adds a CSV file and a chart. `leads`: what is left at the end of a lead. `luck` and `tiles`: what the bot expects of its best \
turn, minus the average of all draws.";

/// Examples for `design`.
pub const DESIGN: &str = "\
Examples:
  goldrush design --want first-seat=50%±1 --vary komi=0..8 --players 2,3
  goldrush design --want \"lead=min,skill>=now\" --vary tents=0..2
  goldrush design --want prairie=20±2 --vary herd-points=0..6
  goldrush design --want \"level7>level4=75%±5\" --vary tents=0..2

Plays settings on the same deals, and a model of each quantity picks the settings to play next. The best ones are confirmed on \
other deals, with every bot retuned for them, and the page shows how well they meet the goals, what else changed, what each \
rule does, and what else is good. `skill` is met only if two of three pairs of bots agree and none contradicts. If a search is stopped, \
the same command resumes it.";

/// Examples for `resume`.
pub(super) const RESUME: &str = "\
Examples:
  goldrush resume run1                  finish the run, in the same files
  goldrush resume run1 --more 10000     add games to a finished run";

/// Examples for `league`.
pub(super) const LEAGUE: &str = "\
Examples:
  goldrush league init cup --game carcassonne
  goldrush league add cup greedy
  goldrush league add cup ann --bot exec:./bots/ann
  goldrush league play cup --games 2000
  goldrush league add cup ann-2 --bot exec:./bots/ann2 --from ann
  goldrush league play cup --for 8h
  goldrush league table cup
  goldrush league serve cup
  goldrush league compare cup ann greedy
  goldrush league games cup --of ann --lost
  goldrush league export cup ann.jsonl --of ann
  goldrush league init open --format swiss --rounds 7 --deals 100

A round plays the pairings whose games are expected to tell most about who wins how often against whom, so a newcomer plays \
more, and pairs whose result is known play less. In a Swiss or knockout tournament, results decide who meets. Ratings rest on all rounds. Rounds are runs in DIR/rounds: report, verify and replay read them. \
Members can join and retire while a league is played. If any command is stopped, give it again. Do not edit league.toml: \
league change renames members. Bots of your own run in \
a sandbox, and their commands are started from the folder in which you add them.";

/// Examples for `merge`.
pub(super) const MERGE: &str = "\
Examples:
  goldrush simulate --games 1000000 --shard 17/400 --out parts
  goldrush merge parts --out run1
  missing=$(goldrush merge parts --out run1) || sbatch --array=\"$missing\" …

The first command plays one part of 400, the second merges the parts, the third plays missing parts again.

The merged files are the same as those of a run without --shard. If parts are missing, merge prints their numbers in the \
format of job schedulers (3,7-9) and exits with code 1. If a merge is interrupted, run it again.";

/// Examples for `verify`.
pub(super) const VERIFY: &str = "\
Example:
  goldrush verify run1

Checks that every row matches the plan, every table matches its SHA-256 in summary.json, and the summary matches the \
tables. Then replays every recorded game from the seed by the rules and compares its record and result. Exit code 0: \
everything matches; 2: something does not, and one line says what.";

/// Examples for `report`.
pub(super) const REPORT: &str = "\
Examples:
  goldrush report run1                     write into the folder of the run
  goldrush report run1 --out results/study

Writes report.html, report.md and figures/. The HTML file is self-contained and works offline; the Markdown file shows the \
SVG figures. Unfinished runs have a report too.";

/// Examples for `replay`.
pub(super) const REPLAY: &str = "\
Examples:
  goldrush replay run1/records.jsonl --number 12     final board and scoring
  goldrush replay run1/records.jsonl --turn 20       position after 20 turns
  goldrush replay --run run1 --number 7              any game of a run
  goldrush replay --run run1 --number 7 --as-seat 1  as seen from seat 1";

/// Examples for `train`.
pub(super) const TRAIN: &str = "\
Examples:
  goldrush train                               medium puzzles of Gold Rush
  goldrush train --difficulty easy --browser   easy ones, in your browser
  goldrush train --game carcassonne

Puzzles from your own saved games come first: turns where you made a mistake of 3 points or more, one of each game. Then \
come positions from games of bots in which a search finds one turn clearly better than the others. A puzzle that you miss comes back soon, one that you solve \
later. training.json beside your saved games holds your streak and your puzzles.";

/// Examples for `board`.
pub(super) const BOARD: &str = "\
Examples:
  goldrush board goldrush-7.json                   step through a game
  goldrush board goldrush-7.json --turn 20         play on from turn 21
  goldrush board --run run1 --number 7 --browser   a game of a run
  goldrush board --game carcassonne --players 3    a new game

You move for every player, see everything, and choose which tile is drawn: y, or \
by a click on a tile that is left. Each turn you play is compared with the best one found. u takes turns back, h \
shows hints, and g returns to the game as it was played.";

/// Examples for `analyze`.
pub(super) const ANALYZE: &str = "\
Examples:
  goldrush analyze goldrush-7.json             the current position
  goldrush analyze goldrush-7.json --turn 20   the position after 20 turns
  goldrush analyze goldrush-7.json --turn 20 --also \"place -1,2 0, none\"
  goldrush analyze run1/records.jsonl --number 3 --turn 20 --json
  goldrush analyze goldrush-7.json --mistakes  mistakes, and a graph (SVG)

Samples worlds: deals that fit what the player to move can know. Some select the turns that look best; in the others, the \
heuristic bot (knizia-gold: perfect) plays each of them to the end. The margin is the final lead over the best other \
player, in points. Intervals are 95% intervals over worlds; they do not cover weaknesses of that bot. The same seed gives \
the same numbers.";

/// Examples for `tiles`.
pub(super) const TILES: &str = "\
Examples:
  goldrush tiles
  goldrush tiles gold_rush_alt
  goldrush tiles my-box.toml

Signs:
  ═║╔╗╚╝ railroad   L locomotive   ^ mountain   digit nuggets
  [#] city   + junction   · prairie   t tipi camp   h herd";

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

The shell then completes the bots of the game on the command line.";

/// Examples for `man`.
pub(super) const MAN: &str = "\
Examples:
  goldrush man play | man -l -
  goldrush man --out ~/.local/share/man/man1

After the second command, man goldrush and man goldrush-play work.";

/// Examples for `lab`.
pub(super) const LAB: &str = "\
Examples:
  goldrush lab check-bot \"python3 mybot.py\"
  goldrush lab tune --iterations 20000 --out tuning.csv
  goldrush lab bench --agents greedy

goldrush lab COMMAND --help describes a command and its examples. sim-cli/PROTOCOL.md specifies how a bot of your own plays.";

/// Examples for `lab new-bot`.
pub(super) const NEW_BOT: &str = "\
Examples:
  goldrush lab new-bot python mybot
  goldrush lab new-bot javascript mybot
  goldrush lab new-bot rust mybot
  goldrush lab new-bot go mybot

Writes a bot that plays, its tests, and a README with the commands to test, check and try it. It needs no packages beyond the \
language, except in Rust, where cargo fetches serde. sim-cli/PROTOCOL.md describes what bots in other languages have to do.";

/// Examples for `lab check-bot`.
pub(super) const CHECK_BOT: &str = "\
Examples:
  goldrush lab check-bot \"python3 mybot.py\"
  goldrush lab check-bot ./mybot --bot-move-ms 100
  goldrush lab check-bot ./mybot --game carcassonne

Plays games of 2 to 5 players with your bot in one seat and random bots in the others, and tests how it reacts to everything \
a host may send. It lists anything it did not test. Exit code 1 if a check fails. sim-cli/PROTOCOL.md specifies the protocol.";

/// Examples for `lab serve`.
pub(super) const SERVE: &str = "\
Examples:
  goldrush lab serve --agent best
  goldrush lab serve --game knizia-gold --agent perfect

Reads messages from standard input and writes answers to standard output, as sim-cli/PROTOCOL.md specifies.";

/// Examples for `lab tune`.
pub(super) const TUNE: &str = "\
Examples:
  goldrush lab tune --iterations 20000
  goldrush lab tune --game carcassonne --players 4 --seed 7
  goldrush lab tune --bot 'exec:\"python3 bot.py\"' --parameter depth=2..8

Tunes by SPSA: in each iteration two settings play each other on the same deals, and every weight follows the margin. The \
average of the second half then plays the first setting on new deals, those of the next seed. The last line of the output is the tuned bot, as an \
agent for any command, or the bot as it was if the test does not show the tuned one to be better. An outside bot receives its numbers as options of the message `game`. Ctrl-C prints the numbers so far. In knizia-gold, only --bot \
applies.";

/// Examples for `lab fit`.
pub(super) const FIT: &str = "\
Example:
  goldrush lab fit --players 3 --seed 50

Prints weights for `rollout:estimate=fitted`, by least squares on the final lead of each seat. Does not apply to knizia-gold.";

/// Examples for `lab value`.
pub(super) const VALUE: &str = "\
Example:
  goldrush lab value --game knizia-gold --svg chances.svg";

/// Examples for `lab regret`.
pub(super) const REGRET: &str = "\
Example:
  goldrush lab regret --allocation playouts=200 --allocation depth=4

Measures how many points the choices of each allocation lose against the best, in positions in which every turn was tried.";

/// Examples for `lab endings`.
pub(super) const ENDINGS: &str = "\
Examples:
  goldrush lab endings --agent best --agent heuristic --agent greedy
  goldrush lab endings --game carcassonne --players 3 --agent best
  goldrush lab endings --game carcassonne --ends 1000000000 --agent best

In the last turns, every turn of every player is tried with every tile that may come, which gives the best turn exactly. \
Tokens that nobody has seen count with their mean. With --ends 1000000000, some positions with three tiles left are \
solved. Does not apply to knizia-gold.";

/// Examples for `lab bench`.
pub(super) const BENCH: &str = "\
Examples:
  goldrush lab bench
  goldrush lab bench --agents greedy --games 100
  goldrush lab bench --playouts --game knizia-gold

The fingerprint is a hash of every move and score (with --playouts: of every score). It changes exactly when behavior does. \
For instructions per game, subtract two lengths under callgrind:
  valgrind --tool=callgrind goldrush lab bench --threads 1 --games 1000
  valgrind --tool=callgrind goldrush lab bench --threads 1 --games 2000";

/// Examples for `lab perft`.
pub(super) const PERFT: &str = "\
Examples:
  goldrush lab perft --players 2 --depth 3 --deal \"12a 27 39\"    174856
  goldrush lab perft --game carcassonne --depth 2 --deal \"D U\" --divide

Counts every distinct placement with every legal action. A tile that fits nowhere costs no depth, and a finished game \
counts 1. The deal may contain any tiles of the catalogue, in any number. Does not apply to knizia-gold.";

/// Examples for `lab results`.
pub(super) const RESULTS: &str = "\
Examples:
  goldrush lab results
  goldrush lab results --check

Writes what stands between <!-- MARK --> and <!-- end of MARK --> on the pages that tables.toml names. What a cell may ask of \
summaries and tables is described there.";
