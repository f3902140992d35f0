//! An archive that Linux unpacks as its first file system: cpio in the format `newc`, as the kernel's
//! `Documentation/driver-api/early-userspace/buffer-format.rst` lays it down.

/// Kinds of files, as in `st_mode`.
const FOLDER: u32 = 0o040_000;
const FILE: u32 = 0o100_000;
const CHARACTER_DEVICE: u32 = 0o020_000;

/// The archive while it is written. Everything in it is root's and of the same moment, so that the same content gives the
/// same bytes.
#[derive(Default)]
pub struct Archive {
    bytes: Vec<u8>,
    entries: u32,
}

/// What stands in an entry's header, besides its name and content.
struct Header {
    mode: u32,
    links: u32,
    device: (u32, u32),
}

impl Archive {
    /// A folder that all may read. Its parent must stand in the archive already.
    pub fn folder(&mut self, path: &str) {
        self.entry(path, &Header { mode: FOLDER | 0o755, links: 2, device: (0, 0) }, &[]);
    }

    /// A file that all may read.
    pub fn file(&mut self, path: &str, content: &[u8]) {
        self.entry(path, &Header { mode: FILE | 0o644, links: 1, device: (0, 0) }, content);
    }

    /// A file that all may run.
    pub fn program(&mut self, path: &str, content: &[u8]) {
        self.entry(path, &Header { mode: FILE | 0o755, links: 1, device: (0, 0) }, content);
    }

    /// A character device that only root may use, by its major and minor number.
    pub fn device(&mut self, path: &str, numbers: (u32, u32)) {
        self.entry(path, &Header { mode: CHARACTER_DEVICE | 0o600, links: 1, device: numbers }, &[]);
    }

    /// The whole archive, with the entry that ends it.
    pub fn finish(mut self) -> Vec<u8> {
        self.entries = 0;
        self.entry("TRAILER!!!", &Header { mode: 0, links: 1, device: (0, 0) }, &[]);
        self.bytes
    }

    fn entry(&mut self, path: &str, header: &Header, content: &[u8]) {
        let fields = [
            self.entries,
            header.mode,
            0, // user
            0, // group
            header.links,
            0, // time
            length(content),
            0, // device that the file is on
            0,
            header.device.0,
            header.device.1,
            length(path.as_bytes()) + 1,
            0, // checksum, not used by this format
        ];
        self.entries += 1;
        self.bytes.extend(b"070701");
        for field in fields {
            self.bytes.extend(format!("{field:08x}").bytes());
        }
        self.bytes.extend(path.bytes());
        self.bytes.push(0);
        self.pad();
        self.bytes.extend(content);
        self.pad();
    }

    /// Header with name, and content, each begin at a multiple of four.
    fn pad(&mut self) {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
    }
}

fn length(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.len()).expect("nothing that a guest is given has 4 GiB")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Written by hand from the kernel's description of the format. Each header: magic; number, mode, user, group, links,
    /// time, size; the device it is on; the device it is; length of the name with its zero, checksum.
    const FOLDER_AND_FILE: [&str; 21] = [
        "070701",
        "00000000 000041ed 00000000 00000000 00000002 00000000 00000000",
        "00000000 00000000",
        "00000000 00000000",
        "00000004 00000000",
        "dev\0",
        "\0\0",
        "070701",
        "00000001 000081a4 00000000 00000000 00000001 00000000 00000005",
        "00000000 00000000",
        "00000000 00000000",
        "00000006 00000000",
        "hello\0",
        "abcde\0\0\0",
        "070701",
        "00000000 00000000 00000000 00000000 00000001 00000000 00000000",
        "00000000 00000000",
        "00000000 00000000",
        "0000000b 00000000",
        "TRAILER!!!\0",
        "\0\0\0",
    ];

    #[test]
    fn the_bytes_are_those_of_the_description() {
        let mut archive = Archive::default();
        archive.folder("dev");
        archive.file("hello", b"abcde");
        assert_eq!(String::from_utf8(archive.finish()).unwrap(), FOLDER_AND_FILE.concat().replace(' ', ""));
    }

    #[test]
    fn a_device_has_its_numbers_and_a_program_may_be_run() {
        let mut archive = Archive::default();
        archive.device("dev/console", (5, 1));
        archive.program("init", b"");
        let text = String::from_utf8(archive.finish()).unwrap();
        assert_eq!(&text[14..22], "00002180");
        assert_eq!(&text[78..94], "0000000500000001");
        let second = text[1..].find("070701").unwrap() + 1;
        assert_eq!(second % 4, 0);
        assert_eq!(&text[second + 14..second + 22], "000081ed");
    }
}
