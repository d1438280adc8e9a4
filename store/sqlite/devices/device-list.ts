import { sql } from 'kysely';
import { lockState } from '../../../contracts/device/lock.ts';
import { SHOWN_ONLINE_MS } from '../../../contracts/device/presence.ts';
import { textKey } from '../../../kit/text-key.ts';
import type { DeviceFilter, DeviceRecord, DeviceSortField, DeviceStore } from '../../ports/devices.ts';
import type { ListPage, ListQuery } from '../../ports/list.ts';
import type { Context } from '../connection/context.ts';
import { allOf, anyOf, type Condition, isOneOf, type ListSource } from '../connection/list-query.ts';
import { type Repository, reads } from '../connection/repository.ts';
import { DEVICE_COLUMNS, type DeviceRow, deviceOf } from './device-row.ts';

const SORTABLE: ListSource<DeviceRow, DeviceSortField>['sortable'] = {
  name: { column: 'name_key', nullable: false },
  lastSeen: { column: 'last_seen_at', nullable: false },
  battery: { column: 'battery', nullable: true },
  status: { column: 'status', nullable: false },
};

/** The list of devices, over indexes for each of its sort fields. */
export function createDeviceList({
  lists,
  now,
}: Pick<Context, 'lists' | 'now'>): Pick<Repository<DeviceStore>, 'list'> {
  return {
    list: reads((query: ListQuery<DeviceFilter, DeviceSortField>): ListPage<DeviceRecord> => {
      const conditions = [
        sql`organisation_id = ${query.organisationId}`,
        sql`unenrolled_at is null`,
        ...conditionsOf(query.filter, { organisationId: query.organisationId, now: now() }),
      ];
      const page = lists.read<DeviceRow, DeviceSortField>(
        { table: 'devices', columns: sql.raw(DEVICE_COLUMNS), sortable: SORTABLE, conditions },
        query,
      );
      return { ...page, rows: page.rows.map(deviceOf) };
    }),
  };
}

function conditionsOf(
  filter: DeviceFilter,
  { organisationId, now }: { readonly organisationId: number; readonly now: number },
): readonly Condition[] {
  const conditions: Condition[] = [];
  if (filter.status !== undefined)
    conditions.push(anyOf(filter.status.map((status) => hasShownStatus(status, now))));
  if (filter.campus !== undefined) conditions.push(isOneOf('campus', filter.campus));
  if (filter.user !== undefined) conditions.push(isOneOf('user_key', filter.user.map(textKey)));
  if (filter.ouPaths !== undefined) conditions.push(isInOus('ou_id', organisationId, filter.ouPaths));
  if (filter.withinOuPath !== undefined)
    conditions.push(isInOus('ou_id', organisationId, [filter.withinOuPath]));
  if (filter.platform !== undefined) conditions.push(isOneOf('platform', filter.platform));
  if (filter.protection !== undefined) conditions.push(isOneOf('protection_state', filter.protection));
  if (filter.lock !== undefined) conditions.push(anyOf(filter.lock.map(hasLockState)));
  if (filter.tag !== undefined) conditions.push(hasOneTag(filter.tag));
  if (filter.q !== undefined) conditions.push(contains(textKey(filter.q)));
  if (filter.minBattery !== undefined) conditions.push(sql`battery >= ${filter.minBattery}`);
  if (filter.maxBattery !== undefined) conditions.push(sql`battery <= ${filter.maxBattery}`);
  return conditions;
}

/** `statusShown` of `contracts/device/presence.ts`, as SQL. */
function hasShownStatus(status: 'online' | 'offline', now: number): Condition {
  const since = now - SHOWN_ONLINE_MS;
  return status === 'online'
    ? sql`(status = 'online' and last_seen_at > ${since})`
    : sql`(status = 'offline' or last_seen_at <= ${since})`;
}

const LOCK_FACTS = [
  { wanted: false, confirmed: false },
  { wanted: false, confirmed: true },
  { wanted: true, confirmed: false },
  { wanted: true, confirmed: true },
];

function hasLockState(state: ReturnType<typeof lockState>): Condition {
  const facts = LOCK_FACTS.filter((fact) => lockState(fact) === state);
  return anyOf(
    facts.map(({ wanted, confirmed }) => {
      const both = sql`(lock_wanted = ${wanted ? 1 : 0} and lock_confirmed = ${confirmed ? 1 : 0})`;
      // The sum is what the index of the few locked ones is made over.
      return wanted || confirmed ? allOf([both, sql`lock_wanted + lock_confirmed > 0`]) : both;
    }),
  );
}

function hasOneTag(tags: readonly string[]): Condition {
  return sql`exists (select 1 from json_each(devices.tags) where ${isOneOf('value', tags)})`;
}

function contains(part: string): Condition {
  return sql`(instr(search_key, ${part}) > 0 or instr(user_key, ${part}) > 0)`;
}

/** True when a column holds the id of one of the units or of one below them. */
export function isInOus(column: string, organisationId: number, paths: readonly string[]): Condition {
  if (paths.includes('/')) return sql`true`;
  // “0” is the character behind “/”: from “/A/” to below “/A0” lies all that is under /A.
  const subtrees = paths.map(
    (path) => sql`(path = ${path} or (path > ${`${path}/`} and path < ${`${path}0`}))`,
  );
  return sql`${sql.ref(column)} in (select id from ous where organisation_id = ${organisationId} and ${anyOf(subtrees)})`;
}
