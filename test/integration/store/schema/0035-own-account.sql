CREATE TRIGGER revocations_of_recovery_codes AFTER DELETE ON recovery_codes BEGIN
  INSERT INTO revocations (kind, subject, value) VALUES ('recovery_codes', OLD.account_id,
    (SELECT json_group_array(hash) FROM recovery_codes WHERE account_id = OLD.account_id));
END;
CREATE TRIGGER revocations_of_second_factors AFTER DELETE ON second_factors WHEN OLD.confirmed_at IS NOT NULL BEGIN
  INSERT INTO revocations (kind, subject) VALUES ('second_factor', OLD.account_id);
END;
CREATE TABLE account_preferences (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  chosen TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE password_resets (
  hash TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  requested_at INTEGER,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE recovery_codes (
  account_id TEXT NOT NULL REFERENCES second_factors (account_id) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  PRIMARY KEY (account_id, hash)
) STRICT, WITHOUT ROWID;
CREATE TABLE second_factors (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  secret TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  confirmed_at INTEGER,
  last_step INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX password_resets_by_expiry ON password_resets (expires_at);
CREATE INDEX password_resets_of_account ON password_resets (account_id, requested_at)
