//! Percentiles by how rare what is greater is.

/// The percentile that one value in `one_in` exceeds: `p50` of 2, `p99.9` of 1000.
pub fn percentile(one_in: u64) -> String {
    let mut decimals = 0;
    let mut limit = 100;
    while limit < one_in {
        limit = limit.saturating_mul(10);
        decimals += 1;
    }
    let text = format!("{:.decimals$}", 100.0 - 100.0 / one_in.max(1) as f64);
    let text = if decimals > 0 { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("p{text}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rarer_what_is_greater_the_more_nines() {
        for (one_in, text) in [
            (1, "p0"),
            (2, "p50"),
            (4, "p75"),
            (10, "p90"),
            (100, "p99"),
            (200, "p99.5"),
            (1_000, "p99.9"),
            (10_000, "p99.99"),
            (100_000, "p99.999"),
        ] {
            assert_eq!(percentile(one_in), text);
        }
    }
}
