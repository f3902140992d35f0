//! Labels beside the ends of curves, moved apart where they would overlap.

/// Places for labels of `height` that want to stand at `wanted`, between `low` and `high`: in the same order, none over
/// another, and together as near to their wishes as can be (least squares). Where they do not all fit they stand evenly.
pub(super) fn apart(wanted: &[f64], height: f64, low: f64, high: f64) -> Vec<f64> {
    let count = wanted.len();
    if count < 2 {
        return wanted.iter().map(|wish| wish.max(low).min(high)).collect();
    }
    let room = (high - low) / (count - 1) as f64;
    let height = height.min(room);
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| wanted[a].total_cmp(&wanted[b]));
    // With each label's own share of the heights above it taken off, places must only never fall: pool what does.
    let mut pools: Vec<(f64, usize)> = Vec::with_capacity(count);
    for (rank, &index) in order.iter().enumerate() {
        let mut pool = (wanted[index] - rank as f64 * height, 1);
        while let Some(&(mean, size)) = pools.last() {
            if mean <= pool.0 {
                break;
            }
            pools.pop();
            let joined = size + pool.1;
            pool = ((mean * size as f64 + pool.0 * pool.1 as f64) / joined as f64, joined);
        }
        pools.push(pool);
    }
    let highest = high - (count - 1) as f64 * height;
    let levels = pools.into_iter().flat_map(|(mean, size)| std::iter::repeat_n(mean.min(highest).max(low), size));
    let mut places = vec![0.0; count];
    for (rank, (&index, level)) in order.iter().zip(levels).enumerate() {
        places[index] = level + rank as f64 * height;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn labels_that_do_not_touch_stay_where_they_want() {
        assert_eq!(apart(&[100.0, 20.0, 60.0], 14.0, 0.0, 200.0), [100.0, 20.0, 60.0]);
    }

    #[test]
    fn labels_at_one_place_spread_around_it() {
        assert_eq!(apart(&[50.0, 50.0], 14.0, 0.0, 200.0), [43.0, 57.0]);
        assert_eq!(apart(&[1.0, 1.0], 14.0, 0.0, 200.0), [0.0, 14.0]);
    }

    proptest! {
        #[test]
        fn labels_never_overlap_where_they_fit(wanted in prop::collection::vec(-50.0_f64..350.0, 0..20)) {
            let places = apart(&wanted, 14.0, 0.0, 300.0);
            prop_assert!(places.iter().all(|place| (-1e-9..=300.0 + 1e-9).contains(place)));
            for (i, a) in places.iter().enumerate() {
                for (j, b) in places.iter().enumerate().skip(i + 1) {
                    prop_assert!((a - b).abs() >= 14.0 - 1e-9, "{places:?}");
                    prop_assert!(wanted[i] == wanted[j] || (wanted[i] < wanted[j]) == (a < b));
                }
            }
        }
    }
}
