import { sql } from 'kysely';
import { lockState } from '../../../contracts/device/lock.ts';
import { SHOWN_ONLINE_MS } from '../../../contracts/device/presence.ts';
import type { ProtectionState } from '../../../contracts/mqtt/messages.ts';
import { textKey } from '../../../kit/text-key.ts';
import type { DeviceFilter, DeviceRecord, DeviceSortField, DeviceStore } from '../../ports/devices.ts';
import type { ListPage, ListQuery } from '../../ports/list.ts';
import { ENFORCING_STATES } from '../../rules/policy-gaps.ts';
import type { Context } from '../connection/context.ts';
import { allOf, anyOf, type Condition, isOneOf, type ListSource } from '../connection/list-query.ts';
import { type Repository, reads } from '../connection/repository.ts';
import { DEVICE_COLUMNS, type DeviceRow, deviceOf } from './device-row.ts';

const SORTABLE: ListSource<DeviceRow, DeviceSortField>['sortable'] = {
  name: { column: 'name_key', nullable: false },
  lastSeen: { column: 'last_seen_at', nullable: false },
  battery: { column: 'battery', nullable: true },
  status: { column: 'status', nullable: false },
  protection: { column: 'protection_state', nullable: false },
  lock: { column: 'lock_rank', nullable: false },
  user: { column: 'user_key', nullable: true },
  ou: { column: 'ou_path', nullable: false },
};

/** Devices unit by unit in the order of the paths, so that a sort by unit reads no more than its page. */
const BY_UNIT = sql`(select devices.*, ous.path as ou_path from ous join devices on devices.ou_id = ous.id
  and devices.organisation_id = ous.organisation_id) as devices`;

/** The list of devices, over indexes for each of its sort fields. */
export function createDeviceList({
  lists,
  now,
}: Pick<Context, 'lists' | 'now'>): Pick<Repository<DeviceStore>, 'list'> {
  return {
    list: reads((query: ListQuery<DeviceFilter, DeviceSortField>): ListPage<DeviceRecord> => {
      const rows =
        query.sort[0]?.field === 'ou'
          ? { columns: sql.raw('*'), from: BY_UNIT }
          : { columns: sql.raw(DEVICE_COLUMNS) };
      const page = lists.read<DeviceRow, DeviceSortField>(
        { table: 'devices', ...rows, sortable: SORTABLE, conditions: deviceConditions(query, now()) },
        query,
      );
      return { ...page, rows: page.rows.map(deviceOf) };
    }),
  };
}

/** The enrolled devices of an organisation that a filter selects at a moment. */
export function deviceConditions(
  { organisationId, filter }: Pick<ListQuery<DeviceFilter, never>, 'organisationId' | 'filter'>,
  now: number,
): readonly Condition[] {
  return [
    sql`organisation_id = ${organisationId}`,
    sql`unenrolled_at is null`,
    ...stateConditions(filter, now),
    ...placeConditions(filter, organisationId),
    ...reportConditions(filter),
  ];
}

function stateConditions(filter: DeviceFilter, now: number): readonly Condition[] {
  const conditions: Condition[] = [];
  if (filter.status !== undefined)
    conditions.push(anyOf(filter.status.map((status) => hasShownStatus(status, now))));
  if (filter.protection !== undefined) conditions.push(hasProtection(filter.protection));
  if (filter.lock !== undefined) conditions.push(anyOf(filter.lock.map(hasLockState)));
  if (filter.lastSeenBefore !== undefined) conditions.push(sql`last_seen_at < ${filter.lastSeenBefore}`);
  if (filter.protectionSinceBefore !== undefined)
    conditions.push(sql`protection_since < ${filter.protectionSinceBefore}`);
  if (filter.lockSinceBefore !== undefined) conditions.push(sql`lock_since < ${filter.lockSinceBefore}`);
  if (filter.minBattery !== undefined) conditions.push(sql`battery >= ${filter.minBattery}`);
  if (filter.maxBattery !== undefined) conditions.push(sql`battery <= ${filter.maxBattery}`);
  return conditions;
}

function placeConditions(filter: DeviceFilter, organisationId: number): readonly Condition[] {
  const conditions: Condition[] = [];
  if (filter.campus !== undefined) conditions.push(isOneOf('campus', filter.campus));
  if (filter.user !== undefined) conditions.push(isOneOf('user_key', filter.user.map(textKey)));
  if (filter.ouPaths !== undefined) conditions.push(isInOus('ou_id', organisationId, filter.ouPaths));
  if (filter.withinOuPath !== undefined)
    conditions.push(isInOus('ou_id', organisationId, [filter.withinOuPath]));
  if (filter.tag !== undefined) conditions.push(hasOneTag(filter.tag));
  if (filter.q !== undefined) conditions.push(contains(textKey(filter.q)));
  return conditions;
}

/** Of what the device says of its software and its policies. */
function reportConditions(filter: DeviceFilter): readonly Condition[] {
  const conditions: Condition[] = [];
  const { policyVersion, minPolicyVersion, maxPolicyVersion, protectionReason } = filter;
  if (filter.platform !== undefined) conditions.push(isOneOf('platform', filter.platform));
  if (filter.agentVersion !== undefined) conditions.push(isOneOf('agent_version', filter.agentVersion));
  if (filter.os !== undefined) conditions.push(anyOf(filter.os.map(beginsOsVersion)));
  if (policyVersion !== undefined) conditions.push(isOneOf('protection_policy_version', policyVersion));
  if (minPolicyVersion !== undefined) conditions.push(sql`protection_policy_version >= ${minPolicyVersion}`);
  if (maxPolicyVersion !== undefined) conditions.push(sql`protection_policy_version <= ${maxPolicyVersion}`);
  if (protectionReason !== undefined)
    conditions.push(
      allOf([
        isOneOf('protection_reason', protectionReason),
        sql`protection_reason_state = protection_state`,
      ]),
    );
  if (filter.notEnforcing !== undefined) conditions.push(enforcesNot(filter.notEnforcing));
  return conditions;
}

/** SQLite's `lower` knows A to Z only. */
function beginsOsVersion(beginning: string): Condition {
  return sql`instr(lower(os_version), lower(${beginning})) = 1`;
}

/** The contrary of `enforces` (store/rules/policy-gaps.ts), as SQL. */
function enforcesNot(version: number): Condition {
  return sql`not (${isOneOf('protection_state', ENFORCING_STATES)} and coalesce(protection_policy_version >= ${version}, false))`;
}

/** Nearly all devices are enforcing. The planner does not know that the others are few, and would look at every device for them. */
function hasProtection(states: readonly ProtectionState[]): Condition {
  const condition = isOneOf('protection_state', states);
  return states.includes('enforcing') ? condition : sql`unlikely(${condition})`;
}

/** `statusShown` of `contracts/device/presence.ts`, as SQL. */
function hasShownStatus(status: 'online' | 'offline', now: number): Condition {
  return status === 'online'
    ? isShownOnline(now)
    : sql`(status = 'offline' or last_seen_at <= ${now - SHOWN_ONLINE_MS})`;
}

export function isShownOnline(now: number): Condition {
  return sql`(status = 'online' and last_seen_at > ${now - SHOWN_ONLINE_MS})`;
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
