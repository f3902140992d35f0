//! ELF notes, as `/sys/kernel/notes` holds them: the kernel's GNU build id is one.

const GNU_BUILD_ID: u32 = 3;

/// The GNU build id among some notes, in hex. The notes are in the byte order of the machine that reads them.
pub fn build_id(notes: &[u8]) -> Option<String> {
    let mut rest = notes;
    while let Some((header, after)) = rest.split_at_checked(12) {
        let word = |at: usize| Some(u32::from_ne_bytes(header.get(at..at + 4)?.try_into().ok()?));
        let (name_size, value_size, kind) = (word(0)? as usize, word(4)? as usize, word(8)?);
        let (name, after) = after.split_at_checked(padded(name_size)?)?;
        let (value, after) = after.split_at_checked(padded(value_size)?).unwrap_or((after, &[]));
        if kind == GNU_BUILD_ID && name.get(..name_size)? == b"GNU\0" {
            let id = value.get(..value_size)?;
            return (!id.is_empty()).then(|| super::hex(id));
        }
        rest = after;
    }
    None
}

/// Names and values are filled up to 4 bytes.
fn padded(size: usize) -> Option<usize> {
    size.checked_next_multiple_of(4)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(name: &[u8], kind: u32, value: &[u8]) -> Vec<u8> {
        let mut note = Vec::new();
        for word in [name.len() as u32, value.len() as u32, kind] {
            note.extend(word.to_ne_bytes());
        }
        for part in [name, value] {
            note.extend(part);
            note.resize(note.len().next_multiple_of(4), 0);
        }
        note
    }

    #[test]
    fn the_build_id_stands_among_other_notes() {
        let notes =
            [note(b"Linux\0", 0x101, &[0; 6]), note(b"Xen\0", 3, b"no"), note(b"GNU\0", 3, &[0xde, 0xad, 0x0f])]
                .concat();
        assert_eq!(build_id(&notes).as_deref(), Some("dead0f"));
    }

    #[test]
    fn notes_that_are_cut_or_lack_it_have_none() {
        let whole = note(b"GNU\0", 3, &[1, 2, 3, 4]);
        for length in 0..whole.len() {
            assert_eq!(build_id(&whole[..length]), None, "{length}");
        }
        assert_eq!(build_id(&note(b"Linux\0", 0x101, &[0; 6])), None);
        assert_eq!(build_id(&[0xff; 64]), None);
    }
}
