//! Comparison of run folders.

use std::fs;
use std::path::Path;

/// Checks that all files except `machine.json` and `times.jsonl` have the same bytes.
#[track_caller]
pub fn assert_same(run: &Path, reference: &Path) {
    let names = |folder: &Path| -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|f| f.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    };
    assert_eq!(names(run), names(reference));
    for name in names(run)
        .iter()
        .filter(|name| !["machine.json", "times.jsonl"].contains(&&name[..]))
    {
        assert!(
            fs::read(run.join(name)).unwrap() == fs::read(reference.join(name)).unwrap(),
            "{name} differs"
        );
    }
}
