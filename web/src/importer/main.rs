//! The importers as a worker of their own: files or texts come in, the answer goes out as JSON, and then it ends. It is
//! loaded when the first file is dropped, so that the explorer does not carry it; nothing that it reads leaves the browser.

mod answer;
mod said;

use answer::{Item, LARGEST, answer};
use js_sys::{Array, Date, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, DedicatedWorkerGlobalScope, File, MessageEvent};

fn main() {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else { return };
    let own = scope.clone();
    let begin = wasm_bindgen::closure::Closure::once_into_js(move |event: MessageEvent| {
        spawn_local(async move {
            let work: Array = event.data().unchecked_into();
            let [said, query] = [1, 2].map(|at| work.get(at).as_string().unwrap_or_default());
            let mut items = Vec::new();
            for given in Array::from(&work.get(0)).iter() {
                items.push(item(given).await);
            }
            let today = String::from(Date::new_0().to_iso_string());
            let answer = answer(&items, &said, &query, today.get(..10).unwrap_or_default());
            // Nobody is left to tell where this fails: the page has closed the worker.
            let _ = own.post_message(&JsValue::from_str(&answer));
            own.close();
        });
    });
    scope.set_onmessage(Some(begin.unchecked_ref()));
    // Tells the page that what it sends from now on is heard.
    let _ = scope.post_message(&JsValue::NULL);
}

/// A file or a text as the page gave it.
async fn item(given: JsValue) -> Item {
    if let Some(text) = given.as_string() {
        return Item { name: "The pasted text".to_owned(), bytes: Ok(text.into_bytes()) };
    }
    let file: File = given.unchecked_into();
    let blob: &Blob = &file;
    let bytes = if blob.size() > LARGEST as f64 {
        Err(format!("it has {} bytes; at most {LARGEST} are read here, and 16 MiB by benchpages import", blob.size()))
    } else {
        let read = JsFuture::from(blob.array_buffer()).await;
        read.map(|buffer| Uint8Array::new(&buffer).to_vec())
            .map_err(|_| "the browser cannot read it; is it a folder, or has it changed meanwhile?".to_owned())
    };
    Item { name: file.name(), bytes }
}
