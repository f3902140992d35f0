//! What is told of the times of round trips that came one after the other, without a pause between them.
//!
//! All of them are kept, so that no figure is cut to the classes of a histogram. Two kinds of figures are told. *By round
//! trip*: each counts once. But whoever asks one thing after the other asks nothing while an answer is late, and so sees a
//! long stall once only. *By time*: what somebody waits who comes at any moment, until the round trip under way then is
//! done; a stall counts by its length. That is what remains of intervals that are met in proportion to their length, the
//! inspection paradox (Feller, An Introduction to Probability Theory and Its Applications II, I.4), and the limit of the
//! correction for coordinated omission that fills in the requests which were not sent.

/// Percentiles of round trips: of so many, one is longer.
pub const PERCENTILES: [u64; 6] = [2, 10, 100, 1_000, 10_000, 100_000];
/// Those told by time: farther ones would hang on a few stalls.
pub const WAITS: [u64; 4] = [2, 10, 100, 1_000];
/// How many round trips lie beyond a percentile that is told.
const BEYOND: u64 = 10;

/// Times of round trips, in ns.
pub struct Times {
    /// From short to long.
    sorted: Vec<u64>,
    /// Their sum.
    total: f64,
}

impl Times {
    /// Of these; none where there are none.
    pub fn of(times: &[u64]) -> Option<Self> {
        let mut sorted = times.to_vec();
        sorted.sort_unstable();
        let total: u64 = sorted.iter().sum();
        (total > 0).then_some(Self { sorted, total: total as f64 })
    }

    fn count(&self) -> f64 {
        self.sorted.len() as f64
    }

    /// Whether they were starved.
    pub fn fewer_than_one_a_second(&self) -> bool {
        self.count() < self.total / 1e9
    }

    /// The longest.
    pub fn max(&self) -> u64 {
        self.sorted.last().copied().unwrap_or_default()
    }

    /// Their mean.
    pub fn mean(&self) -> f64 {
        self.total / self.count()
    }

    /// Their standard deviation.
    pub fn deviation(&self) -> f64 {
        let mean = self.mean();
        let squares: f64 = self.sorted.iter().map(|&time| (time as f64 - mean) * (time as f64 - mean)).sum();
        (squares / self.count()).sqrt()
    }

    /// The time that at most one of `one_in` exceeds; none where fewer than ten lie beyond.
    pub fn percentile(&self, one_in: u64) -> Option<u64> {
        let count = self.sorted.len() as u64;
        let beyond = count.checked_div(one_in).filter(|&beyond| beyond >= BEYOND)?;
        self.sorted.get((count - 1 - beyond) as usize).copied()
    }

    /// How many of a million are longer than that.
    pub fn in_a_million_over(&self, limit: u64) -> f64 {
        self.over(limit).len() as f64 / self.count() * 1e6
    }

    /// Of the time, how much was spent in those that are longer.
    pub fn share_of_time_over(&self, limit: u64) -> f64 {
        self.over(limit).iter().sum::<u64>() as f64 / self.total
    }

    fn over(&self, limit: u64) -> &[u64] {
        &self.sorted[self.sorted.partition_point(|&time| time <= limit)..]
    }

    /// What is waited on average from any moment until the round trip under way then is done: half its length, and a long
    /// one is met in proportion to it.
    pub fn mean_wait(&self) -> f64 {
        self.sorted.iter().map(|&time| time as f64 * time as f64).sum::<f64>() / (2.0 * self.total)
    }

    /// That wait where at most one moment of `one_in` has a longer one; none where there are too few round trips for the
    /// percentile of that name.
    pub fn wait(&self, one_in: u64) -> Option<f64> {
        self.percentile(one_in)?;
        // Longer than `wait` has to be waited at the beginning of each longer round trip, for what it is longer by.
        let longer_in_all = self.total / one_in as f64;
        let mut sum = 0.0;
        for (count, index) in (1_u32..).zip((0..self.sorted.len()).rev()) {
            sum += self.sorted[index] as f64;
            let next = index.checked_sub(1).map_or(0, |index| self.sorted[index]);
            if sum - f64::from(count) * next as f64 >= longer_in_all {
                return Some((sum - longer_in_all) / f64::from(count));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000;

    /// Ninety round trips of 1 µs and ten of 991 µs: 90 µs and 9,910 µs of 10 ms.
    fn mixed() -> Times {
        let mut times = vec![1_000; 90];
        times.extend([991_000; 10]);
        Times::of(&times).unwrap()
    }

    #[test]
    fn a_percentile_is_exceeded_by_its_part_and_needs_ten_beyond() {
        let times: Vec<u64> = (1..=1_000).rev().collect();
        let times = Times::of(&times).unwrap();
        assert_eq!(times.percentile(2), Some(500));
        assert_eq!(times.percentile(10), Some(900));
        assert_eq!(times.percentile(100), Some(990));
        assert_eq!(times.percentile(1_000), None);
        assert_eq!((times.max(), times.mean()), (1_000, 500.5));
        assert_eq!(Times::of(&(1..=999).collect::<Vec<_>>()).unwrap().percentile(100), None);
    }

    #[test]
    fn nothing_is_told_of_no_round_trip() {
        assert!(Times::of(&[]).is_none());
    }

    #[test]
    fn the_deviation_is_that_of_all_round_trips() {
        // Mean 5, squared distances 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16 = 32, of eight.
        assert_eq!(Times::of(&[2, 4, 4, 4, 5, 5, 7, 9]).unwrap().deviation(), 2.0);
    }

    #[test]
    fn counts_over_a_limit_are_in_a_million_and_the_limit_itself_is_not_over() {
        let times = Times::of(&[MS / 2, MS, MS + 1, 12 * MS]).unwrap();
        assert_eq!(times.in_a_million_over(MS), 500_000.0);
        assert_eq!(times.in_a_million_over(10 * MS), 250_000.0);
        assert_eq!(times.in_a_million_over(100 * MS), 0.0);
    }

    #[test]
    fn the_time_in_long_round_trips_is_a_share_of_all_time() {
        assert_eq!(Times::of(&[MS, MS, 2 * MS]).unwrap().share_of_time_over(MS), 0.5);
        assert_eq!(mixed().share_of_time_over(1_000), 0.991);
    }

    #[test]
    fn who_comes_at_any_moment_meets_the_long_ones() {
        // Round trips of 1 and 9: a moment lies in the first one time in ten and waits 1/2, else 9/2 on average.
        let times = Times::of(&[1, 9]).unwrap();
        assert_eq!(times.mean_wait(), 4.1);
        // All alike: half of one.
        assert_eq!(Times::of(&[40; 7]).unwrap().mean_wait(), 20.0);
    }

    #[test]
    fn waits_of_like_round_trips_are_even() {
        // Waits are spread evenly from 0 to 100, so that a tenth of the moments wait for more than 90.
        let times = Times::of(&[100; 100]).unwrap();
        assert_eq!(times.wait(2), Some(50.0));
        assert_eq!(times.wait(10), Some(90.0));
        assert_eq!(times.wait(100), None);
    }

    #[test]
    fn a_tenth_of_round_trips_is_nearly_all_of_the_time() {
        let times = mixed();
        assert_eq!(times.percentile(2), Some(1_000));
        assert_eq!(times.percentile(10), Some(1_000));
        // A tenth of 10 ms are 1 ms, a tenth of it in each long round trip: 991 µs less 100.
        assert_eq!(times.wait(10), Some(891_000.0));
        // Half are 5 ms: 991 µs less 500.
        assert_eq!(times.wait(2), Some(491_000.0));
    }

    #[test]
    fn fewer_than_one_a_second_is_starved() {
        let second = 1_000 * MS;
        assert!(Times::of(&[second + 1]).unwrap().fewer_than_one_a_second());
        assert!(!Times::of(&[second]).unwrap().fewer_than_one_a_second());
        assert!(!Times::of(&[1, second + 1]).unwrap().fewer_than_one_a_second());
        assert!(Times::of(&[1, 2 * second]).unwrap().fewer_than_one_a_second());
    }
}
