//! Checks where files are changed, and that all tests run.

use std::fs;
use std::path::{Path, PathBuf};

/// A test ends the program at each of these changes.
#[test]
fn runs_leagues_and_searches_change_files_in_one_place() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [
        "harness/src/store",
        "src/league",
        "src/design",
        "src/commands/league",
    ]
    .into_iter()
    .flat_map(|folder| files(&here.join(folder)));
    for file in folders
        .chain([here.join("src/commands/design.rs")])
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
