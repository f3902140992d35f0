//! What our own export writes in Go's benchmark text, and only that says: lines of the run's kernel, day and labels, and
//! names of the catalogue's benchmarks with their axes and placement.

use crate::catalogue;
use crate::import::export::unit_of;
use crate::import::{Column, Quantity, Text};
use crate::model::{Placement, Point};

/// The line that tells a text of ours.
const MARK: &str = "kernel-release:";

/// Whether a text is ours.
pub(super) fn is_own(text: &Text) -> bool {
    (0..text.word_count()).any(|word| text.word(word) == MARK && is_key(text, word))
}

/// Whether a line of the run begins at a word.
pub(super) fn is_key(text: &Text, word: usize) -> bool {
    let key = text.word(word);
    let known = [MARK, "kernel-name:", "started:"].contains(&key) || key.starts_with("label-") && key.ends_with(':');
    known && text.words_of(text.line_of(word)).start == word
}

/// Reads such a line.
pub(super) fn read_key(text: &Text, word: usize, column: &mut Column) {
    let value = text.phrase(word + 1..text.words_of(text.line_of(word)).end);
    match text.word(word) {
        MARK => column.kernel.release = value,
        "kernel-name:" => column.kernel.name = value,
        "started:" => {
            let day: String = value.chars().take(10).collect();
            let is_day = day.len() == 10 && day.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
            column.date = Some(day).filter(|_| is_day);
        }
        key => {
            let key = key.strip_prefix("label-").and_then(|key| key.strip_suffix(':')).unwrap_or(key);
            column.labels.insert(key.to_owned(), value);
        }
    }
}

/// What a name with its unit is of the catalogue, and where; none where it is nothing of it.
pub(super) fn quantity(name: &str, unit: &str) -> Option<(Quantity, Point)> {
    let name = name.strip_prefix("Benchmark")?;
    let mut parts = name.split('/');
    let id = parts.next()?;
    let benchmark = catalogue::find(&format!("{}{}", id.get(..1)?.to_ascii_lowercase(), id.get(1..)?))?;
    let measures = benchmark.measures.iter().enumerate();
    let measure = measures
        .map(|(index, measure)| (measure, Some(measure.id).filter(|_| index > 0)))
        .find(|(measure, other)| unit_of(&(measure.unit)(), *other) == unit)?
        .0;
    let mut quantity = Quantity::of(benchmark.id)?;
    measure.id.clone_into(&mut quantity.measure);
    (quantity.role, quantity.unit, quantity.better) = (measure.role, (measure.unit)(), measure.better);
    let mut at = Point::default();
    for part in parts {
        let (axis, value) = part.split_once('=')?;
        if axis == "placement" {
            quantity.placement = Some(Placement::parse(value)?.name().to_owned());
        } else {
            at = match value.parse::<u64>() {
                Ok(number) if number < 1 << 53 => at.with(axis, number),
                _ => at.with(axis, value),
            };
        }
    }
    Some((quantity, at))
}
