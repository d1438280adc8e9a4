import { sql } from 'kysely';
import { allOf, anyOf, type Condition } from '../connection/list-query.ts';
import { isInOus } from '../devices/device-list.ts';
import { isPolicyWithin } from '../policies/policies-list.ts';

/** The column that gives the unit of a table's rows. */
const PLACES = {
  devices: 'ou_id',
  users: 'ou_id',
  ous: 'id',
  accounts: 'ou_id',
  alerts: 'ou_id',
  access_requests: 'ou_id',
  overrides: 'place_ou_id',
  classroom_sessions: 'place_ou_id',
  enrollment_tokens: 'ou_id',
} as const;

/**
 * The condition for entries about a unit: whoever acted, or what was acted on, is in this unit or below it. Something deleted counts to the unit that its last
 * entry names. Something without a known unit does not count.
 */
export function concernsUnit(organisationId: number, path: string): Condition {
  const own = sql`organisation_id = ${organisationId}`;
  const row = (table: string, condition: Condition): Condition =>
    sql`exists (select 1 from ${sql.table(table)} where ${allOf([own, condition])})`;
  const named = (column: 'actor' | 'target', key: string): Condition =>
    sql`${sql.ref(key)} = ${sql.ref(`audit.${column}`)}`;
  const inside = (column: string): Condition => isInOus(column, organisationId, [path]);
  const limited = anyOf([inside('ou_id'), isWithin(sql`ou_path`, path)]);
  const ofDevice = sql`device_id in (select id from devices where ${own} and ${inside('ou_id')})`;
  return anyOf([
    row('accounts', allOf([named('actor', 'id'), inside('ou_id')])),
    row('api_keys', allOf([named('actor', 'id'), limited])),
    row('api_keys', allOf([named('target', 'id'), limited])),
    ...Object.entries(PLACES).map(([table, column]) =>
      row(table, allOf([named('target', 'id'), inside(column)])),
    ),
    row('ous', allOf([named('target', 'path'), inside('id')])),
    row('users', allOf([sql`email_key = lower(audit.target)`, inside('ou_id')])),
    row('commands', allOf([named('target', 'id'), ofDevice])),
    row('policies', allOf([named('target', 'id'), ...isPolicyWithin(organisationId, path)])),
    allOf([
      sql`json_extract(audit.changes, '$.after') is null`,
      isWithin(sql`json_extract(audit.changes, '$.before.ou')`, path),
    ]),
  ]);
}

function isWithin(value: Condition, path: string): Condition {
  // “0” is the character behind “/”.
  return sql`(${value} = ${path} or (${value} > ${`${path}/`} and ${value} < ${`${path}0`}))`;
}
