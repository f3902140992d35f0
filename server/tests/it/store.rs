//! The SQLite store: the conformance suite, and what only a file can do.

use std::sync::{Arc, Mutex};

use server::ingest::prepare;
use server::store::sqlite::{Options, SqliteStore};
use server::store::{Kept, Runs, Store, StoreError, Tokens};
use shared::model::RunId;
use tempfile::TempDir;

use crate::conformance;
use crate::site::{document, run};

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_conforms() {
    let folders = Mutex::new(Vec::new());
    conformance::suite(|| {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("runs.sqlite");
        folders.lock().unwrap().push(folder);
        async move { Arc::new(SqliteStore::open(&file, Options::default()).await.unwrap()) as Arc<dyn Store> }
    })
    .await;
}

#[tokio::test]
async fn two_stores_on_one_file_see_each_other() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("runs.sqlite");
    let (one, two) =
        tokio::join!(SqliteStore::open(&file, Options::default()), SqliteStore::open(&file, Options::default()));
    let (one, two) = (one.unwrap(), two.unwrap());
    for number in 0..10 {
        let (id, bytes) = document(&run("6.1", number, 3000));
        let id = RunId::parse(&id).unwrap();
        let kept = prepare(id.clone(), &bytes).unwrap();
        let (first, second) = tokio::join!(one.keep(kept.clone()), two.keep(kept));
        let new = [first.unwrap(), second.unwrap()].into_iter().filter(|kept| *kept == Kept::New).count();
        assert_eq!(new, 1);
        assert!(one.has(&id).await.unwrap() && two.has(&id).await.unwrap());
    }
}

#[tokio::test]
async fn a_full_store_says_so_and_keeps_nothing_half() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("runs.sqlite");
    let options = Options { max_bytes: Some(300 << 10), ..Options::default() };
    let store = SqliteStore::open(&file, options).await.unwrap();
    let mut kept = Vec::new();
    let full = loop {
        let number = u32::try_from(kept.len()).unwrap();
        let (id, bytes) = document(&run("6.1", number, 3000 + u64::from(number)));
        let id = RunId::parse(&id).unwrap();
        match store.keep(prepare(id.clone(), &bytes).unwrap()).await {
            Ok(_) => kept.push(id),
            Err(error) => break (id, error),
        }
        assert!(kept.len() < 1000, "the bound is not kept");
    };
    assert!(matches!(full.1, StoreError::Full), "{}", full.1);
    assert!(!store.has(&full.0).await.unwrap());
    assert_eq!(store.count().await.unwrap(), kept.len() as u64);
    for id in &kept {
        assert!(store.document(id).await.unwrap().is_some() && store.summary(id).await.unwrap().is_some());
    }
    store.close().await;
    let roomy = SqliteStore::open(&file, Options::default()).await.unwrap();
    let (_, bytes) = document(&run("6.1", kept.len() as u32, 3000 + kept.len() as u64));
    assert_eq!(
        roomy.keep(prepare(full.0, &bytes).unwrap()).await.unwrap(),
        Kept::New,
        "the same upload works with room"
    );
}

#[tokio::test]
async fn summaries_of_another_version_are_made_again_from_the_documents() {
    let folder = TempDir::new().unwrap();
    let store = SqliteStore::open(&folder.path().join("runs.sqlite"), Options::default()).await.unwrap();
    let store: Arc<dyn Store> = Arc::new(store);
    let (id, bytes) = document(&run("6.1", 1, 3000));
    let id = RunId::parse(&id).unwrap();
    let kept = prepare(id.clone(), &bytes).unwrap();
    let right = kept.derived.summary.clone();
    store.keep(kept.clone()).await.unwrap();
    let mut old = kept.derived;
    old.version += 1;
    old.summary.gzip = b"another shape".to_vec();
    store.renew(&id, old).await.unwrap();
    server::renew::all(&store).await.unwrap();
    assert!(store.outdated(shared::summary::SUMMARY_VERSION, 1).await.unwrap().is_empty());
    assert_eq!(store.summary(&id).await.unwrap(), Some(right));
}

#[tokio::test]
async fn what_is_not_a_database_is_refused_by_its_name() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("notes.txt");
    std::fs::write(&file, "not a database, only text\n".repeat(100)).unwrap();
    let error = SqliteStore::open(&file, Options::default()).await.unwrap_err().to_string();
    assert!(error.contains("notes.txt"), "{error}");
    let missing = folder.path().join("no/such/folder/runs.sqlite");
    assert!(SqliteStore::open(&missing, Options::default()).await.unwrap_err().to_string().contains("folder exists"));
}

#[tokio::test]
async fn tokens_are_not_in_the_file() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("runs.sqlite");
    let store = SqliteStore::open(&file, Options::default()).await.unwrap();
    let token = server::token::Token::new().unwrap();
    store.add_token("lab", &token.sha256()).await.unwrap();
    store.close().await;
    let bytes = std::fs::read(&file).unwrap();
    let secret = token.reveal().as_bytes();
    assert!(!bytes.windows(secret.len()).any(|window| window == secret));
}
