import { sql } from 'kysely';
import type { ClassroomSessionId, DeviceId, OuId, OverrideId } from '../../contracts/ids.ts';
import type { BundleOverride } from '../../contracts/policy/model.ts';
import type { ListQuery } from '../ports/list.ts';
import {
  MAX_OVERRIDES_OF_DEVICE,
  type OverrideFilter,
  type OverrideRecord,
  type OverrideScopeType,
  type OverrideSortField,
  type OverrideStatus,
  type OverrideStore,
} from '../ports/overrides.ts';
import { isWithinOu } from '../rules/ou-path.ts';
import { createClassroomSessionStore } from './classroom/classroom.ts';
import { createClaimReader } from './classroom/classroom-claims.ts';
import type { Context } from './connection/context.ts';
import { anyOf, type Condition, isOneOf, type ListSource } from './connection/list-query.ts';
import { type Repository, reads, writes } from './connection/repository.ts';
import { createDeviceFinder } from './devices/device-finder.ts';
import { isInOus } from './devices/device-list.ts';

interface OverrideRow {
  readonly id: OverrideId;
  readonly organisation_id: number;
  readonly scope_type: OverrideScopeType;
  readonly scope_id: string;
  readonly site: string;
  readonly reason: string | null;
  readonly place_ou_id: OuId;
  readonly expires_at: number;
  readonly ended_at: number | null;
  readonly ended_by: 'expired' | 'ended' | null;
  readonly created_by: string;
  readonly created_at: number;
  readonly updated_at: number;
}

/** With the present names of what the scope names by id; null when it is gone. */
interface NamedRow extends OverrideRow {
  readonly email_key: string | null;
  readonly path: string | null;
}

const NAMED_COLUMNS = `o.*,
  CASE WHEN o.scope_type = 'student' THEN (SELECT email_key FROM users WHERE users.id = o.scope_id) END AS email_key,
  CASE WHEN o.scope_type = 'ou' THEN (SELECT path FROM ous WHERE ous.id = o.scope_id) END AS path`;

const SORTABLE: ListSource<OverrideRow, OverrideSortField>['sortable'] = {
  createdAt: { column: 'created_at', nullable: false },
  expiresAt: { column: 'expires_at', nullable: false },
  site: { column: 'site', nullable: false },
};

export function createOverrideStore(context: Pick<Context, 'db' | 'lists'>): Repository<OverrideStore> {
  const rows = prepareRows(context);
  const finder = createDeviceFinder(context);
  const sessions = createClassroomSessionStore(context);
  const claims = createClaimReader(context);

  const find = (id: string): OverrideRecord | null => {
    const row = rows.find.get(id);
    return row === undefined ? null : overrideOf(row);
  };
  const devicesIn = ({ organisationId, scope: { type, id } }: OverrideRecord): readonly DeviceId[] => {
    switch (type) {
      case 'device':
        return finder.existing(organisationId, [id]);
      case 'ou':
        return finder.ofUnit(organisationId, id);
      case 'session':
        return sessions.claimedDevices.call(id as ClassroomSessionId);
      case 'student': {
        const key = rows.userKey.get(id);
        return key === undefined ? [] : finder.ofPersons(organisationId, [key]);
      }
    }
  };

  return {
    create: writes((making) => {
      const override: OverrideRecord = {
        ...making,
        endedAt: null,
        endedBy: null,
        updatedAt: making.createdAt,
      };
      const { scope, ...rest } = override;
      rows.insert.run({ ...rest, scopeType: scope.type, scopeId: scope.id });
      return override;
    }),
    get: reads((organisationId, id) => {
      const override = find(id);
      return override?.organisationId === organisationId ? override : null;
    }),
    list: reads((query) => {
      const conditions = [sql`organisation_id = ${query.organisationId}`, ...conditionsOf(query)];
      const page = context.lists.read<OverrideRow, OverrideSortField>(
        { table: 'overrides', columns: sql.raw('*'), sortable: SORTABLE, conditions },
        query,
      );
      return { ...page, rows: page.rows.map(overrideOf) };
    }),
    end: writes((id, { by, at }) => {
      if (rows.end.run({ id, by, at }).changes === 0) return null;
      return find(id);
    }),
    due: reads((now, limit) => rows.due.all(now, limit).map(overrideOf)),
    purge: writes((before, limit) => rows.purge.run(before, limit).changes),
    nextExpiryAt: reads(() => rows.nextExpiry.get() ?? null),
    inForce: reads((organisationId, at) =>
      rows.inForce
        .all({ organisationId, at })
        .map(bundleOverrideOf)
        .filter((override) => override !== null),
    ),
    claiming: reads((deviceId, now) => {
      if (rows.anyOpen.get() !== 1) return [];
      const subject = claims.subject(deviceId);
      if (subject === null) return [];
      const { organisation_id, path, user_id, user_path } = subject;
      const within = (unit: string | null): boolean =>
        unit !== null && [path, user_path].some((own) => own !== null && isWithinOu(own, unit));
      const found = [
        ...rows.inScope.all('device', deviceId, organisation_id, now),
        ...(user_id === null ? [] : rows.inScope.all('student', user_id, organisation_id, now)),
        ...rows.inUnits.all(organisation_id, now).filter((row) => within(row.path)),
        ...claims
          .sessions(subject, now)
          .flatMap(({ id }) => rows.inScope.all('session', id, organisation_id, now)),
      ];
      return found
        .sort((a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1))
        .slice(0, MAX_OVERRIDES_OF_DEVICE)
        .map(bundleOverrideOf)
        .filter((override) => override !== null);
    }),
    touchDevices: writes((id) => {
      const override = find(id);
      const devices = override === null ? [] : devicesIn(override);
      finder.touch(devices);
      return devices;
    }),
  };
}

function prepareRows({ db }: Pick<Context, 'db'>) {
  return {
    find: db.prepare<[id: string], OverrideRow>('SELECT * FROM overrides WHERE id = ?'),
    userKey: db.prepare<[id: string], string>('SELECT email_key FROM users WHERE id = ?').pluck(),
    insert: db.prepare<[Record<string, unknown>]>(
      `INSERT INTO overrides (id, organisation_id, scope_type, scope_id, site, reason, place_ou_id, expires_at, due_at, created_by, created_at, updated_at)
       VALUES (:id, :organisationId, :scopeType, :scopeId, :site, :reason, :placeOuId, :expiresAt, :expiresAt, :createdBy, :createdAt, :updatedAt)`,
    ),
    end: db.prepare<[{ readonly id: string; readonly by: string; readonly at: number }]>(
      `UPDATE overrides SET ended_at = :at, ended_by = :by, due_at = NULL, updated_at = max(updated_at, :at)
       WHERE id = :id AND due_at IS NOT NULL`,
    ),
    anyOpen: db
      .prepare<[], number>('SELECT EXISTS (SELECT 1 FROM overrides WHERE due_at IS NOT NULL)')
      .pluck(),
    due: db.prepare<[now: number, limit: number], OverrideRow>(
      'SELECT * FROM overrides WHERE due_at IS NOT NULL AND due_at <= ? ORDER BY due_at, id LIMIT ?',
    ),
    purge: db.prepare<[before: number, limit: number]>(
      `DELETE FROM overrides WHERE id IN
         (SELECT id FROM overrides WHERE due_at IS NULL AND coalesce(ended_at, expires_at) < ? LIMIT ?)`,
    ),
    nextExpiry: db
      .prepare<[], number | null>('SELECT min(due_at) FROM overrides WHERE due_at IS NOT NULL')
      .pluck(),
    inForce: db.prepare<[{ readonly organisationId: number; readonly at: number }], NamedRow>(
      `SELECT ${NAMED_COLUMNS} FROM overrides o
       WHERE o.organisation_id = :organisationId AND o.expires_at > :at AND o.created_at <= :at
         AND (o.ended_at IS NULL OR o.ended_at > :at)
       ORDER BY o.created_at, o.id`,
    ),
    // The plus keeps the planner from the index by expiry: those in force of one scope are few, those in force are not.
    inScope: db.prepare<[type: string, id: string, organisationId: number, now: number], NamedRow>(
      `SELECT ${NAMED_COLUMNS} FROM overrides o
       WHERE o.scope_type = ? AND o.scope_id = ? AND o.due_at IS NOT NULL
         AND +o.organisation_id = ? AND +o.expires_at > ?`,
    ),
    inUnits: db.prepare<[organisationId: number, now: number], NamedRow>(
      `SELECT ${NAMED_COLUMNS} FROM overrides o
       WHERE o.organisation_id = ? AND o.due_at IS NOT NULL AND o.scope_type = 'ou' AND +o.expires_at > ?`,
    ),
  };
}

const STATUS_CONDITIONS: Readonly<Record<OverrideStatus, Condition>> = {
  active: sql`due_at is not null`,
  expired: sql`(due_at is null and ended_by is not 'ended')`,
  ended: sql`ended_by = 'ended'`,
};

function conditionsOf({
  filter,
  range,
  organisationId,
}: Pick<
  ListQuery<OverrideFilter, OverrideSortField>,
  'filter' | 'range' | 'organisationId'
>): readonly Condition[] {
  const { status = ['active', 'expired'] } = filter;
  const conditions = [anyOf(status.map((one) => STATUS_CONDITIONS[one]))];
  if (range !== undefined) conditions.push(sql`created_at >= ${range.from} and created_at < ${range.to}`);
  if (filter.scopeType !== undefined) conditions.push(isOneOf('scope_type', filter.scopeType));
  if (filter.scopeId !== undefined) conditions.push(isOneOf('scope_id', filter.scopeId));
  if (filter.site !== undefined) conditions.push(isOneOf('site', filter.site));
  if (filter.withinOuPath !== undefined)
    conditions.push(isInOus('place_ou_id', organisationId, [filter.withinOuPath]));
  return conditions;
}

function overrideOf(row: OverrideRow): OverrideRecord {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    scope: { type: row.scope_type, id: row.scope_id },
    site: row.site,
    reason: row.reason,
    placeOuId: row.place_ou_id,
    expiresAt: row.expires_at,
    endedAt: row.ended_at,
    endedBy: row.ended_by,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Null when whom it is for is gone. */
function bundleOverrideOf(row: NamedRow): BundleOverride | null {
  const scope = scopeOf(row);
  if (scope === null) return null;
  const expiresAt = Math.min(row.expires_at, row.ended_at ?? row.expires_at);
  return { id: row.id, site: row.site, scope, startsAt: row.created_at, expiresAt };
}

function scopeOf({ scope_type, scope_id, email_key, path }: NamedRow): BundleOverride['scope'] | null {
  switch (scope_type) {
    case 'device':
      return { type: 'device', deviceId: scope_id };
    case 'session':
      return { type: 'session', sessionId: scope_id };
    case 'student':
      return email_key === null ? null : { type: 'student', user: email_key };
    case 'ou':
      return path === null ? null : { type: 'ou', path };
  }
}
