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
    let is_known = name.is_some_and(|name| {
        let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || ".-".contains(c));
        NAMES.contains(&name)
    });
    is_installed && is_known
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
