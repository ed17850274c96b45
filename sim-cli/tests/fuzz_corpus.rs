//! Runs the corpora of the fuzz targets as ordinary tests.

#[path = "../fuzz/src/lib.rs"]
mod checks;

macro_rules! targets {
    ($($target:ident)*) => {
        $(#[test]
        fn $target() {
            let folder = format!("{}/fuzz/corpus/{}", env!("CARGO_MANIFEST_DIR"), stringify!($target));
            let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|f| f.unwrap().path()).collect();
            files.sort();
            assert!(files.len() >= 3, "{folder}");
            for file in files {
                checks::$target(&std::fs::read(&file).unwrap());
            }
        })*

        /// Every fuzz target has a program and a corpus, and is tested here.
        #[test]
        fn all_targets_are_here() {
            let folder = format!("{}/fuzz/fuzz_targets", env!("CARGO_MANIFEST_DIR"));
            let mut names: Vec<_> = std::fs::read_dir(&folder)
                .unwrap()
                .map(|file| file.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
                .collect();
            names.sort();
            assert_eq!(names, [$(stringify!($target)),*]);
        }
    };
}

targets! {
    agent answer catalogue notation observation options plan position question record rules saved tables
}
