//! View → query, in one canonical form: fixed order, defaults left out, encoded only where needed.

use super::pairs::{escaped, join, joined};
use super::{Columns, Hide, Layout, View, compare_natural};

impl View {
    /// The canonical query, without a question mark. Parsing it gives this view again.
    pub fn query(&self) -> String {
        let mut pairs: Vec<(&str, String)> = Vec::new();
        let frozen = match &self.columns {
            Columns::Frozen(columns) => {
                for column in columns {
                    let ids: Vec<&str> = column.iter().map(|id| id.as_str()).collect();
                    pairs.push(("run", ids.join(".")));
                }
                true
            }
            Columns::Live { by, filter } => {
                if !by.is_empty() {
                    pairs.push(("by", joined(by, ',')));
                }
                pairs.extend(filter.iter().map(|(key, glob)| ("where", format!("{}:{glob}", escaped(key, ':')))));
                false
            }
        };
        if let Some(base) = self.base.as_ref().filter(|base| !(frozen && base.as_str() == "0")) {
            pairs.push(("base", base.clone()));
        }
        self.print_rows(&mut pairs);
        self.print_chart(&mut pairs);
        pairs.extend(self.unit.iter().map(|(quantity, unit)| ("unit", format!("{quantity}:{unit}"))));
        pairs.extend(self.open.iter().map(|row| ("open", row.clone())));
        join(&pairs)
    }

    fn print_rows(&self, pairs: &mut Vec<(&str, String)>) {
        if !self.rows.is_empty() {
            pairs.push(("rows", joined(&self.rows, ',')));
        }
        for (axis, values) in &self.at {
            let mut values: Vec<&String> = values.iter().collect();
            values.sort_by(|a, b| compare_natural(a, b));
            pairs.push(("at", format!("{}:{}", escaped(axis, ':'), joined(values, ','))));
        }
        if self.layout == Layout::Kernels {
            pairs.push(("layout", "kernels".to_owned()));
        }
        if !self.hide.is_empty() {
            let words: Vec<&str> = self.hide.iter().copied().map(Hide::name).collect();
            pairs.push(("hide", words.join(",")));
        }
        if let Some(sort) = self.sort {
            let direction = if sort.descending { "desc" } else { "asc" };
            pairs.push(("sort", format!("{}:{}:{direction}", sort.by.name(), sort.column)));
        }
    }

    fn print_chart(&self, pairs: &mut Vec<(&str, String)>) {
        let Some(chart) = &self.chart else { return };
        pairs.push(("chart", chart.benchmark.clone()));
        pairs.extend(chart.x.iter().map(|axis| ("x", axis.clone())));
        pairs.extend(chart.split.iter().map(|axis| ("split", axis.clone())));
        if chart.log {
            pairs.push(("scale", "log".to_owned()));
        }
    }
}
