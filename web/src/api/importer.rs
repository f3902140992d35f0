//! The importers in a worker of their own, which is loaded when the first file comes: files go in, what the page shows of
//! them comes out, and the runs are kept here.

use gloo::events::EventListener;
use js_sys::Array;
use shared::model::RunId;
use wasm_bindgen::JsCast;
use web_sys::{MessageEvent, Worker, window};

use super::json::{Fill, Json, Shape, Unfit, may, members, must, read};
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
    /// The comparison of the runs; none where nothing was imported.
    pub href: Option<String>,
    /// What a person may supply, to try again.
    pub ask: Option<Ask>,
    kept: Vec<Kept>,
}

/// Something that a text leaves open.
#[derive(Default)]
pub struct Ask {
    /// The flag, which the person's word completes.
    pub said: String,
    /// What it is.
    pub label: String,
    /// Words to choose from; without any it is theirs to write.
    pub choices: Vec<String>,
}

/// A run's summary as text.
struct Kept {
    id: RunId,
    summary: String,
}

impl Fill for Answer {
    fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
        members(
            json,
            &mut [
                must("title", &mut self.title),
                must("text", &mut self.text),
                must("report", &mut self.report),
                may("href", &mut self.href),
                may("ask", &mut self.ask),
                must("kept", &mut self.kept),
            ],
        )
    }
}

impl Shape for Answer {
    fn empty() -> Self {
        Self::default()
    }
}

impl Fill for Ask {
    fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
        members(
            json,
            &mut [must("said", &mut self.said), must("label", &mut self.label), must("choices", &mut self.choices)],
        )
    }
}

impl Shape for Ask {
    fn empty() -> Self {
        Self::default()
    }
}

impl Fill for Kept {
    fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
        members(json, &mut [must("id", &mut self.id), must("summary", &mut self.summary)])
    }
}

impl Shape for Kept {
    fn empty() -> Self {
        Self { id: Shape::empty(), summary: String::new() }
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
pub fn import(work: &Work, done: impl Fn(Answer) + Clone + 'static) -> Option<Importing> {
    let page = window()?.document()?;
    let script = page.query_selector("meta[name=importer]").ok()??.get_attribute("content")?;
    let worker = Worker::new(&script).ok()?;
    let message = Array::of3(&work.items, &work.said.as_str().into(), &work.query.as_str().into());
    let failed = done.clone();
    let heard = {
        let worker = worker.clone();
        EventListener::new(&worker.clone(), "message", move |event| {
            match event.unchecked_ref::<MessageEvent>().data().as_string() {
                // It listens now.
                None => drop(worker.post_message(&message)),
                Some(text) => done(answer(&text)),
            }
        })
    };
    let broken = EventListener::new(&worker, "error", move |_| failed(not_loaded()));
    Some(Importing { worker, _listeners: [heard, broken] })
}

/// What came of it, with its runs kept.
fn answer(text: &str) -> Answer {
    let mut answer = read(text.as_bytes()).unwrap_or_else(|_| not_loaded());
    for Kept { id, summary } in std::mem::take(&mut answer.kept) {
        keep(&id, summary);
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
        let text = r#"{"title":"t","text":"u","report":"","href":"/compare/?run=x","ask":{"said":"0 --unit 4=",
            "label":"unit","choices":["us"]},"kept":[{"id":"xj4bnp4pahh6uqkbidpf3lrceo","summary":"{}"}]}"#;
        let answer: Answer = read(text.as_bytes()).expect("an answer");
        assert_eq!((answer.href.as_deref(), answer.kept.len()), (Some("/compare/?run=x"), 1));
        assert_eq!(answer.ask.map(|ask| ask.choices), Some(vec!["us".to_owned()]));
        let none: Answer =
            read(br#"{"title":"t","text":"u","report":"","href":null,"kept":[],"ask":null}"#).expect("an answer");
        assert!(none.href.is_none() && none.ask.is_none());
    }
}
