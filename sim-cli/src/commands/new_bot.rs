//! `goldrush lab new-bot`: a complete small bot with its tests, from files that are tested themselves.

use std::io::Write;
use std::path::Path;

use goldrush_harness::store::disk::make_folder;
use goldrush_harness::store::file::write_shared;
use goldrush_harness::study::joined;
use goldrush_support::error::bad_input;

use crate::cli::args::{Language, NewBotArgs};

/// File of a new bot: its name, which may be in a folder, and its text.
struct SourceFile {
    name: &'static str,
    text: String,
}

/// A bot in some language.
struct Template {
    files: Vec<SourceFile>,
    /// Command that runs its tests, in its folder.
    test: &'static str,
    /// Command that builds it, in its folder; empty if there is nothing to build.
    build: &'static str,
    /// Program that runs the bot, before its file; empty if it runs by itself.
    interpreter: &'static str,
    /// File that is run.
    program: String,
}

/// Name of a bot whose folder has none that a package may have.
const USUAL_NAME: &str = "mybot";

/// Names that Cargo and Go keep for themselves, and that of the library.
const RESERVED: [&str; 9] = [
    "build",
    "cmd",
    "deps",
    "examples",
    "go",
    "goldrush-bot",
    "incremental",
    "internal",
    "vendor",
];

const CARGO: &str = include_str!("../../new-bot/Cargo.toml.txt");
const LIBRARY_CARGO: &str = include_str!("../../new-bot/goldrush-bot/Cargo.toml.txt");
const README: &str = include_str!("../../new-bot/README.md");
/// First line of the library, which includes a page that a new bot does not have.
const LIBRARY_PAGE: &str = "#![doc = include_str!(\"../README.md\")]";

/// Files of the library that speaks the protocol.
const LIBRARY: [(&str, &str); 6] = [
    (
        "goldrush-bot/src/decision.rs",
        include_str!("../../new-bot/goldrush-bot/decision.rs"),
    ),
    (
        "goldrush-bot/src/lib.rs",
        include_str!("../../new-bot/goldrush-bot/lib.rs"),
    ),
    (
        "goldrush-bot/src/message.rs",
        include_str!("../../new-bot/goldrush-bot/message.rs"),
    ),
    (
        "goldrush-bot/src/observation.rs",
        include_str!("../../new-bot/goldrush-bot/observation.rs"),
    ),
    (
        "goldrush-bot/src/random.rs",
        include_str!("../../new-bot/goldrush-bot/random.rs"),
    ),
    (
        "goldrush-bot/src/serve.rs",
        include_str!("../../new-bot/goldrush-bot/serve.rs"),
    ),
];

pub(super) fn run(args: &NewBotArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let folder = &args.folder;
    let shown = folder.display();
    let name = bot_name(folder);
    let template = template(args.language, &name);
    make_folder(folder).map_err(|e| bad_input(format!("{shown}: {e}")))?;
    let is_empty = folder
        .read_dir()
        .is_ok_and(|mut entries| entries.next().is_none());
    if !is_empty {
        return Err(bad_input(format!(
            "{shown}: is not empty; give a new folder for the bot"
        )));
    }
    for file in &template.files {
        let path = folder.join(file.name);
        let parent = path.parent().unwrap_or(folder);
        make_folder(parent).map_err(|e| bad_input(format!("{}: {e}", parent.display())))?;
        write_shared(&path, &file.text)?;
    }
    write_shared(&folder.join("README.md"), &template.readme(&name))?;
    let own_folder = joined(&[folder.display().to_string()]);
    writeln!(
        out,
        "The new bot {name} has the folder {shown}, whose README.md explains these commands:"
    )?;
    writeln!(out, "  cd {own_folder}")?;
    for command in template.commands() {
        writeln!(out, "  {command}")?;
    }
    Ok(())
}

/// Returns the name of a folder's bot, which a package may have, too.
fn bot_name(folder: &Path) -> String {
    let name = folder.file_name().and_then(|name| name.to_str());
    name.filter(|name| is_package_name(name))
        .unwrap_or(USUAL_NAME)
        .to_owned()
}

/// True if a package of Rust beside `goldrush-bot`, and a module of Go, may have this name.
fn is_package_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.len() <= 40
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c))
        && !RESERVED.contains(&name)
}

fn template(language: Language, name: &str) -> Template {
    match language {
        Language::Python => python(name),
        Language::JavaScript => javascript(name),
        Language::Rust => rust(name),
        Language::Go => go(name),
    }
}

fn python(name: &str) -> Template {
    let bot = include_str!("../../new-bot/bot.py");
    let tests = include_str!("../../new-bot/test_bot.py");
    Template {
        files: vec![
            renamed("bot.py", bot, "greedy.py", name),
            renamed("test_bot.py", tests, "greedy.py", name),
        ],
        test: "python3 -m unittest",
        build: "",
        interpreter: "python3 ",
        program: "bot.py".into(),
    }
}

fn javascript(name: &str) -> Template {
    let bot = include_str!("../../new-bot/bot.js");
    let tests = include_str!("../../new-bot/bot.test.js");
    Template {
        files: vec![
            renamed("bot.js", bot, "miner.js", name),
            renamed("bot.test.js", tests, "miner.js", name),
        ],
        test: "node --test",
        build: "",
        interpreter: "node ",
        program: "bot.js".into(),
    }
}

/// Returns a file of a bot that has the name of its file among the bots of this project, where it is called `was`.
fn renamed(file: &'static str, text: &str, was: &str, name: &str) -> SourceFile {
    let now = if was.ends_with(".py") {
        "bot.py"
    } else {
        "bot.js"
    };
    let text = [format!("\"name\": \"{was}\""), format!("name: \"{was}\"")]
        .iter()
        .fold(text.to_owned(), |text, key| {
            text.replace(key, &key.replace(was, name))
        });
    let text = text.replace(&format!("scripts/bots/{was}"), now);
    SourceFile {
        name: file,
        text: text.replace(was, now),
    }
}

fn rust(name: &str) -> Template {
    let main = include_str!("../../new-bot/main.rs");
    let built = format!("target/release/{name}");
    let commands = "//! cargo build --release -p goldrush-bot --example closer\n";
    let main = main
        .replace(commands, "//! cargo build --release\n")
        .replace("target/release/examples/closer", &built)
        .replace("\"closer\"", &format!("\"{name}\""));
    let mut files = vec![
        SourceFile {
            name: "Cargo.toml",
            text: CARGO.replace("NAME", name),
        },
        SourceFile {
            name: "src/main.rs",
            text: main,
        },
        SourceFile {
            name: "goldrush-bot/Cargo.toml",
            text: LIBRARY_CARGO.replace("VERSION", env!("CARGO_PKG_VERSION")),
        },
    ];
    files.extend(LIBRARY.map(|(name, text)| SourceFile {
        name,
        text: text.replace(
            LIBRARY_PAGE,
            "//! Messages of the protocol of goldrush as types, and the loop that answers them.",
        ),
    }));
    Template {
        files,
        test: "cargo test",
        build: "cargo build --release",
        interpreter: "",
        program: built,
    }
}

fn go(name: &str) -> Template {
    let bot = include_str!("../../new-bot/main.go")
        .replace("go build -o saver scripts/bots/saver.go", "go build")
        .replace("exec:./saver", &format!("exec:./{name}"))
        .replace("\"saver\"", &format!("\"{name}\""));
    let tests = include_str!("../../new-bot/main_test.go").replace("saver.go", "main.go");
    let files = [
        ("main.go", bot),
        ("main_test.go", tests),
        ("go.mod", format!("module {name}\n\ngo 1.18\n")),
    ];
    Template {
        files: files.map(|(name, text)| SourceFile { name, text }).into(),
        test: "go test",
        build: "go build",
        interpreter: "",
        program: format!("./{name}"),
    }
}

impl Template {
    /// Returns the commands that test, build, check and try the bot.
    fn commands(&self) -> Vec<String> {
        let program = format!("{}{}", self.interpreter, self.program);
        let commands = [
            self.test.to_owned(),
            self.build.to_owned(),
            format!("goldrush lab check-bot \"{program}\""),
            format!("goldrush match --a exec:\"{program}\" --b random --games 40"),
        ];
        commands
            .into_iter()
            .filter(|command| !command.is_empty())
            .collect()
    }

    fn readme(&self, name: &str) -> String {
        README
            .replace("NAME", name)
            .replace("COMMANDS", &self.commands().join("\n"))
            .replace("PROGRAM", &format!("{}{}", self.interpreter, self.program))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_bots_are_those_of_their_folders() {
        for (folder, name) in [
            ("bots/my-bot", "my-bot"),
            ("x2", "x2"),
            ("Größe", "mybot"),
            ("2x", "mybot"),
            ("goldrush-bot", "mybot"),
            ("bots/go", "mybot"),
            ("deps", "mybot"),
            ("/", "mybot"),
        ] {
            assert_eq!(bot_name(Path::new(folder)), name, "{folder}");
        }
    }

    #[test]
    fn nothing_of_this_project_is_left_in_a_new_bot() {
        for language in Language::ALL {
            let template = template(language, "mine");
            let texts = template.files.iter().map(|file| file.text.clone());
            let text = texts.chain([template.readme("mine")]).collect::<String>();
            let own = [
                "greedy.py",
                "miner.js",
                "closer",
                "saver",
                "scripts/bots",
                "include_str!",
                "NAME",
                "COMMANDS",
                "VERSION",
            ];
            for word in own {
                assert!(!text.contains(word), "{language:?}: {word}");
            }
            assert!(text.contains("\"mine\""), "{language:?}");
        }
    }
}
