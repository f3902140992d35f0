//! Counters for whoever watches the server.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;

use crate::app::App;

/// Counts since the server started.
#[derive(Debug, Default)]
pub struct Metrics {
    /// Answers by the first digit of their status, from 1 to 5.
    answers: [AtomicU64; 5],
    /// Runs that were new.
    pub runs_new: AtomicU64,
    /// Runs that were there.
    pub runs_already: AtomicU64,
    /// Runs that were refused.
    pub runs_refused: AtomicU64,
    /// Bytes of bodies that were read.
    pub upload_bytes: AtomicU64,
    /// Comparisons worked out.
    pub comparisons: AtomicU64,
}

impl Metrics {
    /// Adds to a counter.
    pub fn add(counter: &AtomicU64, amount: u64) {
        counter.fetch_add(amount, Ordering::Relaxed);
    }

    /// In the Prometheus text format.
    pub fn text(&self, runs: u64) -> String {
        let mut text = String::new();
        metric(&mut text, "benchpages_runs", "gauge", "Runs in the store.", &[("", runs)]);
        let classes = ["{class=\"1xx\"}", "{class=\"2xx\"}", "{class=\"3xx\"}", "{class=\"4xx\"}", "{class=\"5xx\"}"];
        let answers: Vec<_> = classes.into_iter().zip(self.answers.iter().map(read)).collect();
        metric(&mut text, "benchpages_answers_total", "counter", "Answers by status.", &answers);
        let uploads = [
            ("{result=\"new\"}", read(&self.runs_new)),
            ("{result=\"already\"}", read(&self.runs_already)),
            ("{result=\"refused\"}", read(&self.runs_refused)),
        ];
        metric(&mut text, "benchpages_uploads_total", "counter", "Uploads by result.", &uploads);
        let bytes = [("", read(&self.upload_bytes))];
        metric(&mut text, "benchpages_upload_bytes_total", "counter", "Bytes of upload bodies.", &bytes);
        let comparisons = [("", read(&self.comparisons))];
        metric(&mut text, "benchpages_comparisons_total", "counter", "Comparisons worked out.", &comparisons);
        text
    }
}

fn read(counter: &AtomicU64) -> u64 {
    counter.load(Ordering::Relaxed)
}

fn metric(text: &mut String, name: &str, kind: &str, help: &str, values: &[(&str, u64)]) {
    let _ = write!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n");
    for (labels, value) in values {
        let _ = writeln!(text, "{name}{labels} {value}");
    }
}

/// Counts an answer.
pub async fn count(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let class = usize::from(response.status().as_u16() / 100);
    if let Some(counter) = app.metrics.answers.get(class.wrapping_sub(1)) {
        Metrics::add(counter, 1);
    }
    response
}
