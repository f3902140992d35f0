//! Long lines thinned without a visible change: at most four points a pixel column.

/// The points that matter of a line in pixels whose x never falls: in each column of one pixel the first, the lowest, the
/// highest and the last (M4, Jugel et al. 2014). Shorter lines come back whole.
pub fn decimate(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut kept = Vec::with_capacity(points.len());
    let mut start = 0;
    while start < points.len() {
        let pixel = points[start].0.floor();
        let length = points[start..].iter().take_while(|point| point.0.floor() == pixel).count().max(1);
        let column = &points[start..start + length];
        let by_y = |a: &&(f64, f64), b: &&(f64, f64)| a.1.total_cmp(&b.1);
        let index_of = |wanted: Option<&(f64, f64)>| {
            wanted.and_then(|wanted| column.iter().position(|point| std::ptr::eq(point, wanted))).unwrap_or(0)
        };
        let mut chosen =
            [0, index_of(column.iter().min_by(by_y)), index_of(column.iter().max_by(by_y)), column.len() - 1];
        chosen.sort_unstable();
        let mut previous = None;
        for index in chosen {
            if previous != Some(index) {
                kept.push(column[index]);
            }
            previous = Some(index);
        }
        start += length;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn short_lines_stay_as_they_are() {
        let points = [(0.0, 3.0), (10.0, 1.0), (20.0, 2.0)];
        assert_eq!(decimate(&points), points);
    }

    proptest! {
        #[test]
        fn four_points_a_column_keep_its_extremes(ys in prop::collection::vec(-100.0_f64..100.0, 1..400)) {
            let points: Vec<(f64, f64)> = ys.iter().enumerate().map(|(i, y)| (i as f64 / 37.0, *y)).collect();
            let kept = decimate(&points);
            for pixel in 0..=ys.len() / 37 {
                let of = |points: &[(f64, f64)]| {
                    points.iter().filter(|p| p.0.floor() == pixel as f64).map(|p| p.1).collect::<Vec<_>>()
                };
                let (all, left) = (of(&points), of(&kept));
                prop_assert!(left.len() <= 4);
                let extremes = |ys: &[f64]| {
                    (ys.iter().copied().fold(f64::MAX, f64::min), ys.iter().copied().fold(f64::MIN, f64::max))
                };
                prop_assert_eq!(extremes(&all), extremes(&left));
                prop_assert_eq!((all.first(), all.last()), (left.first(), left.last()));
            }
        }
    }
}
