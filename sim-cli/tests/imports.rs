//! Checks the structure of the three packages: modules are arranged in layers, a module imports only from lower layers, and
//! no files of a module import each other in a circle.
//!
//! A module here is a folder or a file at the top of a package's `src`. Modules of one layer do not know each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The modules of a package, top layer first.
type Layers = &'static [&'static [&'static str]];

const ENGINE: Layers = &[
    &["changed_numbers"],
    &["gold_rush", "carcassonne", "knizia_gold"],
    &["record"],
    &["conformance", "landscape", "rulebook"],
    &["komi"],
    &["game", "options"],
    &["player", "rng", "fingerprint", "plain_error"],
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
    &["analysis", "design", "league", "run"],
    &["report"],
    &["findings"],
    &["store"],
    &["sim"],
    &["study"],
    &["protocol"],
    &["games"],
    &["stats"],
    &["input"],
    &[
        "build",
        "paint",
        "drawing",
        "progress",
        "interrupt",
        "surroundings",
        "error",
        "printable",
        "lookalike",
    ],
    &["system", "parallel"],
];

const PACKAGES: [(&str, Layers); 3] = [
    ("../engine/src", ENGINE),
    ("../ai/src", AI),
    ("src", SIM_CLI),
];

#[test]
fn imports_go_down_only() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let wrong: Vec<String> = PACKAGES
        .iter()
        .flat_map(|(folder, layers)| upward(&here.join(folder), layers))
        .collect();
    assert!(
        wrong.is_empty(),
        "imports that do not go down:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let wrong: Vec<String> = PACKAGES
        .iter()
        .flat_map(|(folder, _)| circles(&here.join(folder)))
        .collect();
    assert!(
        wrong.is_empty(),
        "imports in a circle:\n{}",
        wrong.join("\n")
    );
}

/// A test ends the program at each of these changes.
#[test]
fn runs_leagues_and_searches_change_files_in_one_place() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let folders = ["store", "league", "design", "commands/league"]
        .into_iter()
        .flat_map(|folder| files(&source.join(folder)));
    for file in folders
        .chain([source.join("commands/design.rs")])
        .filter(|file| !file.ends_with("tests.rs"))
    {
        let text = fs::read_to_string(&file).unwrap();
        let code = text
            .split("#[cfg(test)]")
            .next()
            .unwrap()
            .replace("DiskFile", "");
        let changes = [
            "fs::write",
            "fs::copy",
            "fs::rename",
            "fs::remove",
            "fs::create",
            "File::create",
            "OpenOptions",
        ];
        let is_here = changes.iter().any(|change| code.contains(change));
        assert_eq!(is_here, file.ends_with("disk.rs"), "{}", file.display());
    }
}

/// The tests of a file that no program names would never run.
#[test]
fn every_file_of_tests_is_linked() {
    for package in ["../engine", "../ai", "."] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join(package)
            .join("tests");
        let linked = fs::read_to_string(folder.join("main.rs")).unwrap();
        let programs = fs::read_to_string(folder.with_file_name("Cargo.toml")).unwrap();
        for entry in fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
        {
            let name = entry.file_stem().unwrap().to_str().unwrap();
            let is_code =
                entry.extension().is_some_and(|kind| kind == "rs") || entry.join("mod.rs").exists();
            let is_linked = linked.contains(&format!("mod {name};"))
                || programs.contains(&format!("tests/{name}.rs"));
            assert!(
                !is_code || is_linked,
                "{}: name it in main.rs",
                entry.display()
            );
        }
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
        (
            "low/mod.rs",
            "use crate::{\n    beside::{a, b},\n    low::inner,\n};\n",
        ),
        (
            "low/inner.rs",
            "//! Not an import: crate::high.\nuse super::super::high::h;\n",
        ),
    ] {
        fs::write(folder.path().join(file), text).unwrap();
    }
    let mut found = upward(folder.path(), layers);
    found.sort();
    let expected = [
        "beside.rs:1: beside -> high",
        "low/inner.rs:2: low -> high",
        "low/mod.rs:1: low -> beside",
    ]
    .map(String::from);
    assert_eq!(found, expected);
}

#[test]
fn circle_of_files_is_found() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("room")).unwrap();
    for (file, text) in [
        (
            "room/mod.rs",
            "mod one;\nmod two;\npub use two::{Two, deep::Three};\n",
        ),
        (
            "room/one.rs",
            "use super::{\n    Two,\n    four::Four,\n};\n",
        ),
        (
            "room/two.rs",
            "use crate::room::one::One;\n#[cfg(test)]\nmod tests {\n    use super::super::four::Four;\n}\n",
        ),
        (
            "room/four.rs",
            "// use super::one::One;\nuse super::five::Five;\n",
        ),
        ("room/five.rs", "use std::fmt;\n"),
        ("other.rs", "use crate::room::one::One;\n"),
    ] {
        fs::write(folder.path().join(file), text).unwrap();
    }
    assert_eq!(
        circles(folder.path()),
        ["room::one -> room::two", "room::two -> room::one"]
    );
}

/// Path of a module or item from the top of the package.
type ItemPath = Vec<String>;

/// Returns the imports by which files of one module import each other in a circle. A `pub use` only passes a name on: a file
/// that imports the name imports the file it comes from.
fn circles(src: &Path) -> Vec<String> {
    let module = |file: &Path| -> ItemPath {
        let inside = file.strip_prefix(src).unwrap().with_extension("");
        let parts = inside.iter().map(|part| part.to_str().unwrap().to_owned());
        parts
            .filter(|part| !["mod", "lib", "main"].contains(&&**part))
            .collect()
    };
    let all: BTreeMap<ItemPath, String> = files(src)
        .iter()
        .map(|file| (module(file), fs::read_to_string(file).unwrap()))
        .collect();
    let (mut imported, mut passed_on) = (Vec::new(), BTreeMap::new());
    for (file, text) in &all {
        for (is_public, path) in imports(text) {
            let parents = path.iter().take_while(|part| *part == "super").count();
            let path = match &*path[0] {
                "crate" => path[1..].to_vec(),
                "super" => [&file[..file.len() - parents], &path[parents..]].concat(),
                first if all.contains_key(&[&file[..], &[first.to_owned()]].concat()) => {
                    [&file[..], &path].concat()
                }
                _ => continue,
            };
            match path.last() {
                Some(name) if is_public => {
                    _ = passed_on.insert([&file[..], std::slice::from_ref(name)].concat(), path);
                }
                _ => imported.push((file, path)),
            }
        }
    }
    let origin = |mut path: ItemPath| -> Option<ItemPath> {
        while let Some((end, from)) =
            (1..=path.len()).find_map(|end| Some((end, passed_on.get(&path[..end])?)))
            && !all.contains_key(&path[..end])
        {
            path = [&from[..], &path[end..]].concat();
        }
        (1..=path.len())
            .rev()
            .map(|end| path[..end].to_vec())
            .find(|path| all.contains_key(path))
    };
    let edge = |(file, path): (&ItemPath, ItemPath)| Some((file.clone(), origin(path)?));
    let mut edges: BTreeSet<(ItemPath, ItemPath)> = imported.into_iter().filter_map(edge).collect();
    edges.retain(|(from, to)| from != to && from.first() == to.first());
    loop {
        let (from, to): (BTreeSet<_>, BTreeSet<_>) = edges.iter().cloned().unzip();
        let before = edges.len();
        edges.retain(|edge| to.contains(&edge.0) && from.contains(&edge.1));
        if edges.len() == before {
            return edges
                .iter()
                .map(|(from, to)| format!("{} -> {}", from.join("::"), to.join("::")))
                .collect();
        }
    }
}

/// Returns the paths that the `use` lines of a file import outside its tests, and whether it passes them on.
fn imports(text: &str) -> Vec<(bool, ItemPath)> {
    let text = text.split("#[cfg(test)]").next().unwrap();
    let code = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n");
    let mut found = Vec::new();
    for line in code.split(';') {
        let start = line
            .rfind("use ")
            .filter(|at| line[..*at].ends_with(['\n', ' ']) || *at == 0);
        let Some(at) = start else { continue };
        let before = line[..at]
            .trim_end()
            .rsplit(['\n', '}'])
            .next()
            .unwrap_or_default()
            .trim();
        let (is_public, tree) = (
            before.starts_with("pub"),
            line[at + 4..].replace(char::is_whitespace, ""),
        );
        if is_public || before.is_empty() || line[..at].ends_with('\n') {
            expand(&[], &tree, &mut |path| found.push((is_public, path)));
        }
    }
    found
}

/// Splits a tree of imports without blanks into its paths; renamed items may have their new name at the end.
fn expand(before: &[String], tree: &str, take: &mut impl FnMut(ItemPath)) {
    let Some((head, list)) = tree.split_once('{') else {
        return take(
            before
                .iter()
                .cloned()
                .chain(tree.split("::").map(str::to_owned))
                .collect(),
        );
    };
    let head: ItemPath = before
        .iter()
        .cloned()
        .chain(
            head.split("::")
                .filter(|p| !p.is_empty())
                .map(str::to_owned),
        )
        .collect();
    let (mut depth, mut start) = (0, 0);
    let list = list.strip_suffix('}').unwrap_or(list);
    for (at, c) in list.char_indices().chain([(list.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                if start < at {
                    expand(&head, &list[start..at], take);
                }
                start = at + 1;
            }
            _ => {}
        }
    }
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
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let below = entries.flat_map(|path| {
        if path.is_dir() {
            files(&path)
        } else {
            vec![path]
        }
    });
    below
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .collect()
}

/// Returns the modules that a file names by a path from the top of the package, with their lines.
fn named(text: &str, depth: usize) -> Vec<(usize, String)> {
    let up = "super::".repeat(depth);
    let code = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n");
    let mut found = Vec::new();
    for top in ["crate::", &up] {
        for (at, _) in code.match_indices(top) {
            if code[..at].ends_with("super::") {
                continue;
            }
            let line = code[..at].matches('\n').count() + 1;
            found.extend(
                first_names(&code[at + top.len()..])
                    .into_iter()
                    .map(|name| (line, name)),
            );
        }
    }
    found
}

/// Returns the first names of the paths that start here: one, or those of a list in braces.
fn first_names(path: &str) -> Vec<String> {
    let word = |text: &str| -> String {
        text.chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect()
    };
    let Some(list) = path.strip_prefix('{') else {
        return vec![word(path)];
    };
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
