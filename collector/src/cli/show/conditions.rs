//! What a run says of its machine, kernel and conditions: every key that comparisons know. What has hundreds of values,
//! or says the same of most, is counted.

use comfy_table::presets::NOTHING;
use comfy_table::{ContentArrangement, Table};
use shared::keys;
use shared::model::Run;
use shared::sorted::Map;

const CONFIG: &str = "kernel.config.";
const MITIGATIONS: &str = "conditions.mitigations.";
const NOT_AFFECTED: &str = "Not affected";

/// Keys and values in two columns.
pub fn text(run: &Run) -> String {
    let mut table = Table::new();
    table.load_style(NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    for (key, value) in shown(run) {
        table.add_row([key, value]);
    }
    table.trim_fmt() + "\n"
}

fn shown(run: &Run) -> Map<String, String> {
    let mut shown = keys::flatten(run);
    let unaffected = |key: &str, value: &str| key.starts_with(MITIGATIONS) && value == NOT_AFFECTED;
    let harmless = shown.iter().filter(|(key, value)| unaffected(key, value)).count();
    shown.retain(|key, value| !key.starts_with(CONFIG) && !unaffected(key, value));
    if harmless > 0 {
        shown.insert(
            MITIGATIONS.trim_end_matches('.').to_owned(),
            format!("not affected by {harmless} vulnerabilities"),
        );
    }
    if !run.kernel.config.is_empty() {
        let symbols = format!("{} symbols are set", run.kernel.config.len());
        shown.insert(CONFIG.trim_end_matches('.').to_owned(), symbols);
    }
    shown
}

#[cfg(test)]
mod tests {
    use shared::model::{Conditions, Kernel};

    use super::*;
    use crate::document;

    #[test]
    fn symbols_and_harmless_vulnerabilities_are_counted() {
        let facts = |pairs: &[(&str, &str)]| {
            pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
        };
        let mut run = document::tests::empty_run("6.1.0");
        run.kernel = Kernel { config: facts(&[("HZ", "250"), ("USB", "m")]), ..run.kernel };
        let mitigations = facts(&[("meltdown", NOT_AFFECTED), ("l1tf", NOT_AFFECTED), ("retbleed", "Vulnerable")]);
        run.conditions = Conditions { mitigations, ..Conditions::default() };
        let shown = shown(&run);
        assert_eq!(shown.get("kernel.config").unwrap(), "2 symbols are set");
        assert_eq!(shown.get("conditions.mitigations").unwrap(), "not affected by 2 vulnerabilities");
        assert_eq!(shown.get("conditions.mitigations.retbleed").unwrap(), "Vulnerable");
        assert!(!shown.contains_key("conditions.mitigations.l1tf"));
    }
}
