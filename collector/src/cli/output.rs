//! What a command prints.

use std::io::{self, ErrorKind, Write};

/// Prints a text. A reader that has seen enough (`| head`) is no error.
pub fn put(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(for_terminal(text).as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// A text without characters that would steer a terminal: documents come from strangers.
fn for_terminal(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(for_terminal("a\u{1b}[31mb\r\nc\u{9b}d"), "a [31mb \nc d");
    }
}
