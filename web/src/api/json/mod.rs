//! JSON into values, as far as the server's answers go. A quarter of the size of a general reader: objects are read as
//! structures and maps alone, and an error says where, not what.

mod reader;
mod shapes;

use std::fmt;

use reader::Reader;
use serde::de::{self, DeserializeOwned};

/// Deeper nesting than this is refused.
const DEEPEST: usize = 64;

/// The text is no JSON, or not of the shape that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken {
    /// How many bytes were read before that was seen.
    pub at: usize,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}", self.at)
    }
}

impl std::error::Error for Broken {}

impl de::Error for Broken {
    fn custom<M: fmt::Display>(_: M) -> Self {
        Self { at: 0 }
    }
}

/// Reads a whole document.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Broken> {
    let mut reader = Reader { bytes, at: 0, depth: 0 };
    let value = T::deserialize(&mut reader).map_err(|_| reader.broken())?;
    if reader.peek() == 0 { Ok(value) } else { Err(reader.broken()) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;
    use shared::model::{RunId, parse};
    use shared::summary::{RunSummary, summarise};

    use super::*;

    #[test]
    fn a_summary_is_read_as_the_general_reader_reads_it() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../static/published/2002-08-05-ipc-lock/1-2.5.29s4.json");
        let bytes = std::fs::read(page).unwrap();
        let summary = summarise(&RunId::of(&bytes), &parse(&bytes).unwrap());
        let written = serde_json::to_vec(&summary).unwrap();
        assert_eq!(read::<RunSummary>(&written), Ok(summary));
    }

    #[test]
    fn whatever_is_not_json_is_refused_where_it_breaks() {
        assert_eq!(read::<Vec<u32>>(b"[1, 2,, 3]"), Err(Broken { at: 6 }));
        for text in ["", "[1", "[1] 2", "{\"a\":}", "[-1]", "[1.5]", "\"\\x\"", "nul"] {
            assert!(read::<Vec<u32>>(text.as_bytes()).is_err(), "{text}");
        }
        let deep = "[".repeat(100_000);
        assert!(read::<de::IgnoredAny>(deep.as_bytes()).is_err());
    }

    #[test]
    fn maps_may_have_numbers_for_keys_and_values_may_be_absent() {
        let read: BTreeMap<u32, Vec<Option<f64>>> = read(b" { \"7\" : [ null , -2.5e3, 1e-7 ] } ").unwrap();
        assert_eq!(read, BTreeMap::from([(7, vec![None, Some(-2500.0), Some(1e-7)])]));
    }

    proptest! {
        #[test]
        fn every_text_comes_back(text in ".*", number in -1_000_000_i32..1_000_000) {
            let written = serde_json::to_vec(&(&text, number)).unwrap();
            prop_assert_eq!(read::<(String, i32)>(&written), Ok((text, number)));
        }

        #[test]
        fn escaped_text_comes_back(text in ".*") {
            let escaped: String = text.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
            prop_assert_eq!(read::<String>(format!("\"{escaped}\"").as_bytes()), Ok(text));
        }
    }
}
