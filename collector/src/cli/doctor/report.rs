//! Findings for the terminal.

use super::finding::{Finding, Severity};

/// Each finding with what it does and what helps, and a last line that sums up.
pub fn text(findings: &[Finding]) -> String {
    let mut text = String::new();
    for finding in findings {
        text += &format!("{:<7} {}\n        {}\n", finding.severity.word(), finding.seen, finding.effect);
        if !finding.remedy.is_empty() {
            text += &format!("        -> {}\n", finding.remedy);
        }
    }
    text + &summary(findings)
}

fn summary(findings: &[Finding]) -> String {
    let count = |severity| findings.iter().filter(|finding| finding.severity == severity).count();
    let (spoils, noise) = (count(Severity::Spoils), count(Severity::Noise));
    match (spoils, noise) {
        (0, 0) => "Nothing was seen that would spoil a result.\n".to_owned(),
        (0, noise) => format!("Noise: {noise}. Nothing was seen that would spoil a result.\n"),
        (spoils, noise) => format!("Spoils results: {spoils}. Noise: {noise}.\n"),
    }
}
