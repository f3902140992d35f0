//! Reads how many tests passed and failed from what a test runner prints.

/// Numbers of tests.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Tests that passed.
    pub passed: u64,
    /// Tests that failed, timed out or could not start.
    pub failed: u64,
}

impl Tally {
    /// Adds another count.
    pub fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
    }

    /// Counts a line if it is the closing line of cargo test (one a binary) or of cargo nextest, which echoes that of a
    /// failed test indented.
    pub fn read(&mut self, line: &str) {
        if let Some(counts) = line.strip_prefix("test result: ") {
            self.add_counts(counts.split_once(". ").map_or("", |(_, counts)| counts), ';');
        } else if line.trim_start().starts_with("Summary [") {
            self.add_counts(line.split_once(" run: ").map_or("", |(_, counts)| counts), ',');
        }
    }

    /// Adds `3 passed (1 slow), 1 failed, 1 timed out, 2 skipped`, whatever parts there are.
    fn add_counts(&mut self, counts: &str, separator: char) {
        for part in counts.split(separator) {
            let Some((number, what)) = part.trim().split_once(' ') else { continue };
            let Ok(number) = number.parse::<u64>() else { continue };
            match what.split(' ').next().unwrap_or_default() {
                "passed" => self.passed += number,
                "failed" | "timed" | "exec" => self.failed += number,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(lines: &[&str]) -> Tally {
        let mut tally = Tally::default();
        lines.iter().for_each(|line| tally.read(line));
        tally
    }

    #[test]
    fn adds_the_binaries_of_cargo_test() {
        let lines = [
            "running 3 tests",
            "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s",
            "test result: FAILED. 4 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.10s",
        ];
        assert_eq!(tally(&lines), Tally { passed: 7, failed: 2 });
    }

    #[test]
    fn reads_the_summary_of_nextest() {
        let green = "     Summary [   0.027s] 12 tests run: 12 passed (1 slow), 3 skipped";
        assert_eq!(tally(&[green]), Tally { passed: 12, failed: 0 });
        let red = "     Summary [   9.1s] 9/10 tests run: 5 passed, 2 failed, 1 timed out, 1 exec failed, 1 skipped";
        assert_eq!(tally(&[red]), Tally { passed: 5, failed: 4 });
    }

    #[test]
    fn a_failed_test_of_nextest_counts_once() {
        let echoed =
            "    test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 16 filtered out; finished in 0.23s";
        let summary = "     Summary [ 165.508s] 530 tests run: 529 passed, 1 failed, 0 skipped";
        assert_eq!(tally(&[echoed, summary]), Tally { passed: 529, failed: 1 });
    }

    #[test]
    fn other_lines_count_nothing() {
        assert_eq!(tally(&["3 passed, 1 failed", "test a ... ok", ""]), Tally::default());
    }
}
