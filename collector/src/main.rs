//! collector
fn main() {}
