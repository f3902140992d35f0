//! Which benchmarks are planted in which run, and by how much: the same every time.

use std::collections::BTreeMap;

use crate::simulate::random::Random;

/// Sizes, in per cent of a benchmark's time.
pub const SIZES: [f64; 4] = [3.0, 5.0, 10.0, 30.0];
/// Of the benchmarks, one in so many is planted in a run.
const OF: usize = 3;

/// What is planted in run `number`, in per cent. In every [`OF`] runs each benchmark is planted once, in
/// random order; in as many of these rounds as there are sizes, once by each.
pub fn changes(titles: &[String], number: usize) -> BTreeMap<String, f64> {
    let round = number / OF;
    let mut order: Vec<usize> = (0..titles.len()).collect();
    let mut random = Random::new(round as u64 + 1);
    for last in (1..order.len()).rev() {
        order.swap(last, ((random.unit() * (last + 1) as f64) as usize).min(last));
    }
    let dealt = order.into_iter().skip(number % OF).step_by(OF);
    dealt.map(|title| (titles[title].clone(), SIZES[(title + round) % SIZES.len()])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn twelve_runs_plant_every_benchmark_once_by_each_size() {
        let titles: Vec<String> = (0..35).map(|number| format!("family.b{number}@unpinned")).collect();
        let dealt: Vec<BTreeMap<String, f64>> = (0..12).map(|number| changes(&titles, number)).collect();
        let all: Vec<_> = dealt.iter().flatten().map(|(title, percent)| (title, percent.to_bits())).collect();
        assert_eq!(all.len(), 35 * 4);
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 35 * 4);
        assert!(dealt.iter().all(|run| (11..=12).contains(&run.len())));
        assert_eq!(changes(&titles, 4), changes(&titles, 4));
        assert_ne!(changes(&titles, 0), changes(&titles, 3));
    }
}
