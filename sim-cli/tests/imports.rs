//! Checks the structure of the three packages: modules are arranged in layers, and a module imports only from lower
//! layers.
//!
//! A module here is a folder or a file at the top of a package's `src`. Modules of one layer do not know each other.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules of a package, top layer first.
type Layers = &'static [&'static [&'static str]];

const ENGINE: Layers = &[
    &["gold_rush", "carcassonne", "knizia_gold"],
    &["record"],
    &["conformance", "landscape", "rulebook"],
    &["game", "options"],
    &["player", "rng", "fingerprint"],
];

const AI: Layers = &[
    &["gold_rush", "carcassonne"],
    &["landscape", "knizia_gold"],
    &["search", "random", "best"],
    &["registry"],
    &["agent", "luck", "weights", "benchmarks"],
    &["parameter", "environment", "value"],
];

const SIM_CLI: Layers = &[
    &["commands"],
    &["cli"],
    &["tui", "web", "plain"],
    &["table"],
    &["analysis", "run"],
    &["report"],
    &["findings"],
    &["store"],
    &["sim"],
    &["study"],
    &["protocol"],
    &["games"],
    &["stats"],
    &["paint", "drawing", "progress", "interrupt", "surroundings", "error", "printable"],
];

#[test]
fn imports_go_down_only() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let packages = [("../engine/src", ENGINE), ("../ai/src", AI), ("src", SIM_CLI)];
    let wrong: Vec<String> = packages.iter().flat_map(|(folder, layers)| upward(&here.join(folder), layers)).collect();
    assert!(wrong.is_empty(), "imports that do not go down:\n{}", wrong.join("\n"));
}

/// A test ends the program at each of these changes.
#[test]
fn store_changes_files_in_one_place() {
    for file in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store")) {
        let text = fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap().replace("DiskFile", "");
        let changes =
            ["fs::write", "fs::copy", "fs::rename", "fs::remove", "fs::create", "File::create", "OpenOptions"];
        let is_here = changes.iter().any(|change| code.contains(change));
        assert_eq!(is_here, file.ends_with("disk.rs"), "{}", file.display());
    }
}

#[test]
fn upward_import_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let layers: Layers = &[&["high", "beside"], &["low"]];
    fs::create_dir(folder.path().join("low")).unwrap();
    for (file, text) in [
        ("high.rs", "use crate::low::Floor;\n"),
        ("beside.rs", "fn f() { crate::high::g() }\n"),
        ("low/mod.rs", "use crate::{\n    beside::{a, b},\n    low::inner,\n};\n"),
        ("low/inner.rs", "//! Not an import: crate::high.\nuse super::super::high::h;\n"),
    ] {
        fs::write(folder.path().join(file), text).unwrap();
    }
    let mut found = upward(folder.path(), layers);
    found.sort();
    let expected =
        ["beside.rs:1: beside -> high", "low/inner.rs:2: low -> high", "low/mod.rs:1: low -> beside"].map(String::from);
    assert_eq!(found, expected);
}

/// Returns where a module names one that is not below it.
fn upward(src: &Path, layers: Layers) -> Vec<String> {
    let layer = |room: &str| layers.iter().position(|rooms| rooms.contains(&room));
    let mut found = Vec::new();
    for file in files(src) {
        let inside = file.strip_prefix(src).unwrap();
        let shown = inside.display().to_string();
        let room = shown.split(['/', '.']).next().unwrap();
        if ["lib", "main"].contains(&room) {
            continue;
        }
        let own = layer(room).unwrap_or_else(|| panic!("{shown}: the room {room} has no layer"));
        // Number of `super` that leaves the module.
        let depth = inside.components().count() - usize::from(inside.ends_with("mod.rs"));
        for (line, other) in named(&fs::read_to_string(&file).unwrap(), depth) {
            if other != room && layer(&other).is_some_and(|other| other <= own) {
                found.push(format!("{shown}:{line}: {room} -> {other}"));
            }
        }
    }
    found
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let below = entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] });
    below.filter(|path| path.extension().is_some_and(|ending| ending == "rs")).collect()
}

/// Returns the modules that a file names by a path from the top of the package, with their lines.
fn named(text: &str, depth: usize) -> Vec<(usize, String)> {
    let up = "super::".repeat(depth);
    let code = text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n");
    let mut found = Vec::new();
    for top in ["crate::", &up] {
        for (at, _) in code.match_indices(top) {
            if code[..at].ends_with("super::") {
                continue;
            }
            let line = code[..at].matches('\n').count() + 1;
            found.extend(first_names(&code[at + top.len()..]).into_iter().map(|name| (line, name)));
        }
    }
    found
}

/// Returns the first names of the paths that start here: one, or those of a list in braces.
fn first_names(path: &str) -> Vec<String> {
    let word = |text: &str| -> String { text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect() };
    let Some(list) = path.strip_prefix('{') else { return vec![word(path)] };
    let (mut depth, mut names, mut start) = (0, Vec::new(), true);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => start = true,
            c if start && !c.is_whitespace() => {
                names.push(word(&list[at..]));
                start = false;
            }
            _ => {}
        }
    }
    names
}
