//! The corpora of the fuzz targets as ordinary tests.

#![expect(clippy::disallowed_methods, reason = "a test reads its golden files")]

#[path = "../fuzz/src/lib.rs"]
mod checks;

fn replay(target: &str, check: fn(&[u8])) {
    let folder = format!("{}/fuzz/corpus/{target}", env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 3, "{folder}");
    for file in files {
        check(&std::fs::read(&file).unwrap());
    }
}

#[test]
fn notation() {
    replay("notation", checks::notation);
}

#[test]
fn record() {
    replay("record", checks::record);
}

#[test]
fn catalogue() {
    replay("catalogue", checks::catalogue);
}
