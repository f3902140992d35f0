//! What the collector says of its own run.

use shared::model::{Disturbance, During, Group, Verdict, VerdictWord};

use super::clean::{Cause, Usual};
use super::{Cut, Record};

/// Of all samples, how many may be disturbed in a clean run.
const DISTURBED: f64 = 0.2;
/// Of the CPUs' time, how much the hypervisor may take in a clean run.
const STEAL: f64 = 0.01;
/// Of one cell's samples, how many may be disturbed before it is counted as a disturbed cell.
const DISTURBED_CELL: f64 = 0.2;

/// Of all samples, how many must have a cause for it to be named beside a greater one.
const NAMED: f64 = 0.05;

/// Judges what was measured: `groups` are those of `records`.
pub fn verdict(records: &[Record], groups: &[Group], during: &During, cut: Option<Cut>) -> Verdict {
    let mut reasons = Vec::new();
    let mut add = |kind: &str, text: String| reasons.push(Disturbance { kind: kind.to_owned(), text });
    match cut {
        Some(Cut::Interrupted) => add("interrupted", "the run was interrupted; what it had measured is kept".into()),
        Some(Cut::TimeLimit) => add("interrupted", "the time limit passed before the plan was done".into()),
        Some(Cut::Broken) => add("interrupted", "the run could not go on; what it had measured is kept".into()),
        None => {}
    }
    let counts = Counts::of(groups);
    if counts.share() > DISTURBED {
        let whole = format!(
            "{:.0} % of the samples were disturbed, more than a fifth of them in {} of {} cells",
            100.0 * counts.share(),
            counts.disturbed_cells,
            counts.cells
        );
        for (kind, text) in causes(records) {
            add(kind, format!("{whole}: {text}"));
        }
    }
    if let Some(steal) = during.steal.filter(|&steal| steal > STEAL) {
        add("steal", format!("the hypervisor took {:.1} % of the time", 100.0 * steal));
    }
    if let Some(events) = during.throttle_events.filter(|&events| events > 0) {
        add("throttled", format!("the CPU was throttled by its temperature {events} times"));
    }
    if let Some(periods) = during.cgroup_throttled.filter(|&periods| periods > 0) {
        add("quota", format!("the control group's CPU quota was used up in {periods} periods"));
    }
    let word = match () {
        () if counts.samples > 0 && counts.disturbed == counts.samples => VerdictWord::Invalid,
        () if reasons.is_empty() => VerdictWord::Clean,
        () => VerdictWord::Disturbed,
    };
    Verdict { word, reasons }
}

/// What disturbed the samples, the most frequent first: its kind in documents and how much of it there was.
fn causes(records: &[Record]) -> Vec<(&'static str, String)> {
    let usual = Usual::of(records);
    let starts = || records.iter().flat_map(|record| &record.starts);
    let of_start = |start| usual.into_iter().flat_map(move |usual| usual.causes_of(start));
    let samples: Vec<Option<Cause>> = starts().flat_map(of_start).collect();
    let share =
        |cause| samples.iter().filter(|&&other| other == Some(cause)).count() as f64 / samples.len().max(1) as f64;
    let held = starts().filter(|start| start.is_held());
    let most = held.filter_map(|start| start.others_share()).fold(0.0, f64::max);
    let mut causes = [Cause::Load, Cause::RunDelay, Cause::Canary].map(|cause| (share(cause), cause));
    causes.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let greatest = causes[0].0;
    if greatest == 0.0 {
        return vec![("earlier", "they are of the run that was gone on with".to_owned())];
    }
    let named = causes.into_iter().filter(|&(share, _)| share == greatest || share >= NAMED);
    let text = |(share, cause)| {
        let percent = 100.0 * share;
        match cause {
            Cause::Load => (
                "load",
                format!(
                    "around {percent:.0} % others used or wanted the same CPU; they had up to {:.0} % of it",
                    100.0 * most
                ),
            ),
            Cause::RunDelay => {
                ("run_delay", format!("in {percent:.0} % the process waited for its CPU, which others held"))
            }
            Cause::Canary => {
                let means = "the core was shared with others, or its speed was not the usual one";
                ("canary", format!("around {percent:.0} % a canary was more than 5 % off, so {means}"))
            }
        }
    };
    named.map(text).collect()
}

#[derive(Default)]
struct Counts {
    samples: usize,
    disturbed: usize,
    cells: usize,
    disturbed_cells: usize,
}

impl Counts {
    fn of(groups: &[Group]) -> Self {
        let mut counts = Self::default();
        for cell in groups.iter().flat_map(|group| &group.cells) {
            let timed: usize = cell.elapsed_ns.iter().map(Vec::len).sum();
            let samples = timed + cell.values.iter().map(Vec::len).sum::<usize>();
            counts.samples += samples;
            counts.disturbed += cell.disturbed.len();
            counts.cells += usize::from(samples > 0);
            counts.disturbed_cells += usize::from(cell.disturbed.len() as f64 > DISTURBED_CELL * samples as f64);
        }
        counts
    }

    fn share(&self) -> f64 {
        self.disturbed as f64 / self.samples.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::run::groups;
    use crate::run::others::Taken;
    use crate::run::record::StartRecord;
    use crate::run::record::tests::{report, sweep};
    use crate::start::{Counted, Ending, Outcome, Report};

    /// One start of one point, of whose two samples so many are disturbed by the canaries.
    fn measured(disturbed: usize) -> Record {
        let mut record = sweep();
        let planned = record.planned(&[0]);
        let mut point = report(0, 1_000);
        // The usual is the least of three: the last canary spoils one sample, the middle one both.
        if disturbed > 0 {
            point.canaries[3 - disturbed].chain += 5_000;
        }
        let reports = vec![Report::Point(point)];
        let outcome = Outcome { reports, ending: Ending::Done(Counted::default()), printed: String::new() };
        record.take(&planned, outcome, StartRecord::default());
        record
    }

    fn judged(record: Record, during: &During, cut: Option<Cut>) -> Verdict {
        let records = [record];
        verdict(&records, &groups(&records, None), during, cut)
    }

    fn word(disturbed: usize, during: &During, cut: Option<Cut>) -> (VerdictWord, Vec<String>) {
        let verdict = judged(measured(disturbed), during, cut);
        (verdict.word, verdict.reasons.into_iter().map(|reason| reason.kind).collect())
    }

    #[test]
    fn nothing_seen_is_clean() {
        assert_eq!(word(0, &During::default(), None), (VerdictWord::Clean, vec![]));
    }

    #[test]
    fn each_disturbance_is_named() {
        let during = During { steal: Some(0.02), cgroup_throttled: Some(3), ..During::default() };
        let kinds = ["interrupted", "canary", "steal", "quota"].map(str::to_owned).to_vec();
        assert_eq!(word(1, &during, Some(Cut::Interrupted)), (VerdictWord::Disturbed, kinds));
    }

    #[test]
    fn a_run_without_a_clean_sample_is_invalid() {
        assert_eq!(word(2, &During::default(), None).0, VerdictWord::Invalid);
    }

    #[test]
    fn each_cause_is_told_by_its_own_name() {
        let mut waited = measured(1);
        waited.starts[0].points[0].as_mut().unwrap().as_mut().unwrap().run_delay_ns = Some(vec![500, 0]);
        let verdict = judged(waited, &During::default(), None);
        let said: Vec<(&str, &str)> =
            verdict.reasons.iter().map(|reason| (reason.kind.as_str(), reason.text.as_str())).collect();
        let whole = "100 % of the samples were disturbed, more than a fifth of them in 1 of 1 cells";
        let [(first, delay), (second, canary)] = said[..] else { panic!("{said:?}") };
        assert_eq!((first, second), ("run_delay", "canary"));
        assert_eq!(delay, format!("{whole}: in 50 % the process waited for its CPU, which others held"));
        assert!(canary.starts_with(&format!("{whole}: around 50 % a canary was more than 5 % off")), "{canary}");
    }

    #[test]
    fn a_cpu_that_others_used_is_told_with_how_much_of_it() {
        let mut held = measured(0);
        held.starts[0].others =
            Taken { used_ns: Some(900_000_000), took: Duration::from_secs(1), cpus: 1, ..Taken::default() };
        held.starts[0].counted.cpu_ns = Some(500_000_000);
        let verdict = judged(held, &During::default(), None);
        let [reason] = verdict.reasons.as_slice() else { panic!("{verdict:?}") };
        assert_eq!((verdict.word, reason.kind.as_str()), (VerdictWord::Invalid, "load"));
        assert!(
            reason.text.ends_with("around 100 % others used or wanted the same CPU; they had up to 40 % of it"),
            "{}",
            reason.text
        );
    }
}
