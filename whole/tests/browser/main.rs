//! Tests in a real browser. Their modules' names begin with `browser_`: that is how they are left out where there is none.

mod browser_beside;
mod browser_compare;
mod browser_drop;
mod browser_pages;
