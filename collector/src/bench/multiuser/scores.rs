//! What a walk over numbers of users comes to: arithmetic alone.

use super::mix::JOBS;

/// Nanoseconds of a second.
const SECOND: f64 = 1e9;
/// Of the highest throughput, what counts as the peak: a plateau is as good as its end, and its beginning is what is
/// told.
const PEAK: f64 = 0.98;
/// How many times as long as one user alone all users take at the crossover: jobs a minute of each are half of one
/// user's.
pub const CROSSOVER: f64 = 2.0;

/// What so many users came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// How many they were.
    pub users: u64,
    /// From their release until the last of them was done, in ns.
    pub real_ns: u64,
    /// Time on CPUs of all of them and of their children, user's and system's, in ns.
    pub cpu_ns: u64,
    /// From the release until each was done, in ns.
    pub took_ns: Vec<u64>,
}

impl Step {
    /// Jobs a second of all of them.
    pub fn throughput(&self) -> f64 {
        (JOBS as u64 * self.users) as f64 * SECOND / self.real_ns as f64
    }

    /// How alike they were served, in per cent: a hundred less the standard deviation of their times (of all of them,
    /// not of a sample) as a percentage of the mean.
    pub fn fairness(&self) -> f64 {
        let count = self.took_ns.len() as f64;
        let mean = self.took_ns.iter().map(|&took| took as f64).sum::<f64>() / count;
        let squares = self.took_ns.iter().map(|&took| (took as f64 - mean) * (took as f64 - mean));
        (1.0 - (squares.sum::<f64>() / count).sqrt() / mean) * 100.0
    }
}

/// The highest throughput, and the fewest users that came within 2 % of it; none of no steps.
pub fn peak(steps: &[Step]) -> Option<(f64, u64)> {
    let highest = steps.iter().map(Step::throughput).reduce(f64::max)?;
    let first = steps.iter().find(|step| step.throughput() >= PEAK * highest)?;
    Some((highest, first.users))
}

/// The number of users that take twice as long as one alone. Between two steps the time is taken to grow evenly with
/// the users, as it does where CPUs have no time left. None where no step takes as long, or the first is not of one
/// user.
pub fn crossover(steps: &[Step]) -> Option<f64> {
    let alone = steps.first().filter(|step| step.users == 1)?;
    let limit = CROSSOVER * alone.real_ns as f64;
    let (below, above) = steps.iter().zip(steps.iter().skip(1)).find(|(_, above)| above.real_ns as f64 >= limit)?;
    let share = (limit - below.real_ns as f64) / (above.real_ns as f64 - below.real_ns as f64);
    Some(below.users as f64 + share * (above.users - below.users) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(users: u64, real_s: f64) -> Step {
        let real_ns = (real_s * SECOND) as u64;
        Step { users, real_ns, cpu_ns: 0, took_ns: vec![real_ns; users as usize] }
    }

    #[test]
    fn throughput_is_jobs_by_users_over_the_time_until_the_last_is_done() {
        // 100 jobs of each of 4 users in 8 s: 50 a second, 3000 a minute.
        assert_eq!(step(4, 8.0).throughput(), 50.0);
        assert_eq!(step(1, 0.5).throughput(), 200.0);
    }

    #[test]
    fn fairness_falls_with_the_spread_of_the_users() {
        let of = |took_ns: &[u64]| Step { took_ns: took_ns.to_vec(), ..step(1, 1.0) }.fairness();
        assert_eq!(of(&[7]), 100.0);
        assert_eq!(of(&[7, 7, 7]), 100.0);
        // Mean 10, deviations 2, 2, 2 and 2.
        assert!((of(&[8, 12, 12, 8]) - 80.0).abs() < 1e-9);
        // Mean 5, squares 16 and 16.
        assert!((of(&[1, 9]) - 20.0).abs() < 1e-9);
    }

    #[test]
    fn the_peak_is_at_the_beginning_of_its_plateau() {
        // 100, 196, 200 and 190 jobs a second.
        let steps = [step(1, 1.0), step(2, 200.0 / 196.0), step(4, 2.0), step(8, 800.0 / 190.0)];
        let (highest, users) = peak(&steps).unwrap();
        assert_eq!((highest, users), (200.0, 2));
        assert_eq!(peak(&steps[..1]), Some((100.0, 1)));
        assert_eq!(peak(&[]), None);
    }

    #[test]
    fn the_crossover_is_where_all_take_twice_as_long_as_one() {
        // Two CPUs that scale perfectly: twice as long at four users.
        assert_eq!(crossover(&[step(1, 1.0), step(2, 1.0), step(4, 2.0), step(8, 4.0)]), Some(4.0));
        // Half way from 1.5 to 2.5 seconds, so half way from two users to four.
        assert_eq!(crossover(&[step(1, 1.0), step(2, 1.5), step(4, 2.5)]), Some(3.0));
        assert_eq!(crossover(&[step(1, 1.0), step(2, 1.0), step(4, 1.9)]), None);
        assert_eq!(crossover(&[step(2, 1.0), step(4, 2.0)]), None);
        assert_eq!(crossover(&[]), None);
    }
}
