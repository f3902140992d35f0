//! Runs that were dropped on the page: their summaries, by the addresses under which the server would have them. This tab
//! keeps them, so that reloading and going back find them again, or where it may not, this page does. They are never sent.

use std::cell::RefCell;

use shared::model::RunId;
use web_sys::{Storage, window};

use super::Problem;
use super::server::{is_summary, summary};

thread_local! {
    static UNSTORED: RefCell<Vec<(String, String)>> = const { RefCell::new(Vec::new()) };
}

/// Keeps the summary of a run.
pub fn keep(id: &str, text: &str) {
    let Some(url) = RunId::parse(id).map(|id| summary(&id)) else { return };
    let stored = tab().is_some_and(|tab| tab.set_item(&url, text).is_ok());
    if !stored {
        UNSTORED.with_borrow_mut(|kept| kept.push((url, text.to_owned())));
    }
}

/// The document at an address, if it was dropped here.
pub fn get(url: &str) -> Option<String> {
    if !is_summary(url) {
        return None;
    }
    tab()
        .and_then(|tab| tab.get_item(url).ok()?)
        .or_else(|| UNSTORED.with_borrow(|kept| kept.iter().find(|(of, _)| of == url).map(|(_, text)| text.clone())))
}

/// Whether a run is in this tab alone.
pub fn is_local(id: &RunId) -> bool {
    get(&summary(id)).is_some()
}

/// What the server says of an address, and of a run that it does not have, where that may be.
pub fn explained(url: &str, problem: Problem) -> Problem {
    if problem.again || !is_summary(url) {
        return problem;
    }
    let detail = "If it was dropped into another browser or tab, it is there alone: it was not uploaded.";
    Problem { title: "The server has no such run".to_owned(), detail: detail.to_owned(), ..problem }
}

fn tab() -> Option<Storage> {
    window()?.session_storage().ok()?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_run_that_is_missing_may_be_elsewhere() {
        let missing = Problem::of_status(404, br#"{"title":"Not Found","detail":"there is no run x here"}"#);
        let url = summary(&RunId::of(b"x"));
        let explained_so = explained(&url, missing.clone());
        assert!(explained_so.detail.starts_with("If it was dropped into another browser"));
        assert_eq!(explained("/api/v1/views/x", missing.clone()), missing);
        assert_eq!(explained(&url, Problem::unreachable()), Problem::unreachable());
    }
}
