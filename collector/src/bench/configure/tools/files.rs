//! Programs that handle whole files.

use std::fs;
use std::io::{self, ErrorKind, Read, Write};

use super::wrong;

/// `cat FILE…`: the files one after the other; `-` and nothing are standard input.
pub fn cat(arguments: &[String]) -> io::Result<i32> {
    let standard = ["-".to_owned()];
    let files = if arguments.is_empty() { &standard } else { arguments };
    let mut bytes = Vec::new();
    for file in files {
        if file == "-" {
            io::stdin().lock().read_to_end(&mut bytes)?;
        } else {
            bytes.append(&mut fs::read(file)?);
        }
    }
    write(&bytes)
}

/// `cmp -s FILE FILE`: 0 where they are the same, else 1.
pub fn cmp(arguments: &[String]) -> io::Result<i32> {
    match arguments {
        [silent, one, other] if silent == "-s" => Ok(i32::from(fs::read(one)? != fs::read(other)?)),
        _ => Err(wrong("-s and two files are wanted")),
    }
}

/// `mkdir FOLDER…`
pub fn mkdir(arguments: &[String]) -> io::Result<i32> {
    arguments.iter().try_for_each(fs::create_dir)?;
    Ok(0)
}

/// `mv -f FILE FILE`
pub fn mv(arguments: &[String]) -> io::Result<i32> {
    match arguments {
        [force, from, to] if force == "-f" => fs::rename(from, to).map(|()| 0),
        _ => Err(wrong("-f and two files are wanted")),
    }
}

/// `rm -f FILE…` and `rm -rf FOLDER…`: what is not there is no error.
pub fn rm(arguments: &[String]) -> io::Result<i32> {
    let Some((option, files)) = arguments.split_first() else { return Err(wrong("files are wanted")) };
    for file in files {
        let folder = option == "-rf" && fs::symlink_metadata(file).is_ok_and(|file| file.is_dir());
        let removed = if folder { fs::remove_dir_all(file) } else { fs::remove_file(file) };
        removed.or_else(|error| if error.kind() == ErrorKind::NotFound { Ok(()) } else { Err(error) })?;
    }
    Ok(0)
}

/// Writes to standard output; the status of success.
pub fn write(bytes: &[u8]) -> io::Result<i32> {
    let mut output = io::stdout().lock();
    output.write_all(bytes)?;
    output.flush()?;
    Ok(0)
}

/// The text of a file, or of standard input.
pub fn text_of(file: Option<&String>) -> io::Result<String> {
    match file {
        Some(file) => fs::read_to_string(file),
        None => io::read_to_string(io::stdin().lock()),
    }
}
