//! What else differs: the values of keys side by side.

use shared::compare::{Comparison, Difference};
use shared::keys;
use yew::prelude::*;

use crate::state::held::Held;

/// Properties of [`Differs`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The comparison.
    pub comparison: Held<Comparison>,
}

/// Differing keys, then facts, then what is the same.
#[component]
pub fn Differs(props: &Props) -> Html {
    let comparison = &props.comparison;
    html! {
        <section class="panel differs" aria-label="What differs">
            if comparison.differs.is_empty() {
                <p>{ "Nothing that should be equal differs, besides what the columns stand for." }</p>
            } else {
                <SideBySide comparison={comparison.clone()} facts=false />
            }
            if !comparison.facts.is_empty() {
                <details>
                    <summary>{ "Facts that differ: shown, never counted" }</summary>
                    <SideBySide comparison={comparison.clone()} facts=true />
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

/// Properties of [`SideBySide`].
#[derive(Properties, PartialEq)]
struct SideProps {
    comparison: Held<Comparison>,
    /// The facts, rather than what should be equal.
    facts: bool,
}

/// A key a row, a column a column.
#[component]
fn SideBySide(props: &SideProps) -> Html {
    let comparison = &props.comparison;
    let rows: &[Difference] = if props.facts { &comparison.facts } else { &comparison.differs };
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
