//! What a test takes of a figure: its start values in logarithms, run after run.

use std::borrow::Cow;

use crate::stats::{Runs, Side};
use crate::summary::Reduction;

/// The start values of a figure for tests.
#[derive(Debug, Default)]
pub(super) struct Sample<'a> {
    /// Logarithms in steps, in recorded order; empty where a value has none.
    pub logs: Vec<i32>,
    /// How many of them each run has, and its boot, where it is known.
    pub runs: Vec<(usize, Option<&'a str>)>,
    /// The side of all of them.
    pub whole: Option<Side>,
}

impl Sample<'_> {
    /// How many boots the runs come from. Runs that do not say count as one.
    pub fn boots(&self) -> usize {
        self.first_of_boot().filter(|first| *first).count()
    }

    /// For each run, whether it is the first of its boot.
    fn first_of_boot(&self) -> impl Iterator<Item = bool> {
        self.runs.iter().enumerate().map(|(index, run)| self.runs[..index].iter().all(|earlier| earlier.1 != run.1))
    }

    /// Which of all start values a side of `starts` has: the first ones in recorded order, the runs taking turns.
    pub fn cut(&self, starts: usize) -> Vec<usize> {
        let mut places = Vec::with_capacity(starts);
        let mut turn = 0;
        while places.len() < starts && self.runs.iter().any(|(length, _)| turn < *length) {
            let mut first = 0;
            for (length, _) in &self.runs {
                if turn < *length && places.len() < starts {
                    places.push(first + turn);
                }
                first += length;
            }
            turn += 1;
        }
        places
    }

    /// The side of a test with so many starts.
    pub fn side(&self, starts: usize, reduction: Reduction) -> Option<Cow<'_, Side>> {
        if starts == self.logs.len() {
            return self.whole.as_ref().map(Cow::Borrowed);
        }
        let cut: Vec<i32> = self.cut(starts).into_iter().map(|place| self.logs[place]).collect();
        Side::of(&cut, reduction).map(Cow::Owned)
    }

    /// The fewest starts of any run.
    pub fn fewest(&self) -> usize {
        self.runs.iter().map(|(length, _)| *length).min().unwrap_or(0)
    }

    /// The values of the runs, each of its first `starts`.
    pub fn by_run(&self, starts: usize, reduction: Reduction) -> Runs {
        Runs::of(&self.values(starts, reduction))
    }

    /// The values of the boots, each the mean of its runs'.
    pub fn by_boot(&self, starts: usize, reduction: Reduction) -> Runs {
        let values = self.values(starts, reduction);
        let mean = |boot: Option<&str>| {
            let runs = || self.runs.iter().zip(&values).filter(move |(run, _)| run.1 == boot);
            runs().map(|(_, value)| value).sum::<f64>() / runs().count() as f64
        };
        let boots = self.runs.iter().zip(self.first_of_boot()).filter(|(_, first)| *first);
        Runs::of(&boots.map(|(run, _)| mean(run.1)).collect::<Vec<_>>())
    }

    fn values(&self, starts: usize, reduction: Reduction) -> Vec<f64> {
        let mut first = 0;
        let mut values = Vec::with_capacity(self.runs.len());
        for (length, _) in &self.runs {
            let own = &self.logs[first..first + starts.min(*length)];
            values.extend(Side::of(own, reduction).map(|side| side.centre));
            first += length;
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::summary::End;

    fn sample() -> Sample<'static> {
        Sample {
            logs: vec![100, 200, 300, 1000, 2000, 5000],
            runs: vec![(3, Some("a")), (2, Some("b")), (1, Some("a"))],
            whole: None,
        }
    }

    #[test]
    fn runs_take_turns_in_a_cut_side() {
        assert_eq!(sample().cut(4), [0, 3, 5, 1]);
        assert_eq!(sample().cut(6), [0, 3, 5, 1, 4, 2]);
        let one = Sample { logs: vec![5, 6, 7], runs: vec![(3, None)], whole: None };
        assert_eq!(one.cut(2), [0, 1]);
    }

    #[test]
    fn runs_of_one_boot_are_one_boot() {
        assert_eq!(sample().boots(), 2);
        let unknown = Sample { logs: vec![1, 2], runs: vec![(1, None), (1, None)], whole: None };
        assert_eq!(unknown.boots(), 1);
    }

    #[test]
    fn boots_have_the_mean_of_their_runs() {
        let low = Reduction::Fast(End::Low);
        let runs = sample().by_run(1, low);
        // 100, 1000 and 5000 steps.
        assert!((runs.mean - 6100e-5 / 3.0).abs() < 1e-12 && runs.count == 3, "{runs:?}");
        let boots = sample().by_boot(1, low);
        // The mean of 100 and 5000 is 2550; that and 1000.
        assert!((boots.mean - 1775e-5).abs() < 1e-12 && boots.count == 2, "{boots:?}");
    }
}
