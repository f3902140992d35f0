//! Decompression within bounds: a body of a few bytes must not become gigabytes.

use std::io::Read;

use bytes::Bytes;
use thiserror::Error;

/// How a body is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Not at all.
    Identity,
    /// RFC 1952.
    Gzip,
    /// RFC 8878.
    Zstd,
}

impl Encoding {
    /// The encoding that a `Content-Encoding` names.
    pub fn parse(name: &str) -> Option<Self> {
        match name.trim().to_ascii_lowercase().as_str() {
            "" | "identity" => Some(Self::Identity),
            "gzip" | "x-gzip" => Some(Self::Gzip),
            "zstd" => Some(Self::Zstd),
            _ => None,
        }
    }
}

/// Why a body cannot be decompressed.
#[derive(Debug, Error)]
pub enum DecodeError {
    /// More bytes than a document may have.
    #[error("the document is larger than {most} bytes after decompression")]
    TooLarge {
        /// The bound.
        most: usize,
    },
    /// Not what its encoding says.
    #[error("the body is not valid {encoding}: {source}")]
    Broken {
        /// What it should be.
        encoding: &'static str,
        /// What is wrong.
        #[source]
        source: std::io::Error,
    },
    /// The compressor failed.
    #[error("the document cannot be compressed: {0}")]
    Compress(#[source] std::io::Error),
}

/// Most members of a gzip body. Each costs as much as some 100 KiB of text, so that many empty ones would be a bomb of
/// their own; blocks of 64 KiB, as some packers make, are fewer.
const GZIP_MEMBERS: usize = 1024;
/// Longest window that a zstd frame may ask for, as a power of two: 32 MiB.
const ZSTD_WINDOW: u32 = 25;
/// A modest level: the store grows by a tenth against level 9, and takes in five times as many runs.
const ZSTD_LEVEL: i32 = 3;

/// The document in a body, of at most `most` bytes.
pub fn decode(body: &Bytes, encoding: Encoding, most: usize) -> Result<Bytes, DecodeError> {
    match encoding {
        Encoding::Identity if body.len() > most => Err(DecodeError::TooLarge { most }),
        Encoding::Identity => Ok(body.clone()),
        Encoding::Gzip => gunzip(body, most),
        Encoding::Zstd => {
            let broken = |source| DecodeError::Broken { encoding: "zstd", source };
            let mut decoder = zstd::stream::read::Decoder::with_buffer(&body[..]).map_err(broken)?;
            decoder.window_log_max(ZSTD_WINDOW).map_err(broken)?;
            read(decoder, "zstd", most)
        }
    }
}

/// The members of a gzip body, one after the other.
fn gunzip(body: &[u8], most: usize) -> Result<Bytes, DecodeError> {
    let mut document = Vec::new();
    let mut rest = body;
    for _ in 0..GZIP_MEMBERS {
        let mut member = flate2::bufread::GzDecoder::new(rest);
        let within = read(&mut member, "gzip", most - document.len());
        document.extend(within.map_err(|error| match error {
            DecodeError::TooLarge { .. } => DecodeError::TooLarge { most },
            other => other,
        })?);
        rest = member.into_inner();
        if rest.is_empty() {
            return Ok(document.into());
        }
    }
    let source = std::io::Error::other(format!("it has more than {GZIP_MEMBERS} members"));
    Err(DecodeError::Broken { encoding: "gzip", source })
}

/// A document as it is stored.
pub fn compress(document: &[u8]) -> Result<Vec<u8>, DecodeError> {
    zstd::bulk::compress(document, ZSTD_LEVEL).map_err(DecodeError::Compress)
}

/// A stored document as it was uploaded.
pub fn decompress(zstd: &[u8], size: usize) -> Result<Vec<u8>, DecodeError> {
    zstd::bulk::decompress(zstd, size).map_err(|source| DecodeError::Broken { encoding: "zstd", source })
}

/// Reads until the end or the bound, whichever comes first.
fn read(reader: impl Read, encoding: &'static str, most: usize) -> Result<Bytes, DecodeError> {
    let mut document = Vec::new();
    let bound = most as u64 + 1;
    reader.take(bound).read_to_end(&mut document).map_err(|source| DecodeError::Broken { encoding, source })?;
    if document.len() > most { Err(DecodeError::TooLarge { most }) } else { Ok(document.into()) }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn gzip(bytes: &[u8]) -> Bytes {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap().into()
    }

    fn zstd(bytes: &[u8]) -> Bytes {
        zstd::bulk::compress(bytes, 3).unwrap().into()
    }

    #[test]
    fn every_encoding_gives_the_same_bytes() {
        let text = Bytes::from(b"{\"schema\":1}".repeat(100));
        assert_eq!(decode(&text, Encoding::Identity, 5000).unwrap(), text);
        assert_eq!(decode(&gzip(&text), Encoding::Gzip, 5000).unwrap(), text);
        assert_eq!(decode(&zstd(&text), Encoding::Zstd, 5000).unwrap(), text);
        assert_eq!(decompress(&compress(&text).unwrap(), text.len()).unwrap(), text);
    }

    #[test]
    fn a_bomb_is_refused_at_the_bound() {
        let zeros = vec![0; 1 << 20];
        for (body, encoding) in [(gzip(&zeros), Encoding::Gzip), (zstd(&zeros), Encoding::Zstd)] {
            assert!(body.len() < 5000);
            assert!(matches!(decode(&body, encoding, 10_000), Err(DecodeError::TooLarge { most: 10_000 })));
            assert!(decode(&body, encoding, 1 << 20).is_ok(), "the bound itself is allowed");
        }
    }

    #[test]
    fn members_are_joined_within_the_bound_and_many_are_refused() {
        let two = Bytes::from([gzip(b"{\"schema\""), gzip(b":1}")].concat());
        assert_eq!(decode(&two, Encoding::Gzip, 12).unwrap(), "{\"schema\":1}");
        assert!(matches!(decode(&two, Encoding::Gzip, 11), Err(DecodeError::TooLarge { .. })));
        let many = |count| decode(&Bytes::from(gzip(b"x").repeat(count)), Encoding::Gzip, 10_000);
        assert_eq!(many(1024).unwrap().len(), 1024);
        assert!(matches!(many(1025), Err(DecodeError::Broken { encoding: "gzip", .. })));
    }

    #[test]
    fn a_body_that_is_cut_is_broken_not_short() {
        let body = gzip(&b"0123456789".repeat(1000));
        let error = decode(&body.slice(..body.len() - 9), Encoding::Gzip, 1 << 20).unwrap_err();
        assert!(matches!(error, DecodeError::Broken { encoding: "gzip", .. }), "{error}");
        assert!(matches!(
            decode(&Bytes::from_static(b"{}"), Encoding::Zstd, 100),
            Err(DecodeError::Broken { encoding: "zstd", .. })
        ));
    }
}
