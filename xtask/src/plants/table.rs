//! Found and planted, by kind, size and preset.

use std::collections::BTreeMap;

use shared::compare::Word;

use super::deal::SIZES;
use super::title;
use crate::series::kind::{Kind, placement};
use crate::series::pair::{Share, Tested};

/// What is promised: preset, kind, size in per cent, and of ten changes how many are found.
const PROMISES: [(&str, Kind, f64, u32); 4] = [
    ("standard", Kind::Cpu, 10.0, 8),
    ("full", Kind::Cpu, 5.0, 9),
    ("full", Kind::Process, 10.0, 8),
    ("full", Kind::Wait, 30.0, 8),
];

/// What comparisons of one preset found.
#[derive(Default)]
pub struct Found {
    /// Cells by kind and size (in tenths of a per cent): called worse of planted.
    planted: BTreeMap<(Kind, u32), Share>,
    /// The changes that they brought, beside those that were meant.
    brought: BTreeMap<(Kind, u32), Vec<f64>>,
    /// Cells that nothing was planted in, by kind: called of tested.
    unplanted: BTreeMap<Kind, Share>,
    /// How often a benchmark was planted, at a placement; and which benchmarks.
    plants: usize,
    benchmarks: std::collections::BTreeSet<String>,
    /// Changes that were called an improvement.
    wrong: usize,
}

impl Found {
    /// Adds a comparison of a planted run with one without; `percents` says what was planted where.
    pub fn add(&mut self, cells: &[Tested], percents: &BTreeMap<String, f64>) {
        self.plants += percents.len();
        let names = percents.keys().filter_map(|title| title.split('@').next());
        self.benchmarks.extend(names.map(str::to_owned));
        for cell in cells {
            match percents.get(&title(&cell.key.benchmark, placement(&cell.key))) {
                Some(&percent) => {
                    let place = (cell.kind, tenths(percent));
                    self.planted.entry(place).or_default().add(cell.word == Word::Worse);
                    self.brought.entry(place).or_default().push(cell.improvement);
                    self.wrong += usize::from(cell.word == Word::Better);
                }
                None => self.unplanted.entry(cell.kind).or_default().add(cell.called()),
            }
        }
    }

    fn at(&self, kind: Kind, percent: f64) -> Share {
        self.planted.get(&(kind, tenths(percent))).copied().unwrap_or_default()
    }

    /// The median change of cells of a kind and size.
    fn median(&self, kind: Kind, percent: f64) -> Option<f64> {
        let mut brought = self.brought.get(&(kind, tenths(percent)))?.clone();
        brought.sort_by(f64::total_cmp);
        brought.get(brought.len() / 2).copied()
    }
}

fn tenths(percent: f64) -> u32 {
    (10.0 * percent).round() as u32
}

/// All tables, by preset.
pub fn text(all: &[(&str, Found)]) -> String {
    let mut text = String::new();
    for (preset, found) in all {
        text += &format!("{preset}: {} plants in {} benchmarks", found.plants, found.benchmarks.len());
        text += &format!("; {} of them called better\n\n", found.wrong);
        text += "| cells found worse of planted |";
        text += &SIZES.map(|size| format!(" {size} % |")).concat();
        text += " called without a plant |\n|---|---:|---:|---:|---:|---:|\n";
        for kind in Kind::ALL {
            let called = found.unplanted.get(&kind).copied().unwrap_or_default();
            let shares = SIZES.map(|size| found.at(kind, size));
            if called.all == 0 && shares.iter().all(|share| share.all == 0) {
                continue;
            }
            text += &format!("| {} |{} {called} |\n", kind.name(), shares.map(|share| format!(" {share} |")).concat());
            let medians = SIZES.map(|size| found.median(kind, size));
            let shown = medians.map(|median| median.map_or("-".to_owned(), |size| format!("{:+.1} %", 100.0 * size)));
            text += &format!("| – change, median |{} |\n", shown.map(|shown| format!(" {shown} |")).concat());
        }
        text.push('\n');
    }
    text += "| promise | found | |\n|---|---:|---|\n";
    for (preset, kind, size, of_ten) in PROMISES {
        let Some((_, found)) = all.iter().find(|(name, _)| *name == preset) else { continue };
        let share = found.at(kind, size);
        let kept = share
            .part()
            .map_or("not measured", |part| if part >= f64::from(of_ten) / 10.0 { "kept" } else { "not kept" });
        text += &format!("| *{preset}* finds {size} % on {} in {of_ten} of 10 | {share} | {kept} |\n", kind.name());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::compare::RowKey;
    use shared::model::Point;

    fn cell(benchmark: &str, at: Option<&'static str>, word: Word, improvement: f64) -> Tested {
        let point = at.map_or_else(Point::default, |name| Point::new([("placement", name.into())]));
        let key = RowKey { benchmark: benchmark.into(), version: 1, point, measure: "latency".into() };
        Tested { kind: Kind::of(&key), key, word, improvement }
    }

    #[test]
    fn plants_are_counted_apart_from_false_alarms_and_beside_promises() {
        let percents =
            BTreeMap::from([("syscall.null".to_owned(), 10.0), ("ipc.pipe.latency@unpinned".to_owned(), 30.0)]);
        let mut found = Found::default();
        let cells = |null: Word| {
            [
                cell("syscall.null", None, null, -0.101),
                cell("syscall.read", None, Word::Better, 0.03),
                cell("ipc.pipe.latency", Some("unpinned"), Word::Undecided, -0.28),
                cell("ipc.pipe.latency", Some("same_cpu"), Word::Same, 0.0),
            ]
        };
        for null in [Word::Worse, Word::Worse, Word::Worse, Word::Worse, Word::Better] {
            found.add(&cells(null), &percents);
        }
        let text = text(&[("standard", found)]);
        assert!(text.starts_with("standard: 10 plants in 2 benchmarks; 1 of them called better\n"), "{text}");
        assert!(text.contains("| CPU paths | - | - | 4 of 5 (80.0 %) | - | 5 of 10 (50.0 %) |"), "{text}");
        assert!(text.contains("| waits | - | - | - | 0 of 5 (0.0 %) | - |"), "{text}");
        assert!(text.contains("| – change, median | - | - | - | -28.0 % |"), "{text}");
        assert!(text.contains("| *standard* finds 10 % on CPU paths in 8 of 10 | 4 of 5 (80.0 %) | kept |"), "{text}");
        assert!(!text.contains("*full*"));
    }
}
