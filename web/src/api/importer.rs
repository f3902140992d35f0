//! The importers in a worker of their own, which is loaded when the first file comes: files go in, what the page shows of
//! them comes out, and the runs are kept here.

use gloo::events::EventListener;
use js_sys::Array;
use shared::sorted::Map;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Worker, window};
use yew::Callback;

use super::json::{Fill, Json, Shape, Unfit, members, must, pairs, read};
use super::local::keep;

/// What is imported.
#[derive(Clone)]
pub struct Work {
    /// Files or texts.
    pub items: Array,
    /// Flags for them, a line each: `0 --unit 44=us`.
    pub said: String,
    /// The query of the comparison that they are put beside.
    pub query: String,
}

/// What came of it; `importer/answer.rs` writes it.
#[derive(Default)]
pub struct Answer {
    /// In a few words.
    pub title: String,
    /// In a sentence or two.
    pub text: String,
    /// What was understood and what not, by lines.
    pub report: String,
    /// The comparison of the runs; empty where nothing was imported.
    pub href: String,
    /// A flag for something that a text leaves open, which a person's word completes; empty where all is said.
    pub ask: String,
    /// What that is.
    pub label: String,
    /// Words that would do, for as far as they are known.
    pub choices: Vec<String>,
    /// The runs' summaries as text, by id.
    kept: Map<String, String>,
}

impl Fill for Answer {
    fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
        members(
            json,
            &mut [
                must("title", &mut self.title),
                must("text", &mut self.text),
                must("report", &mut self.report),
                must("href", &mut self.href),
                must("ask", &mut self.ask),
                must("label", &mut self.label),
                must("choices", &mut self.choices),
                must("kept", &mut pairs(&mut self.kept)),
            ],
        )
    }
}

impl Shape for Answer {
    fn empty() -> Self {
        Self::default()
    }
}

/// An import under way; given up when dropped.
pub struct Importing {
    worker: Worker,
    _listeners: [EventListener; 2],
}

impl Drop for Importing {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

/// Starts to import, and calls `done` with what came of it. None where the browser has no workers.
pub fn import(work: &Work, done: &Callback<Answer>) -> Option<Importing> {
    let page = window()?.document()?;
    let script = page.query_selector("meta[name=importer]").ok()??.get_attribute("content")?;
    let worker = Worker::new(&script).ok()?;
    let message = Array::of3(&work.items, &work.said.as_str().into(), &work.query.as_str().into());
    let [heard, broken] = ["message", "error"].map(|event| {
        let (worker, message, done) = (worker.clone(), message.clone(), done.clone());
        EventListener::new(&worker.clone(), event, move |event| {
            let data = event.dyn_ref::<MessageEvent>().map(|message| message.data());
            match data.as_ref().map(JsValue::as_string) {
                // It listens now.
                Some(None) => drop(worker.post_message(&message)),
                Some(Some(text)) => done.emit(answer(&text)),
                None => done.emit(not_loaded()),
            }
        })
    });
    Some(Importing { worker, _listeners: [heard, broken] })
}

/// What came of it, with its runs kept.
fn answer(text: &str) -> Answer {
    let answer = read(text.as_bytes()).unwrap_or_else(|_| not_loaded());
    for (id, summary) in &answer.kept {
        keep(id, summary);
    }
    answer
}

/// The importers cannot be used.
pub fn not_loaded() -> Answer {
    Answer {
        title: "Nothing was imported".to_owned(),
        text: "The importers could not be loaded. Reload the page and try again.".to_owned(),
        ..Answer::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_worker_writes_is_read() {
        let text = r#"{"title":"t","text":"u","report":"","href":"/compare/?run=x","ask":"0 --unit 4=","label":"unit",
            "choices":["us"],"kept":{"xj4bnp4pahh6uqkbidpf3lrceo":"{}"}}"#;
        let answer: Answer = read(text.as_bytes()).expect("an answer");
        assert_eq!((answer.href.as_str(), answer.kept.len(), answer.choices.len()), ("/compare/?run=x", 1, 1));
    }
}
