-- Runs as they were uploaded, and what is worked out of them.
CREATE TABLE run (
    seq        INTEGER PRIMARY KEY,
    id         TEXT    NOT NULL UNIQUE,
    received   TEXT    NOT NULL,
    started    TEXT    NOT NULL,
    boot       TEXT,
    supersedes TEXT,
    superseded INTEGER NOT NULL DEFAULT 0,
    page       TEXT,
    search     TEXT    NOT NULL,
    head       TEXT    NOT NULL,
    version    INTEGER NOT NULL
) STRICT;

CREATE INDEX run_newest ON run (started DESC, id DESC);
-- What lists usually show: counted, and looked through for free text, without reading the rows.
CREATE INDEX run_current_newest ON run (started DESC, id DESC) WHERE superseded = 0;
CREATE INDEX run_current_search ON run (search) WHERE superseded = 0;
CREATE INDEX run_supersedes ON run (supersedes) WHERE supersedes IS NOT NULL;
CREATE INDEX run_version ON run (version);

-- The uploaded bytes, compressed; `size` is their uncompressed length.
CREATE TABLE document (
    run  INTEGER PRIMARY KEY REFERENCES run (seq),
    size INTEGER NOT NULL,
    zstd BLOB    NOT NULL
) STRICT;

CREATE TABLE summary (
    run    INTEGER PRIMARY KEY REFERENCES run (seq),
    gzip   BLOB NOT NULL,
    brotli BLOB NOT NULL
) STRICT;

-- Every key of a run and its value, as one JSONB object: to filter by keys that are not indexed.
CREATE TABLE keys (
    run      INTEGER PRIMARY KEY REFERENCES run (seq),
    all_keys BLOB NOT NULL
) STRICT;

-- The indexed keys: each pair of key and value stands once.
CREATE TABLE key_value (
    id    INTEGER PRIMARY KEY,
    key   TEXT NOT NULL,
    value TEXT NOT NULL,
    UNIQUE (key, value)
) STRICT;

CREATE TABLE run_key (
    pair INTEGER NOT NULL REFERENCES key_value (id),
    run  INTEGER NOT NULL REFERENCES run (seq),
    PRIMARY KEY (pair, run)
) STRICT, WITHOUT ROWID;

CREATE INDEX run_key_by_run ON run_key (run);

-- Frozen views that somebody shares by hash.
CREATE TABLE view (
    hash    TEXT PRIMARY KEY,
    query   TEXT NOT NULL,
    created TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Upload tokens, as the hash of what was shown once.
CREATE TABLE token (
    id      INTEGER PRIMARY KEY,
    name    TEXT NOT NULL,
    sha256  BLOB NOT NULL UNIQUE,
    created TEXT NOT NULL,
    revoked TEXT
) STRICT;
