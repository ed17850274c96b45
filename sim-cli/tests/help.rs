//! Help on a terminal: every page fits its width, and paragraphs fill it.

use clap::{Command, CommandFactory};
use goldrush::cli::args::Cli;

const WIDTHS: [usize; 2] = [80, 100];
/// Longest line of an example, so that it fits one line of a terminal with 80 columns.
const LONGEST: usize = 78;

/// Returns the program and its commands.
fn commands() -> Vec<Command> {
    let mut program = Cli::command();
    program.build();
    let commands: Vec<Command> = program.get_subcommands().cloned().collect();
    [program].into_iter().chain(commands).collect()
}

/// Returns the lines at the end of help: examples and notes.
fn ending(command: &Command) -> Vec<String> {
    command.get_after_help().map(|text| text.to_string().lines().map(Into::into).collect()).unwrap_or_default()
}

/// Returns both helps of a command, at a width.
fn pages(command: &Command, width: usize) -> [String; 2] {
    let mut command = command.clone().term_width(width);
    [command.render_help(), command.render_long_help()].map(|page| page.to_string())
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
    let gap = if line.trim_start().starts_with("- ") { 1 } else { 2 };
    let begins = beside.len() == column + 1
        && beside[column] != ' '
        && beside[column - gap.min(column)..column].iter().all(|c| *c == ' ');
    !is_entry && (indent(line) == column || column > indent(line) && begins)
}

#[test]
fn lines_fill_the_terminal_and_are_no_longer() {
    let mut wrong = Vec::new();
    for command in commands() {
        let examples: Vec<String> = ending(&command).into_iter().filter(|line| line.starts_with("  ")).collect();
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
                    let Some(next) = next.filter(|next| is_text(Some(next)) && !verbatim(next) && !verbatim(line))
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
                assert!(!is_text(lines.get(at + 1).map(String::as_str).as_ref()), "{name}: broken by hand: {line}");
            }
        }
    }
}

#[test]
fn ragged_lines_are_found() {
    for (line, next, expected) in [
        ("A paragraph that was", "broken by hand", true),
        ("  --out <DIR>  Folder to", "               write", true),
        ("  --out <DIR>  Folder to", "  --plan <FILE>  Another", false),
        ("      --a <AGENT>", "          The agent that sits alone", false),
        ("          - auto: On a", "                  terminal", true),
        ("Options:", "  -h, --help", false),
    ] {
        assert_eq!(goes_on(line, next), expected, "{line}");
    }
}
