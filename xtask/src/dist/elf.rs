//! What a program needs beside itself, by its ELF file: the loader, the libraries, the oldest kernel. Layouts are those of
//! the System V ABI, 64 bits, least significant byte first; the note is that of the Linux Standard Base.

use anyhow::{Context, Result, bail};

const LOAD: u32 = 1;
const DYNAMIC: u32 = 2;
const INTERPRETER: u32 = 3;
const NOTE: u32 = 4;
const DT_NEEDED: u64 = 1;
const DT_STRTAB: u64 = 5;
/// The type of the note that names the oldest kernel, under the owner `GNU`.
const ABI_TAG: u32 = 1;

/// What a program needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// The loader's path.
    pub interpreter: Option<String>,
    /// Names of shared libraries.
    pub libraries: Vec<String>,
    /// The oldest kernel that its C library starts on.
    pub kernel: Option<[u32; 3]>,
}

struct Segment {
    kind: u32,
    offset: u64,
    address: u64,
    size: u64,
}

/// Reads what the program of these bytes needs.
pub fn needs(file: &[u8]) -> Result<Needs> {
    if file.get(..6) != Some(b"\x7fELF\x02\x01") {
        bail!("is no ELF file of 64 bits, least significant byte first");
    }
    let table = u64_at(file, 32)?;
    let (size, count) = (u64::from(u16_at(file, 54)?), u64::from(u16_at(file, 56)?));
    let segments = (0..count).map(|index| segment(file, table + index * size)).collect::<Result<Vec<_>>>()?;
    let mut needs = Needs::default();
    for segment in &segments {
        match segment.kind {
            INTERPRETER => needs.interpreter = Some(text_at(file, segment.offset)?),
            DYNAMIC => needs.libraries = libraries(file, segment, &segments)?,
            NOTE => needs.kernel = kernel(file, segment)?.or(needs.kernel),
            _ => {}
        }
    }
    Ok(needs)
}

fn segment(file: &[u8], at: u64) -> Result<Segment> {
    Ok(Segment {
        kind: u32_at(file, at)?,
        offset: u64_at(file, at + 8)?,
        address: u64_at(file, at + 16)?,
        size: u64_at(file, at + 32)?,
    })
}

fn libraries(file: &[u8], dynamic: &Segment, segments: &[Segment]) -> Result<Vec<String>> {
    let entries = (0..dynamic.size / 16)
        .map(|index| Ok((u64_at(file, dynamic.offset + 16 * index)?, u64_at(file, dynamic.offset + 16 * index + 8)?)))
        .collect::<Result<Vec<_>>>()?;
    let names: Vec<u64> = entries.iter().filter(|(tag, _)| *tag == DT_NEEDED).map(|(_, value)| *value).collect();
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let strings =
        entries.iter().find(|(tag, _)| *tag == DT_STRTAB).context("names libraries without a table of names")?.1;
    let loaded = |s: &&Segment| s.kind == LOAD && (s.address..s.address + s.size).contains(&strings);
    let segment = segments.iter().find(loaded).context("has its table of names outside what is loaded")?;
    let table = strings - segment.address + segment.offset;
    names.into_iter().map(|name| text_at(file, table + name)).collect()
}

/// The oldest kernel, if one of the segment's notes names it.
fn kernel(file: &[u8], notes: &Segment) -> Result<Option<[u32; 3]>> {
    let mut at = notes.offset;
    while at + 12 <= notes.offset + notes.size {
        let (name, data, kind) = (u32_at(file, at)?, u32_at(file, at + 4)?, u32_at(file, at + 8)?);
        let owner = at + 12;
        let content = owner + u64::from(name).next_multiple_of(4);
        if kind == ABI_TAG && data == 16 && bytes(file, owner, u64::from(name))? == b"GNU\0" {
            let version = |part: u64| u32_at(file, content + 4 + 4 * part);
            return Ok(Some([version(0)?, version(1)?, version(2)?]));
        }
        at = content + u64::from(data).next_multiple_of(4);
    }
    Ok(None)
}

fn bytes(file: &[u8], at: u64, length: u64) -> Result<&[u8]> {
    let range = usize::try_from(at).ok().zip(at.checked_add(length).and_then(|end| usize::try_from(end).ok()));
    range.and_then(|(from, to)| file.get(from..to)).context("points beyond its own end")
}

fn u16_at(file: &[u8], at: u64) -> Result<u16> {
    Ok(u16::from_le_bytes(bytes(file, at, 2)?.try_into()?))
}

fn u32_at(file: &[u8], at: u64) -> Result<u32> {
    Ok(u32::from_le_bytes(bytes(file, at, 4)?.try_into()?))
}

fn u64_at(file: &[u8], at: u64) -> Result<u64> {
    Ok(u64::from_le_bytes(bytes(file, at, 8)?.try_into()?))
}

/// The text that begins there and ends before the next zero byte.
fn text_at(file: &[u8], at: u64) -> Result<String> {
    let rest = usize::try_from(at).ok().and_then(|at| file.get(at..)).context("points beyond its own end")?;
    Ok(String::from_utf8_lossy(rest.split(|&byte| byte == 0).next().unwrap_or_default()).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_test_needs_a_loader_and_the_c_library() {
        let own = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        let needs = needs(&own).unwrap();
        assert!(needs.interpreter.unwrap().starts_with("/lib"));
        assert!(needs.libraries.iter().any(|name| name.starts_with("libc.so")), "{:?}", needs.libraries);
        assert!(needs.kernel.is_some_and(|kernel| kernel[0] >= 2));
    }

    #[test]
    fn what_is_no_program_is_refused_and_a_cut_one_as_well() {
        assert!(needs(b"#!/bin/sh").is_err());
        let mut cut = vec![0; 64];
        cut[..6].copy_from_slice(b"\x7fELF\x02\x01");
        cut[32] = 200;
        cut[54] = 56;
        cut[56] = 1;
        assert!(needs(&cut).unwrap_err().to_string().contains("beyond its own end"));
    }

    #[test]
    fn a_segment_of_the_loader_alone_is_seen() {
        let mut file = vec![0; 200];
        file[..6].copy_from_slice(b"\x7fELF\x02\x01");
        (file[32], file[54], file[56]) = (64, 56, 1);
        file[64] = 3;
        file[72] = 120;
        file[120..126].copy_from_slice(b"/ld.so");
        let expected = Needs { interpreter: Some("/ld.so".into()), ..Needs::default() };
        assert_eq!(needs(&file).unwrap(), expected);
    }
}
