//! A figure in words, for those who do not see it.

use super::{Figure, Kind, Series};

/// What the figure shows: its title and finding, its axes, and each curve's course or bar's length.
pub fn describe(figure: &Figure) -> String {
    let kind = match figure.kind {
        Kind::Curves => "Line chart",
        Kind::Bars => "Bar chart",
    };
    let mut parts = vec![format!("{kind}: {}.", figure.title)];
    if !figure.caption.is_empty() {
        parts.push(format!("{}.", figure.caption));
    }
    if figure.kind == Kind::Curves {
        parts.push(format!("Along: {}. Up: {}.", figure.x.label, figure.y.label));
    } else {
        parts.push(format!("Lengths: {}.", figure.y.label));
    }
    parts.extend(figure.series.iter().map(|series| match figure.kind {
        Kind::Curves => curve(series) + &flags(series),
        Kind::Bars => format!("{}: {}.", series.label, series.points.first().map_or("missing", |mark| &mark.y_text)),
    }));
    parts.join(" ")
}

/// ` Marked: crossover 6.3.`
fn flags(series: &Series) -> String {
    if series.flags.is_empty() {
        return String::new();
    }
    let texts: Vec<&str> = series.flags.iter().map(|flag| flag.text.as_str()).collect();
    format!(" Marked: {}.", texts.join(", "))
}

fn curve(series: &Series) -> String {
    let marks: Vec<_> = series.points.iter().filter(|mark| mark.y.is_some()).collect();
    let gaps = series.points.len() - marks.len();
    let gaps = if gaps == 0 { String::new() } else { format!(", {gaps} missing") };
    match (marks.first(), marks.last()) {
        (Some(first), Some(last)) => format!(
            "{}: {} points{gaps}, {} at {} to {} at {}.",
            series.label,
            marks.len(),
            first.y_text,
            first.x_text,
            last.y_text,
            last.x_text
        ),
        _ => format!("{}: no figures.", series.label),
    }
}
