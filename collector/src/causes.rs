//! Errors for people.

use std::error::Error;

/// An error and its causes in one line, none twice: many messages hold their cause's already.
pub fn in_one_line(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let words = error.to_string();
        if !text.contains(&words) {
            text = format!("{text}: {words}");
        }
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use thiserror::Error;

    use super::*;

    #[derive(Debug, Error)]
    #[error("cannot write: {0}")]
    struct Told(#[source] std::fmt::Error);

    #[derive(Debug, Error)]
    #[error("the run is lost")]
    struct Untold(#[source] Told);

    #[test]
    fn each_cause_stands_once() {
        let cause = std::fmt::Error.to_string();
        assert_eq!(in_one_line(&Told(std::fmt::Error)), format!("cannot write: {cause}"));
        assert_eq!(in_one_line(&Untold(Told(std::fmt::Error))), format!("the run is lost: cannot write: {cause}"));
    }
}
