//! Connections: accepted while there is room, given deadlines, ended gently.

use std::future::Future;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower_http::add_extension::AddExtension;

use crate::http::rate::Peer;
use crate::stall::Stall;

/// Connections at the same time, below the usual 1024 file descriptors; more of them wait in the kernel's queue.
const CONNECTIONS: usize = 512;
/// How long the head of a request may take; also how long an idle connection is kept.
const HEAD: Duration = Duration::from_secs(20);
/// Bytes of a request's head at most, and of what is read ahead.
const BUFFER: usize = 64 << 10;
/// How long a client may take no byte of an answer.
const STALL: Duration = Duration::from_secs(30);
/// How long requests under way may take once the server is asked to stop.
const GRACE: Duration = Duration::from_secs(20);
/// Pause after a failed accept, such as for want of file descriptors.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves until `stop` is ready, then lets requests under way end.
pub async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    let graceful = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = accept(&listener, &room) => accepted,
            () = &mut stop => break,
        };
        let Some((stream, peer, place)) = accepted else { break };
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(AddExtension::new(router.clone(), Peer(peer)));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .max_buf_size(BUFFER)
            .serve_connection(TokioIo::new(Stall::new(stream, STALL)), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended");
            }
            drop(place);
        });
    }
    drop(listener);
    if tokio::time::timeout(GRACE, graceful.shutdown()).await.is_err() {
        tracing::warn!("requests were still under way after {} s", GRACE.as_secs());
    }
}

/// The next connection and its place; none when the server has no more places to give.
async fn accept(listener: &TcpListener, room: &Arc<Semaphore>) -> Option<(TcpStream, IpAddr, OwnedSemaphorePermit)> {
    let place = room.clone().acquire_owned().await.ok()?;
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => return Some((stream, peer.ip(), place)),
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}
