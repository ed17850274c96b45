//! Writes plain data as a line of JSON: the bytes of `serde_json` for fewer instructions, because field names need no escaping and
//! everything is inlined into the caller (hence `inline(always)`). A record of Gold Rush takes 104,000 instructions instead of
//! 183,000; the difference is most of a random game, and there are millions of records.

use serde::ser::{
    Error as _, Impossible, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple,
    Serializer,
};
use serde_json::{Error, Result};

/// Appends a value.
///
/// # Errors
/// Fails on types that no record contains.
pub(super) fn write(value: &impl Serialize, to: &mut Vec<u8>) -> Result<()> {
    value.serialize(Json(to))
}

/// Serializer of one value.
struct Json<'a>(&'a mut Vec<u8>);

impl Json<'_> {
    fn plain(self, text: &[u8]) -> Result<()> {
        self.0.extend_from_slice(text);
        Ok(())
    }
}

/// Serializer of a sequence. Each value adds a trailing comma; the closing bracket replaces the last one.
struct Several<'a> {
    to: &'a mut Vec<u8>,
    end: u8,
}

impl<'a> Several<'a> {
    #[inline(always)]
    fn begin(to: &'a mut Vec<u8>, begin: u8, end: u8) -> Result<Several<'a>> {
        to.push(begin);
        Ok(Several { to, end })
    }

    #[inline(always)]
    fn value(&mut self, value: &(impl Serialize + ?Sized)) -> Result<()> {
        value.serialize(Json(self.to))?;
        self.to.push(b',');
        Ok(())
    }

    #[inline(always)]
    fn close(self) -> Result<()> {
        match self.to.last_mut() {
            Some(last @ b',') => *last = self.end,
            _ => self.to.push(self.end),
        }
        Ok(())
    }
}

/// Error for types that records do not contain.
fn none_of_these<T>() -> Result<T> {
    Err(Error::custom("records have no such thing"))
}

macro_rules! whole_numbers {
    ($($name:ident $type:ty),*) => {
        $(#[inline(always)]
        fn $name(self, value: $type) -> Result<()> {
            self.plain(itoa::Buffer::new().format(value).as_bytes())
        })*
    };
}

impl<'a> Serializer for Json<'a> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Several<'a>;
    type SerializeTuple = Several<'a>;
    type SerializeTupleStruct = Impossible<(), Error>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Several<'a>;
    type SerializeStruct = Several<'a>;
    type SerializeStructVariant = Impossible<(), Error>;

    whole_numbers!(serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64);
    whole_numbers!(serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64);

    #[inline(always)]
    fn serialize_bool(self, value: bool) -> Result<()> {
        self.plain(if value { b"true" } else { b"false" })
    }

    fn serialize_f32(self, value: f32) -> Result<()> {
        serde_json::to_writer(self.0, &value)
    }

    fn serialize_f64(self, value: f64) -> Result<()> {
        serde_json::to_writer(self.0, &value)
    }

    fn serialize_char(self, value: char) -> Result<()> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    #[inline(always)]
    fn serialize_str(self, value: &str) -> Result<()> {
        if value
            .bytes()
            .any(|byte| byte < b' ' || byte == b'"' || byte == b'\\')
        {
            return serde_json::to_writer(self.0, value);
        }
        self.0.push(b'"');
        self.0.extend_from_slice(value.as_bytes());
        self.0.push(b'"');
        Ok(())
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<()> {
        none_of_these()
    }

    fn serialize_none(self) -> Result<()> {
        self.plain(b"null")
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<()> {
        self.plain(b"null")
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<()> {
        self.plain(b"null")
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<()> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<()> {
        none_of_these()
    }

    #[inline(always)]
    fn serialize_seq(self, _: Option<usize>) -> Result<Several<'a>> {
        Several::begin(self.0, b'[', b']')
    }

    #[inline(always)]
    fn serialize_tuple(self, _: usize) -> Result<Several<'a>> {
        Several::begin(self.0, b'[', b']')
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct> {
        none_of_these()
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant> {
        none_of_these()
    }

    #[inline(always)]
    fn serialize_map(self, _: Option<usize>) -> Result<Several<'a>> {
        Several::begin(self.0, b'{', b'}')
    }

    #[inline(always)]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Several<'a>> {
        Several::begin(self.0, b'{', b'}')
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant> {
        none_of_these()
    }
}

impl SerializeSeq for Several<'_> {
    type Ok = ();
    type Error = Error;

    #[inline(always)]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.value(value)
    }

    #[inline(always)]
    fn end(self) -> Result<()> {
        self.close()
    }
}

impl SerializeTuple for Several<'_> {
    type Ok = ();
    type Error = Error;

    #[inline(always)]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.value(value)
    }

    #[inline(always)]
    fn end(self) -> Result<()> {
        self.close()
    }
}

impl SerializeMap for Several<'_> {
    type Ok = ();
    type Error = Error;

    /// Numeric keys become text.
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        let begin = self.to.len();
        key.serialize(Json(self.to))?;
        if self.to[begin] != b'"' {
            self.to.insert(begin, b'"');
            self.to.push(b'"');
        }
        self.to.push(b':');
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.value(value)
    }

    fn end(self) -> Result<()> {
        self.close()
    }
}

impl SerializeStruct for Several<'_> {
    type Ok = ();
    type Error = Error;

    /// Field names are the program's own and need no escaping.
    #[inline(always)]
    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        self.to.push(b'"');
        self.to.extend_from_slice(name.as_bytes());
        self.to.extend_from_slice(b"\":");
        self.value(value)
    }

    #[inline(always)]
    fn end(self) -> Result<()> {
        self.close()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use goldrush_engine::game::State as _;
    use goldrush_engine::record::{BotComment, BotEvaluations, Heading, Record, Recordable};
    use goldrush_engine::rng::tool_stream;
    use goldrush_engine::{carcassonne, gold_rush, knizia_gold};

    use super::*;

    fn same(value: &impl Serialize) {
        let mut line = b"before ".to_vec();
        write(value, &mut line).unwrap();
        assert_eq!(
            String::from_utf8(line).unwrap(),
            "before ".to_owned() + &serde_json::to_string(value).unwrap()
        );
    }

    fn record_is_the_same<G: Recordable>(setup: &G::Setup) {
        let mut recorder = G::Recorder::default();
        let mut rng = tool_stream(5);
        let deal = G::deal_of(&G::deal(setup, &mut rng), &recorder);
        let mut state = G::from_deal(setup, &deal, false, &mut recorder).unwrap();
        while let Some(mv) = state.random_move(&mut rng) {
            G::play_and_record(&mut state, mv, &mut recorder);
        }
        let seats = (0..state.players())
            .map(|seat| format!("cmd:\"a\\{seat}\tż\""))
            .collect();
        let values = vec![None, Some(0.5), Some(-1e-9), Some(3e300), Some(f64::NAN)];
        let remarks = vec![
            None,
            Some(BotComment {
                pv: vec!["c4".into()],
                note: "\"so\"".into(),
            }),
        ];
        let (evaluations, heading) = (
            BotEvaluations { values, remarks },
            Heading {
                seats,
                opening: 3,
                ..Heading::default()
            },
        );
        same(&Record::<G>::new(
            setup,
            &state,
            recorder,
            evaluations,
            heading,
        ));
    }

    #[test]
    fn it_writes_what_serde_json_does() {
        let rules = gold_rush::Rules {
            tents: 2,
            take_back: true,
            ..Default::default()
        };
        let catalogue = gold_rush::Catalogue::built_in("gold_rush").unwrap();
        record_is_the_same::<gold_rush::GoldRush>(
            &gold_rush::Setup::new(catalogue, rules, 3).unwrap(),
        );
        let rules = carcassonne::Rules {
            gold_mines: true,
            ..Default::default()
        };
        let catalogue = carcassonne::Catalogue::printed();
        record_is_the_same::<carcassonne::Carcassonne>(
            &carcassonne::Setup::new(catalogue.into(), rules, 3).unwrap(),
        );
        record_is_the_same::<knizia_gold::KniziaGold>(&knizia_gold::Setup::new(2, true).unwrap());
        same(&BTreeMap::from([
            (3, ["", "ł", "\u{7}"]),
            (-4, ["\"", "\\", "\u{7f}"]),
        ]));
        same(&(
            [u64::MAX, 0],
            [i64::MIN, 9],
            (true, 'x', ()),
            [Some(1.5), None],
            Vec::<u8>::new(),
        ));
        assert!(write(&Err::<u8, u8>(3), &mut Vec::new()).is_err());
    }
}
