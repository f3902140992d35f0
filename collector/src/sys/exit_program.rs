//! A program of three instructions that exits: it is executed where the cost of executing is measured, without any of the
//! cost of a C library.

/// The status with which it exits.
pub const STATUS: i32 = 42;

/// The machine's number in executable files, and the instructions: `exit_group(42)`.
#[cfg(target_arch = "x86_64")]
const CODE: Option<(u16, &[u8])> = Some((62, b"\xbf\x2a\x00\x00\x00\xb8\xe7\x00\x00\x00\x0f\x05"));
#[cfg(target_arch = "aarch64")]
const CODE: Option<(u16, &[u8])> = Some((183, b"\x40\x05\x80\xd2\xc8\x0b\x80\xd2\x01\x00\x00\xd4"));
#[cfg(target_arch = "riscv64")]
const CODE: Option<(u16, &[u8])> = Some((243, b"\x13\x05\xa0\x02\x93\x08\xe0\x05\x73\x00\x00\x00"));
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64")))]
const CODE: Option<(u16, &[u8])> = None;

/// Bytes of the file's header.
const HEADER: u16 = 64;
/// Bytes of a segment's header.
const SEGMENT: u16 = 56;
/// Where the file is mapped.
const ADDRESS: u64 = 0x40_0000;
/// The largest page that a machine may have.
const PAGE: u64 = 0x1_0000;

/// The executable file (ELF, 64 bits, little endian); none for a machine whose instructions are not written down here.
pub fn image() -> Option<Vec<u8>> {
    let (machine, code) = CODE?;
    let before = u64::from(HEADER) + 2 * u64::from(SEGMENT);
    let length = before + code.len() as u64;
    let mut file = Vec::with_capacity(length as usize);
    file.extend_from_slice(b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0");
    // An executable for the machine, version 1.
    for half in [2, machine, 1, 0] {
        file.extend_from_slice(&half.to_le_bytes());
    }
    // Where it begins; where the segments' headers are; no sections.
    for word in [ADDRESS + before, HEADER.into(), 0] {
        file.extend_from_slice(&word.to_le_bytes());
    }
    // No flags; sizes and numbers of headers.
    for half in [0, 0, HEADER, SEGMENT, 2, 64, 0, 0] {
        file.extend_from_slice(&half.to_le_bytes());
    }
    // One segment that is loaded, readable and executable; and the stack, which is not executable.
    segment(&mut file, 1, 5, [0, ADDRESS, ADDRESS, length, length, PAGE]);
    segment(&mut file, 0x6474_e551, 6, [0, 0, 0, 0, 0, 16]);
    file.extend_from_slice(code);
    Some(file)
}

fn segment(file: &mut Vec<u8>, kind: u32, flags: u32, words: [u64; 6]) {
    file.extend_from_slice(&kind.to_le_bytes());
    file.extend_from_slice(&flags.to_le_bytes());
    for word in words {
        file.extend_from_slice(&word.to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn the_program_exits_with_its_status() {
        let Some(image) = image() else { return };
        assert!(image.len() < 4096, "{}", image.len());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("exit");
        std::fs::write(&path, image).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o700)).unwrap();
        // A fork of another test may hold the file open for writing for a moment.
        let status = (0..100).find_map(|_| {
            std::thread::sleep(std::time::Duration::from_millis(10));
            std::process::Command::new(&path).status().ok()
        });
        assert_eq!(status.unwrap().code(), Some(STATUS));
    }
}
