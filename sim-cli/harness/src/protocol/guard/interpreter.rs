//! Interpreters: programs in the command of a bot that run the bot, and are not the bot.

use std::path::Path;

/// Their names without numbers of versions.
const NAMES: [&str; 28] = [
    "bash", "bun", "dash", "deno", "dotnet", "env", "guile", "java", "julia", "lua", "luajit",
    "mono", "node", "nodejs", "npx", "perl", "php", "pypy", "python", "racket", "R", "Rscript",
    "ruby", "sbcl", "sh", "uv", "wasmtime", "zsh",
];
/// Name of the folder in which they are installed.
const FOLDER: &str = "bin";

/// True for an installed interpreter: `/opt/python/bin/python3.12`.
pub(super) fn is_interpreter(path: &Path) -> bool {
    let is_installed = path.parent().is_some_and(|folder| folder.ends_with(FOLDER));
    let name = path.file_name().and_then(|name| name.to_str());
    is_installed && name.is_some_and(is_name)
}

/// True for the name of an interpreter, with or without the number of a version.
pub(super) fn is_name(name: &str) -> bool {
    NAMES.contains(&name.trim_end_matches(|c: char| c.is_ascii_digit() || ".-".contains(c)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interpreters_are_known_by_name_and_folder() {
        for (path, expected) in [
            ("/opt/python/bin/python3.12", true),
            ("/home/me/node/bin/node", true),
            ("/home/me/bots/python3", false),
            ("/home/me/bots/bin/engine", false),
            ("/home/me/bots/bin/python.py", false),
        ] {
            assert_eq!(is_interpreter(Path::new(path)), expected, "{path}");
        }
    }
}
