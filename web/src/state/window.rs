//! Which rows of a long table are in the DOM. Rows have one fixed height; the open row and the one under the cursor are
//! always there.

use std::ops::Range;

/// Tables together shorter than this are there as a whole.
pub const WHOLE: usize = 200;
/// Rows kept ready above and below what is seen.
const SPARE: usize = 24;

/// A stretch of a table's body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stretch {
    /// These rows are drawn.
    Rows(Range<usize>),
    /// So many rows are left out.
    Gap(usize),
}

/// The rows that a viewport of `height` sees of a body whose upper edge lies at `top`, with some to spare; in steps, so
/// that scrolling a little changes nothing. None of a body that lies farther off than these.
pub fn seen(top: f64, height: f64, row: f64, rows: usize) -> Range<usize> {
    const STEP: usize = 8;
    let first = ((-top / row).max(0.0) as usize).saturating_sub(SPARE) / STEP * STEP;
    let last = (height - top) / row + SPARE as f64;
    if last < 0.0 {
        return 0..0;
    }
    first.min(rows)..(last as usize / STEP * STEP + STEP).min(rows).max(first.min(rows))
}

/// The body as stretches: the rows seen, those `pinned`, and gaps between.
pub fn stretches(seen: Range<usize>, pinned: &[usize], rows: usize) -> Vec<Stretch> {
    let mut ranges: Vec<Range<usize>> = pinned.iter().filter(|&&row| row < rows).map(|&row| row..row + 1).collect();
    ranges.push(seen.start.min(rows)..seen.end.min(rows));
    ranges.retain(|range| !range.is_empty());
    ranges.sort_by_key(|range| range.start);
    let mut stretches = Vec::new();
    let mut at = 0;
    for range in ranges {
        if range.start > at {
            stretches.push(Stretch::Gap(range.start - at));
        }
        if range.end > at {
            stretches.push(Stretch::Rows(range.start.max(at)..range.end));
            at = range.end;
        }
    }
    if at < rows {
        stretches.push(Stretch::Gap(rows - at));
    }
    stretches
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_rows_around_the_viewport_are_drawn() {
        let range = seen(-30_000.0, 900.0, 30.0, 5000);
        assert!(range.start <= 1000 - 24 && range.end >= 1030 + 24, "{range:?}");
        assert!(range.len() < 120, "{range:?}");
        assert_eq!(seen(5000.0, 900.0, 30.0, 5000), 0..0, "a table far below has no rows yet");
        assert_eq!(seen(1500.0, 900.0, 30.0, 5000), 0..8, "one that is near has its first");
        assert_eq!(seen(-200_000.0, 900.0, 30.0, 100), 100..100);
    }

    #[test]
    fn stretches_cover_every_row_once() {
        let covered = |stretches: &[Stretch]| {
            stretches.iter().fold(0, |at, stretch| match stretch {
                Stretch::Gap(rows) => at + rows,
                Stretch::Rows(range) => {
                    assert_eq!(range.start, at);
                    range.end
                }
            })
        };
        for pinned in [vec![], vec![3], vec![15], vec![90, 3], vec![40, 41]] {
            let stretches = stretches(10..40, &pinned, 100);
            assert_eq!(covered(&stretches), 100, "{stretches:?}");
            for row in pinned {
                assert!(stretches.iter().any(|s| matches!(s, Stretch::Rows(range) if range.contains(&row))), "{row}");
            }
        }
        assert_eq!(stretches(0..0, &[], 0), []);
    }
}
