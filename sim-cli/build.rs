//! Tells the binary which commit it is built from, and of which day; `unknown` and nothing outside a checkout.

use std::process::Command;

fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok().filter(|o| o.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

fn main() {
    let commit = git(&["rev-parse", "--short=10", "HEAD"]);
    // Without the lock git leaves its index as it is; written now, it would have the next build begin anew.
    let dirty = git(&["--no-optional-locks", "status", "--porcelain", "--untracked-files=no"])
        .is_some_and(|changes| !changes.is_empty());
    let name = commit.map(|c| if dirty { format!("{c}+changes") } else { c });
    println!("cargo:rustc-env=GOLDRUSH_COMMIT={}", name.as_deref().unwrap_or("unknown"));
    println!("cargo:rustc-env=GOLDRUSH_DATE={}", git(&["log", "-1", "--format=%cs"]).unwrap_or_default());
    if let Some(folder) = git(&["rev-parse", "--absolute-git-dir"]) {
        for file in ["HEAD", "index"] {
            println!("cargo:rerun-if-changed={folder}/{file}");
        }
    }
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src");
}
