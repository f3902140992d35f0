//! How often one client may write: a bucket of tokens each, filled evenly.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Problem;
use crate::app::App;

/// Who is at the other end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer(pub IpAddr);

/// Clients that are remembered at most.
const CLIENTS: usize = 20_000;

/// Buckets by client.
#[derive(Debug)]
pub struct Rate {
    per_minute: f64,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    tokens: f64,
    filled: Instant,
}

impl Rate {
    /// So many writes a minute, all of them at once if they were saved up.
    pub fn new(per_minute: u32) -> Self {
        Self { per_minute: f64::from(per_minute), buckets: Mutex::default() }
    }

    /// Takes a token of a client, if there is one.
    fn take(&self, client: IpAddr, now: Instant) -> bool {
        // A panicking thread leaves at worst one bucket less full.
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= CLIENTS {
            buckets.retain(|_, bucket| self.fill(*bucket, now).tokens < self.per_minute);
        }
        if buckets.len() >= CLIENTS {
            return false;
        }
        let full = Bucket { tokens: self.per_minute, filled: now };
        let bucket = buckets.entry(network(client)).or_insert(full);
        *bucket = self.fill(*bucket, now);
        let enough = bucket.tokens >= 1.0;
        if enough {
            bucket.tokens -= 1.0;
        }
        enough
    }

    fn fill(&self, bucket: Bucket, now: Instant) -> Bucket {
        let minutes = now.saturating_duration_since(bucket.filled).as_secs_f64() / 60.0;
        Bucket { tokens: (bucket.tokens + minutes * self.per_minute).min(self.per_minute), filled: now }
    }
}

/// One subscriber: an IPv4 address, or an IPv6 network of 64 bits.
fn network(client: IpAddr) -> IpAddr {
    match client.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((address.to_bits() & !u128::from(u64::MAX)).into()),
        address => address,
    }
}

/// Refuses writes of a client that writes too often.
pub async fn limit(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<Peer>().copied();
    let reading = [Method::GET, Method::HEAD, Method::OPTIONS].contains(request.method());
    match peer {
        Some(Peer(client)) if !reading && !app.writes.take(client, Instant::now()) => {
            read_out(request.into_body()).await;
            Problem::new(StatusCode::TOO_MANY_REQUESTS, "too many writes from this address; wait a little")
                .into_response()
        }
        _ => next.run(request).await,
    }
}

/// Reads a body that nobody wants, so that a client that is still sending it gets the answer and not a broken connection.
/// One that is large or slow is cut off.
async fn read_out(body: Body) {
    const MOST: usize = 1 << 20;
    const PATIENCE: Duration = Duration::from_secs(2);
    let _ = tokio::time::timeout(PATIENCE, to_bytes(body, MOST)).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_that_used_its_tokens_waits_and_others_do_not() {
        let rate = Rate::new(60);
        let now = Instant::now();
        let one: IpAddr = "192.0.2.1".parse().unwrap();
        assert!((0..60).all(|_| rate.take(one, now)));
        assert!(!rate.take(one, now));
        assert!(rate.take("192.0.2.2".parse().unwrap(), now));
        let later = now + Duration::from_millis(1100);
        assert!(rate.take(one, later) && !rate.take(one, later), "one a second comes back");
    }

    #[test]
    fn neighbours_of_one_network_share_a_bucket() {
        let address = |text: &str| network(text.parse().unwrap());
        assert_eq!(address("2001:db8::1"), address("2001:db8::ffff:1"));
        assert_ne!(address("2001:db8:0:1::1"), address("2001:db8::1"));
        assert_eq!(address("::ffff:192.0.2.1"), address("192.0.2.1"));
    }
}
