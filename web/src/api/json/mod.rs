//! JSON into values, as far as the server's answers go. First a text becomes a tree, then the tree what it stands for:
//! code for each type would be many times larger.

mod members;
mod reader;

use std::fmt;

pub use members::{Fill, Shape, Unfit, made, may, members, must, named, pairs};
use reader::Reader;

/// A value of any shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// Nothing.
    Null,
    /// True or false.
    Bool(bool),
    /// `digits` × 10^`exponent`, so that whole numbers stay exact.
    Number {
        /// Whether it has a minus.
        negative: bool,
        /// Its digits.
        digits: u64,
        /// The power of ten to multiply them by.
        exponent: i32,
    },
    /// Text.
    Text(String),
    /// Values one after another.
    List(Vec<Json>),
    /// Values under names, in the order in which they were written.
    Object(Vec<(String, Json)>),
}

/// The text is no JSON, or not of the shape that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// No JSON: so many bytes were read before that was seen.
    At(usize),
    /// A member that is not there, or not what it should be.
    Member(&'static str),
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At(at) => write!(f, "byte {at}"),
            Self::Member(name) => write!(f, "member {name}"),
        }
    }
}

impl std::error::Error for Broken {}

/// Reads a whole document.
pub fn read<T: Shape>(bytes: &[u8]) -> Result<T, Broken> {
    made(&tree(bytes)?).map_err(|Unfit(name)| Broken::Member(name))
}

/// Reads a whole document, of whatever shape.
fn tree(bytes: &[u8]) -> Result<Json, Broken> {
    let mut reader = Reader { bytes, at: 0, depth: 0 };
    let value = reader.value()?;
    if reader.peek() == 0 { Ok(value) } else { Err(reader.broken()) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn whatever_is_not_json_is_refused_where_it_breaks() {
        assert_eq!(tree(b"[1, 2,, 3]"), Err(Broken::At(6)));
        for text in
            ["", "[1", "[1] 2", "{\"a\":}", "{\"a\" 1}", "[1 2]", "\"\\x\"", "\"\\ud800\"", "\"open", "nul", "-"]
        {
            assert!(tree(text.as_bytes()).is_err(), "{text}");
        }
        assert!(tree("[".repeat(100_000).as_bytes()).is_err());
    }

    #[test]
    fn a_number_that_does_not_fit_is_refused() {
        for text in ["[-1]", "[1.5]", "[4294967296]", "[\"1\"]", "[null]", "{}", "1"] {
            assert!(read::<Vec<u32>>(text.as_bytes()).is_err(), "{text}");
        }
        assert_eq!(read::<Vec<i32>>(b"[-2147483648, 2147483647]"), Ok(vec![i32::MIN, i32::MAX]));
        assert!(read::<Vec<i32>>(b"[2147483648]").is_err());
    }

    #[test]
    fn whole_numbers_beyond_those_that_floats_hold_are_exact() {
        for number in [0, (1 << 53) + 1, u64::MAX - 1, u64::MAX] {
            assert_eq!(read::<u64>(number.to_string().as_bytes()), Ok(number));
        }
        assert!(read::<u64>(b"18446744073709551616").is_err());
    }

    #[test]
    fn maps_may_have_numbers_for_keys_and_values_may_be_absent() {
        let mut map: BTreeMap<u32, Vec<Option<f64>>> = BTreeMap::new();
        let written = tree(b" { \"7\" : [ null , -2.5e3, 1e-7 ], \"12\": [] } ").unwrap();
        assert_eq!(pairs(&mut map).fill(&written), Ok(()));
        assert_eq!(map, BTreeMap::from([(7, vec![None, Some(-2500.0), Some(1e-7)]), (12, vec![])]));
        let named = tree(b"{\"x\": []}").unwrap();
        assert_eq!(pairs(&mut map).fill(&named), Err(Unfit::SELF));
    }

    proptest! {
        #[test]
        fn every_text_comes_back(text in ".*", number in -1_000_000_i32..1_000_000) {
            let written = serde_json::to_vec(&(&[&text], number)).unwrap();
            let Ok(Json::List(items)) = tree(&written) else { panic!("a list") };
            prop_assert_eq!(made::<Vec<String>>(&items[0]), Ok(vec![text]));
            prop_assert_eq!(made::<i32>(&items[1]), Ok(number));
        }

        #[test]
        fn escaped_text_comes_back(text in ".*") {
            let escaped: String = text.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
            prop_assert_eq!(read::<String>(format!("\"{escaped}\"").as_bytes()), Ok(text));
        }

        #[test]
        fn every_whole_number_comes_back(number: u64) {
            prop_assert_eq!(read::<u64>(number.to_string().as_bytes()), Ok(number));
        }

        #[test]
        fn figures_of_six_digits_are_read_as_the_standard_library_reads_them(
            digits in -999_999_i32..1_000_000, exponent in -22_i32..=16,
        ) {
            let value: f64 = format!("{digits}e{exponent}").parse().unwrap();
            for written in [serde_json::to_string(&value).unwrap(), format!("{digits}E{exponent}")] {
                prop_assert_eq!(read::<f64>(written.as_bytes()), Ok(value), "{}", written);
            }
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
            let _ = tree(&bytes);
        }
    }
}
