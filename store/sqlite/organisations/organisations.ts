import type { OrganisationRecord, OrganisationStore } from '../../ports/organisations.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';

interface OrganisationRow {
  readonly id: number;
  readonly name: string;
  readonly kind: OrganisationRecord['kind'];
  readonly plan: OrganisationRecord['plan'];
  readonly timezone: string;
  readonly settings_version: number;
  readonly account_domain: string;
  readonly help_line: string | null;
  readonly heartbeat_seconds: number;
}

export function createOrganisationStore({ db }: Pick<Context, 'db'>): Repository<OrganisationStore> {
  const get = db.prepare<[id: number], OrganisationRow>('SELECT * FROM organisations WHERE id = ?');
  const update = db.prepare<[Record<string, unknown>]>(
    `UPDATE organisations SET name = :name, plan = :plan, timezone = :timezone, account_domain = :accountDomain, help_line = :helpLine,
       heartbeat_seconds = :heartbeatSeconds, settings_version = settings_version + 1
     WHERE id = :id AND (name, plan, timezone, account_domain, help_line, heartbeat_seconds)
       IS NOT (:name, :plan, :timezone, :accountDomain, :helpLine, :heartbeatSeconds)`,
  );
  const renew = db.prepare<[id: number]>(
    'UPDATE organisations SET settings_version = settings_version + 1 WHERE id = ?',
  );
  const useDefaults = db.prepare<[{ readonly digest: string }]>(
    `UPDATE organisations SET bundle_defaults = :digest, settings_version = settings_version + 1 WHERE bundle_defaults IS NOT :digest`,
  );
  return {
    get: reads((id) => {
      const row = get.get(id);
      return row === undefined ? null : organisationOf(row);
    }),
    update: writes((id, changes) => {
      const row = get.get(id);
      if (row !== undefined) update.run({ ...organisationOf(row), ...changes });
    }),
    renewBundles: writes((id) => void renew.run(id)),
    useBundleDefaults: writes((digest) => useDefaults.run({ digest }).changes > 0),
  };
}

function organisationOf(row: OrganisationRow): OrganisationRecord {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    plan: row.plan,
    timezone: row.timezone,
    settingsVersion: row.settings_version,
    accountDomain: row.account_domain,
    helpLine: row.help_line,
    heartbeatSeconds: row.heartbeat_seconds,
  };
}
