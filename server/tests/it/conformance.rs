//! What every store must do, whatever database is behind it. A back end calls [`suite`] with a way to make an empty
//! store; each story gets its own.

use std::future::Future;
use std::sync::Arc;

use server::ingest::prepare;
use server::store::{Cursor, Kept, ListQuery, NewRun, Store};
use shared::model::RunId;

use crate::site::{document, labelled, run};

type AnyStore = Arc<dyn Store>;

/// All stories.
pub async fn suite<F: Future<Output = AnyStore>>(empty: impl Fn() -> F) {
    a_run_is_kept_once_and_reads_back(empty().await).await;
    uploads_of_one_run_at_once_keep_it_once(empty().await).await;
    pages_follow_each_other_without_gap_or_repeat(empty().await).await;
    conditions_find_indexed_and_other_keys(empty().await).await;
    a_continued_run_is_hidden_only_within_its_boot(empty().await).await;
    candidates_carry_the_keys_that_were_asked_for(empty().await).await;
    facets_count_and_cut_values(empty().await).await;
    what_is_derived_is_replaced_as_a_whole(empty().await).await;
    views_are_kept_by_hash(empty().await).await;
    tokens_are_in_force_until_revoked(empty().await).await;
}

fn new_run(run: &serde_json::Value) -> NewRun {
    let (id, bytes) = document(run);
    prepare(RunId::parse(&id).unwrap(), &bytes).unwrap()
}

async fn keep(store: &AnyStore, run: &serde_json::Value) -> RunId {
    let run = new_run(run);
    let id = run.id.clone();
    assert_eq!(store.keep(run).await.unwrap(), Kept::New);
    id
}

async fn ids(store: &AnyStore, query: ListQuery) -> Vec<RunId> {
    let listing = store.list(&ListQuery { limit: 100, ..query }).await.unwrap();
    assert_eq!(listing.total, listing.runs.len() as u64);
    listing.runs.into_iter().map(|run| run.head.id).collect()
}

fn conditions(conditions: &[(&str, &str)]) -> Vec<(String, String)> {
    conditions.iter().map(|(key, glob)| ((*key).to_owned(), (*glob).to_owned())).collect()
}

async fn a_run_is_kept_once_and_reads_back(store: AnyStore) {
    let first = new_run(&run("6.1", 1, 3000));
    assert_eq!(store.document(&first.id).await.unwrap(), None);
    assert!(!store.has(&first.id).await.unwrap());
    assert_eq!(store.keep(first.clone()).await.unwrap(), Kept::New);
    assert_eq!(store.keep(first.clone()).await.unwrap(), Kept::Already);
    assert_eq!(store.document(&first.id).await.unwrap(), Some(first.document));
    assert_eq!(store.summary(&first.id).await.unwrap(), Some(first.derived.summary));
    assert_eq!(store.count().await.unwrap(), 1);
}

async fn uploads_of_one_run_at_once_keep_it_once(store: AnyStore) {
    let one = new_run(&run("6.1", 1, 3000));
    let tasks: Vec<_> = (0..8)
        .map(|_| {
            let (store, one) = (store.clone(), one.clone());
            tokio::spawn(async move { store.keep(one).await.unwrap() })
        })
        .collect();
    let mut new = 0;
    for task in tasks {
        new += u32::from(task.await.unwrap() == Kept::New);
    }
    assert_eq!((new, store.count().await.unwrap()), (1, 1));
}

async fn pages_follow_each_other_without_gap_or_repeat(store: AnyStore) {
    let mut kept = Vec::new();
    for number in 0..7 {
        // Two runs at each time: the id decides between them.
        kept.push((
            number / 2,
            keep(&store, &labelled("6.1", number / 2, serde_json::json!({"n": number.to_string()}))).await,
        ));
    }
    kept.sort();
    kept.reverse();
    let mut seen = Vec::new();
    let mut after: Option<Cursor> = None;
    loop {
        let page = store.list(&ListQuery { limit: 3, after, ..ListQuery::default() }).await.unwrap();
        assert_eq!(page.total, 7);
        seen.extend(page.runs.into_iter().map(|run| run.head.id));
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(seen, kept.into_iter().map(|(_, id)| id).collect::<Vec<_>>(), "newest first");
}

async fn conditions_find_indexed_and_other_keys(store: AnyStore) {
    let old = keep(&store, &labelled("6.1.5", 1, serde_json::json!({"config": "K7 \"x\" 100%"}))).await;
    let mut other = run("6.18", 2, 3000);
    other["conditions"]["smt"] = "off".into();
    let new = keep(&store, &other).await;
    let found = |filter: &[(&str, &str)]| ListQuery { filter: conditions(filter), ..ListQuery::default() };
    for (filter, expected) in [
        (vec![("kernel.release", "6.1*")], vec![&new, &old]),
        (vec![("kernel", "6.1")], vec![]),
        (vec![("kernel.release", "6.1.?")], vec![&old]),
        (vec![("label.config", "k7 \"X\"*%")], vec![&old]),
        (vec![("conditions.smt", "off")], vec![&new]),
        (vec![("conditions.smt", "o*"), ("kernel", "6.1.*")], vec![&old]),
        (vec![("conditions.smt", "off"), ("kernel", "6.1.*")], vec![]),
        (vec![("no.such\"key", "*")], vec![]),
        (vec![("preset", "quick")], vec![&new, &old]),
    ] {
        let expected: Vec<RunId> = expected.into_iter().cloned().collect();
        assert_eq!(ids(&store, found(&filter)).await, expected, "{filter:?}");
    }
    for (text, expected) in [("epyc 6.18", vec![&new]), ("CONFIG=k7", vec![&old]), ("%", vec![&old]), ("xeon", vec![])]
    {
        let expected: Vec<RunId> = expected.into_iter().cloned().collect();
        assert_eq!(
            ids(&store, ListQuery { text: Some(text.into()), ..ListQuery::default() }).await,
            expected,
            "{text}"
        );
    }
}

async fn a_continued_run_is_hidden_only_within_its_boot(store: AnyStore) {
    let first = new_run(&run("6.1", 1, 3000));
    let mut later = run("6.1", 2, 3000);
    later["supersedes"] = first.id.as_str().into();
    let mut stranger = run("6.1", 3, 3000);
    stranger["supersedes"] = first.id.as_str().into();
    stranger["boot"]["key"] = "b2".into();
    let stranger = keep(&store, &stranger).await;
    store.keep(first.clone()).await.unwrap();
    assert_eq!(ids(&store, ListQuery::default()).await, [stranger.clone(), first.id.clone()]);
    let later = keep(&store, &later).await;
    assert_eq!(ids(&store, ListQuery::default()).await, [stranger.clone(), later.clone()]);
    let all = ListQuery { superseded: true, ..ListQuery::default() };
    assert_eq!(ids(&store, all).await, [stranger, later, first.id.clone()]);

    // The continuing run may arrive first.
    let second = new_run(&run("6.2", 11, 3000));
    let mut continues = run("6.2", 12, 3000);
    continues["supersedes"] = second.id.as_str().into();
    keep(&store, &continues).await;
    store.keep(second.clone()).await.unwrap();
    let listed = ids(&store, ListQuery { filter: conditions(&[("kernel", "6.2")]), ..ListQuery::default() }).await;
    assert!(!listed.contains(&second.id) && listed.len() == 1);
}

async fn candidates_carry_the_keys_that_were_asked_for(store: AnyStore) {
    let one = keep(&store, &labelled("6.1", 1, serde_json::json!({"config": "a"}))).await;
    let two = keep(&store, &run("6.2", 2, 3000)).await;
    let keys = ["kernel".to_owned(), "label.config".to_owned(), "conditions.smt".to_owned()];
    let candidates = store.candidates(&conditions(&[("kernel", "6.*")]), &keys).await.unwrap();
    assert_eq!(candidates.iter().map(|run| &run.id).collect::<Vec<_>>(), [&two, &one], "newest first");
    let pairs: Vec<_> = candidates[1].keys.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    assert_eq!(pairs, [("conditions.smt", "on"), ("kernel.release", "6.1"), ("label.config", "a")]);
    assert!(!candidates[0].keys.contains_key("label.config"));
    assert!(store.candidates(&conditions(&[("kernel", "5.*")]), &keys).await.unwrap().is_empty());
}

async fn facets_count_and_cut_values(store: AnyStore) {
    for (number, release) in ["6.1", "6.1", "6.2", "6.3"].iter().enumerate() {
        keep(&store, &run(release, u32::try_from(number).unwrap(), 3000)).await;
    }
    let facets = store.facets(2).await.unwrap();
    let kernels = facets.iter().find(|facet| facet.key == "kernel.release").unwrap();
    let values: Vec<_> = kernels.values.iter().map(|value| (value.value.as_str(), value.runs)).collect();
    assert_eq!((values, kernels.more), (vec![("6.1", 2), ("6.2", 1)], 1));
    assert!(facets.iter().all(|facet| !facet.key.starts_with("conditions.")), "only indexed keys are facets");
}

async fn what_is_derived_is_replaced_as_a_whole(store: AnyStore) {
    let first = new_run(&labelled("6.1", 1, serde_json::json!({"config": "a"})));
    store.keep(first.clone()).await.unwrap();
    let version = first.derived.version;
    assert!(store.outdated(version, 10).await.unwrap().is_empty());
    assert_eq!(store.outdated(version + 1, 10).await.unwrap(), std::slice::from_ref(&first.id));
    let mut derived = new_run(&labelled("6.1-other", 1, serde_json::json!({"config": "b"}))).derived;
    derived.version = version + 1;
    derived.head.id = first.id.clone();
    store.renew(&first.id, derived.clone()).await.unwrap();
    assert!(store.outdated(version + 1, 10).await.unwrap().is_empty());
    assert_eq!(store.summary(&first.id).await.unwrap(), Some(derived.summary));
    assert_eq!(store.document(&first.id).await.unwrap(), Some(first.document), "the upload itself stays");
    for (glob, expected) in [("a", 0), ("b", 1)] {
        let filter = conditions(&[("label.config", glob)]);
        assert_eq!(ids(&store, ListQuery { filter, ..ListQuery::default() }).await.len(), expected, "{glob}");
    }
}

async fn views_are_kept_by_hash(store: AnyStore) {
    assert_eq!(store.view("abcdefghijklmnop").await.unwrap(), None);
    assert!(store.keep_view("abcdefghijklmnop", "run=x").await.unwrap());
    assert!(!store.keep_view("abcdefghijklmnop", "run=x").await.unwrap());
    assert_eq!(store.view("abcdefghijklmnop").await.unwrap().as_deref(), Some("run=x"));
}

async fn tokens_are_in_force_until_revoked(store: AnyStore) {
    let id = store.add_token("lab", &[7; 32]).await.unwrap();
    assert!(store.token_in_force(&[7; 32]).await.unwrap());
    assert!(!store.token_in_force(&[8; 32]).await.unwrap());
    assert!(store.revoke_token(id).await.unwrap());
    assert!(!store.revoke_token(id).await.unwrap(), "it is revoked once");
    assert!(!store.token_in_force(&[7; 32]).await.unwrap());
    let tokens = store.tokens().await.unwrap();
    assert_eq!((tokens.len(), tokens[0].name.as_str(), tokens[0].revoked.is_some()), (1, "lab", true));
}
