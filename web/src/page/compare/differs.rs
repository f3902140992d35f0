//! What else differs: the values of keys side by side.

use shared::compare::{Comparison, Difference};
use shared::keys;
use yew::prelude::*;

/// Differing keys, then facts, then what is the same.
pub fn panel(comparison: &Comparison) -> Html {
    html! {
        <section class="panel differs" aria-label="What differs">
            if comparison.differs.is_empty() {
                <p>{ "Nothing that should be equal differs, besides what the columns stand for." }</p>
            } else {
                { side_by_side(comparison, &comparison.differs) }
            }
            if !comparison.facts.is_empty() {
                <details>
                    <summary>{ "Facts that differ: shown, never counted" }</summary>
                    { side_by_side(comparison, &comparison.facts) }
                </details>
            }
            if !comparison.same.is_empty() {
                <details>
                    <summary>{ format!("{} keys are the same", comparison.same.len()) }</summary>
                    <dl class="facts">
                        for same in &comparison.same {
                            <dt key={same.key.clone()}>{ keys::title(&same.key) }</dt>
                            <dd key={format!("{} value", same.key)}>{ same.value.clone() }</dd>
                        }
                    </dl>
                </details>
            }
        </section>
    }
}

/// A key a row, a column a column.
fn side_by_side(comparison: &Comparison, rows: &[Difference]) -> Html {
    html! {
        <div class="scroll" tabindex="0">
            <table class="plain">
                <thead>
                    <tr>
                        <th scope="col">{ "key" }</th>
                        for (index, column) in comparison.columns.iter().enumerate() {
                            <th key={index} scope="col">{ column.short.clone() }</th>
                        }
                    </tr>
                </thead>
                <tbody>
                    for difference in rows {
                        <tr key={difference.key.clone()}>
                            <th scope="row">{ keys::title(&difference.key) }</th>
                            for (index, value) in difference.values.iter().enumerate() {
                                <td key={index}>
                                    if let Some(value) = value {
                                        { value.clone() }
                                    } else {
                                        <span class="word">{ "not known" }</span>
                                    }
                                </td>
                            }
                        </tr>
                    }
                </tbody>
            </table>
        </div>
    }
}
