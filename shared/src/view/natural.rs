//! The order of values for the eye: numbers inside text by their size.

use std::cmp::Ordering;

/// Orders text by its parts, digits as numbers: `8` < `16` < `64 KiB`, `run2` < `run10`. Equal only for equal text.
pub fn compare_natural(left: &str, right: &str) -> Ordering {
    let mut a = parts(left).into_iter();
    let mut b = parts(right).into_iter();
    loop {
        let order = match (a.next(), b.next()) {
            (None, None) => return left.cmp(right),
            (None, Some(_)) => Ordering::Less,
            (Some(_), None) => Ordering::Greater,
            (Some(a), Some(b)) => compare_part(a, b),
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}

/// Runs of digits, and what stands between them.
fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut previous: Option<bool> = None;
    for (index, character) in text.char_indices() {
        let digit = character.is_ascii_digit();
        if previous.is_some_and(|was| was != digit) {
            parts.push(&text[start..index]);
            start = index;
        }
        previous = Some(digit);
    }
    if start < text.len() {
        parts.push(&text[start..]);
    }
    parts
}

fn compare_part(left: &str, right: &str) -> Ordering {
    if !(is_number(left) && is_number(right)) {
        return left.to_lowercase().cmp(&right.to_lowercase());
    }
    // Without leading zeros, the longer number is the larger one: no number is too long for this.
    let (a, b) = (left.trim_start_matches('0'), right.trim_start_matches('0'));
    a.len().cmp(&b.len()).then_with(|| a.cmp(b))
}

fn is_number(part: &str) -> bool {
    part.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_count_by_size_wherever_they_stand() {
        let mut values = ["64 KiB", "run10", "8", "16", "run2", "1000000000000000000000000", "run02"];
        values.sort_by(|a, b| compare_natural(a, b));
        assert_eq!(values, ["8", "16", "64 KiB", "1000000000000000000000000", "run02", "run2", "run10"]);
    }

    proptest! {
        #[test]
        fn the_order_is_total(a in "[a0-9B]{0,6}", b in "[a0-9B]{0,6}", c in "[a0-9B]{0,6}") {
            prop_assert_eq!(compare_natural(&a, &b), compare_natural(&b, &a).reverse());
            if compare_natural(&a, &b).is_le() && compare_natural(&b, &c).is_le() {
                prop_assert!(compare_natural(&a, &c).is_le());
            }
            prop_assert_eq!(compare_natural(&a, &b).is_eq(), a == b);
        }
    }
}
