//! Query → view. Never fails: unknown names are ignored, bad values dropped, and both are reported.

use super::pairs::{first, list, split};
use super::{Chart, Columns, Hide, Layout, MAX_COLUMNS, Sort, SortBy, View, units};
use crate::model::RunId;
use crate::sorted::Set;

/// A view, and what its query said that it does not hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    /// The view.
    pub view: View,
    /// Ignored names and dropped values, in sentences for the reader.
    pub reports: Vec<String>,
}

/// Names that belong to the page or the server rather than to the view.
const HOST_NAMES: [&str; 1] = ["format"];

/// Reports beyond this many are only counted.
const MAX_REPORTS: usize = 20;

/// Characters of a value that a report repeats.
const ECHO: usize = 40;

impl View {
    /// The view of a query, with or without its question mark.
    pub fn parse(query: &str) -> Parsed {
        let mut reader = Reader::default();
        for (name, value) in split(query) {
            reader.read(&name, value);
        }
        reader.finish()
    }
}

#[derive(Default)]
struct Reader {
    view: View,
    seen: Set<&'static str>,
    runs: Vec<Vec<RunId>>,
    by: Vec<String>,
    filter: Vec<(String, String)>,
    x: Option<String>,
    split: Option<String>,
    log: bool,
    reports: Vec<String>,
    unreported: usize,
}

impl Reader {
    fn read(&mut self, name: &str, value: String) {
        match name {
            "run" => self.run(&value),
            "where" => self.condition(&value),
            "at" => self.cut(&value),
            "unit" => self.unit(&value),
            "by" => self.by.extend(list(&value, ',').into_iter().filter(|key| !key.is_empty())),
            "rows" => self.view.rows.extend(list(&value, ',')),
            "hide" => self.hide(&value),
            "base" => self.once("base", value, |reader, value| reader.view.base = Some(value)),
            "layout" => self.once("layout", value, Self::layout),
            "sort" => self.once("sort", value, Self::sort),
            "chart" => self.once("chart", value, |reader, benchmark| {
                reader.view.chart = Some(Chart { benchmark, x: None, split: None, log: false });
            }),
            "x" => self.once("x", value, |reader, axis| reader.x = Some(axis)),
            "split" => self.once("split", value, |reader, axis| reader.split = Some(axis)),
            "scale" => self.once("scale", value, Self::scale),
            "open" => self.once("open", value, |reader, row| reader.view.open = Some(row)),
            name if HOST_NAMES.contains(&name) => {}
            unknown => self.report(format!("“{}” is not a part of a view: ignored", echo(unknown))),
        }
    }

    /// Reads a name that can stand once and needs a value.
    fn once(&mut self, name: &'static str, value: String, read: impl FnOnce(&mut Self, String)) {
        if value.is_empty() {
            self.report(format!("{name}= has no value: ignored"));
        } else if self.seen.insert(name) {
            read(self, value);
        } else {
            self.report(format!("{name}= stands twice: “{}” is dropped", echo(&value)));
        }
    }

    fn run(&mut self, value: &str) {
        let mut column: Vec<RunId> = Vec::new();
        for text in value.split('.').filter(|text| !text.is_empty()) {
            match RunId::parse(text) {
                Some(id) if column.contains(&id) => {
                    self.report(format!("run={id} stands twice in a column: one is dropped"))
                }
                Some(id) => column.push(id),
                None => {
                    self.report(format!("run={} is not a run id, 26 characters of a-z and 2-7: dropped", echo(text)))
                }
            }
        }
        if column.is_empty() {
            return;
        }
        if self.runs.len() < MAX_COLUMNS {
            self.runs.push(column);
        } else {
            self.report(format!("more than {MAX_COLUMNS} columns: run={} is dropped", echo(value)));
        }
    }

    fn condition(&mut self, value: &str) {
        match first(value, ':') {
            (key, Some(glob)) if !key.is_empty() => self.filter.push((key, glob.to_owned())),
            _ => self.report(format!("where={} is not key:glob: dropped", echo(value))),
        }
    }

    fn cut(&mut self, value: &str) {
        let (axis, values) = first(value, ':');
        let values = list(values.unwrap_or_default(), ',');
        if axis.is_empty() || values.is_empty() {
            self.report(format!("at={} is not axis:value,value: dropped", echo(value)));
        } else {
            self.view.at.entry(axis).or_default().extend(values);
        }
    }

    fn unit(&mut self, value: &str) {
        let (quantity, unit) = first(value, ':');
        match units::of_quantity(&quantity, unit.unwrap_or_default()) {
            Some(_) if self.view.unit.contains_key(&quantity) => {
                self.report(format!("unit={quantity} stands twice: “{}” is dropped", echo(value)));
            }
            Some(unit) => {
                self.view.unit.insert(quantity, unit.to_owned());
            }
            None => self.report(format!(
                "unit={} is not a quantity and one of its units, such as rate:MiB/s: dropped",
                echo(value)
            )),
        }
    }

    fn hide(&mut self, value: &str) {
        for word in list(value, ',') {
            match Hide::ALL.into_iter().find(|hide| hide.name() == word) {
                Some(hide) => {
                    self.view.hide.insert(hide);
                }
                None => self.report(format!("hide={} is none of same, noisy, partial, other: dropped", echo(&word))),
            }
        }
    }

    fn layout(&mut self, value: String) {
        match value.as_str() {
            "benchmarks" => {}
            "kernels" => self.view.layout = Layout::Kernels,
            _ => self.report(format!("layout={} is neither benchmarks nor kernels: dropped", echo(&value))),
        }
    }

    fn scale(&mut self, value: String) {
        match value.as_str() {
            "linear" => {}
            "log" => self.log = true,
            _ => self.report(format!("scale={} is neither linear nor log: dropped", echo(&value))),
        }
    }

    fn sort(&mut self, value: String) {
        self.view.sort = parse_sort(&value);
        if self.view.sort.is_none() {
            self.report(format!(
                "sort={} is not change, value or name with a column and asc or desc: dropped",
                echo(&value)
            ));
        }
    }

    fn report(&mut self, report: String) {
        if self.reports.len() < MAX_REPORTS {
            self.reports.push(report);
        } else {
            self.unreported += 1;
        }
    }

    fn finish(mut self) -> Parsed {
        self.columns();
        self.base();
        match &mut self.view.chart {
            Some(chart) => (chart.x, chart.split, chart.log) = (self.x, self.split, self.log),
            None => {
                let alone: Vec<_> =
                    ["x", "split", "scale"].into_iter().filter(|name| self.seen.contains(name)).collect();
                for name in alone {
                    self.report(format!("{name}= without chart=: ignored"));
                }
            }
        }
        if self.unreported > 0 {
            self.reports.push(format!("and {} more", self.unreported));
        }
        Parsed { view: self.view, reports: self.reports }
    }

    fn columns(&mut self) {
        let live = !self.by.is_empty() || !self.filter.is_empty();
        if live && !self.runs.is_empty() {
            self.report("the columns are given by run=: by= and where= are ignored".to_owned());
        }
        self.view.columns = if live && self.runs.is_empty() {
            let mut by = Vec::new();
            for key in std::mem::take(&mut self.by) {
                if !by.contains(&key) {
                    by.push(key);
                }
            }
            Columns::Live { by, filter: std::mem::take(&mut self.filter) }
        } else {
            Columns::Frozen(std::mem::take(&mut self.runs))
        };
    }

    /// A frozen view's baseline is the index of a column, and the first is the default.
    fn base(&mut self) {
        let Columns::Frozen(columns) = &self.view.columns else { return };
        let Some(base) = self.view.base.take() else { return };
        match base.parse::<usize>() {
            Ok(0) => {}
            Ok(index) if index < columns.len() => self.view.base = Some(index.to_string()),
            _ => {
                let last = columns.len().saturating_sub(1);
                self.report(format!("base={} is not a column from 0 to {last}: dropped", echo(&base)));
            }
        }
    }
}

/// `change:2:desc`; without a column the first one after the baseline's usual place, without a direction the telling end
/// first: largest changes, smallest names.
fn parse_sort(text: &str) -> Option<Sort> {
    let mut parts = text.split(':');
    let word = parts.next()?;
    let by = SortBy::ALL.into_iter().find(|by| by.name() == word)?;
    let mut sort = match by {
        SortBy::Change => Sort { by, column: 1, descending: true },
        SortBy::Value => Sort { by, column: 0, descending: true },
        SortBy::Name => Sort { by, column: 0, descending: false },
    };
    let mut next = parts.next();
    if let Some(column) = next.and_then(|part| part.parse().ok()) {
        sort.column = column;
        next = parts.next();
    }
    match next {
        None => {}
        Some("asc") => sort.descending = false,
        Some("desc") => sort.descending = true,
        Some(_) => return None,
    }
    parts.next().is_none().then_some(sort)
}

/// The beginning of a value that a report repeats.
fn echo(value: &str) -> String {
    let mut short: String = value.chars().take(ECHO).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if value.chars().nth(ECHO).is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reports(query: &str) -> Vec<String> {
        View::parse(query).reports
    }

    #[test]
    fn what_is_ignored_or_dropped_is_reported() {
        for (query, report) in [
            ("colour=red", "“colour” is not a part of a view: ignored"),
            ("run=abc", "run=abc is not a run id, 26 characters of a-z and 2-7: dropped"),
            ("where=kernel", "where=kernel is not key:glob: dropped"),
            ("at=chunk", "at=chunk is not axis:value,value: dropped"),
            ("hide=all", "hide=all is none of same, noisy, partial, other: dropped"),
            ("layout=round", "layout=round is neither benchmarks nor kernels: dropped"),
            ("sort=size", "sort=size is not change, value or name with a column and asc or desc: dropped"),
            (
                "sort=change:1:up",
                "sort=change:1:up is not change, value or name with a column and asc or desc: dropped",
            ),
            ("chart=a&scale=cubic", "scale=cubic is neither linear nor log: dropped"),
            ("x=chunk", "x= without chart=: ignored"),
            ("unit=rate:kg", "unit=rate:kg is not a quantity and one of its units, such as rate:MiB/s: dropped"),
            ("base=3", "base=3 is not a column from 0 to 0: dropped"),
            ("open=", "open= has no value: ignored"),
            ("open=a&open=b", "open= stands twice: “b” is dropped"),
        ] {
            assert_eq!(reports(query), [report], "{query}");
        }
        assert_eq!(reports("by=kernel.release&format=text&hide=same"), Vec::<String>::new());
    }

    #[test]
    fn columns_by_id_win_over_live_ones() {
        let parsed = View::parse("run=xj4bnp4pahh6uqkbidpf3lrceo&by=kernel.release");
        assert_eq!(parsed.view.query(), "run=xj4bnp4pahh6uqkbidpf3lrceo");
        assert_eq!(parsed.reports, ["the columns are given by run=: by= and where= are ignored"]);
    }

    #[test]
    fn a_hostile_query_gives_short_reports() {
        let query = format!("{}={}", "n".repeat(5000), "v".repeat(5000)) + &"&a=b".repeat(500);
        let reports = reports(&query);
        assert!(reports.len() <= MAX_REPORTS + 1);
        assert!(reports.iter().all(|report| report.chars().count() < 200), "{reports:?}");
        assert_eq!(reports.last().map(String::as_str), Some("and 481 more"));
        let columns = "&run=xj4bnp4pahh6uqkbidpf3lrceo".repeat(100);
        let Columns::Frozen(columns) = View::parse(&columns).view.columns else { panic!("frozen") };
        assert_eq!(columns.len(), MAX_COLUMNS);
    }
}
