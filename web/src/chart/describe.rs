//! A chart in words and as a table, for those who do not see it.

use shared::figure::{Figure, Kind};

use crate::element::{El, el, head, row_head, said};

/// What the chart shows, in a sentence.
pub fn label(figure: &Figure) -> String {
    let kind = match figure.kind {
        Kind::Curves => "curves",
        Kind::Bars => "bars",
    };
    let names: Vec<&str> = figure.series.iter().map(|series| series.label.as_str()).collect();
    let finding = if figure.caption.is_empty() { String::new() } else { format!(" {}.", figure.caption) };
    format!(
        "{}: {kind} of {} over {}, for {}.{finding}",
        figure.title,
        figure.y.label,
        figure.x.label,
        names.join(", ")
    )
}

/// The chart's figures, a row a place on the x axis.
pub fn data(figure: &Figure) -> El {
    let names = figure.series.iter().map(|series| said("th", "num", &series.label).attr("scope", "col"));
    let rows = places(figure).into_iter().map(|place| {
        let values = figure.series.iter().map(|series| {
            let mark = series.points.iter().find(|mark| mark.x_text == place && mark.y.is_some());
            said("td", "num", mark.map_or_else(|| "–".to_owned(), |mark| mark.y_text.clone()))
        });
        el("tr", "").child(row_head(&place)).children(values)
    });
    let table = el("table", "plain")
        .child(el("thead", "").child(el("tr", "").child(head(&figure.x.label)).children(names)))
        .child(el("tbody", "").children(rows));
    el("details", "")
        .child(said("summary", "soft", "The same as a table"))
        .child(el("div", "scroll").attr("tabindex", "0").child(table))
}

/// The places on the x axis that any curve has, from left to right.
fn places(figure: &Figure) -> Vec<String> {
    let mut places: Vec<(f64, &str)> =
        figure.series.iter().flat_map(|series| &series.points).map(|mark| (mark.x, mark.x_text.as_str())).collect();
    places.sort_by(|a, b| a.0.total_cmp(&b.0));
    places.dedup_by(|a, b| a.1 == b.1);
    places.into_iter().map(|(_, text)| text.to_owned()).collect()
}
