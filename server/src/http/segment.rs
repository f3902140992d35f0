//! The part of a path that names something.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use shared::model::RunId;

use super::Problem;

/// The text of the one parameter of a path.
pub struct Segment(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Segment {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        path.map(|Path(text)| Self(text)).map_err(|rejection| Problem::new(rejection.status(), rejection.body_text()))
    }
}

/// The run id of a path.
pub struct Id(pub RunId);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Segment(text) = Segment::from_request_parts(parts, state).await?;
        run_id(&text).map(Self)
    }
}

/// A run id in a path or query.
pub fn run_id(text: &str) -> Result<RunId, Problem> {
    RunId::parse(text).ok_or_else(|| Problem::parameter("id", "a run id has 26 characters of a-z and 2-7"))
}
