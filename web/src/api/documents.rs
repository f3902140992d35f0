//! Loading of JSON documents into components.

use std::rc::{Rc, Weak};

use serde::de::DeserializeOwned;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::fetch::{Request, Wanted};
use super::{Problem, cache, server};
use crate::state::held::Held;

/// How far the loading of something is.
#[derive(Clone, PartialEq)]
pub enum Load<T> {
    /// It is under way.
    Waiting,
    /// It is here.
    Ready(T),
    /// It failed.
    Failed(Problem),
}

/// What came of some addresses.
#[derive(Clone)]
struct Answer<T> {
    urls: Rc<[String]>,
    outcome: Result<Held<Vec<Held<T>>>, Problem>,
}

/// The documents at `urls`, in that order, and a way to ask again. Documents that never change are asked for once;
/// others are shown as they were while they are asked for anew.
#[hook]
pub fn use_documents<T: DeserializeOwned + 'static>(urls: Vec<String>) -> (Load<Held<Vec<Held<T>>>>, Callback<()>) {
    let urls: Rc<[String]> = urls.into();
    let answer = use_state(|| None::<Answer<T>>);
    let attempt = use_state(|| 0_u32);
    let remembered = use_memo(Rc::clone(&urls), |urls| {
        urls.iter().map(|url| cache::get::<T>(url)).collect::<Option<Vec<_>>>().map(Held::new)
    });
    use_effect_with((Rc::clone(&urls), *attempt), {
        let answer = answer.clone();
        let settled = remembered.is_some() && urls.iter().all(|url| server::never_changes(url));
        move |(urls, _)| {
            let wanted = (!settled).then(|| Rc::new(Wanted::new()));
            if let Some(wanted) = &wanted {
                let (urls, wanted) = (Rc::clone(urls), Rc::downgrade(wanted));
                spawn_local(async move {
                    let outcome = load(&urls, &wanted).await;
                    if wanted.strong_count() > 0 {
                        answer.set(Some(Answer { urls, outcome: outcome.map(Held::new) }));
                    }
                });
            }
            move || drop(wanted)
        }
    });
    let load = match &*answer {
        Some(answer) if answer.urls == urls => match &answer.outcome {
            Ok(values) => Load::Ready(values.clone()),
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

/// The document at one address; none is asked for without one.
#[hook]
pub fn use_document<T: DeserializeOwned + 'static>(url: Option<String>) -> (Load<Held<T>>, Callback<()>) {
    let (load, retry) = use_documents::<T>(url.into_iter().collect());
    let load = match load {
        Load::Waiting => Load::Waiting,
        Load::Ready(values) => values.first().cloned().map_or(Load::Waiting, Load::Ready),
        Load::Failed(problem) => Load::Failed(problem),
    };
    (load, retry)
}

/// Fetches side by side what is not here yet.
async fn load<T: DeserializeOwned + 'static>(urls: &[String], wanted: &Weak<Wanted>) -> Result<Vec<Held<T>>, Problem> {
    let kept = |url: &str| if server::never_changes(url) { cache::get::<T>(url) } else { None };
    let mut started = Vec::with_capacity(urls.len());
    for url in urls {
        started.push(match kept(url) {
            Some(value) => Ok(value),
            None => Err(Request::get(url, &*wanted.upgrade().ok_or_else(Problem::unreachable)?)?),
        });
    }
    let mut values = Vec::with_capacity(urls.len());
    for (url, started) in urls.iter().zip(started) {
        let value = match started {
            Ok(value) => value,
            Err(request) => {
                let bytes = request.bytes().await?;
                let value = Held::new(serde_json::from_slice(&bytes).map_err(|error| Problem::unreadable(&error))?);
                cache::put(url, &value);
                value
            }
        };
        values.push(value);
    }
    Ok(values)
}
