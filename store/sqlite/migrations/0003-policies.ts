import type { Migration } from './migrate.ts';

/**
 * Policies and their past versions, and the policy that every organisation has. `policies.body` and `policy_versions.body` are the same
 * JSON: the fields that have no column, targets by id.
 */
export const policies: Migration = {
  number: 3,
  title: 'policies',
  sql: `
ALTER TABLE organisations ADD COLUMN policy_version INTEGER NOT NULL DEFAULT 0;

CREATE TABLE policies (
  id TEXT PRIMARY KEY,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  search_key TEXT NOT NULL,
  built_in INTEGER NOT NULL,
  enabled INTEGER NOT NULL,
  priority INTEGER NOT NULL,
  body TEXT NOT NULL,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX policies_by_name ON policies (organisation_id, name_key, id);

-- Half-open: a version holds from valid_from, before valid_until; null = it stands.
CREATE TABLE policy_versions (
  policy_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  valid_from INTEGER NOT NULL,
  valid_until INTEGER,
  name TEXT NOT NULL,
  built_in INTEGER NOT NULL,
  enabled INTEGER NOT NULL,
  priority INTEGER NOT NULL,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (policy_id, version)
) STRICT;
CREATE INDEX policy_versions_by_time ON policy_versions (organisation_id, valid_from);

INSERT INTO policies (id, organisation_id, name, name_key, search_key, built_in, enabled, priority, body, version, created_at, updated_at)
VALUES ('pol_00000000000000000000000001', 1, 'Default', 'default', 'default', 1, 1, 0, json('{
  "description": "For everyone, where no other policy says otherwise.",
  "defaultAction": "allow",
  "target": {"everyone": true, "ous": [], "users": [], "devices": []},
  "schedule": null,
  "rules": [
    {"id": "rul_00000000000000000000000001", "effect": "block", "locked": true, "reason": "Harmful site", "campus": [],
     "match": {"domains": [], "categories": ["malware", "phishing"], "urls": [], "apps": []}},
    {"id": "rul_00000000000000000000000002", "effect": "block", "locked": false, "reason": "Not suitable for school", "campus": [],
     "match": {"domains": [], "categories": ["adult", "gambling", "drugs", "weapons", "violence"], "urls": [], "apps": []}},
    {"id": "rul_00000000000000000000000003", "effect": "block", "locked": false, "reason": "Gets round the filter", "campus": [],
     "match": {"domains": [], "categories": ["vpn_proxy"], "urls": [], "apps": []}}
  ]
}'), 1, :now, :now);
INSERT INTO policy_versions (policy_id, version, organisation_id, valid_from, valid_until, name, built_in, enabled, priority, body, created_at, updated_at)
SELECT id, version, organisation_id, created_at, NULL, name, built_in, enabled, priority, body, created_at, updated_at FROM policies;
UPDATE organisations SET policy_version = 1 WHERE id = 1;
`,
};
