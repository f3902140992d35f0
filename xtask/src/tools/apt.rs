//! Debian packages: named first, installed only with consent.

use std::io::{self, BufRead, IsTerminal, Write};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::Consent;
use crate::command::{answer, run};
use crate::place::on_path;

/// Whether a package is installed.
pub fn installed(package: &str) -> bool {
    let status = answer(Command::new("dpkg-query").args(["--show", "--showformat=${Status}", package]));
    status.is_some_and(|status| status == "install ok installed")
}

/// Installs packages, after naming them.
pub fn install(packages: &[&str], consent: Consent) -> Result<()> {
    if packages.is_empty() {
        return Ok(());
    }
    let names = packages.join(" ");
    if on_path("apt-get").is_none() {
        bail!(
            "these Debian packages are missing, and there is no apt-get here: {names}\ninstall what your system calls them, then call again"
        );
    }
    println!("Debian packages are missing: {names}");
    let root = answer(Command::new("id").arg("-u")).is_some_and(|id| id == "0");
    let line = format!("apt-get update && apt-get install -y --no-install-recommends {names}");
    if !root && on_path("sudo").is_none() {
        bail!("to install them, run this as root, then call again:\n    {line}");
    }
    let sudo = if root { "" } else { "sudo " };
    if consent == Consent::Ask && !agreed(&format!("Install them with {sudo}apt-get?"))? {
        bail!("to install them, run this as root, or call again with --yes:\n    {line}");
    }
    run(apt_get(root).arg("update").arg("--quiet"))?;
    run(apt_get(root).args(["install", "--quiet", "--yes", "--no-install-recommends"]).args(packages))
        .context("apt-get could not install what is needed (on Debian 12 it comes from the suites bookworm and bookworm-security, both of which /etc/apt/sources.list must name)")
}

fn apt_get(root: bool) -> Command {
    let mut command = Command::new(if root { "apt-get" } else { "sudo" });
    if !root {
        command.args(["DEBIAN_FRONTEND=noninteractive", "apt-get"]);
    }
    command.env("DEBIAN_FRONTEND", "noninteractive");
    command
}

fn agreed(question: &str) -> Result<bool> {
    if !io::stdin().is_terminal() {
        return Ok(false);
    }
    print!("{question} [y/N] ");
    io::stdout().flush()?;
    let mut reply = String::new();
    io::stdin().lock().read_line(&mut reply)?;
    Ok(matches!(reply.trim(), "y" | "Y" | "yes"))
}
