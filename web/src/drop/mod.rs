//! Files that are dropped on the window, chosen by a button or pasted become runs, and a comparison of them. All of it
//! happens in this browser.

mod notice;

use std::cell::RefCell;

use gloo::events::{EventListener, EventListenerOptions};
use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{ClipboardEvent, DataTransfer, DragEvent, Element, Event, FileList, HtmlInputElement, window};
use yew::prelude::*;

use crate::api::{Answer, Importing, Work, import, not_loaded};
use crate::element::{El, el, said};
use crate::hooks::Hooks;
use crate::navigation::{Navigation, here};
use crate::theme::root;
use notice::{answered, busy};

/// What may bring files, all of it heard by the window.
const EVENTS: [&str; 6] = ["dragenter", "dragover", "dragleave", "drop", "paste", "change"];
/// Says on the page's root that something is held over it; the style sheet draws it.
const OVER: &str = "data-drop";

/// How far an import is.
enum Stage {
    /// None was begun, or the reader is done with it.
    Idle,
    /// It is under way.
    Busy,
    /// It is over. It is told of on the page with this path.
    Over(Work, Box<Answer>, String),
}

/// Hears of files for the whole page, and says what came of them.
pub fn use_drop(hooks: &mut Hooks, navigation: &Navigation) -> Html {
    let stage = hooks.state(Stage::Idle);
    let running = hooks.kept(RefCell::new(None::<Importing>));
    let start = hooks.callback({
        let (stage, navigation) = (stage.clone(), navigation.clone());
        move |work: Work| {
            stage.set(Stage::Busy);
            let done = {
                let (stage, navigation, work) = (stage.clone(), navigation.clone(), work.clone());
                Callback::from(move |answer: Answer| {
                    if !answer.href.is_empty() {
                        navigation.push(answer.href.clone());
                    }
                    stage.set(Stage::Over(work.clone(), Box::new(answer), here().path));
                })
            };
            let importing = import(&work, &done);
            if importing.is_none() {
                done.emit(not_loaded());
            }
            *running.borrow_mut() = importing;
        }
    });
    hooks.effect((), {
        let start = start.clone();
        move || {
            window().map(|window| {
                EVENTS.map(|kind| {
                    let start = start.clone();
                    let options = EventListenerOptions::enable_prevent_default();
                    EventListener::new_with_options(&window, kind, options, move |event| {
                        if let Some(items) = given(kind, event).filter(|items| items.length() > 0) {
                            let at = here();
                            let query = if at.path == "/compare/" { at.query } else { String::new() };
                            start.emit(Work { items, said: String::new(), query });
                        }
                    })
                })
            })
        }
    });
    let close = {
        let stage = stage.clone();
        move |_: Event| stage.set(Stage::Idle)
    };
    match &*stage {
        Stage::Busy => busy().html(),
        Stage::Over(work, answer, path) if *path == navigation.address.path => {
            answered(work, answer, start, close).html()
        }
        _ => Html::default(),
    }
}

/// What can be dropped, chosen and pasted, with a button for those who do not drag.
pub fn invitation() -> El {
    let about = "or drop them anywhere on the page, or paste their text: results of lmbench, tables in mails, run \
                 documents, up to 8 MiB each. They are read and compared in this browser; nothing is uploaded.";
    el("div", "invitation").child(file_button("Choose files")).child(said("p", "soft", about))
}

/// A button that chooses files; the window hears of the choice.
pub fn file_button(text: &'static str) -> El {
    said("label", "button file", text).child(el("input", "").attr("type", "file").attr("multiple", ""))
}

/// The files or the text that an event brings.
fn given(kind: &str, event: &Event) -> Option<Array> {
    let target = || event.target()?.dyn_into::<Element>().ok();
    match kind {
        "change" => {
            let input: HtmlInputElement = target()?.dyn_into().ok()?;
            let files = of_list(&input.files()?);
            // So that the same file can be chosen again.
            input.set_value("");
            Some(files)
        }
        "paste" => {
            if target().is_some_and(|target| target.closest("input, textarea").is_ok_and(|found| found.is_some())) {
                return None;
            }
            let data = event.dyn_ref::<ClipboardEvent>()?.clipboard_data()?;
            let files = of_list(&data.files()?);
            let text = data.get_data("text/plain").unwrap_or_default();
            Some(if files.length() > 0 || text.is_empty() { files } else { Array::of1(&JsValue::from_str(&text)) })
        }
        _ => dragged(kind, event.dyn_ref()?),
    }
}

/// Shows that files are held over the page, and takes them when they are dropped. Other things are dragged as ever.
fn dragged(kind: &str, event: &DragEvent) -> Option<Array> {
    let data: DataTransfer = event.data_transfer()?;
    if !data.types().includes(&"Files".into(), 0) {
        return None;
    }
    event.prevent_default();
    let root = root()?;
    if kind == "drop" || kind == "dragleave" && event.related_target().is_none() {
        let _ = root.remove_attribute(OVER);
    } else {
        let _ = root.set_attribute(OVER, "");
    }
    (kind == "drop").then(|| data.files()).flatten().map(|files| of_list(&files))
}

/// The files themselves: a list changes with the field that it is of.
fn of_list(files: &FileList) -> Array {
    Array::from(files)
}
