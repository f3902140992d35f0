//! Numbers as tools print them, and the words of their units.

use crate::number::{Display, Unit, decimal};

/// A number as printed: `56.90`, `216.`, `12.K`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// Its digits, as they stand.
    pub text: String,
    negative: bool,
    digits: u64,
    exponent: i32,
}

impl Printed {
    /// Reads digits with at most one point and an optional sign, and nothing else. At most 18 digits are exact.
    pub fn parse(text: &str) -> Option<Self> {
        let (negative, body) = match text.strip_prefix('-') {
            Some(body) => (true, body),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, fraction) = body.split_once('.').unwrap_or((body, ""));
        let all = || whole.bytes().chain(fraction.bytes());
        if all().next().is_none() || all().count() > 18 || !all().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let digits = all().fold(0, |digits: u64, byte| digits * 10 + u64::from(byte - b'0'));
        Some(Self { text: text.to_owned(), negative, digits, exponent: -(fraction.len() as i32) })
    }

    /// The same, or with lmbench's `K` or `M` for thousands or millions.
    pub fn parse_abbreviated(text: &str) -> Option<Self> {
        let (body, power) = match text.strip_suffix(['K', 'k']) {
            Some(body) => (body, 3),
            None => match text.strip_suffix('M') {
                Some(body) => (body, 6),
                None => (text, 0),
            },
        };
        let number = Self::parse(body)?;
        Some(Self { text: text.to_owned(), exponent: number.exponent + power, ..number })
    }

    /// The value in base units, where it was printed in `unit`: exact as far as doubles are.
    pub fn in_base(&self, unit: Display) -> f64 {
        let (power, factor) = scale(unit);
        let value = decimal(self.digits, self.exponent + power) * factor;
        if self.negative { -value } else { value }
    }

    /// The number itself.
    pub fn value(&self) -> f64 {
        self.in_base(Display::ONE)
    }

    /// The number, where it is a whole one that is not negative.
    pub fn integer(&self) -> Option<u64> {
        (!self.negative && self.exponent == 0).then_some(self.digits)
    }

    /// Twice the number with the same decimals: what lmbench prints half of.
    #[must_use]
    pub fn doubled(&self) -> Self {
        let digits = self.digits * 2;
        let (body, suffix) = match self.text.strip_suffix(['K', 'k', 'M']) {
            Some(body) => (body, &self.text[body.len()..]),
            None => (self.text.as_str(), ""),
        };
        let sign = if self.negative { "-" } else { "" };
        let text = match body.split_once('.') {
            None => format!("{sign}{digits}{suffix}"),
            Some((_, fraction)) => {
                let padded = format!("{digits:0>width$}", width = fraction.len() + 1);
                let (whole, fraction) = padded.split_at(padded.len() - fraction.len());
                format!("{sign}{whole}.{fraction}{suffix}")
            }
        };
        Self { text, digits, ..*self }
    }
}

/// A display unit's factor as a power of ten, which digits are scaled by exactly, and what is left of it.
fn scale(unit: Display) -> (i32, f64) {
    let mut power = 0;
    let mut factor = unit.factor;
    while factor >= 10.0 && factor % 10.0 == 0.0 {
        factor /= 10.0;
        power += 1;
    }
    (power, factor)
}

/// 10³ bytes a second: what old tools print.
pub const KB_S: Display = Display { name: "KB/s", ascii: "KB/s", factor: 1e3 };

/// The unit that a word of a text names, and the base unit it is one of. `MB` is 10⁶ bytes; a format whose `MB` is 2²⁰
/// bytes says so itself. What may mean several things is nothing.
pub fn unit_word(word: &str) -> Option<(Display, Unit)> {
    let word = word.trim_matches(['[', ']', '(', ')', ',', '.', ';', ':']);
    Some(match word {
        "ns" | "nsec" | "nsecs" | "nanosecond" | "nanoseconds" => (Display::NS, Unit::Ns),
        "us" | "usec" | "usecs" | "microsecond" | "microseconds" | "µs" | "μs" => (Display::US, Unit::Ns),
        "ms" | "msec" | "msecs" | "millisecond" | "milliseconds" => (Display::MS, Unit::Ns),
        "s" | "sec" | "secs" | "second" | "seconds" => (Display::S, Unit::Ns),
        "MB/s" | "MB/sec" | "MB/second" => (Display::MB_S, Unit::BytesPerSecond),
        "KB/s" | "KB/sec" => (KB_S, Unit::BytesPerSecond),
        "MiB/s" | "MiB/sec" => (Display::MIB_S, Unit::BytesPerSecond),
        "B/s" => (Display::B_S, Unit::BytesPerSecond),
        "1/s" => (Display::PER_S, Unit::PerSecond),
        "MHz" | "Mhz" => (Display::MHZ, Unit::Hertz),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_numbers_are_scaled_by_their_digits() {
        let base = |text: &str, unit| Printed::parse_abbreviated(text).unwrap().in_base(unit);
        assert_eq!(base("12.51", Display::US), 12_510.0);
        assert_eq!(base("216.", Display::US), 216_000.0);
        assert_eq!(base("12.K", Display::US), 12e6);
        assert_eq!(base("4.1M", Display::NS), 4.1e6);
        assert_eq!(base("342.9", Display::MIB_S), 359_556_710.4);
        assert_eq!(base("-1", Display::ONE), -1.0);
        let doubled = |text: &str| Printed::parse_abbreviated(text).unwrap().doubled();
        assert_eq!(doubled("21.61").in_base(Display::US), 43_220.0);
        assert_eq!(
            ["21.61", "216.", "12.6K", "0.04", "7"].map(|text| doubled(text).text),
            ["43.22", "432.", "25.2K", "0.08", "14"]
        );
    }

    #[test]
    fn what_is_no_number_is_none() {
        for text in ["", "-", ".", "1e5", "1,5", "0x10", "12.K", "1.2.3", "NaN", "inf", "9999999999999999999"] {
            assert_eq!(Printed::parse(text), None, "{text}");
        }
    }

    #[test]
    fn words_of_units_are_known_and_others_are_not_guessed() {
        assert_eq!(unit_word("MB/sec").unwrap().0, Display::MB_S);
        assert_eq!(unit_word("[MB/s]").unwrap().0, Display::MB_S);
        assert_eq!(unit_word("microseconds").unwrap().0, Display::US);
        assert_eq!(unit_word("mb"), None);
        assert_eq!(unit_word("Mbytes/sec"), None);
    }
}
