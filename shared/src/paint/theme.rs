//! What a figure is drawn with.

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// A colour as style sheets write it: `#0072b2`, `#07b`, `rgb(0, 114, 178)`.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some(digits) = text.strip_prefix('#') {
            return Self::from_hex(digits);
        }
        let inner = text.strip_prefix("rgba(").or_else(|| text.strip_prefix("rgb("))?.strip_suffix(')')?;
        let mut parts =
            inner.split([',', ' ', '/']).filter(|part| !part.is_empty()).map(|part| part.parse::<u8>().ok());
        Some(Self(parts.next()??, parts.next()??, parts.next()??))
    }

    fn from_hex(digits: &str) -> Option<Self> {
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let number = u32::from_str_radix(digits, 16).ok()?;
        let byte = |shift: u32| u8::try_from(number >> shift & 0xff).ok();
        let double = |shift: u32| u8::try_from(number >> shift & 0xf).ok().map(|nibble| nibble * 17);
        match digits.len() {
            6 => Some(Self(byte(16)?, byte(8)?, byte(0)?)),
            3 => Some(Self(double(8)?, double(4)?, double(0)?)),
            _ => None,
        }
    }
}

/// Colours and font of a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Colours of curves, in order; used again from the start where there are more curves.
    pub palette: Vec<Rgb>,
    /// Behind everything.
    pub background: Rgb,
    /// Text that is read first.
    pub text: Rgb,
    /// Axis labels.
    pub muted: Rgb,
    /// Rules behind the curves.
    pub rule: Rgb,
    /// Font family, as style sheets write it.
    pub font: String,
}

impl Theme {
    /// For export: the Okabe–Ito palette on white.
    pub fn light() -> Self {
        Self {
            palette: [(0, 114, 178), (213, 94, 0), (0, 158, 115), (204, 121, 167), (230, 159, 0), (86, 180, 233)]
                .map(|(red, green, blue)| Rgb(red, green, blue))
                .to_vec(),
            background: Rgb(255, 255, 255),
            text: Rgb(27, 31, 36),
            muted: Rgb(101, 109, 118),
            rule: Rgb(225, 228, 232),
            font: "system-ui, sans-serif".to_owned(),
        }
    }

    /// The colour of a curve's style.
    pub fn color(&self, style: usize) -> Rgb {
        match self.palette.len() {
            0 => self.text,
            colors => self.palette[style % colors],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_as_style_sheets_write_them() {
        for text in ["#0072b2", " #0072B2 ", "rgb(0, 114, 178)", "rgb(0 114 178)", "rgba(0, 114, 178, 0.5)"] {
            assert_eq!(Rgb::parse(text), Some(Rgb(0, 114, 178)), "{text}");
        }
        assert_eq!(Rgb::parse("#07b"), Some(Rgb(0, 119, 187)));
        for text in ["", "#12", "blue", "rgb(1,2)", "rgb(1,2,300)", "#+12345"] {
            assert_eq!(Rgb::parse(text), None, "{text}");
        }
    }
}
