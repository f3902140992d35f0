//! Uploads to a server of this test's own: what is sent, and what is made of the answers.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::JoinHandle;

use super::*;

/// A request as it came in.
struct Request {
    line: String,
    headers: Vec<String>,
    body: Vec<u8>,
}

impl Request {
    fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .filter_map(|line| line.split_once(": "))
            .find(|(key, _)| key.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }
}

/// Answers one connection a response, in order, and hands back the requests.
fn server(responses: Vec<String>) -> (String, JoinHandle<Vec<Request>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let answering = std::thread::spawn(move || {
        let answer = |response: String| {
            let (stream, _) = listener.accept().unwrap();
            respond(stream, &response)
        };
        responses.into_iter().map(answer).collect()
    });
    (address, answering)
}

fn respond(mut stream: TcpStream, response: &str) -> Request {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        match line.trim_end() {
            "" => break,
            line => lines.push(line.to_owned()),
        }
    }
    let mut request = Request { line: lines.remove(0), headers: lines, body: Vec::new() };
    let length = request.header("content-length").map_or(0, |length| length.parse().unwrap());
    request.body = vec![0; length];
    reader.read_exact(&mut request.body).unwrap();
    stream.write_all(response.as_bytes()).unwrap();
    request
}

fn response(status: &str, headers: &str, body: &str) -> String {
    format!("HTTP/1.1 {status}\r\nConnection: close\r\n{headers}Content-Length: {}\r\n\r\n{body}", body.len())
}

fn uploader(address: &str, token: Option<Token>) -> Uploader {
    let mut uploader = Uploader::to(Address::parse(address).unwrap(), token).unwrap();
    uploader.pauses = vec![Duration::from_millis(1); 2];
    uploader
}

/// The answer of a server that keeps these bytes.
fn kept(bytes: &[u8]) -> String {
    format!("{{\"id\":\"{}\",\"new\":true}}", RunId::of(bytes))
}

const BYTES: &[u8] = b"{\"schema\":1}";

#[test]
fn the_exact_bytes_are_sent_packed_and_nothing_else() {
    let (address, server) = server(vec![response("201 Created", "", &kept(BYTES))]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("token");
    std::fs::write(&file, "bp_s3cret\n").unwrap();
    let id = RunId::of(BYTES);
    let taken = uploader(&address, Some(Token::read(&file).unwrap())).send(&id, BYTES).unwrap();
    assert_eq!(taken, Taken::New);
    let request = server.join().unwrap().remove(0);
    assert_eq!(request.line, format!("PUT /api/v1/runs/{id} HTTP/1.1"));
    assert_eq!(request.header("content-encoding"), Some("gzip"));
    assert_eq!(request.header("authorization"), Some("Bearer bp_s3cret"));
    let mut unpacked = Vec::new();
    flate2::read::GzDecoder::new(request.body.as_slice()).read_to_end(&mut unpacked).unwrap();
    assert_eq!(unpacked, BYTES);
    let mut names: Vec<String> =
        request.headers.iter().map(|line| line.split(':').next().unwrap().to_lowercase()).collect();
    names.sort();
    let expected =
        ["accept", "accept-encoding", "authorization", "content-encoding", "content-length", "content-type", "host"];
    assert_eq!(names, expected);
}

#[test]
fn success_is_believed_only_where_the_answer_names_the_run() {
    let other = kept(b"another");
    for (status, body) in [
        ("200 OK", "<h1>Log in</h1>"),
        ("200 OK", ""),
        ("201 Created", &other),
        ("204 No Content", ""),
        ("202 Accepted", ""),
    ] {
        let (address, asked) = server(vec![response(status, "", body)]);
        let error = uploader(&address, None).send(&RunId::of(BYTES), BYTES).unwrap_err();
        assert!(matches!(error, UploadError::Refused(_)), "{status} {body}: {error}");
        assert!(error.to_string().starts_with(status), "{error}");
        assert_eq!(asked.join().unwrap().len(), 1);
    }
    let broken = response("201 Created", "", &kept(BYTES)).replace("Length: 4", "Length: 9");
    let (address, asked) = server(vec![broken, response("200 OK", "", &kept(BYTES))]);
    assert_eq!(uploader(&address, None).send(&RunId::of(BYTES), BYTES).unwrap(), Taken::Already);
    assert_eq!(asked.join().unwrap().len(), 2);
}

#[test]
fn a_busy_server_is_asked_again_but_not_for_ever() {
    let busy = || response("503 Service Unavailable", "Retry-After: 0\r\n", "");
    let (address, waiting) = server(vec![busy(), response("200 OK", "", &kept(BYTES))]);
    assert_eq!(uploader(&address, None).send(&RunId::of(BYTES), BYTES).unwrap(), Taken::Already);
    assert_eq!(waiting.join().unwrap().len(), 2);
    let (address, waiting) = server(vec![busy(), busy(), busy()]);
    let error = uploader(&address, None).send(&RunId::of(BYTES), BYTES).unwrap_err().to_string();
    assert!(error.contains("503 Service Unavailable; gave up after 3 attempts"), "{error}");
    assert_eq!(waiting.join().unwrap().len(), 3);
}

#[test]
fn a_server_that_takes_and_never_answers_is_given_up_within_the_whole_time() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut uploader = uploader(&format!("http://{}", listener.local_addr().unwrap()), None);
    uploader.longest = Duration::from_millis(300);
    let began = Instant::now();
    let error = uploader.send(&RunId::of(BYTES), BYTES).unwrap_err().to_string();
    let took = began.elapsed();
    assert!(error.contains("gave up after 1 attempt.") && error.contains("timed out"), "{error}");
    assert!(took >= uploader.longest && took < Duration::from_secs(10), "{took:?}");
}

#[test]
fn a_refusal_is_told_with_field_and_reason_and_not_repeated() {
    let body = r#"{"title":"Broken document","detail":"must be finite\u001b[31m numbers","field":"groups[3].cells[0].values","status":422}"#;
    let (address, server) =
        server(vec![response("422 Unprocessable Entity", "Content-Type: application/problem+json\r\n", body)]);
    let error = uploader(&address, None).send(&RunId::of(BYTES), BYTES).unwrap_err();
    assert!(matches!(error, UploadError::Refused(_)));
    let text = error.to_string();
    assert_eq!(
        text,
        "422 Unprocessable Entity: Broken document: groups[3].cells[0].values: must be finite [31m numbers"
    );
    assert_eq!(server.join().unwrap().len(), 1);
}

#[test]
fn a_redirect_to_another_host_is_not_followed() {
    let (address, server) =
        server(vec![response("307 Temporary Redirect", "Location: http://127.0.0.2:9/api/v1/runs/x\r\n", "")]);
    let error = uploader(&address, None).send(&RunId::of(BYTES), BYTES).unwrap_err().to_string();
    assert!(error.contains("points to http://127.0.0.2:9/api/v1/runs/x"), "{error}");
    assert_eq!(server.join().unwrap().len(), 1);
}

#[test]
fn a_redirect_within_the_server_repeats_the_request_and_never_becomes_a_get() {
    let moved = response("308 Permanent Redirect", "Location: /base/run\r\n", "");
    let (address, within) = server(vec![moved, response("201 Created", "", &kept(BYTES))]);
    assert_eq!(uploader(&address, None).send(&RunId::of(BYTES), BYTES).unwrap(), Taken::New);
    let requests = within.join().unwrap();
    assert_eq!(requests[1].line, "PUT /base/run HTTP/1.1");
    assert_eq!(requests[0].body, requests[1].body);
    let (address, other) = server(vec![response("302 Found", "Location: /login\r\n", "")]);
    let error = uploader(&address, None).send(&RunId::of(BYTES), BYTES).unwrap_err().to_string();
    assert!(error.starts_with("302 Found: the server points to /login"), "{error}");
    assert_eq!(other.join().unwrap().len(), 1);
}

#[test]
fn nobody_listening_is_said_so() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://localhost:{}", listener.local_addr().unwrap().port());
    drop(listener);
    let error = uploader(&address, None).send(&RunId::of(BYTES), BYTES).unwrap_err().to_string();
    assert!(error.to_lowercase().contains("connection refused"), "{error}");
    assert!(error.contains("kept on disk"), "{error}");
}

#[test]
fn a_token_never_goes_over_an_open_network() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("token");
    std::fs::write(&file, "bp_s3cret\n").unwrap();
    let address = Address::parse("http://example.org").unwrap();
    let error = Uploader::to(address, Some(Token::read(&file).unwrap())).err().unwrap().to_string();
    assert!(error.contains("sent in clear") && !error.contains("s3cret"), "{error}");
}
