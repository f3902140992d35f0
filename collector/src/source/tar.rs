//! Reading of tar, as far as trees of sources are written in it: the format of POSIX (ustar and pax) and GNU's long names.
//! Unpacking is the system's business; this only looks.

use std::io::{self, ErrorKind, Read};

/// Headers and contents are padded to this.
const BLOCK: usize = 512;
/// Longest extension header.
const LONGEST: u64 = 1 << 20;

/// What a tar holds one of.
pub enum Member<'a> {
    /// A file and what is in it.
    File(&'a mut dyn Read),
    /// A symbolic link and where it leads.
    Symbolic(Vec<u8>),
    /// Another name of a file before it.
    Hard(Vec<u8>),
}

/// Hands each file and link, in the order of the tar, to `take`, with its name. Folders and devices are passed over.
pub fn members(from: &mut dyn Read, mut take: impl FnMut(Vec<u8>, Member<'_>) -> io::Result<()>) -> io::Result<()> {
    let mut extended = Extended::default();
    loop {
        let mut header = [0; BLOCK];
        if !fill(from, &mut header)? || header == [0; BLOCK] {
            return Ok(());
        }
        check(&header)?;
        let own_size = number(&header[124..136])?;
        let size = if is_extension(header[156]) { own_size } else { extended.size.unwrap_or(own_size) };
        let mut contents = (&mut *from).take(size);
        match header[156] {
            b'x' => extended.take_records(&extension(&mut contents, size)?)?,
            b'L' => extended.name = Some(text(&extension(&mut contents, size)?)),
            b'K' => extended.target = Some(text(&extension(&mut contents, size)?)),
            b'g' => {}
            kind => {
                let Extended { name, target, .. } = std::mem::take(&mut extended);
                let name = name.unwrap_or_else(|| short_name(&header));
                let target = target.unwrap_or_else(|| text(&header[157..257]));
                match kind {
                    0 | b'0' | b'7' => take(name, Member::File(&mut contents))?,
                    b'1' => take(name, Member::Hard(target))?,
                    b'2' => take(name, Member::Symbolic(target))?,
                    b'3'..=b'6' => {}
                    _ => return Err(invalid("holds what is neither a file, a link nor a folder")),
                }
            }
        }
        let left = contents.limit() + size.next_multiple_of(BLOCK as u64) - size;
        if io::copy(&mut (&mut *from).take(left), &mut io::sink())? < left {
            return Err(invalid("ends in the middle of a file"));
        }
    }
}

/// What extension headers say of the member that comes next.
#[derive(Default)]
struct Extended {
    name: Option<Vec<u8>>,
    target: Option<Vec<u8>>,
    size: Option<u64>,
}

impl Extended {
    /// Records of pax: `length key=value\n`, the length being that of the whole record.
    fn take_records(&mut self, mut records: &[u8]) -> io::Result<()> {
        while !records.is_empty() {
            let bad = || invalid("has a broken extension header");
            let space = records.iter().position(|&byte| byte == b' ').ok_or_else(bad)?;
            let length = decimal(&records[..space]).and_then(|length| usize::try_from(length).ok()).ok_or_else(bad)?;
            let record = records.get(space + 1..length.saturating_sub(1)).ok_or_else(bad)?;
            let equals = record.iter().position(|&byte| byte == b'=').ok_or_else(bad)?;
            let (key, value) = (&record[..equals], &record[equals + 1..]);
            match key {
                b"path" => self.name = Some(value.to_vec()),
                b"linkpath" => self.target = Some(value.to_vec()),
                b"size" => self.size = Some(decimal(value).ok_or_else(bad)?),
                _ => {}
            }
            records = records.get(length..).ok_or_else(bad)?;
        }
        Ok(())
    }
}

fn is_extension(kind: u8) -> bool {
    matches!(kind, b'x' | b'g' | b'L' | b'K')
}

fn extension(contents: &mut impl Read, size: u64) -> io::Result<Vec<u8>> {
    if size > LONGEST {
        return Err(invalid("has an extension header that is too long"));
    }
    let mut bytes = Vec::new();
    contents.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The name in a header, with the beginning that POSIX keeps apart.
fn short_name(header: &[u8; BLOCK]) -> Vec<u8> {
    let name = text(&header[..100]);
    match text(&header[345..500]) {
        prefix if &header[257..263] == b"ustar\0" && !prefix.is_empty() => [&prefix[..], b"/", &name].concat(),
        _ => name,
    }
}

/// What stands before the first zero byte.
fn text(field: &[u8]) -> Vec<u8> {
    field.split(|&byte| byte == 0).next().unwrap_or_default().to_vec()
}

/// A number in octal digits, or, where the first bit is set, in binary.
fn number(field: &[u8]) -> io::Result<u64> {
    if field[0] & 0x80 != 0 {
        let bytes = field[1..].iter();
        return Ok(bytes.fold(u64::from(field[0] & 0x7f), |number, &byte| number << 8 | u64::from(byte)));
    }
    let digits = text(field).into_iter().filter(|byte| *byte != b' ');
    digits.into_iter().try_fold(0_u64, |number, digit| match digit {
        b'0'..=b'7' => Ok(number << 3 | u64::from(digit - b'0')),
        _ => Err(invalid("has a number that is none")),
    })
}

fn decimal(digits: &[u8]) -> Option<u64> {
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// The sum of a header's bytes, its own field counted as spaces.
fn check(header: &[u8; BLOCK]) -> io::Result<()> {
    let own = 148..156;
    let sum: u64 =
        header.iter().enumerate().map(|(at, &byte)| u64::from(if own.contains(&at) { b' ' } else { byte })).sum();
    if number(&header[own]).is_ok_and(|stated| stated == sum) { Ok(()) } else { Err(invalid("is no tarball")) }
}

/// Fills a block; false at the end.
fn fill(from: &mut dyn Read, block: &mut [u8; BLOCK]) -> io::Result<bool> {
    let mut filled = 0;
    while filled < BLOCK {
        match from.read(&mut block[filled..]) {
            Ok(0) if filled == 0 => return Ok(false),
            Ok(0) => return Err(invalid("ends in the middle of a block")),
            Ok(length) => filled += length,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(true)
}

fn invalid(problem: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, problem)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;
    use std::process::Command;

    use super::*;

    fn listed(bytes: &[u8]) -> io::Result<BTreeMap<String, String>> {
        let mut listed = BTreeMap::new();
        members(&mut &bytes[..], |name, member| {
            let said = match member {
                Member::File(contents) => io::read_to_string(contents)?,
                Member::Symbolic(target) => format!("-> {}", String::from_utf8_lossy(&target)),
                Member::Hard(target) => format!("= {}", String::from_utf8_lossy(&target)),
            };
            listed.insert(String::from_utf8_lossy(&name).into_owned(), said);
            Ok(())
        })?;
        Ok(listed)
    }

    fn packed(folder: &Path, format: &str) -> Vec<u8> {
        let mut tar = Command::new("tar");
        tar.arg(format!("--format={format}")).arg("-C").arg(folder).args(["-cf", "-", "."]);
        tar.output().unwrap().stdout
    }

    #[test]
    fn what_tar_has_packed_is_found_in_every_format() {
        let folder = tempfile::tempdir().unwrap();
        let long = format!("{}/{}", "d".repeat(90), "f".repeat(90));
        std::fs::create_dir(folder.path().join("d".repeat(90))).unwrap();
        std::fs::write(folder.path().join(&long), "x".repeat(1000)).unwrap();
        std::fs::write(folder.path().join("empty"), "").unwrap();
        std::fs::hard_link(folder.path().join("empty"), folder.path().join("other")).unwrap();
        std::os::unix::fs::symlink("no/such", folder.path().join("link")).unwrap();
        for format in ["gnu", "pax", "ustar"] {
            let listed = listed(&packed(folder.path(), format)).unwrap();
            assert_eq!(listed.len(), 4, "{format}");
            assert_eq!(listed[&format!("./{long}")], "x".repeat(1000), "{format}");
            assert_eq!(listed["./link"], "-> no/such", "{format}");
            let hard = [("./empty", "./other"), ("./other", "./empty")];
            let linked = |(one, other): &(&str, &str)| listed[*one].is_empty() && listed[*other] == format!("= {one}");
            assert!(hard.iter().any(linked), "{format}: {listed:?}");
        }
    }

    #[test]
    fn what_is_cut_or_no_tar_is_told() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a"), "x".repeat(5000)).unwrap();
        let bytes = packed(folder.path(), "gnu");
        assert!(listed(&bytes[..3000]).is_err());
        assert!(listed(&vec![b'7'; 1024]).unwrap_err().to_string().contains("is no tarball"));
        assert_eq!(listed(&[]).unwrap(), BTreeMap::new());
    }
}
