//! The commit that a program is built from. The file that calls one of these macros is compiled again after each commit; other
//! files and packages are not.

use std::path::Path;
use std::process::Command;

use proc_macro::TokenStream;

/// Expands to the commit: ten digits, with `+changes` if tracked files differ from it, or `unknown` outside a checkout.
#[proc_macro]
pub fn commit(_: TokenStream) -> TokenStream {
    let Some(commit) = git(&["rev-parse", "--short=10", "HEAD"]) else {
        return literal("unknown");
    };
    // Without the lock git leaves its index as it is; written now, it would have the next build begin anew.
    let changes = git(&[
        "--no-optional-locks",
        "status",
        "--porcelain",
        "--untracked-files=no",
    ]);
    let is_dirty = changes.is_some_and(|changes| !changes.is_empty());
    literal(&if is_dirty {
        format!("{commit}+changes")
    } else {
        commit
    })
}

/// Expands to the day of the commit, such as `2026-11-29`; empty outside a checkout.
#[proc_macro]
pub fn date(_: TokenStream) -> TokenStream {
    literal(&git(&["log", "-1", "--format=%cs"]).unwrap_or_default())
}

/// Returns the output of a git command that succeeds.
fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git")
        .args(args)
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

/// Returns a block with a text as its value, to which the files that change with each commit are inputs.
fn literal(text: &str) -> TokenStream {
    let folder = git(&["rev-parse", "--absolute-git-dir"]).unwrap_or_default();
    let mut block = String::from("{");
    for file in ["HEAD", "index", "logs/HEAD"].map(|name| Path::new(&folder).join(name)) {
        if !folder.is_empty() && file.is_file() {
            block += &format!("const _: &[u8] = include_bytes!({file:?});");
        }
    }
    block += &format!("{text:?}}}");
    block.parse().expect("it is a block of Rust")
}
