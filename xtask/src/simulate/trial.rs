//! One simulated comparison of two columns.

use shared::stats::{Finding, Floors, Quantiles, Runs, Side, Test, judge};

use super::noise::{Circumstances, KINDS, Kind, run};
use super::random::Random;

/// What a comparison is made of: for each kind, how many curves of how many points.
const FAMILY: [(usize, usize, usize); 6] = [(0, 40, 1), (0, 8, 8), (1, 20, 1), (2, 4, 12), (3, 24, 1), (3, 4, 4)];

/// A comparison to simulate.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    pub around: &'a Circumstances,
    /// Starts, and samples of each.
    pub amount: (usize, usize),
    /// Runs a side, each of its own boot.
    pub runs: usize,
    /// Standard deviation of what a run draws for each cell, as a part of the floor.
    pub between: f64,
    /// What is changed.
    pub planted: Planted,
}

/// What is changed, in logarithms.
#[derive(Clone, Copy)]
pub enum Planted {
    Nothing,
    /// One curve of each kind.
    Alone(f64),
    /// Every tenth curve.
    Tenth(f64),
}

/// A cell of a simulated comparison.
pub struct Cell {
    pub kind: usize,
    /// The true difference, in logarithms, of what was planted and what the runs drew.
    pub truth: f64,
    /// What was planted.
    pub planted: f64,
    pub finding: Finding,
    /// Improvement and the ends of its interval.
    pub interval: (f64, f64, f64),
}

/// Simulates a comparison.
pub fn trial(random: &mut Random, setting: &Setting) -> Vec<Cell> {
    let (mut tests, mut curves, mut cells) = (Vec::new(), Vec::new(), Vec::new());
    let mut number = 0;
    for (kind, count, points) in FAMILY {
        for curve in 0..count {
            let planted = match setting.planted {
                Planted::Alone(change) if curve == 0 => change,
                Planted::Tenth(change) if number % 10 == 0 => change,
                _ => 0.0,
            };
            number += 1;
            curves.push(points);
            for _ in 0..points {
                let (test, drawn) = cell(random, &KINDS[kind], setting, planted);
                tests.push(test);
                let nothing = (Finding::Undecided(None), (0.0, 0.0, 0.0));
                cells.push(Cell { kind, truth: drawn, planted, finding: nothing.0, interval: nothing.1 });
            }
        }
    }
    let mut quantiles = Quantiles::default();
    for ((cell, test), finding) in cells.iter_mut().zip(&tests).zip(judge(&tests, &curves)) {
        (cell.finding, cell.interval) = (finding, test.interval(&mut quantiles));
    }
    cells
}

/// One cell: its test, and the difference of what both sides really are.
fn cell(random: &mut Random, kind: &Kind, setting: &Setting, planted: f64) -> (Test, f64) {
    let side = |random: &mut Random, shift: f64| {
        let mut drawn = 0.0;
        let sides: Vec<Side> = (0..setting.runs)
            .map(|_| {
                let own = shift + setting.between * kind.floor * random.normal();
                drawn += own / setting.runs as f64;
                let logs = run(random, kind, setting.around, setting.amount, own);
                Side::of(&logs, kind.reduction).expect("there are starts")
            })
            .collect();
        (sides, drawn)
    };
    let (base, of_base) = side(random, 0.0);
    let (new, of_new) = side(random, planted);
    if let ([base], [new]) = (&base[..], &new[..]) {
        let test = Test::of_starts(base, new, true, Floors::of_row(kind.floor)).expect("three starts or more");
        return (test, of_new - of_base);
    }
    let centres = |sides: &[Side]| Runs::of(&sides.iter().map(|side| side.centre).collect::<Vec<_>>());
    let (base, new) = (centres(&base), centres(&new));
    let spread = libm::expm1(2.0 * Runs::spread(&base, &new).unwrap_or(0.0));
    let floors = Floors { called: kind.floor.max(spread), ..Floors::of_row(kind.floor) };
    (Test::of_runs(&base, &new, true, floors), of_new - of_base)
}
