//! What the collector says of its own run.

use shared::model::{Disturbance, During, Group, Verdict, VerdictWord};

use super::Cut;

/// Of all samples, how many may be disturbed in a clean run.
const DISTURBED: f64 = 0.2;
/// Of the CPUs' time, how much the hypervisor may take in a clean run.
const STEAL: f64 = 0.01;
/// Of one cell's samples, how many may be disturbed before it is counted as a disturbed cell.
const DISTURBED_CELL: f64 = 0.2;

/// Judges what was measured.
pub fn verdict(groups: &[Group], during: &During, cut: Option<Cut>) -> Verdict {
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
        add(
            "canary",
            format!(
                "{:.0} % of the samples were disturbed: a canary was more than 5 % off, or the CPU was held by others; \
             more than a fifth of the samples in {} of {} cells",
                100.0 * counts.share(),
                counts.disturbed_cells,
                counts.cells
            ),
        );
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
    use super::*;
    use crate::run::record::StartRecord;
    use crate::run::record::tests::{report, sweep};
    use crate::run::{Record, groups};
    use crate::start::{Counted, Ending, Outcome, Report};

    /// One start of one point, of whose two samples so many are disturbed.
    fn measured(disturbed: usize) -> Vec<Group> {
        let mut record: Record = sweep();
        let planned = record.planned(&[0]);
        let reports = vec![Report::Point(report(0, 1_000))];
        let outcome = Outcome { reports, ending: Ending::Done(Counted::default()), printed: String::new() };
        record.take(&planned, outcome, StartRecord::default());
        let mut groups = groups(&[record], None);
        groups[0].cells[0].disturbed = (0..disturbed as u32).collect();
        groups
    }

    fn word(disturbed: usize, during: &During, cut: Option<Cut>) -> (VerdictWord, Vec<String>) {
        let verdict = verdict(&measured(disturbed), during, cut);
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
}
