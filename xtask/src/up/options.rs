//! The switches of `up`.

use anyhow::{Context, Result, bail};

use crate::flags::Flags;
use crate::tools::Consent;

const PRESETS: [&str; 3] = ["quick", "standard", "full"];
const PORT: u16 = 8790;

/// When to measure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measuring {
    /// If the store has no run of this boot.
    IfNew,
    /// In any case.
    Always,
    /// Not at all.
    Never,
}

/// What the person asked for.
#[derive(Debug)]
pub struct Options {
    /// Where to listen on 127.0.0.1.
    pub port: u16,
    /// How much to measure.
    pub preset: String,
    /// When to measure.
    pub measuring: Measuring,
    /// Whether to stop after printing the address.
    pub once: bool,
    /// Whether packages may be installed.
    pub consent: Consent,
}

impl Options {
    /// Reads them, refusing what contradicts itself.
    pub fn read(flags: &mut Flags) -> Result<Self> {
        let port = match flags.value("--port")? {
            None => PORT,
            Some(text) => {
                text.parse().ok().filter(|&port| port > 0).with_context(|| format!("--port {text}: give 1 to 65535"))?
            }
        };
        let preset = flags.value("--preset")?.unwrap_or_else(|| PRESETS[0].into());
        if !PRESETS.contains(&preset.as_str()) {
            bail!("--preset {preset}: give one of {}", PRESETS.join(", "));
        }
        let measuring = match (flags.switch("--measure"), flags.switch("--no-measure")) {
            (false, false) => Measuring::IfNew,
            (true, false) => Measuring::Always,
            (false, true) => Measuring::Never,
            (true, true) => bail!("--measure and --no-measure contradict each other"),
        };
        let options = Self { port, preset, measuring, once: flags.switch("--once"), consent: flags.consent() };
        flags.finish()?;
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Options> {
        Options::read(&mut Flags::new("up", text.split_whitespace().map(String::from).collect()))
    }

    #[test]
    fn defaults_are_the_quick_way() {
        let options = read("").unwrap();
        assert_eq!((options.port, options.preset.as_str()), (PORT, "quick"));
        assert_eq!((options.measuring, options.once), (Measuring::IfNew, false));
    }

    #[test]
    fn refuses_what_cannot_be_meant() {
        for wrong in ["--port 0", "--port 70000", "--preset fast", "--measure --no-measure", "--loud"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
