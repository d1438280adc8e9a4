CREATE TABLE known_networks (
  network TEXT PRIMARY KEY,
  used_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX known_networks_by_use ON known_networks (used_at)
