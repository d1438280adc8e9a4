import type { Migration } from './migrate.ts';

/** Revocations, written by triggers of the database, so that none can be missed: a restore needs them. */
export const revocations: Migration = {
  number: 22,
  title: 'revocations',
  sql: `
-- The latest of each kind and subject. id: random, so that two databases can be compared. at: of this machine's clock.
-- value: JSON of what holds since then; null = the subject is gone, or value says nothing. kind journal: where the journal began, or a restore began it anew.
CREATE TABLE revocations (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE DEFAULT (lower(hex(randomblob(16)))),
  at INTEGER NOT NULL DEFAULT (CAST(unixepoch('subsec') * 1000 AS INTEGER)),
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  value TEXT
) STRICT;
CREATE INDEX revocations_by_subject ON revocations (kind, subject);

CREATE TRIGGER revocations_keep_latest AFTER INSERT ON revocations WHEN NEW.kind <> 'journal' BEGIN
  DELETE FROM revocations WHERE kind = NEW.kind AND subject = NEW.subject AND sequence < NEW.sequence;
END;

INSERT INTO revocations (kind, subject) VALUES ('journal', 'began');

CREATE TRIGGER revocations_of_api_keys AFTER UPDATE OF revoked_at, expires_at, scopes, ou_id, ip_allow_list ON api_keys
WHEN OLD.revoked_at IS NOT NEW.revoked_at OR OLD.expires_at IS NOT NEW.expires_at OR OLD.scopes <> NEW.scopes
  OR OLD.ou_id IS NOT NEW.ou_id OR OLD.ip_allow_list <> NEW.ip_allow_list BEGIN
  INSERT INTO revocations (kind, subject, value) VALUES ('api_key', NEW.id, json_object('revokedAt', NEW.revoked_at,
    'expiresAt', NEW.expires_at, 'scopes', NEW.scopes, 'ouId', NEW.ou_id, 'ipAllowList', NEW.ip_allow_list));
END;
CREATE TRIGGER revocations_of_api_secrets AFTER UPDATE OF expires_at ON api_key_secrets WHEN NEW.expires_at IS NOT OLD.expires_at BEGIN
  INSERT INTO revocations (kind, subject, value) VALUES ('api_secret', NEW.hash, json_object('expiresAt', NEW.expires_at));
END;
CREATE TRIGGER revocations_of_gone_api_secrets AFTER DELETE ON api_key_secrets BEGIN
  INSERT INTO revocations (kind, subject) VALUES ('api_secret', OLD.hash);
END;

CREATE TRIGGER revocations_of_accounts AFTER UPDATE OF status, role, ou_id ON accounts
WHEN OLD.status <> NEW.status OR OLD.role <> NEW.role OR OLD.ou_id IS NOT NEW.ou_id BEGIN
  INSERT INTO revocations (kind, subject, value) VALUES ('account', NEW.id, json_object('status', NEW.status, 'role', NEW.role, 'ouId', NEW.ou_id));
END;
CREATE TRIGGER revocations_of_gone_accounts AFTER DELETE ON accounts BEGIN
  INSERT INTO revocations (kind, subject) VALUES ('account', OLD.id);
END;
CREATE TRIGGER revocations_of_passwords AFTER UPDATE OF password_hash ON accounts
WHEN OLD.password_hash IS NOT NULL AND OLD.password_hash IS NOT NEW.password_hash BEGIN
  INSERT INTO revocations (kind, subject) VALUES ('password', NEW.id);
END;

CREATE TRIGGER revocations_of_enrollment_tokens AFTER UPDATE OF uses ON enrollment_tokens WHEN NEW.uses <> OLD.uses BEGIN
  INSERT INTO revocations (kind, subject, value) VALUES ('enrollment_token', NEW.id, json_object('uses', NEW.uses));
END;
CREATE TRIGGER revocations_of_gone_enrollment_tokens AFTER DELETE ON enrollment_tokens BEGIN
  INSERT INTO revocations (kind, subject) VALUES ('enrollment_token', OLD.id);
END;

CREATE TRIGGER revocations_of_devices AFTER UPDATE OF public_key ON devices WHEN OLD.public_key IS NOT NEW.public_key BEGIN
  INSERT INTO revocations (kind, subject, value) VALUES ('device', NEW.id, json_object('publicKey', NEW.public_key));
END;

CREATE TRIGGER revocations_of_webhooks AFTER UPDATE OF url, enabled ON webhooks
WHEN OLD.url <> NEW.url OR OLD.enabled <> NEW.enabled BEGIN
  INSERT INTO revocations (kind, subject, value) VALUES ('webhook', NEW.id, json_object('url', NEW.url, 'enabled', NEW.enabled));
END;
CREATE TRIGGER revocations_of_gone_webhooks AFTER DELETE ON webhooks BEGIN
  INSERT INTO revocations (kind, subject) VALUES ('webhook', OLD.id);
END;
CREATE TRIGGER revocations_of_webhook_secrets AFTER UPDATE OF expires_at ON webhook_secrets WHEN NEW.expires_at IS NOT OLD.expires_at BEGIN
  INSERT INTO revocations (kind, subject) VALUES ('webhook_secret', NEW.webhook_id);
END;
`,
};
