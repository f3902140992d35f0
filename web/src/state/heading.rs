//! What a comparison is called.

use shared::compare::Comparison;

/// Names longer than this together are counted instead.
const LONGEST: usize = 72;

/// A part of a name that is shorter than this does not stand for the whole.
const LEAST: usize = 3;

/// `2.5.29s4 against 2.5.29s4-ipc`; one column stands for itself.
pub fn columns(comparison: &Comparison) -> String {
    // `b` alone says nothing; `config=b` does.
    let terse = comparison.columns.iter().any(|column| column.short.len() < LEAST);
    let named = comparison.columns.iter().map(|column| if terse { &column.name } else { &column.short });
    let shorts: Vec<&str> = named.map(String::as_str).collect();
    match shorts.as_slice() {
        [] => "No runs chosen".to_owned(),
        [_] => comparison.columns[0].name.clone(),
        [first, second] => format!("{first} against {second}"),
        [first, rest @ ..] => {
            let list = format!("{} and {}", shorts[..shorts.len() - 1].join(", "), shorts[shorts.len() - 1]);
            if list.len() <= LONGEST { list } else { format!("{first} and {} more", rest.len()) }
        }
    }
}

/// The heading: the one table's subject, if there is only one, and the columns.
pub fn heading(comparison: &Comparison) -> String {
    match comparison.tables.as_slice() {
        [table] if comparison.columns.len() > 1 => format!("{}: {}", table.title, columns(comparison)),
        _ => columns(comparison),
    }
}

/// `2 runs`, `1 run`.
pub fn counted(count: usize, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_counted_in_words() {
        assert_eq!(counted(1, "run"), "1 run");
        assert_eq!(counted(0, "run"), "0 runs");
    }
}
