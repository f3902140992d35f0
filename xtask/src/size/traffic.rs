//! What the browser's protocol says of a page's requests.

use std::collections::BTreeMap;

use serde_json::Value;

/// One request and what came of it.
pub struct Download {
    /// What was asked for.
    pub url: String,
    /// How the answer was compressed.
    pub encoding: String,
    /// Bytes received, headers included.
    pub bytes: u64,
    state: State,
}

#[derive(PartialEq, Eq)]
enum State {
    UnderWay,
    Complete,
    Failed(String),
}

impl Download {
    /// Whether it is data rather than a part of the app.
    pub fn is_data(&self) -> bool {
        self.url.contains("/api/v1/")
    }
}

/// All the requests of one page load.
pub struct Traffic {
    origin: String,
    downloads: BTreeMap<String, Download>,
}

impl Traffic {
    /// No requests yet, for the page at this address.
    pub fn of(url: &str) -> Self {
        let origin = url.splitn(4, '/').take(3).collect::<Vec<_>>().join("/");
        Self { origin, downloads: BTreeMap::new() }
    }

    /// Takes an event of the protocol; tells whether it was about a request.
    pub fn take(&mut self, event: &Value) -> bool {
        let params = &event["params"];
        let Some(id) = params["requestId"].as_str() else { return false };
        match event["method"].as_str().unwrap_or_default() {
            "Network.requestWillBeSent" => {
                let url = params["request"]["url"].as_str().unwrap_or_default();
                if url.starts_with("data:") || url.starts_with("blob:") {
                    return false;
                }
                let download = Download { url: url.into(), encoding: "-".into(), bytes: 0, state: State::UnderWay };
                self.downloads.insert(id.into(), download);
                true
            }
            "Network.responseReceived" => self.change(id, |download| {
                let headers = params["response"]["headers"].as_object();
                let encoding =
                    headers.and_then(|all| all.iter().find(|(k, _)| k.eq_ignore_ascii_case("content-encoding")));
                if let Some(encoding) = encoding.and_then(|(_, value)| value.as_str()) {
                    download.encoding = encoding.into();
                }
                let status = params["response"]["status"].as_u64().unwrap_or_default();
                if status >= 400 {
                    download.state = State::Failed(format!("{} answers {status}", download.url));
                }
            }),
            "Network.loadingFinished" => self.change(id, |download| {
                // The protocol writes this number as a float.
                download.bytes = params["encodedDataLength"].as_f64().unwrap_or_default() as u64;
                if download.state == State::UnderWay {
                    download.state = State::Complete;
                }
            }),
            "Network.loadingFailed" => self.change(id, |download| {
                let why = params["errorText"].as_str().unwrap_or("no reason given");
                download.state = State::Failed(format!("{}: {why}", download.url));
            }),
            _ => false,
        }
    }

    fn change(&mut self, id: &str, change: impl FnOnce(&mut Download)) -> bool {
        self.downloads.get_mut(id).map(change).is_some()
    }

    /// The requests, in the order of the browser's ids.
    pub fn downloads(&self) -> Vec<&Download> {
        self.downloads.values().collect()
    }

    /// Whether an answer is still to come, or nothing has been asked yet.
    pub fn under_way(&self) -> bool {
        self.downloads.is_empty() || self.downloads.values().any(|download| download.state == State::UnderWay)
    }

    /// The first request that failed, and why.
    pub fn failed(&self) -> Option<&str> {
        self.downloads.values().find_map(|download| match &download.state {
            State::Failed(why) => Some(why.as_str()),
            State::UnderWay | State::Complete => None,
        })
    }

    /// The first address asked that is not the page's own server.
    pub fn stranger(&self) -> Option<&str> {
        let own = format!("{}/", self.origin);
        self.downloads.values().map(|download| download.url.as_str()).find(|url| !url.starts_with(&own))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn event(method: &str, params: Value) -> Value {
        json!({ "method": method, "params": params })
    }

    fn sent(id: &str, url: &str) -> Value {
        event("Network.requestWillBeSent", json!({ "requestId": id, "request": { "url": url } }))
    }

    #[test]
    fn counts_what_the_protocol_counted() {
        let mut traffic = Traffic::of("http://localhost:1/compare/?run=a");
        assert!(traffic.under_way());
        assert!(traffic.take(&sent("1", "http://localhost:1/app.wasm")));
        let headers = json!({ "status": 200, "headers": { "Content-Encoding": "br" } });
        traffic.take(&event("Network.responseReceived", json!({ "requestId": "1", "response": headers })));
        assert!(traffic.under_way());
        traffic.take(&event("Network.loadingFinished", json!({ "requestId": "1", "encodedDataLength": 107_000.0 })));
        assert!(!traffic.under_way());
        let download = traffic.downloads()[0];
        assert_eq!((download.bytes, download.encoding.as_str(), download.is_data()), (107_000, "br", false));
        assert_eq!((traffic.failed(), traffic.stranger()), (None, None));
    }

    #[test]
    fn finds_failures_and_strangers() {
        let mut traffic = Traffic::of("http://localhost:1/");
        traffic.take(&sent("1", "http://localhost:1/api/v1/runs"));
        let missing = json!({ "requestId": "1", "response": { "status": 404, "headers": {} } });
        traffic.take(&event("Network.responseReceived", missing));
        traffic.take(&event("Network.loadingFinished", json!({ "requestId": "1", "encodedDataLength": 9.0 })));
        traffic.take(&sent("2", "http://localhost:10/font.woff2"));
        traffic.take(&event("Network.loadingFailed", json!({ "requestId": "2", "errorText": "refused" })));
        assert_eq!(traffic.failed(), Some("http://localhost:1/api/v1/runs answers 404"));
        assert_eq!(traffic.stranger(), Some("http://localhost:10/font.woff2"));
        assert!(traffic.downloads()[0].is_data());
    }
}
