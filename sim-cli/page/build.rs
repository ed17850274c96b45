//! Gives the program the stack that threads have elsewhere: searches keep whole positions there.

fn main() {
    println!("cargo::rustc-link-arg-cdylib=-zstack-size=8388608");
}
