//! A chart in words and as a table, for those who do not see it.

use shared::figure::{Figure, Kind};
use yew::prelude::*;

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
pub fn data(figure: &Figure) -> Html {
    let places = places(figure);
    html! {
        <details>
            <summary class="soft">{ "The same as a table" }</summary>
            <div class="scroll" tabindex="0">
                <table class="plain">
                    <thead>
                        <tr>
                            <th scope="col">{ figure.x.label.clone() }</th>
                            for (index, series) in figure.series.iter().enumerate() {
                                <th key={index} scope="col" class="num">{ series.label.clone() }</th>
                            }
                        </tr>
                    </thead>
                    <tbody>
                        for place in places {
                            <tr key={place.clone()}>
                                <th scope="row">{ place.clone() }</th>
                                for (index, series) in figure.series.iter().enumerate() {
                                    <td key={index} class="num">
                                        { series.points.iter().find(|mark| mark.x_text == place && mark.y.is_some())
                                            .map_or_else(|| "–".to_owned(), |mark| mark.y_text.clone()) }
                                    </td>
                                }
                            </tr>
                        }
                    </tbody>
                </table>
            </div>
        </details>
    }
}

/// The places on the x axis that any curve has, from left to right.
fn places(figure: &Figure) -> Vec<String> {
    let mut places: Vec<(f64, &str)> =
        figure.series.iter().flat_map(|series| &series.points).map(|mark| (mark.x, mark.x_text.as_str())).collect();
    places.sort_by(|a, b| a.0.total_cmp(&b.0));
    places.dedup_by(|a, b| a.1 == b.1);
    places.into_iter().map(|(_, text)| text.to_owned()).collect()
}
