//! Invalid catalogues: each error names file, tile, field and what is expected.

use goldrush_engine::gold_rush::Catalogue;
use goldrush_engine::gold_rush::catalogue::Segment;

/// A valid catalogue; each fault changes one thing in it.
const RIGHT: &str = r#"
[tokens]
0 = 1
2 = 5

[[tile]]
id = "s"
copies = 2
start = true
edges = "MRRP"
rails = ["ES"]
mountains = [{ edges = "N", nuggets = 1 }]
prairies = [[2,5,6,7],[3,4]]

[[tile]]
id = "j"
copies = 2
edges = "PRRR"
rails = ["E","S","W"]
center = "junction"
prairies = [[0,1,2,7],[3,4],[5,6]]
variants = [[[1,0],[0,0],[0,0]],[[0,1],[0,0],[0,0]]]
"#;

/// Returns the error when `from` is replaced by `to`.
fn error(from: &str, to: &str) -> String {
    assert!(RIGHT.contains(from), "{from}");
    match Catalogue::parse("test", "test.toml", &RIGHT.replacen(from, to, 1)) {
        Ok(_) => panic!("{from} → {to} is accepted"),
        Err(e) => e.to_string(),
    }
}

#[track_caller]
fn says(from: &str, to: &str, place: &str, problem: &str) {
    let error = error(from, to);
    assert!(error.starts_with(&format!("test.toml: {place}")), "{error}");
    assert!(error.contains(problem), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
}

#[test]
fn the_base_catalogue_of_these_tests_is_valid() {
    let catalogue = Catalogue::parse("test", "test.toml", RIGHT).unwrap();
    let names: Vec<_> = catalogue.kinds().iter().map(|k| k.name.as_str()).collect();
    assert_eq!(names, ["s", "ja", "jb"]);
}

#[test]
fn wrong_edge_letters_are_refused() {
    says(
        "\"MRRP\"",
        "\"MRXP\"",
        "tile s: edges",
        "unknown letter X; P, R and M",
    );
    says("\"MRRP\"", "\"MRR\"", "tile s: edges", "not four letters");
    says("\"ES\"", "\"EQ\"", "tile s: rails", "unknown side Q");
    says(
        "center = \"junction\"",
        "center = \"bar\"",
        "tile j: center",
        "\"city\" or \"junction\"",
    );
    says(
        "id = \"j\"",
        "id = \"j!\"",
        "tile j!: id",
        "letters, digits",
    );
}

#[test]
fn wrong_half_edges_are_refused() {
    says(
        "[3,4]]",
        "[3]]",
        "tile s: prairies",
        "half-edge 4 (Se) is missing",
    );
    says(
        "[3,4]]",
        "[3,4,5]]",
        "tile s: prairies",
        "half-edge 5 (Sw) is used twice",
    );
    says(
        "[3,4]]",
        "[3,4,1]]",
        "tile s: prairies",
        "half-edge 1 (Ne) lies on a mountain side",
    );
    says(
        "[3,4]]",
        "[3,4,9]]",
        "tile s: prairies",
        "9 is no half-edge; 0 to 7",
    );
    says("[3,4]]", "[3,4],[]]", "tile s: prairies", "at least one");
}

#[test]
fn prairies_must_match_their_separation() {
    says(
        "[[2,5,6,7],[3,4]]",
        "[[2,5,6,7,3,4]]",
        "tile s: prairies",
        "the rail ES runs between them; give two",
    );
    says(
        "[[2,5,6,7],[3,4]]",
        "[[2,5],[6,7],[3,4]]",
        "tile s: prairies",
        "nothing separates them; give one",
    );
    says(
        "[5,6]]\nvariants",
        "[5],[6]]\nvariants",
        "tile j: prairies",
        "nothing separates",
    );
    says(
        "[[0,1,2,7],[3,4]",
        "[[0,1,2,7,3,4]",
        "tile j: prairies",
        "the rails of the junction runs between them",
    );
}

#[test]
fn rails_and_mountains_must_match_the_edges() {
    says(
        "[\"ES\"]",
        "[\"EN\"]",
        "tile s: rails",
        "reaches N, where edges = \"MRRP\" has no R",
    );
    says(
        "[\"ES\"]",
        "[\"E\"]",
        "tile s: rails",
        "R at S, which belongs to none",
    );
    says(
        "[\"ES\"]",
        "[\"ES\",\"E\"]",
        "tile s: rails",
        "side E is used twice",
    );
    says(
        "edges = \"N\", nuggets",
        "edges = \"W\", nuggets",
        "tile s: mountains",
        "reaches W",
    );
    says(
        "edges = \"N\", nuggets",
        "edges = \"\", nuggets",
        "tile s: mountains",
        "at least one letter",
    );
}

#[test]
fn rails_must_end_at_something() {
    let lonely = "[[tile]]\nid = \"x\"\ncopies = 1\nedges = \"RPPP\"\nrails = [\"N\"]\nprairies = [[0,1,2,3,4,5,6,7]]\n";
    let error = Catalogue::parse("t", "t.toml", &format!("{RIGHT}{lonely}"))
        .err()
        .unwrap()
        .to_string();
    assert_eq!(
        error,
        "t.toml: tile x: rails: \"N\" has nothing to end at; a one-letter rail needs a city, a junction or a mountain"
    );
    says(
        "[\"E\",\"S\",\"W\"]",
        "[\"ES\",\"W\"]",
        "tile j: rails",
        "rails end at the junction; give one letter each",
    );
    let two = "[[tile]]\nid = \"x\"\ncopies = 1\nedges = \"RPRP\"\nrails = [\"N\",\"S\"]\ncenter = \"city\"\nprairies = [[0,5,6,7],[1,2,3,4]]\n";
    let error = Catalogue::parse("t", "t.toml", &format!("{RIGHT}{two}"))
        .err()
        .unwrap()
        .to_string();
    assert_eq!(
        error,
        "t.toml: tile x: center: a city with 2 rails; 3 or 4 are needed"
    );
    says(
        "rails = [\"E\",\"S\",\"W\"]",
        "rails = [\"E\",\"S\",\"W\"]\nlocomotives = 1",
        "tile j: locomotives",
        "exactly one rail",
    );
}

#[test]
fn wrong_copies_variants_starts_and_ids_are_refused() {
    says(
        "copies = 2\nedges = \"PRRR\"",
        "copies = 3\nedges = \"PRRR\"",
        "tile j: variants",
        "2 entries for 3 copies",
    );
    says(
        "[[0,1],[0,0],[0,0]]",
        "[[0,1],[0,0]]",
        "tile j: variants",
        "lists 2 prairies, the tile has 3",
    );
    says(
        "copies = 2\nstart",
        "copies = 0\nstart",
        "tile s: copies",
        "1 to 100",
    );
    says("start = true\n", "", "start", "exactly one design needs it");
    says(
        "id = \"j\"",
        "id = \"j\"\nstart = true",
        "tile j: start",
        "a second start design",
    );
    says("id = \"j\"", "id = \"s\"", "tile s: id", "given twice");
    says(
        "id = \"s\"",
        "id = \"ja\"",
        "tile j: id",
        "kind ja exists already",
    );
}

#[test]
fn catalogues_beyond_capacity_are_refused() {
    says(
        "copies = 2\nstart",
        "copies = 99\nstart",
        "tile jb: copies",
        "101 tiles; at most 100 are possible",
    );
    says(
        "nuggets = 1",
        "nuggets = 200",
        "tile s: copies",
        "400 nuggets; at most 255",
    );
    says(
        "nuggets = 1",
        "nuggets = 999",
        "tile s: mountains",
        "999 is too many",
    );
    let tile = |i: usize, copies: usize| {
        format!(
            "[[tile]]\nid = \"k{i}\"\ncopies = {copies}\nedges = \"RRRR\"\nrails = [\"N\",\"E\",\"S\",\"W\"]\n\
             center = \"city\"\nprairies = [[0,7],[1,2],[3,4],[5,6]]\n"
        )
    };
    let with = |tiles: String| {
        let text = format!("{RIGHT}{tiles}");
        Catalogue::parse("t", "t.toml", &text)
            .map(|_| ())
            .map_err(|e| e.to_string())
    };
    let many = |kinds: usize, copies: usize| with((0..kinds).map(|i| tile(i, copies)).collect());
    assert_eq!(many(1, 54), Ok(()));
    assert!(many(1, 56).unwrap_err().contains("segments; at most 512"));
    assert!(
        many(62, 1)
            .unwrap_err()
            .contains("65 kinds of tiles; at most 64")
    );
    // Designs are counted before they are compared: of very many that would take long.
    assert!(
        with(tile(0, 1).repeat(100))
            .unwrap_err()
            .contains("102 kinds of tiles; at most 64")
    );
}

#[test]
fn invalid_catalogue_text_is_refused() {
    says("[tokens]", "[tokens", "line 2", "");
    says(
        "copies = 2\nstart",
        "copies = \"two\"\nstart",
        "tile s: ",
        "copies",
    );
    says(
        "copies = 2\nstart",
        "copies = -2\nstart",
        "tile s: ",
        "copies",
    );
    says("copies = 2\nstart", "copys = 2\nstart", "tile s: ", "copys");
    says("id = \"j\"\n", "", "tile number 2: ", "id");
    says(
        "{ edges = \"N\", nuggets = 1 }",
        "[\"N\", 1]",
        "tile s: ",
        "",
    );
    says(
        "{ edges = \"N\", nuggets = 1 }",
        "{ edges = \"N\", nuggets = 1, gold = 2 }",
        "tile s: ",
        "a mountain is written",
    );
    says(
        "[[0,1],[0,0],[0,0]]",
        "[[0,1,5],[0,0],[0,0]]",
        "tile j: variants",
        "has 3 numbers; give [camps, herds]",
    );
    says("0 = 1", "x = 1", "tokens", "\"x\" is no value");
    says("0 = 1", "02 = 1", "tokens", "\"02\" is no value");
    says("0 = 1", "0 = -1", "tokens", "-1 tokens of 0");
    says("0 = 1", "99 = 1", "tokens", "at most 31");
    says("0 = 1", "0 = 300", "tokens", "255 are allowed");
}

#[test]
fn quotes_in_errors_stay_on_one_line() {
    says(
        "id = \"j\"",
        "id = \"\"\"a\nb\"\"\"",
        "tile a b: id",
        "letters, digits",
    );
    says(
        "\"MRRP\"",
        "\"M\\r\\nP\"",
        "tile s: edges",
        "unknown letter",
    );
    says("0 = 1", "\"0\\n\" = 1", "tokens", "\"0 \" is no value");
    says("0 = 1", "0 = \"\"\"a\nb\"\"\"", "tokens", "tokens of 0");
    says(
        "copies = 2\nstart",
        "\"a\\nb\" = 2\nstart",
        "tile s: ",
        "\"a b\" is no key here",
    );
}

#[test]
fn catalogues_round_trip_through_their_file_format() {
    for name in ["gold_rush", "gold_rush_alt"] {
        let catalogue = Catalogue::built_in(name).unwrap();
        let read = Catalogue::parse(name, "written", &catalogue.to_toml()).unwrap();
        assert_eq!(read.hash(), catalogue.hash());
    }
}

#[test]
fn derived_catalogues_have_the_requested_locomotives() {
    for (name, now) in [("gold_rush", 11), ("gold_rush_alt", 10)] {
        let catalogue = Catalogue::built_in(name).unwrap();
        assert_eq!(catalogue.locomotive_tiles(), now);
        assert_eq!(
            catalogue.with_locomotive_tiles(now).unwrap().hash(),
            catalogue.hash()
        );
        for tiles in [0, 6, 22] {
            let derived = catalogue.with_locomotive_tiles(tiles).unwrap();
            assert_eq!(
                (derived.locomotive_tiles(), derived.totals().locomotives),
                (tiles, tiles)
            );
            // Everything else is the same, in the same order, so one shuffle deals the same tiles except for
            // locomotives.
            let looks = |catalogue: &Catalogue| -> Vec<_> {
                let look = |id| {
                    let kind = catalogue.kind(id).clone();
                    let segments = kind.segments.into_iter().map(|s| Segment {
                        locomotives: 0,
                        ..s
                    });
                    (
                        kind.name[..2].to_owned(),
                        kind.edges,
                        kind.center,
                        segments.collect::<Vec<_>>(),
                    )
                };
                [catalogue.start()]
                    .into_iter()
                    .chain(catalogue.bag())
                    .map(look)
                    .collect()
            };
            assert_eq!(looks(&derived), looks(&catalogue));
            // Changed tiles are spread: of each design of four about half.
            let copies = |name: &str| {
                derived
                    .kinds()
                    .iter()
                    .find(|k| k.name == name)
                    .map_or(0, |k| k.copies)
            };
            if (name, tiles) == ("gold_rush", 6) {
                assert_eq!(
                    (copies("08"), copies("08x"), copies("17"), copies("17x")),
                    (2, 2, 2, 2)
                );
            }
        }
        let error = catalogue.with_locomotive_tiles(99).err().unwrap();
        assert!(
            error.contains("99 tiles") && error.contains(&format!("{now} to ")),
            "{error}"
        );
    }
}
