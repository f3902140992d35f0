//! Requests by the browser's own fetch.

use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, RequestInit, Response, window};

use super::Problem;

/// A request under way; dropping it gives it up.
pub struct Request {
    answer: JsFuture,
    controller: Option<AbortController>,
}

impl Request {
    /// Starts to fetch `url`.
    pub fn get(url: &str) -> Result<Self, Problem> {
        Self::start(url, "GET", None)
    }

    /// Starts to send `body` to `url`.
    pub fn put(url: &str, body: &str) -> Result<Self, Problem> {
        Self::start(url, "PUT", Some(body))
    }

    fn start(url: &str, method: &str, body: Option<&str>) -> Result<Self, Problem> {
        let init = RequestInit::new();
        init.set_method(method);
        if let Some(body) = body {
            init.set_body(&JsValue::from_str(body));
        }
        let controller = AbortController::new().ok();
        init.set_signal(controller.as_ref().map(AbortController::signal).as_ref());
        let window = window().ok_or_else(Problem::unreachable)?;
        Ok(Self { answer: JsFuture::from(window.fetch_with_str_and_init(url, &init)), controller })
    }

    /// Waits for the whole answer.
    pub async fn bytes(mut self) -> Result<Vec<u8>, Problem> {
        let response = (&mut self.answer).await.map_err(|_| Problem::unreachable())?;
        let response: Response = response.dyn_into().map_err(|_| Problem::unreachable())?;
        let body = response.array_buffer().map_err(|_| Problem::unreachable())?;
        let body = JsFuture::from(body).await.map_err(|_| Problem::unreachable())?;
        self.controller = None;
        let bytes = Uint8Array::new(&body).to_vec();
        if response.ok() { Ok(bytes) } else { Err(Problem::of_status(response.status(), &bytes)) }
    }
}

impl Drop for Request {
    fn drop(&mut self) {
        if let Some(controller) = &self.controller {
            controller.abort();
        }
    }
}
