import type { Migration } from './migrate.ts';

/** Alerts with the settings of their rules, the scheduler's jobs, and the reports of finished weeks. */
export const alertsAndJobs: Migration = {
  number: 5,
  title: 'alerts and jobs',
  sql: `
-- severity: 0 info … 4 critical, so that it sorts. active: a repeat of the same thing joins this alert instead of making another.
-- condition: the alert is about a state that lasts, and ends with it.
CREATE TABLE alerts (
  id TEXT PRIMARY KEY,
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  type TEXT NOT NULL,
  severity INTEGER NOT NULL CHECK (severity BETWEEN 0 AND 4),
  status TEXT NOT NULL CHECK (status IN ('open', 'acknowledged', 'resolved')),
  title TEXT NOT NULL,
  device_id TEXT,
  user TEXT,
  user_key TEXT,
  ou_id TEXT NOT NULL,
  policy_id TEXT,
  details TEXT NOT NULL,
  count INTEGER NOT NULL,
  dedup_key TEXT NOT NULL,
  active INTEGER NOT NULL,
  condition INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  acknowledged_at INTEGER,
  acknowledged_by TEXT,
  resolved_at INTEGER,
  resolved_by TEXT,
  note TEXT,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL
) STRICT;
CREATE INDEX alerts_by_time ON alerts (organisation_id, created_at, id);
CREATE INDEX alerts_by_severity ON alerts (organisation_id, severity, created_at, id);
CREATE INDEX alerts_by_status ON alerts (organisation_id, status, created_at, id);
CREATE INDEX alerts_of_device ON alerts (organisation_id, device_id, created_at, id);
CREATE INDEX alerts_of_user ON alerts (organisation_id, user_key, created_at, id);
CREATE UNIQUE INDEX alerts_active ON alerts (organisation_id, dedup_key) WHERE active = 1;
CREATE INDEX alerts_by_age ON alerts (created_at);

-- Only what differs from the defaults in contracts/alerts/rules.ts.
CREATE TABLE alert_rules (
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  type TEXT NOT NULL,
  settings TEXT NOT NULL,
  PRIMARY KEY (organisation_id, type)
) STRICT, WITHOUT ROWID;

CREATE TABLE jobs (
  name TEXT PRIMARY KEY,
  due_at INTEGER NOT NULL,
  last_run_at INTEGER,
  last_error TEXT,
  failures INTEGER NOT NULL DEFAULT 0,
  lease_holder TEXT,
  lease_until INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE weekly_reports (
  organisation_id INTEGER NOT NULL REFERENCES organisations (id),
  week TEXT NOT NULL,
  report TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  mailed_at INTEGER,
  PRIMARY KEY (organisation_id, week)
) STRICT;
`,
};
