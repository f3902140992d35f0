//! What the names of other tools mean here, as data.
