//! The published pages, made again from the figures of their posts and their sidecars: the same bytes, so the same ids.

use std::path::{Path, PathBuf};

use shared::import::page::{PageError, page};

/// Posts whose pages are published.
const PAGES: [&str; 8] = [
    "2000-03-17-pipe-bandwidth.txt",
    "2002-08-05-ipc-lock.txt",
    "2002-09-11-quad-xeon.txt",
    "2002-11-02-netio2-cache-line.txt",
    "2002-11-05-netio2-copy-user.txt",
    "2003-03-22-anobjrmap.txt",
    "2003-10-21-as-iosched.txt",
    "2008-10-08-mpc8313-copy.html",
];

fn mails() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/import/mails")
}

fn published() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/published")
}

#[test]
fn every_published_page_is_made_of_its_post_and_sidecar_byte_for_byte() {
    let mut made = Vec::new();
    for name in PAGES {
        let post = std::fs::read(mails().join(name)).unwrap();
        let sidecar = std::fs::read(mails().join(name).with_extension("json")).unwrap();
        let page = page(&post, &sidecar).unwrap_or_else(|error| panic!("{name}: {error}"));
        let folder = published().join(&page.id);
        // To publish a new page: `BENCHPAGES_PUBLISH=1`, once. What is there is never written again.
        if std::env::var_os("BENCHPAGES_PUBLISH").is_some() && !folder.exists() {
            std::fs::create_dir(&folder).unwrap();
            for (file, bytes) in &page.files {
                std::fs::write(folder.join(file), bytes).unwrap();
            }
        }
        for (file, bytes) in &page.files {
            let there = std::fs::read_to_string(folder.join(file)).unwrap();
            assert_eq!(String::from_utf8_lossy(bytes), there, "{name}: {file}");
        }
        let files = std::fs::read_dir(&folder).unwrap().count();
        assert_eq!(files, page.files.len(), "{name}: another file is in its folder");
        made.push(page.id);
    }
    let folders =
        std::fs::read_dir(published()).unwrap().map(|entry| entry.unwrap()).filter(|entry| entry.path().is_dir());
    let mut folders: Vec<String> = folders.map(|entry| entry.file_name().into_string().unwrap()).collect();
    folders.sort_unstable();
    made.sort_unstable();
    assert_eq!(made, folders, "every page has a post and a sidecar");
}

#[test]
fn a_sidecar_that_does_not_fit_its_post_is_refused() {
    let post = std::fs::read(mails().join("2002-08-05-ipc-lock.txt")).unwrap();
    let sidecar = std::fs::read_to_string(mails().join("2002-08-05-ipc-lock.json")).unwrap();
    for (from, to, problem) in [
        ("\"release\": \"2.5.29s4-ipc\"", "\"release\": \"2.5.30\"", "the post's is 2.5.29s4-ipc"),
        ("\"summary\"", "\"sumary\"", "sumary"),
        ("\"runs\": [", "\"runs\": [{\"file\": \"0.json\"},", "it names 3 runs, the post has 2"),
    ] {
        let wrong = sidecar.replacen(from, to, 1);
        assert_ne!(wrong, sidecar, "{from}");
        let error: PageError = page(&post, wrong.as_bytes()).unwrap_err();
        assert!(error.to_string().contains(problem), "{to}: {error}");
    }
}
