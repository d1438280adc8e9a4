import type { OuId } from '../../../contracts/ids.ts';
import { Fault } from '../../../kit/fault.ts';
import type { OuCounts, OuRecord } from '../../ports/organisations.ts';
import { isWithinOu } from '../../rules/ou-path.ts';
import type { Context } from '../connection/context.ts';

/** What lies in units: users, devices, tokens, and the keys that are limited to them. */
export interface OuContents {
  counts(organisationId: number, path: string): ReadonlyMap<OuId, OuCounts>;
  /** Moves the limit of keys from one path to another, also of those below it. */
  followKeys(organisationId: number, oldPath: string, newPath: string): void;
  /** Empties a unit before it is deleted. @throws Fault ou_not_empty while anything needs it */
  clear(unit: OuRecord & { readonly parentId: OuId }, now: number): void;
}

interface CountRow {
  readonly id: OuId;
  readonly parent_id: OuId | null;
  readonly path: string;
  readonly users: number;
  readonly devices: number;
}

interface KeyRow {
  readonly id: string;
  /** Null when the limit is known by the id of the unit. */
  readonly ou_path: string | null;
}

/** What needs a unit, in the words of the refusal. */
type Needs = Readonly<
  Record<'users' | 'devices' | 'units' | 'enrollment tokens' | 'API keys' | 'accounts', number>
>;

export function createOuContents({ db, wake }: Pick<Context, 'db' | 'wake'>): OuContents {
  const directCounts = db.prepare<[organisationId: number, path: string, from: string, to: string], CountRow>(
    `SELECT id, parent_id, path, (SELECT count(*) FROM users WHERE ou_id = ous.id) AS users,
       (SELECT count(*) FROM devices WHERE ou_id = ous.id AND unenrolled_at IS NULL) AS devices
     FROM ous WHERE organisation_id = ? AND (path = ? OR (path > ? AND path < ?))`,
  );
  const limitedKeys = db.prepare<[organisationId: number], KeyRow>(
    'SELECT id, ou_path FROM api_keys WHERE organisation_id = ? AND (ou_path IS NOT NULL OR ou_id IS NOT NULL)',
  );
  const limitKey = db.prepare<[path: string, id: string]>('UPDATE api_keys SET ou_path = ? WHERE id = ?');
  const needs = db.prepare<[Pick<OuRecord, 'id' | 'organisationId' | 'path'> & { now: number }], Needs>(
    `SELECT (SELECT count(*) FROM users WHERE ou_id = :id) AS users,
       (SELECT count(*) FROM devices WHERE ou_id = :id AND unenrolled_at IS NULL) AS devices,
       (SELECT count(*) FROM ous WHERE parent_id = :id) AS units,
       (SELECT count(*) FROM enrollment_tokens WHERE ou_id = :id AND organisation_id = :organisationId
          AND (max_uses IS NULL OR uses < max_uses) AND (expires_at IS NULL OR expires_at > :now)) AS "enrollment tokens",
       (SELECT count(*) FROM api_keys WHERE organisation_id = :organisationId AND (ou_id = :id OR (ou_id IS NULL AND ou_path = :path))
          AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > :now)) AS "API keys",
       (SELECT count(*) FROM accounts WHERE organisation_id = :organisationId AND ou_id = :id AND status = 'active') AS accounts`,
  );
  const forgetTokens = db.prepare<[id: string]>('DELETE FROM enrollment_tokens WHERE ou_id = ?');
  const moveDevices = db.prepare<[parentId: string, id: string]>(
    'UPDATE devices SET ou_id = ? WHERE ou_id = ? AND unenrolled_at IS NOT NULL',
  );

  return {
    counts(organisationId, path) {
      const prefix = path === '/' ? '' : path;
      return rolledUp(directCounts.all(organisationId, path, `${prefix}/`, `${prefix}0`));
    },
    followKeys(organisationId, oldPath, newPath) {
      const limited = limitedKeys.all(organisationId);
      for (const { id, ou_path } of limited)
        if (ou_path !== null && isWithinOu(ou_path, oldPath))
          limitKey.run(newPath + ou_path.slice(oldPath.length), id);
      if (limited.length > 0) wake({ kind: 'api_keys' });
    },
    clear({ id, organisationId, path, parentId }, now) {
      const found = Object.entries(needs.get({ id, organisationId, path, now }) ?? {}).filter(
        ([, count]) => count > 0,
      );
      if (found.length > 0) {
        const what = found.map(([name, count]) => `${name}: ${count}`).join(', ');
        throw new Fault('ou_not_empty', `The unit is still needed (${what}).`);
      }
      forgetTokens.run(id);
      moveDevices.run(parentId, id);
    },
  };
}

/** Adds what is below to what is above: a path is longer than that of the unit above it. */
function rolledUp(rows: readonly CountRow[]): ReadonlyMap<OuId, OuCounts> {
  const counts = new Map<OuId, OuCounts>(
    rows.map(({ id, users, devices }) => [id, { userCount: users, deviceCount: devices }]),
  );
  for (const { id, parent_id } of rows.toSorted((a, b) => b.path.length - a.path.length)) {
    const own = counts.get(id);
    const above = parent_id === null ? undefined : counts.get(parent_id);
    if (own === undefined || above === undefined || parent_id === null) continue;
    counts.set(parent_id, {
      userCount: above.userCount + own.userCount,
      deviceCount: above.deviceCount + own.deviceCount,
    });
  }
  return counts;
}
