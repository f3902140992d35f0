//! Requests by the browser's own fetch.

use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, RequestInit, Response, window};

use super::Problem;

/// Gives up the requests that were started with it, when it is dropped.
pub struct Wanted(Option<AbortController>);

impl Wanted {
    /// Nothing is given up yet.
    pub fn new() -> Self {
        Self(AbortController::new().ok())
    }
}

impl Drop for Wanted {
    fn drop(&mut self) {
        if let Some(controller) = &self.0 {
            controller.abort();
        }
    }
}

/// A request under way.
pub struct Request(JsFuture);

impl Request {
    /// Starts to fetch `url`.
    pub fn get(url: &str, wanted: &Wanted) -> Result<Self, Problem> {
        let init = RequestInit::new();
        init.set_signal(wanted.0.as_ref().map(AbortController::signal).as_ref());
        Self::start(url, &init)
    }

    /// Starts to send `body` to `url`.
    pub fn put(url: &str, body: &str) -> Result<Self, Problem> {
        let init = RequestInit::new();
        init.set_method("PUT");
        init.set_body(&JsValue::from_str(body));
        Self::start(url, &init)
    }

    fn start(url: &str, init: &RequestInit) -> Result<Self, Problem> {
        let window = window().ok_or_else(Problem::unreachable)?;
        Ok(Self(JsFuture::from(window.fetch_with_str_and_init(url, init))))
    }

    /// Waits for the whole answer.
    pub async fn bytes(self) -> Result<Vec<u8>, Problem> {
        let unreachable = |_: JsValue| Problem::unreachable();
        let response: Response = self.0.await.and_then(JsCast::dyn_into).map_err(unreachable)?;
        let body = JsFuture::from(response.array_buffer().map_err(unreachable)?).await.map_err(unreachable)?;
        let bytes = Uint8Array::new(&body).to_vec();
        if response.ok() { Ok(bytes) } else { Err(Problem::of_status(response.status(), &bytes)) }
    }
}
