import type { Database } from 'better-sqlite3';
import type { AppliedMigration, AuditState, StoreInspection } from '../../ports/adapter.ts';
import type { AuditHead } from '../../ports/audit.ts';
import type { OrganisationSettingsRecord } from '../../ports/organisation-settings.ts';
import { HELD_KEY } from '../../rules/held-key.ts';
import { revocationsAfter } from './revocations.ts';

/** Inspects a database over an open connection. Tables of later versions may be missing. */
export function createInspection(db: Database): StoreInspection {
  const has = (table: string): boolean =>
    db.prepare<[string]>("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table) !==
    undefined;
  return {
    async damage(limit) {
      const found = db.prepare<[], string>(`PRAGMA quick_check(${limit})`).pluck().all();
      return found.join() === 'ok' ? [] : found;
    },
    async appliedMigrations() {
      if (!has('schema_migrations')) return null;
      return db
        .prepare<[], AppliedMigration>(
          'SELECT number, applied_at AS appliedAt FROM schema_migrations ORDER BY number',
        )
        .all();
    },
    audit: async () => (has('audit_heads') ? auditOf(db) : null),
    async auditHashAt(organisationId, sequence) {
      const hash = db
        .prepare<[number, number], string>(
          'SELECT hash FROM audit WHERE organisation_id = ? AND sequence = ?',
        )
        .pluck();
      return hash.get(organisationId, sequence) ?? null;
    },
    async settingsHere(organisationId) {
      if (!has('organisation_settings')) return {};
      const document = db
        .prepare<[number], string>('SELECT document FROM organisation_settings WHERE organisation_id = ?')
        .pluck()
        .get(organisationId);
      if (document === undefined) return {};
      return (JSON.parse(document) as Pick<OrganisationSettingsRecord, 'values'>).values;
    },
    async heldDevices() {
      if (!has('devices')) return 0;
      const held = db
        .prepare<[string], number>("SELECT count(*) FROM devices WHERE public_key LIKE ? || '%'")
        .pluck();
      return held.get(HELD_KEY) ?? 0;
    },
    revocations: async () => (has('revocations') ? revocationsAfter(db, 0) : null),
  };
}

function auditOf(db: Database): AuditState {
  const heads = db
    .prepare<[], AuditHead>(
      `SELECT organisation_id AS organisationId, sequence, hash, purged_sequence AS purgedSequence, purged_hash AS purgedHash
       FROM audit_heads ORDER BY organisation_id`,
    )
    .all();
  return {
    heads,
    oldestAt: db.prepare<[], number | null>('SELECT min(at) FROM audit').pluck().get() ?? null,
    lastPurgedAt:
      db.prepare<[], number | null>('SELECT max(purged_at) FROM audit_receipts').pluck().get() ?? null,
  };
}
