//! Names that people cannot tell apart: other cases of the same letters, other alphabets, full-width letters, 1 and l.

use unicode_security::skeleton;

/// True if two names look the same, or nearly so, to people: by the confusable characters of Unicode Technical Standard 39, in
/// any case and with any number of blanks between words.
pub fn look_alike(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(words);
    // A letter may look like another in one case only: I and l, B and a Greek beta.
    looks_like(&one, &other)
        || looks_like(&one.to_lowercase(), &other.to_lowercase())
        || looks_like(&one.to_uppercase(), &other.to_uppercase())
}

fn words(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn looks_like(one: &str, other: &str) -> bool {
    skeleton(one).eq(skeleton(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_other_letters_look_alike() {
        for (one, other) in [
            ("Ann", "ann"),
            ("Ann", "Аnn"),
            ("Ann", "Ａｎｎ"),
            ("Ann", "𝐀nn"),
            ("HOB", "НОВ"),
            ("bob", "ВОВ"),
            ("Paul", "PauI"),
            ("Paul", "Pau1"),
            ("bo", "B0"),
            ("Jern", "Jem"),
            ("O'Neill", "O’Neill"),
            ("Bo Li", "Bo  Li"),
            ("Zoë", "Zoe\u{308}"),
            ("Ω", "Ω"),
            ("level4", "Ievel4"),
        ] {
            assert!(
                look_alike(one, other) && look_alike(other, one),
                "{one} {other}"
            );
        }
    }

    #[test]
    fn different_names_do_not_look_alike() {
        for (one, other) in [
            ("Ann", "Anna"),
            ("Bo", "Cy"),
            ("Zoë", "Zoe"),
            ("李雷", "李蕾"),
            ("Иван", "Ivan"),
            ("guest 1", "guest 2"),
            ("heuristic:width=2", "heuristic:width=3"),
            ("mine-1", "mine-2"),
            ("level1", "level11"),
        ] {
            assert!(!look_alike(one, other), "{one} {other}");
        }
    }
}
