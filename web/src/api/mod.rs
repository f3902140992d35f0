//! The only place that fetches. Bytes come in, decoded values go out; what is decoded once is kept, answers that nobody
//! waits for any more are dropped.

mod cache;
mod documents;
mod fetch;
mod importer;
mod json;
mod local;
mod problem;
mod server;
mod shapes;

pub use documents::{Documents, Load, json, plain, use_documents};
pub use importer::{Answer, Importing, Work, import, not_loaded};
pub use json::{Fill, Json, Shape, Unfit, members, must};
pub use local::is_local;
pub use problem::Problem;
pub use server::{
    Frozen, Method, Methods, Page, Pages, RunList, Source, catalogue, columns, frozen, keep_view, page_list, raw,
    run_list, summary, text, view,
};
