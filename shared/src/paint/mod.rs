//! Drawing of figures through any plotters backend: canvas on the page, SVG for export and tests.
