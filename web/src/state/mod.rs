//! What the explorer knows and decides, without a browser: routes, choices, cursors, scales. No web-sys here, so all of
//! it is tested on the host.

pub mod chosen;
pub mod columns;
pub mod cursor;
pub mod filter;
pub mod heading;
pub mod held;
pub mod place;
pub mod query;
pub mod route;
pub mod scale;
pub mod shown;
pub mod window;
