//! Help on a terminal: every page fits its width, and paragraphs fill it.

use clap::{Command, CommandFactory, Parser};
use goldrush::cli::args::{Cli, Command as Given};

const WIDTHS: [usize; 2] = [80, 100];
/// Most lines of a help at the larger width.
const MOST_LINES: usize = 80;
/// Longest line of an example, so that it fits one line of a terminal with 80 columns.
const LONGEST: usize = 78;

/// Returns the program and its commands, those of `lab` too.
fn commands() -> Vec<Command> {
    let mut program = Cli::command();
    program.build();
    let below = |command: &Command| -> Vec<Command> {
        command
            .get_subcommands()
            .filter(|one| one.get_name() != "help")
            .cloned()
            .collect()
    };
    let commands = below(&program);
    let lab = commands.iter().flat_map(below).collect();
    [vec![program], commands, lab].concat()
}

/// Returns the words by which a command is called, after `goldrush`.
fn words(command: &Command) -> Vec<&str> {
    command
        .get_bin_name()
        .unwrap_or_default()
        .split(' ')
        .skip(1)
        .collect()
}

/// Returns the lines at the end of help: examples and notes.
fn ending(command: &Command) -> Vec<String> {
    command
        .get_after_help()
        .map(|text| text.to_string().lines().map(Into::into).collect())
        .unwrap_or_default()
}

/// Returns the helps of a command at a width: `COMMAND -h`, `COMMAND --help` and `help COMMAND`.
fn pages(command: &Command, width: usize) -> [String; 3] {
    let name = words(command);
    [(&[][..], &["-h"][..]), (&[], &["--help"]), (&["help"], &[])].map(|(before, after)| {
        let words = ["goldrush"]
            .into_iter()
            .chain([before, &name, after].concat());
        Cli::command()
            .term_width(width)
            .try_get_matches_from(words)
            .unwrap_err()
            .to_string()
    })
}

fn indent(line: &str) -> usize {
    line.chars().take_while(|c| *c == ' ').count()
}

fn is_text(line: Option<&&str>) -> bool {
    line.is_some_and(|line| !line.trim().is_empty())
}

/// True if `next` continues the paragraph of `line`: aligned with its text, and not an entry of its own.
fn goes_on(line: &str, next: &str) -> bool {
    let (text, column) = (next.trim_start(), indent(next));
    let is_entry = text.starts_with('-') || text.contains("  ") || line.ends_with(':');
    // The text of an entry starts after two blanks, or after the name of a possible value.
    let beside: Vec<char> = line.chars().take(column + 1).collect();
    let gap = if line.trim_start().starts_with("- ") {
        1
    } else {
        2
    };
    let begins = beside.len() == column + 1
        && beside[column] != ' '
        && beside[column - gap.min(column)..column]
            .iter()
            .all(|c| *c == ' ');
    !is_entry && (indent(line) == column || column > indent(line) && begins)
}

#[test]
fn lines_fill_the_terminal_and_are_no_longer() {
    let mut wrong = Vec::new();
    for command in commands() {
        let examples: Vec<String> = ending(&command)
            .into_iter()
            .filter(|line| line.starts_with("  "))
            .collect();
        for width in WIDTHS {
            for page in pages(&command, width) {
                let lines: Vec<&str> = page.lines().collect();
                for (at, line) in lines.iter().enumerate() {
                    let place = || format!("{} at {width}: {line}", command.get_name());
                    if line.chars().count() > width {
                        wrong.push(format!("too long: {}", place()));
                    }
                    let next = lines.get(at + 1);
                    let verbatim = |line: &str| examples.iter().any(|example| example == line);
                    let Some(next) = next
                        .filter(|next| is_text(Some(next)) && !verbatim(next) && !verbatim(line))
                    else {
                        continue;
                    };
                    let first = next.split_whitespace().next().unwrap_or_default();
                    if is_text(Some(line))
                        && goes_on(line, next)
                        && line.chars().count() + 1 + first.chars().count() <= width
                    {
                        wrong.push(format!("ragged: {}", place()));
                    }
                }
            }
        }
    }
    wrong.sort();
    wrong.dedup();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn examples_are_short_lines_and_notes_are_whole_paragraphs() {
    for command in commands() {
        let lines = ending(&command);
        for (at, line) in lines.iter().enumerate() {
            let name = command.get_name();
            if line.starts_with("  ") {
                assert!(line.chars().count() <= LONGEST, "{name}: {line}");
            } else if !line.is_empty() && !line.ends_with(':') {
                assert!(
                    !is_text(lines.get(at + 1).map(String::as_str).as_ref()),
                    "{name}: broken by hand: {line}"
                );
            }
        }
    }
}

#[test]
fn every_help_fits_80_lines() {
    for command in commands() {
        for page in pages(&command, WIDTHS[1]) {
            let lines = page.lines().count();
            assert!(
                lines <= MOST_LINES,
                "{}: {lines} lines\n{page}",
                command.get_name()
            );
        }
    }
}

#[test]
fn help_lists_every_command_once() {
    for program in commands()
        .iter()
        .filter(|command| command.has_subcommands())
    {
        let help = program.clone().render_help().to_string();
        let (listed, _) = help.split_once("\nOptions:").unwrap();
        let listed: Vec<Vec<&str>> = listed
            .lines()
            .filter_map(|line| Some(line.strip_prefix("  ")?.split_whitespace().collect()))
            .collect();
        let depth = words(program).len() + 1;
        let commands = commands();
        let below = commands.iter().filter(|command| {
            let words = words(command);
            words.len() == depth && words.starts_with(&self::words(program))
        });
        let texts: Vec<String> = below
            .map(|command| format!("{} {}", command.get_name(), command.get_about().unwrap()))
            .collect();
        let expected: Vec<Vec<&str>> = texts
            .iter()
            .map(|text| text.split_whitespace().collect())
            .collect();
        assert_eq!(listed, expected);
    }
}

#[test]
fn option_game_always_takes_the_name_of_a_game() {
    for command in commands() {
        for arg in command
            .get_arguments()
            .filter(|arg| arg.get_long() == Some("game"))
        {
            assert_eq!(
                arg.get_value_names().unwrap_or_default(),
                ["GAME"],
                "{}",
                command.get_name()
            );
        }
    }
}

/// Returns the commands of an example line: what follows `goldrush`, without its comment and other programs.
fn examples_of(line: &str) -> Vec<Vec<String>> {
    let parts = line
        .split("goldrush ")
        .skip(1)
        .map(|part| part.split(['|', '<', ')', '…']).next().unwrap());
    let commands = parts.map(|part| part.split("  ").next().unwrap().trim());
    let words =
        |command| std::iter::once("goldrush".to_owned()).chain(shlex::split(command).unwrap());
    commands.map(|command| words(command).collect()).collect()
}

#[test]
fn every_example_is_a_valid_command() {
    let mut examples = 0;
    for command in commands() {
        for words in ending(&command)
            .iter()
            .filter(|line| line.starts_with("  "))
            .flat_map(|line| examples_of(line))
        {
            examples += 1;
            if words.contains(&"--plan".to_owned()) {
                // The plan file, which does not exist, has the other options.
                continue;
            }
            let given = Cli::try_parse_from(&words)
                .unwrap_or_else(|e| panic!("{words:?}: {e}"))
                .command;
            let plan = match given {
                Given::Simulate(args) => args.plan(),
                Given::Match(args) => args.plan(),
                Given::Tournament(args) => args.plan(),
                Given::Balance(args) => args.plan(&|_, _| Ok(None)),
                _ => continue,
            };
            assert!(plan.is_ok(), "{words:?}: {}", plan.err().unwrap());
        }
    }
    assert!(examples > 80, "{examples}");
}

#[test]
fn ragged_lines_are_found() {
    for (line, next, expected) in [
        ("A paragraph that was", "broken by hand", true),
        ("  --out <DIR>  Folder to", "               write", true),
        (
            "  --out <DIR>  Folder to",
            "  --plan <FILE>  Another",
            false,
        ),
        (
            "      --a <AGENT>",
            "          The agent that sits alone",
            false,
        ),
        ("          - auto: On a", "                  terminal", true),
        ("Options:", "  -h, --help", false),
    ] {
        assert_eq!(goes_on(line, next), expected, "{line}");
    }
}
