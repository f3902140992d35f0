//! The HTTP client: with this program's own TLS, sending nobody else what is meant for one server.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use reqwest::blocking::Client;
use reqwest::redirect::{Attempt, Policy};
use reqwest::{StatusCode, Url};

use super::Address;

const CONNECT: Duration = Duration::from_secs(10);
const REDIRECTS: usize = 3;

/// A client for one server.
pub fn client(address: &Address) -> reqwest::Result<Client> {
    // An error says that it is installed already, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut builder = Client::builder().connect_timeout(CONNECT).referer(false).redirect(Policy::custom(redirect));
    if !address.is_encrypted() {
        // A bare machine has no certificates; without https none are needed, and looking for them would fail.
        builder = builder.tls_certs_only([]);
    }
    if address.is_loopback() {
        // Proxies and name servers know nothing of this machine's own server.
        let addresses = [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)];
        let addresses = addresses.map(|ip| SocketAddr::new(ip, address.port()));
        builder = builder.no_proxy().resolve_to_addrs("localhost", &addresses);
    }
    builder.build()
}

/// Follows a redirect that repeats the request at the same server. One to another host would hand the run to a
/// stranger, one of another kind would turn the PUT into a GET: they are shown instead.
fn redirect(attempt: Attempt<'_>) -> reqwest::redirect::Action {
    let repeats = matches!(attempt.status(), StatusCode::TEMPORARY_REDIRECT | StatusCode::PERMANENT_REDIRECT);
    let same_server = attempt.previous().first().is_some_and(|first| same_server(first, attempt.url()));
    let few = attempt.previous().len() <= REDIRECTS;
    if repeats && same_server && few { attempt.follow() } else { attempt.stop() }
}

fn same_server(a: &Url, b: &Url) -> bool {
    a.scheme() == b.scheme() && a.host_str() == b.host_str() && a.port_or_known_default() == b.port_or_known_default()
}
