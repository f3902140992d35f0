//! Child processes: each is printed before it starts, and a failure names what failed.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::place::on_path;

/// A command in words, as a person would type it.
pub fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| quoted(&word.to_string_lossy())).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@+%".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.into() } else { format!("'{word}'") }
}

/// Prints and runs a command, its output going where ours goes.
pub fn run(command: &mut Command) -> Result<()> {
    println!("$ {}", line(command));
    let status = command.status().with_context(|| format!("cannot start {:?}", command.get_program()))?;
    if !status.success() {
        bail!("`{}` failed: {status}", line(command));
    }
    Ok(())
}

/// What a command prints, if it can be started and succeeds. Nothing is shown.
pub fn answer(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}

/// The cargo that runs this program, without what it set for this program alone.
pub fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.env_remove("LD_LIBRARY_PATH");
    command
}

/// A command that gets SIGTERM when this process ends, however it ends; where util-linux is there to arrange it.
pub fn ending_with_us(program: &Path) -> Command {
    let Some(setpriv) = on_path("setpriv") else { return Command::new(program) };
    let mut command = Command::new(setpriv);
    command.args(["--pdeathsig", "TERM"]).arg(program);
    command
}

/// PATH with these folders in front.
pub fn path_with(folders: &[PathBuf]) -> Result<OsString> {
    let path = env::var_os("PATH").unwrap_or_default();
    let all = folders.iter().cloned().chain(env::split_paths(&path));
    env::join_paths(all).context("a folder's name has a colon in it and cannot stand in PATH")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_can_be_pasted() {
        let mut command = Command::new("npm");
        command.args(["install", "a b", ""]);
        assert_eq!(line(&command), "npm install 'a b' ''");
    }

    #[test]
    fn a_failure_names_the_command() {
        assert!(run(&mut Command::new("false")).unwrap_err().to_string().contains("`false` failed"));
        assert!(run(&mut Command::new("/no/such")).unwrap_err().to_string().contains("/no/such"));
    }
}
