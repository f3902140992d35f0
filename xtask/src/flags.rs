//! The command line of a task: switches and `--name value` pairs in any order.

use anyhow::{Result, bail};

use crate::tools::Consent;

/// The arguments of one task that nobody has read yet.
pub struct Flags {
    task: String,
    rest: Vec<String>,
    passed_on: Vec<String>,
}

impl Flags {
    /// Takes the arguments that follow the task's name. Those after `--` are another program's.
    pub fn new(task: &str, mut rest: Vec<String>) -> Self {
        let dashes = rest.iter().position(|argument| argument == "--");
        let passed_on = dashes.map(|at| rest.split_off(at)).unwrap_or_default();
        Self { task: task.into(), rest, passed_on }
    }

    /// What stands after `--`, for a task that passes it on.
    pub fn passed_on(&mut self) -> Vec<String> {
        std::mem::take(&mut self.passed_on).into_iter().skip(1).collect()
    }

    /// Whether `--name` stands there.
    pub fn switch(&mut self, name: &str) -> bool {
        let before = self.rest.len();
        self.rest.retain(|argument| argument != name);
        self.rest.len() < before
    }

    /// The value of `--name value` or `--name=value`.
    pub fn value(&mut self, name: &str) -> Result<Option<String>> {
        let prefix = format!("{name}=");
        let Some(at) = self.rest.iter().position(|a| a == name || a.starts_with(&prefix)) else { return Ok(None) };
        let found = self.rest.remove(at);
        if let Some(value) = found.strip_prefix(&prefix) {
            return Ok(Some(value.into()));
        }
        if at == self.rest.len() {
            bail!("{name} needs a value");
        }
        Ok(Some(self.rest.remove(at)))
    }

    /// Whether Debian packages may be installed without asking: `--yes` or `CI=true`.
    pub fn consent(&mut self) -> Consent {
        let ci = std::env::var("CI").is_ok_and(|value| value == "true" || value == "1");
        if self.switch("--yes") || ci { Consent::Given } else { Consent::Ask }
    }

    /// Whatever is no switch: files.
    pub fn files(&mut self) -> Vec<std::path::PathBuf> {
        let (files, rest) = std::mem::take(&mut self.rest).into_iter().partition(|rest| !rest.starts_with("--"));
        self.rest = rest;
        let files: Vec<String> = files;
        files.into_iter().map(Into::into).collect()
    }

    /// Refuses what is left over.
    pub fn finish(&self) -> Result<()> {
        match self.rest.first().or(self.passed_on.first()) {
            None => Ok(()),
            Some(unknown) => bail!("`cargo xtask {}` has no {unknown:?}; see `cargo xtask help`", self.task),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(text: &str) -> Flags {
        Flags::new("up", text.split_whitespace().map(String::from).collect())
    }

    #[test]
    fn reads_switches_and_both_forms_of_a_value() {
        let mut flags = flags("--once --port 1 --preset=full");
        assert!(flags.switch("--once") && !flags.switch("--measure"));
        assert_eq!(flags.value("--port").unwrap().as_deref(), Some("1"));
        assert_eq!(flags.value("--preset").unwrap().as_deref(), Some("full"));
        assert!(flags.finish().is_ok());
    }

    #[test]
    fn what_stands_after_dashes_is_another_programs() {
        let mut passing = flags("--once -- --once --label a=b");
        assert!(passing.switch("--once"));
        assert_eq!(passing.passed_on(), ["--once", "--label", "a=b"]);
        assert!(passing.finish().is_ok());
        assert!(flags("-- --once").finish().unwrap_err().to_string().contains("\"--\""));
    }

    #[test]
    fn refuses_the_unknown_and_the_valueless() {
        assert!(flags("--prot 1").finish().unwrap_err().to_string().contains("--prot"));
        assert!(flags("--port").value("--port").is_err());
    }
}
