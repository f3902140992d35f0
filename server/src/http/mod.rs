//! What every answer has in common: problems, negotiation, validators, headers.

pub mod cached;
pub mod negotiate;
pub mod problem;
pub mod rate;
pub mod security;
pub mod segment;

pub use problem::Problem;
