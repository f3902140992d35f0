//! Whole-path tests: see `tests/`, which start the real collector, server and browser.
