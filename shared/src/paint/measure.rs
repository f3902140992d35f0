//! How wide text is, about: backends without fonts cannot tell, and the layout must be the same on all of them.

/// Width of `text` in a sans-serif font of `size`, a little more than most system fonts need.
pub(super) fn text_width(text: &str, size: f64, bold: bool) -> f64 {
    let ems: f64 = text.chars().map(character).sum();
    ems * size * if bold { 1.08 } else { 1.0 }
}

/// Width of a character in ems.
fn character(character: char) -> f64 {
    match character {
        'i' | 'l' | 'j' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | '·' => 0.30,
        'f' | 't' | 'r' | ' ' | '(' | ')' | '[' | ']' | '-' | '/' => 0.38,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 0.92,
        'A'..='Z' => 0.70,
        '0'..='9' => 0.62,
        ' '..='~' => 0.60,
        _ => 0.80,
    }
}
