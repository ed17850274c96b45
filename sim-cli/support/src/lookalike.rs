//! Names that people cannot tell apart: other cases of the same letters, other alphabets, full-width letters, accents, digits of
//! other scripts, 1 and l, rn and m.

use unicode_normalization::UnicodeNormalization as _;
use unicode_security::skeleton;

/// Letters like those of the Latin alphabet that Unicode Technical Standard 39 has no prototype for: letters with hooks, curls
/// and strokes, and small capitals. The prototype of m is rn.
const LIKE_LATIN: [(&str, &str); 25] = [
    ("a", "\u{1d00}\u{1df69}\u{2c65}"),
    ("b", "\u{299}\u{1d6c}\u{1d80}\u{a797}"),
    ("c", "\u{188}\u{255}\u{a793}\u{a794}\u{1df1d}"),
    ("d", "\u{221}\u{1d05}\u{1d6d}\u{1d81}\u{1d91}\u{a7c8}"),
    ("e", "\u{1d07}\u{1d92}\u{2c78}\u{ab34}"),
    ("f", "\u{1d82}\u{a730}"),
    ("g", "\u{262}\u{29b}\u{a7a1}"),
    ("h", "\u{29c}\u{2c68}\u{a727}"),
    ("i", "\u{1d96}\u{1df1a}"),
    ("j", "\u{29d}\u{1d0a}"),
    (
        "k",
        "\u{138}\u{1d84}\u{2c6a}\u{a741}\u{a743}\u{a745}\u{a7a3}",
    ),
    (
        "l",
        "\u{234}\u{26c}\u{29f}\u{1d0c}\u{1d85}\u{2c61}\u{a749}\u{a78e}\u{ab37}\u{ab38}\u{ab39}\u{1df04}\u{1df11}\u{1df13}",
    ),
    ("rn", "\u{28d}\u{1d86}\u{ab3a}"),
    ("n", "\u{235}\u{274}\u{1d87}\u{a791}\u{a7a5}\u{ab3b}"),
    ("o", "\u{2c7a}\u{a74d}\u{1df1b}"),
    ("p", "\u{1d18}\u{1d71}\u{1d88}\u{a751}\u{a753}\u{a755}"),
    ("q", "\u{24b}\u{a757}\u{a759}\u{a7af}"),
    (
        "r",
        "\u{27e}\u{280}\u{1d89}\u{a7a7}\u{ab46}\u{ab49}\u{1df16}",
    ),
    ("s", "\u{23f}\u{1d8a}\u{a7a9}\u{a7ca}\u{1df1e}"),
    ("t", "\u{236}\u{288}\u{1d1b}\u{2c66}\u{1df09}"),
    ("u", "\u{1df7b}\u{a7b9}"),
    ("v", "\u{2c71}\u{2c74}\u{a75f}"),
    ("w", "\u{2c73}"),
    ("x", "\u{1d8d}\u{ab56}\u{ab57}\u{ab58}\u{ab59}"),
    ("z", "\u{240}\u{291}\u{1d8e}"),
];

/// Pairs of letters that look like one. The standard has `rn` for `m` itself.
const PAIRS: [(&str, &str); 2] = [("vv", "w"), ("cl", "d")];

/// Zeros of scripts with digits of their own, each followed by 1 to 9, except for those that are compatible with ASCII.
#[rustfmt::skip]
const ZEROS: [u32; 58] = [
    0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0,
    0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50,
    0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0x104a0, 0x10d30, 0x11066, 0x110f0, 0x11136,
    0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0, 0x11730, 0x118e0, 0x11950, 0x11c50, 0x11d50,
    0x11da0, 0x16a60, 0x16ac0, 0x16b50, 0x1e140, 0x1e2f0, 0x1e950
];

/// True if two names look the same, or nearly so, to people: by the confusable characters of Unicode Technical Standard 39, in
/// any case, whatever accents the letters have, and with any number of blanks between words. Digits of all scripts look alike.
pub fn look_alike(one: &str, other: &str) -> bool {
    let others = forms(other);
    forms(one).iter().any(|form| others.contains(form))
}

/// Returns what a name looks like: a letter may look like another in one case only (I and l, B and a Greek beta), and a digit
/// like a letter or like its value.
fn forms(name: &str) -> Vec<String> {
    let words = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let in_cases = [words.to_lowercase(), words.to_uppercase(), words];
    in_cases
        .iter()
        .flat_map(|name| [shape(name), shape(&with_values(name))])
        .collect()
}

/// Returns a name with the digits of other scripts as those of ASCII.
fn with_values(name: &str) -> String {
    name.nfkc().map(|c| digit(c).unwrap_or(c)).collect()
}

fn digit(c: char) -> Option<char> {
    let next = ZEROS.partition_point(|zero| *zero <= c as u32);
    let zero = ZEROS[next.checked_sub(1)?];
    char::from_digit(c as u32 - zero, 10)
}

/// Returns the shape of a name: equal ones look the same.
fn shape(name: &str) -> String {
    let decomposed: String = name.nfkd().collect();
    let mut shape = String::new();
    for letter in skeleton(&decomposed).filter(|c| !is_accent(*c)) {
        match LIKE_LATIN
            .iter()
            .find(|(_, others)| others.contains(letter))
        {
            Some((latin, _)) => shape.push_str(latin),
            None => shape.push(letter),
        }
    }
    PAIRS
        .iter()
        .fold(shape, |shape, (pair, one)| shape.replace(pair, one))
}

/// True for marks on letters of alphabets, and for an apostrophe, which stands for a hook there. Marks of other scripts tell
/// letters apart: か and が.
fn is_accent(c: char) -> bool {
    matches!(c, '\'' | '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}')
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
            ("Zoë", "Zoe"),
            ("vvolf", "wolf"),
            ("VVolf", "Wolf"),
            ("claisy", "daisy"),
            ("CLAISY", "Claisy"),
            ("barn", "bam"),
            ("\u{27e}ob", "rob"),
            ("\u{280}ob", "Rob"),
            ("\u{121}reedy", "greedy"),
            ("\u{11f}reedy", "GREEDY"),
            ("\u{188}y", "cy"),
            ("\u{663}a", "3a"),
            ("\u{663}a", "\u{969}a"),
            ("b\u{665}", "bo"),
            ("\u{ff13}a", "3a"),
            ("\u{1d7d1}a", "3a"),
            ("\u{fb01}n", "fin"),
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
            ("\u{663}a", "4a"),
            ("\u{664}a", "3a"),
            ("v", "w"),
            ("vw", "wv"),
            ("c", "d"),
            ("かな", "がな"),
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
