//! Why something could not be loaded, for people.

use super::json::{Broken, Fill, Json, Shape, Unfit, may, members, read};

/// A failure: what happened, and what the server says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// In a few words.
    pub title: String,
    /// More, where there is more.
    pub detail: String,
    /// True where asking again may help.
    pub again: bool,
}

/// A problem document (RFC 9457), as far as it is shown.
#[derive(Default)]
struct Document {
    title: String,
    detail: String,
}

impl Fill for Document {
    fn fill(&mut self, json: &Json) -> Result<(), Unfit> {
        members(json, &mut [may("title", &mut self.title), may("detail", &mut self.detail)])
    }
}

impl Shape for Document {
    fn empty() -> Self {
        Self::default()
    }
}

impl Problem {
    /// The server did not answer.
    pub fn unreachable() -> Self {
        Self {
            title: "The server cannot be reached".to_owned(),
            detail: "Nothing is lost. Check the connection and try again.".to_owned(),
            again: true,
        }
    }

    /// The server answered with an error status.
    pub fn of_status(status: u16, body: &[u8]) -> Self {
        let again = status >= 500 || status == 429;
        match read::<Document>(body) {
            Ok(document) if !document.title.is_empty() => {
                Self { title: document.title, detail: document.detail, again }
            }
            _ if status == 404 => Self {
                title: "Not found".to_owned(),
                detail: "The server has nothing at this address.".to_owned(),
                again,
            },
            _ => Self { title: format!("The server answered with status {status}"), detail: String::new(), again },
        }
    }

    /// The answer is not what it should be.
    pub fn unreadable(broken: Broken) -> Self {
        Self {
            title: "The server's answer cannot be read".to_owned(),
            detail: format!("Reload the page to get the explorer that fits the server. ({broken})"),
            again: true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_s_own_words_come_first() {
        let problem =
            Problem::of_status(404, br#"{"title":"No such run","detail":"x is not in this store","status":404}"#);
        assert_eq!((problem.title.as_str(), problem.detail.as_str()), ("No such run", "x is not in this store"));
        assert!(!problem.again);
        assert_eq!(Problem::of_status(502, b"<html>").title, "The server answered with status 502");
    }
}
