//! Tables of simulated comparisons.

use shared::stats::Finding;
use shared::summary::OFFSET_STEP;

use super::inverted;
use super::noise::{CIRCUMSTANCES, Circumstances, KINDS, run};
use super::random::Random;
use super::share;
use super::trial::{Cell, Planted, Setting, trial};

/// Presets: starts and samples of each.
const AMOUNTS: [(&str, (usize, usize)); 3] = [("quick", (3, 7)), ("standard", (12, 5)), ("full", (20, 7))];

/// Comparisons of each line.
const TRIALS: usize = 100;

/// Between runs, as a part of the floor, where nothing else is said.
const BETWEEN: f64 = 0.25;

const QUIET: &Circumstances = &CIRCUMSTANCES[0];

fn cells(seed: u64, trials: usize, setting: &Setting) -> Vec<Cell> {
    let mut random = Random::new(seed);
    (0..trials).flat_map(|_| trial(&mut random, setting)).collect()
}

fn called(cell: &Cell) -> bool {
    cell.finding == Finding::Changed
}

/// How often nothing is called something.
pub fn false_flags() {
    let parts = [0.0, 0.25, 0.5, 1.0];
    println!("Two runs that differ in nothing: cells called better or worse; behind the bar, called the same");
    println!("by how much runs differ by themselves (standard deviation, as a part of the floor)");
    println!("{:<44}{:>10}{:>10}{:>10}{:>10} |{:>9}", "", "0", "1/4", "1/2", "1", "1/4");
    for around in &CIRCUMSTANCES {
        for (name, amount) in AMOUNTS {
            let mut line = format!("{:<44}", format!("{name} {}x{}, {}", amount.0, amount.1, around.name));
            let mut same = String::new();
            for between in parts {
                let cells = cells(1, TRIALS, &Setting { around, amount, runs: 1, between, planted: Planted::Nothing });
                line += &format!("{:>10}", share(cells.iter().filter(|cell| called(cell)).count(), cells.len()));
                if between == BETWEEN {
                    same = share(cells.iter().filter(|cell| cell.finding == Finding::Same).count(), cells.len());
                }
            }
            println!("{line} |{same:>9}");
        }
    }
    println!();
}

/// How often a planted change is called one, in its direction.
pub fn power() {
    println!("A planted change, cells of changed curves that are called worse (runs differ by 1/4 of the floor)");
    println!("{:<58}{:>10}{:>10}{:>10}", "", "5 %", "10 %", "30 %");
    for around in [&CIRCUMSTANCES[0], &CIRCUMSTANCES[2]] {
        for (name, amount) in AMOUNTS {
            for (index, kind) in KINDS.iter().enumerate() {
                for (which, plant) in
                    [("every tenth curve", Planted::Tenth as fn(f64) -> Planted), ("one curve", Planted::Alone)]
                {
                    let mut line = format!("{:<58}", format!("{name}, {}, {which}{}", kind.name, slow(around)));
                    for change in [0.05, 0.1, 0.3] {
                        let planted = plant(libm::log(1.0 + change));
                        let cells =
                            cells(2, TRIALS / 2, &Setting { around, amount, runs: 1, between: BETWEEN, planted });
                        let changed: Vec<&Cell> =
                            cells.iter().filter(|cell| cell.kind == index && cell.planted > 0.0).collect();
                        let found = changed.iter().filter(|cell| called(cell) && cell.interval.0 < 0.0).count();
                        line += &format!("{:>10}", share(found, changed.len()));
                    }
                    println!("{line}");
                }
            }
        }
    }
    println!();
}

fn slow(around: &Circumstances) -> &'static str {
    if around.name == QUIET.name { "" } else { ", slow starts" }
}

/// How often intervals cover what is true of the two runs, and how they compare with those of the permutation test.
pub fn intervals() {
    println!("95 % intervals: how often they cover the difference of the two runs; half width, median");
    println!("{:<44}{:>12}{:>10} |{:>22}{:>10}", "", "winsorised t", "width", "permutation, inverted", "width");
    for around in [&CIRCUMSTANCES[0], &CIRCUMSTANCES[2]] {
        for (name, amount) in AMOUNTS {
            for (index, kind) in KINDS.iter().enumerate() {
                let planted = Planted::Nothing;
                let all = cells(3, TRIALS / 2, &Setting { around, amount, runs: 1, between: BETWEEN, planted });
                let of_kind: Vec<&Cell> = all.iter().filter(|cell| cell.kind == index).collect();
                let covers = |cell: &&&Cell| {
                    let truth = -libm::expm1(cell.truth);
                    cell.interval.1 <= truth && truth <= cell.interval.2
                };
                let covered = share(of_kind.iter().filter(covers).count(), of_kind.len());
                let width = median(of_kind.iter().map(|cell| (cell.interval.2 - cell.interval.1) / 2.0));
                let (inverted, inverted_width) = inverted(around, index, amount);
                println!(
                    "{:<44}{covered:>12}{:>10} |{inverted:>22}{inverted_width:>10}",
                    format!("{name}, {}{}", kind.name, slow(around)),
                    percent(width)
                );
            }
        }
    }
    println!();
}

fn inverted(around: &Circumstances, kind: usize, amount: (usize, usize)) -> (String, String) {
    let kind = &KINDS[kind];
    let mut random = Random::new(4);
    let (mut covered, mut widths) = (0, Vec::new());
    let tries = 300;
    for _ in 0..tries {
        let (base, new) = (run(&mut random, kind, around, amount, 0.0), run(&mut random, kind, around, amount, 0.0));
        match inverted::interval(&base, &new, kind.reduction) {
            Some((low, high)) => {
                covered += usize::from(low - OFFSET_STEP <= 0.0 && 0.0 <= high + OFFSET_STEP);
                widths.push((high - low) / 2.0);
            }
            None => covered += 1,
        }
    }
    let width = if widths.len() * 2 > tries { percent(median(widths.into_iter())) } else { "unbounded".to_owned() };
    (share(covered, tries), width)
}

/// Whether what a comparison says that it would have seen is seen in 8 of 10.
pub fn detectable() {
    println!(
        "What undecided cells say that they would have seen, median; and how often a change of that size is called"
    );
    for (name, amount) in &AMOUNTS[1..] {
        for (index, kind) in KINDS.iter().enumerate() {
            let setting = Setting { around: QUIET, amount: *amount, runs: 1, between: 0.0, planted: Planted::Nothing };
            let said = |cell: &Cell| match cell.finding {
                Finding::Undecided(seen) => seen,
                _ => None,
            };
            let all: Vec<Cell> = cells(5, TRIALS, &setting).into_iter().filter(|cell| cell.kind == index).collect();
            let said: Vec<f64> = all.iter().filter_map(said).collect();
            if said.len() < 20 {
                println!(
                    "{:<44}hardly any cell is undecided ({} of {})",
                    format!("{name}, {}", kind.name),
                    said.len(),
                    all.len()
                );
                continue;
            }
            let seen = median(said.into_iter());
            let planted = Planted::Alone(libm::log1p(seen));
            let again = cells(6, TRIALS * 2, &Setting { planted, ..setting });
            let changed: Vec<&Cell> = again.iter().filter(|cell| cell.kind == index && cell.planted > 0.0).collect();
            let found = changed.iter().filter(|cell| called(cell)).count();
            println!(
                "{:<44}{:>10}{:>10}",
                format!("{name}, {}", kind.name),
                percent(seen),
                share(found, changed.len())
            );
        }
    }
    println!();
}

/// Three boots a side.
pub fn boots() {
    println!("Boots a side, standard preset: cells called though nothing differs; changes found in every tenth curve");
    println!("{:<58}{:>10}{:>10}{:>10}{:>10}", "", "nothing", "5 %", "10 %", "30 %");
    for runs in [1, 3, 5] {
        for between in [0.25, 0.5, 1.0] {
            let setting = |planted| Setting { around: QUIET, amount: AMOUNTS[1].1, runs, between, planted };
            let nothing = cells(7, TRIALS, &setting(Planted::Nothing));
            let mut line = format!("{:<58}", format!("{runs} a side, runs differ by {between} of the floor"));
            line += &format!("{:>10}", share(nothing.iter().filter(|cell| called(cell)).count(), nothing.len()));
            for change in [0.05, 0.1, 0.3] {
                let cells = cells(8, TRIALS / 2, &setting(Planted::Tenth(libm::log(1.0 + change))));
                let changed: Vec<&Cell> = cells.iter().filter(|cell| cell.kind == 0 && cell.planted > 0.0).collect();
                let found = changed.iter().filter(|cell| called(cell) && cell.interval.0 < 0.0).count();
                line += &format!("{:>10}", share(found, changed.len()));
            }
            println!("{line}");
        }
    }
    println!("(changes: CPU paths)");
    println!();
}

/// How far the fastest of unequal numbers of samples lie apart.
pub fn uneven() {
    println!("The fastest of fewer samples lies higher: by how much, in the mean of 12 starts");
    for (few, many) in [(5, 7), (7, 21)] {
        let mut line = format!("{:<44}", format!("{few} against {many} samples"));
        for kind in &KINDS[..3] {
            let mut random = Random::new(9);
            let mut value = |samples| {
                let sum: f64 = (0..400)
                    .flat_map(|_| run(&mut random, kind, QUIET, (12, samples), 0.0))
                    .map(|log| f64::from(log) * OFFSET_STEP)
                    .sum();
                sum / 4_800.0
            };
            line += &format!("{:>24}", format!("{} {}", kind.name, percent(libm::expm1(value(few) - value(many)))));
        }
        println!("{line}");
    }
    println!();
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

fn percent(fraction: f64) -> String {
    format!("{:.2} %", 100.0 * fraction)
}
