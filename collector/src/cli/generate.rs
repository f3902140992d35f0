//! `benchpages generate FOLDER`, hidden: manual pages and completions of shells, as the options themselves say them.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Args as ClapArgs, Command, ValueHint};
use clap_complete::Shell;

/// Options of `generate`.
#[derive(Clone, Debug, ClapArgs)]
pub struct Args {
    /// Write them into this folder
    #[arg(value_hint = ValueHint::DirPath)]
    folder: PathBuf,
}

/// Writes a page for each command, and a completion for each shell.
pub fn run(args: &Args, command: &Command) -> Result<()> {
    write(command, &args.folder).with_context(|| args.folder.display().to_string())
}

fn write(command: &Command, folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    clap_mangen::generate_to(command.clone(), folder)?;
    for shell in [Shell::Bash, Shell::Fish, Shell::Zsh] {
        clap_complete::generate_to(shell, &mut command.clone(), command.get_name(), folder)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::super::Cli;
    use super::*;

    #[test]
    fn every_command_has_a_page_and_every_shell_its_completion() {
        let folder = tempfile::tempdir().unwrap();
        write(&Cli::command(), folder.path()).unwrap();
        let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect(name);
        for name in Cli::command().get_subcommands().filter(|command| !command.is_hide_set()).map(Command::get_name) {
            let page = read(&format!("benchpages-{name}.1"));
            assert!(page.contains(".SH NAME") && page.contains(".SH SYNOPSIS"), "{name}: {page}");
            assert!(read("benchpages.1").contains(&format!("benchpages\\-{name}(1)")), "{name}");
            for completion in ["benchpages.bash", "benchpages.fish", "_benchpages"] {
                assert!(read(completion).contains(name), "{completion}: {name}");
            }
        }
        assert!(read("benchpages-run.1").contains("\\-\\-time\\-limit"));
        assert!(read("benchpages-run.1").contains("Exit status:"));
        assert!(!folder.path().join("benchpages-generate.1").exists());
    }
}
