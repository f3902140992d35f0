//! How much a browser downloads before a comparison page stands, by its own count.

mod traffic;

use std::fs;
use std::process::ExitCode;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::json;
use traffic::Traffic;

use crate::devtools::Browser;
use crate::lock;
use crate::place::Place;
use crate::programs::{self, Profile};
use crate::service::{Service, free_address};
use crate::tools::{self, Consent};
use crate::up::address::comparison;
use crate::web;

/// The bound for all of the app, in bytes as they cross the wire, brotli; data apart.
const BOUND: u64 = 220 * 1000;
const DEADLINE: Duration = Duration::from_secs(60);
/// How long nothing must be under way before the load counts as complete.
const QUIET: Duration = Duration::from_secs(2);
/// True once the table of the comparison stands.
const TABLE: &str = "document.querySelectorAll('table td, [role=gridcell], [role=cell]').length > 0";

/// Builds what is to be measured, then measures it.
pub fn size(place: &Place, consent: Consent) -> Result<ExitCode> {
    let server = {
        let _lock = lock::exclusive(&place.cache().join("build.lock"), "another cargo xtask is building")?;
        web::build(place, &tools::install(place, consent, &[tools::CHROMIUM])?)?;
        programs::build(place, Profile::Dev)?.server
    };
    let within = measure(place, &server)?;
    Ok(if within { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Loads the comparison of published runs in a fresh browser, prints each download, and tells whether the app is within the
/// bound.
pub fn measure(place: &Place, server: &std::path::Path) -> Result<bool> {
    let folder = place.own().join(format!("size-{}", std::process::id()));
    fs::create_dir_all(&folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let traffic = {
        let service = Service::start(server, &folder.join("size.db"), free_address()?, None)?;
        let path = comparison(service.address(), None)?;
        load(&format!("http://localhost:{}{path}", service.address().port()))
    };
    fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    report(&traffic?)
}

fn load(url: &str) -> Result<Traffic> {
    println!("loading {url}");
    let mut browser = Browser::start()?;
    browser.call("Network.enable", json!({}))?;
    browser.call("Page.enable", json!({}))?;
    browser.call("Page.navigate", json!({ "url": url }))?;
    let mut traffic = Traffic::of(url);
    let begin = Instant::now();
    let mut changed = Instant::now();
    while changed.elapsed() < QUIET || traffic.under_way() {
        if begin.elapsed() > DEADLINE {
            bail!("the page is still loading after {} s", DEADLINE.as_secs());
        }
        sleep(Duration::from_millis(50));
        let stands = browser.evaluate(TABLE)?;
        for event in browser.events() {
            if traffic.take(&event) {
                changed = Instant::now();
            }
        }
        if stands != json!(true) {
            changed = Instant::now();
        }
    }
    Ok(traffic)
}

fn report(traffic: &Traffic) -> Result<bool> {
    for download in traffic.downloads() {
        let kind = if download.is_data() { "data" } else { "app" };
        println!("{:>8}  {kind:<4}  {:<8}  {}", download.bytes, download.encoding, download.url);
    }
    let app: u64 = traffic.downloads().iter().filter(|d| !d.is_data()).map(|d| d.bytes).sum();
    let data: u64 = traffic.downloads().iter().filter(|d| d.is_data()).map(|d| d.bytes).sum();
    println!("the app: {app} bytes; the bound is {BOUND}; data: {data} bytes");
    if let Some(failed) = traffic.failed() {
        bail!("a request failed: {failed}");
    }
    if let Some(stranger) = traffic.stranger() {
        bail!("the page asks another host: {stranger}");
    }
    Ok(app <= BOUND)
}
