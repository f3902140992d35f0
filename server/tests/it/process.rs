//! The program itself: killed in the middle of uploads, asked to stop, and its tokens.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tempfile::TempDir;

use crate::client::Client;
use crate::site::{document, gzip, run};

const PROGRAM: &str = env!("CARGO_BIN_EXE_benchpages-server");

/// A running server; killed when it is dropped.
struct Running {
    child: Child,
    host: String,
}

impl Running {
    fn start(database: &Path, arguments: &[&str]) -> Self {
        let mut child = Command::new(PROGRAM)
            .args(["serve", "--listen", "127.0.0.1:0", "--database"])
            .arg(database)
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let host =
            line.trim().strip_prefix("listening on http://").expect("the first line tells the address").to_owned();
        Self { child, host }
    }

    fn client(&self) -> Client {
        Client::connect(&self.host).unwrap()
    }

    fn signal(&self, name: &str) {
        let status = Command::new("kill").args([name, &self.child.id().to_string()]).status().unwrap();
        assert!(status.success());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn count(client: &mut Client) -> u64 {
    let (_, body) = client.get("/api/v1/runs?limit=1").unwrap();
    serde_json::from_slice::<serde_json::Value>(&body).unwrap()["total"].as_u64().unwrap()
}

#[test]
fn a_kill_during_uploads_loses_nothing_that_was_acknowledged() {
    let folder = TempDir::new().unwrap();
    let database = folder.path().join("runs.sqlite");
    let documents: Vec<_> = (0..50).map(|number| document(&run("6.1", number, 3000 + u64::from(number)))).collect();
    let before = count(&mut Running::start(&database, &[]).client());

    let server = Running::start(&database, &[]);
    let acknowledged = Mutex::new(Vec::new());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut client = server.client();
                while let Some((id, bytes)) = documents.get(next.fetch_add(1, Ordering::Relaxed)) {
                    match client.put(&format!("/api/v1/runs/{id}"), "content-encoding: gzip\r\n", &gzip(bytes)) {
                        Ok((201, _)) => acknowledged.lock().unwrap().push(id.clone()),
                        Ok((status, body)) => panic!("{status} {}", String::from_utf8_lossy(&body)),
                        Err(_) => return,
                    }
                    if acknowledged.lock().unwrap().len() == 25 {
                        server.signal("-KILL");
                    }
                }
            });
        }
    });
    let acknowledged = acknowledged.into_inner().unwrap();
    assert!((25..50).contains(&acknowledged.len()), "{} were acknowledged before the kill", acknowledged.len());

    let server = Running::start(&database, &[]);
    let mut client = server.client();
    for (id, bytes) in &documents {
        let path = format!("/api/v1/runs/{id}");
        if acknowledged.contains(id) {
            assert_eq!(client.get(&path).unwrap(), (200, bytes.clone()), "an acknowledged run is there, byte for byte");
            assert_eq!(client.get(&format!("{path}/summary")).unwrap().0, 200);
        }
        let (status, _) = client.put(&path, "", bytes).unwrap();
        assert!(if acknowledged.contains(id) { status == 200 } else { status == 200 || status == 201 }, "{status}");
    }
    assert_eq!(count(&mut client), before + 50, "none twice");
}

#[test]
fn a_client_that_writes_too_often_is_told_to_wait() {
    let folder = TempDir::new().unwrap();
    let server = Running::start(&folder.path().join("runs.sqlite"), &["--writes-per-minute", "3"]);
    let mut client = server.client();
    let (id, bytes) = document(&run("6.1", 1, 3000));
    let path = format!("/api/v1/runs/{id}");
    let statuses: Vec<u16> = (0..4).map(|_| client.put(&path, "", &bytes).unwrap().0).collect();
    assert_eq!(statuses, [201, 200, 200, 429]);
    assert_eq!(client.get(&path).unwrap().0, 200, "reading goes on");
}

#[test]
fn a_server_that_is_asked_to_stop_finishes_what_is_under_way() {
    let folder = TempDir::new().unwrap();
    let database = folder.path().join("runs.sqlite");
    let mut server = Running::start(&database, &[]);
    let (id, bytes) = document(&run("6.1", 1, 3000));
    let mut stream = TcpStream::connect(&server.host).unwrap();
    let head = format!("PUT /api/v1/runs/{id} HTTP/1.1\r\nhost: x\r\ncontent-length: {}\r\n\r\n", bytes.len());
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(&bytes[..100]).unwrap();
    std::thread::sleep(Duration::from_millis(200));
    server.signal("-TERM");
    std::thread::sleep(Duration::from_millis(200));
    assert!(TcpStream::connect(&server.host).is_err(), "no new connection is taken");
    stream.write_all(&bytes[100..]).unwrap();
    let mut line = String::new();
    BufReader::new(&stream).read_line(&mut line).unwrap();
    assert_eq!(line.trim(), "HTTP/1.1 201 Created");
    assert!(server.child.wait().unwrap().success());
    let again = Running::start(&database, &[]);
    assert_eq!(again.client().get(&format!("/api/v1/runs/{id}")).unwrap(), (200, bytes));
}

#[test]
fn tokens_are_made_listed_and_revoked_on_the_command_line() {
    let folder = TempDir::new().unwrap();
    let database = folder.path().join("runs.sqlite");
    let token = |arguments: &[&str]| {
        let output =
            Command::new(PROGRAM).arg("token").args(arguments).arg("--database").arg(&database).output().unwrap();
        (output.status.success(), String::from_utf8(output.stdout).unwrap())
    };
    let (made, secret) = token(&["create", "--name", "lab"]);
    assert!(made);
    let server = Running::start(&database, &["--require-token"]);
    let (id, bytes) = document(&run("6.1", 1, 3000));
    let path = format!("/api/v1/runs/{id}");
    let bearer = format!("authorization: Bearer {}\r\n", secret.trim());
    assert_eq!(server.client().put(&path, "", &bytes).unwrap().0, 401);
    assert_eq!(server.client().put(&path, &bearer, &bytes).unwrap().0, 201);
    let (_, list) = token(&["list"]);
    assert!(list.contains("lab") && list.contains("in force") && !list.contains(secret.trim()), "{list}");
    assert!(token(&["revoke", "1"]).0);
    assert!(!token(&["revoke", "1"]).0);
    assert_eq!(server.client().put(&path, &bearer, &bytes).unwrap().0, 401, "a revoked token is refused at once");
}
