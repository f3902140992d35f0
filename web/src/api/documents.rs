//! Loading of JSON documents into components. Works on values of any type behind a pointer, so that the code is there once
//! and not once a type.

use std::any::Any;
use std::rc::{Rc, Weak};

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::fetch::{Request, Wanted};
use super::json::{Broken, Shape};
use super::{Problem, cache, local, server};
use crate::hooks::Hooks;
use crate::state::held::Held;

/// How far the loading of something is.
#[derive(Clone, PartialEq)]
pub enum Load {
    /// It is under way.
    Waiting,
    /// It is here.
    Ready(Documents),
    /// It failed.
    Failed(Problem),
}

/// A decoded value.
pub type Value = Rc<dyn Any>;

/// How the bytes of a document become a value.
pub type Decode = fn(&[u8]) -> Result<Value, Broken>;

/// Decodes JSON into a `T`.
pub fn json<T: Shape + 'static>(bytes: &[u8]) -> Result<Value, Broken> {
    Ok(Rc::new(super::json::read::<T>(bytes)?))
}

/// Takes text as it is, into a `String`.
pub fn plain(bytes: &[u8]) -> Result<Value, Broken> {
    Ok(Rc::new(String::from_utf8_lossy(bytes).into_owned()))
}

/// Loaded documents, in the order in which they were asked for.
#[derive(Clone, PartialEq)]
pub struct Documents(Held<Vec<Value>>);

impl Documents {
    /// All of them, as what they were decoded into.
    pub fn all<T: 'static>(&self) -> impl Iterator<Item = &T> {
        self.0.iter().filter_map(|value| value.downcast_ref())
    }

    /// The only one.
    pub fn one<T: 'static>(&self) -> Option<&T> {
        self.0.first().and_then(|value| value.downcast_ref())
    }
}

/// What came of some addresses.
struct Answer {
    urls: Rc<[String]>,
    outcome: Result<Documents, Problem>,
}

/// The documents at `urls`, in that order, and a way to ask again. Documents that never change are asked for once;
/// others are shown as they were while they are asked for anew.
pub fn use_documents(hooks: &mut Hooks, urls: Vec<String>, decode: Decode) -> (Load, Callback<()>) {
    let urls: Rc<[String]> = urls.into();
    let answer = hooks.state(None::<Answer>);
    let attempt = hooks.state(0_u32);
    let remembered = hooks.made(Rc::clone(&urls), |urls| {
        urls.iter().map(|url| cache::get(url)).collect::<Option<Vec<_>>>().map(|values| Documents(Held::new(values)))
    });
    hooks.effect((Rc::clone(&urls), *attempt), {
        let (urls, answer) = (Rc::clone(&urls), answer.clone());
        let settled = remembered.is_some() && urls.iter().all(|url| server::never_changes(url));
        move || {
            let wanted = (!settled).then(|| Rc::new(Wanted::new()));
            if let Some(wanted) = &wanted {
                let wanted = Rc::downgrade(wanted);
                spawn_local(async move {
                    let outcome = load(&urls, decode, &wanted).await;
                    if wanted.strong_count() > 0 {
                        answer.set(Some(Answer { urls, outcome }));
                    }
                });
            }
            wanted
        }
    });
    let load = match &*answer {
        Some(answer) if answer.urls == urls => match &answer.outcome {
            Ok(documents) => Load::Ready(documents.clone()),
            Err(problem) => Load::Failed(problem.clone()),
        },
        _ => remembered.as_ref().clone().map_or(Load::Waiting, Load::Ready),
    };
    let retry = {
        let (answer, attempt) = (answer.clone(), attempt.clone());
        Callback::from(move |()| {
            answer.set(None);
            attempt.set(*attempt + 1);
        })
    };
    (load, retry)
}

/// Fetches side by side what is not here yet.
async fn load(urls: &[String], decode: Decode, wanted: &Weak<Wanted>) -> Result<Documents, Problem> {
    let mut started = Vec::with_capacity(urls.len());
    for url in urls {
        started.push(match kept(url, decode) {
            Some(value) => Ok(value),
            None => Err(Request::get(url, &*wanted.upgrade().ok_or_else(Problem::unreachable)?)?),
        });
    }
    let mut values = Vec::with_capacity(urls.len());
    for (url, started) in urls.iter().zip(started) {
        values.push(match started {
            Ok(value) => value,
            Err(request) => {
                let bytes = request.bytes().await.map_err(|problem| local::explained(url, problem))?;
                let value = decode(&bytes).map_err(Problem::unreadable)?;
                cache::put(url, &value);
                value
            }
        });
    }
    Ok(Documents(Held::new(values)))
}

/// What never changes and is here: decoded before, or dropped on the page.
fn kept(url: &str, decode: Decode) -> Option<Value> {
    if !server::never_changes(url) {
        return None;
    }
    cache::get(url).or_else(|| {
        let value = decode(local::get(url)?.as_bytes()).ok()?;
        cache::put(url, &value);
        Some(value)
    })
}
