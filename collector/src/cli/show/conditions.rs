//! What a run says of its machine, kernel and conditions: every key that comparisons know, by group.

use std::collections::BTreeMap;

use comfy_table::presets::NOTHING;
use comfy_table::{ContentArrangement, Table};
use shared::keys;
use shared::model::Run;

/// Groups of keys that are shown as a number: they have hundreds of values.
const COUNTED: [(&str, &str); 1] = [("kernel.config.", "kernel.config (symbols)")];

/// Keys and values in two columns.
pub fn text(run: &Run) -> String {
    let mut table = Table::new();
    table.load_style(NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    for (key, value) in shown(keys::flatten(run)) {
        table.add_row([key, value]);
    }
    table.trim_fmt() + "\n"
}

fn shown(keys: BTreeMap<String, String>) -> BTreeMap<String, String> {
    let mut shown = BTreeMap::new();
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for (key, value) in keys {
        match COUNTED.iter().find(|(prefix, _)| key.starts_with(prefix)) {
            Some((_, title)) => *counts.entry(title).or_default() += 1,
            None => drop(shown.insert(key, value)),
        }
    }
    shown.extend(counts.into_iter().map(|(title, count)| (title.to_owned(), count.to_string())));
    shown
}
