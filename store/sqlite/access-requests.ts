import { sql } from 'kysely';
import type { AccessRequestId, AlertId, DeviceId, OuId } from '../../contracts/ids.ts';
import type { AccessRequestStatus } from '../../contracts/rest/access-requests.ts';
import { textKey } from '../../kit/text-key.ts';
import {
  ACCESS_REQUEST_MS,
  type AccessRequestFilter,
  type AccessRequestRecord,
  type AccessRequestSortField,
  type AccessRequestStore,
  type AskedAlready,
} from '../ports/access-requests.ts';
import type { ListQuery } from '../ports/list.ts';
import type { Context } from './connection/context.ts';
import { type Condition, isOneOf, type ListSource } from './connection/list-query.ts';
import { type Repository, reads, writes } from './connection/repository.ts';
import { createDeviceFinder } from './devices/device-finder.ts';
import { isInOus } from './devices/device-list.ts';

interface RequestRow {
  readonly id: AccessRequestId;
  readonly organisation_id: number;
  readonly device_id: DeviceId;
  readonly user: string | null;
  readonly ou_id: OuId;
  readonly ou_path: string | null;
  readonly host: string;
  readonly url: string | null;
  readonly note: string | null;
  readonly policy_id: string | null;
  readonly rule_id: string | null;
  readonly alert_id: AlertId | null;
  readonly status: AccessRequestStatus;
  readonly count: number;
  readonly created_at: number;
  readonly last_asked_at: number;
  readonly expires_at: number;
  readonly decided_at: number | null;
  readonly decided_by: string | null;
  readonly words: string | null;
  readonly override_ids: string;
  readonly updated_at: number;
}

const COLUMNS = 'access_requests.*, (SELECT path FROM ous WHERE ous.id = access_requests.ou_id) AS ou_path';

const SORTABLE: ListSource<RequestRow, AccessRequestSortField>['sortable'] = {
  createdAt: { column: 'created_at', nullable: false },
};

/** A device hears at most so many answers at once. */
const MAX_ANSWERS = 20;

export function createAccessRequestStore(
  context: Pick<Context, 'db' | 'ids' | 'lists'>,
): Repository<AccessRequestStore> {
  const { ids, lists } = context;
  const rows = prepareRows(context);
  const finder = createDeviceFinder(context);

  const read = (id: string): AccessRequestRecord | null => {
    const row = rows.find.get(id);
    return row === undefined ? null : requestOf(row);
  };
  const openIdOf = ({ deviceId, user, host }: AskedAlready): AccessRequestId | undefined =>
    rows.open.get(deviceId, userKeyOf(user), host);
  return {
    ask: writes((asked) => {
      const { at, ...facts } = asked;
      const open = openIdOf(asked);
      const id = open ?? ids.next('acr');
      const { note, url, alertId } = facts;
      if (open === undefined) {
        const expiresAt = at + ACCESS_REQUEST_MS;
        rows.insert.run({ ...facts, id, userKey: userKeyOf(facts.user), at, expiresAt });
      } else rows.repeat.run({ id, note, url, alertId, at });
      const request = read(id);
      if (request === null) throw new Error(`the access request ${id} was not stored`);
      return request;
    }),
    isOpen: reads((asked) => openIdOf(asked) !== undefined),
    get: reads((organisationId, id) => {
      const request = read(id);
      return request?.organisationId === organisationId ? request : null;
    }),
    list: reads((query) => {
      const page = lists.read<RequestRow, AccessRequestSortField>(
        {
          ...{ table: 'access_requests', columns: sql.raw(COLUMNS), sortable: SORTABLE },
          conditions: conditionsOf(query),
        },
        query,
      );
      return { ...page, rows: page.rows.map(requestOf) };
    }),
    openFor: reads((organisationId, host, limit) =>
      rows.openFor.all(organisationId, host, limit).map(requestOf),
    ),
    end: writes((id, { overrideIds, ...end }) => {
      const ended = rows.end.run({ id, ...end, overrideIds: JSON.stringify(overrideIds) });
      if (ended.changes === 0) return null;
      const request = read(id);
      if (request !== null && end.status !== 'expired') finder.touch([request.deviceId]);
      return request;
    }),
    answersFor: reads((deviceId, since) => rows.answers.all(deviceId, since, MAX_ANSWERS).map(requestOf)),
    due: reads((now, limit) => rows.due.all(now, limit).map(requestOf)),
    purge: writes((before, limit) => rows.purge.run(before, limit).changes),
  };
}

function userKeyOf(user: string | null): string {
  return user === null ? '' : textKey(user);
}

function prepareRows({ db }: Pick<Context, 'db'>) {
  const select = `SELECT ${COLUMNS} FROM access_requests`;
  return {
    find: db.prepare<[id: string], RequestRow>(`${select} WHERE id = ?`),
    open: db
      .prepare<[deviceId: string, userKey: string, host: string], AccessRequestId>(
        `SELECT id FROM access_requests WHERE device_id = ? AND user_key = ? AND host = ? AND status = 'open'`,
      )
      .pluck(),
    insert: db.prepare<[Record<string, unknown>]>(
      `INSERT INTO access_requests (id, organisation_id, device_id, user, user_key, ou_id, host, url, note, policy_id, rule_id, alert_id, status, count,
         created_at, last_asked_at, expires_at, override_ids, updated_at)
       VALUES (:id, :organisationId, :deviceId, :user, :userKey, :ouId, :host, :url, :note, :policyId, :ruleId, :alertId, 'open', 1,
         :at, :at, :expiresAt, '[]', :at)`,
    ),
    repeat: db.prepare<[Record<string, unknown>]>(
      `UPDATE access_requests SET count = count + 1, note = coalesce(:note, note), url = coalesce(:url, url), alert_id = coalesce(:alertId, alert_id),
         last_asked_at = max(last_asked_at, :at), updated_at = max(updated_at + 1, :at)
       WHERE id = :id`,
    ),
    openFor: db.prepare<[organisationId: number, host: string, limit: number], RequestRow>(
      `${select} WHERE organisation_id = ? AND host = ? AND status = 'open' ORDER BY created_at, id LIMIT ?`,
    ),
    end: db.prepare<[Record<string, unknown>]>(
      `UPDATE access_requests SET status = :status, decided_at = CASE WHEN :status = 'expired' THEN NULL ELSE :at END, decided_by = :by, words = :words,
         override_ids = :overrideIds, updated_at = max(updated_at + 1, :at)
       WHERE id = :id AND status = 'open'`,
    ),
    answers: db.prepare<[deviceId: string, since: number, limit: number], RequestRow>(
      `${select} WHERE device_id = ? AND decided_at >= ? ORDER BY decided_at DESC, id DESC LIMIT ?`,
    ),
    due: db.prepare<[now: number, limit: number], RequestRow>(
      `${select} WHERE status = 'open' AND expires_at <= ? ORDER BY expires_at LIMIT ?`,
    ),
    purge: db.prepare<[before: number, limit: number]>(
      `DELETE FROM access_requests WHERE id IN (
         SELECT id FROM access_requests WHERE created_at < ? ORDER BY created_at LIMIT ?)`,
    ),
  };
}

function conditionsOf({
  organisationId,
  filter,
  range,
}: ListQuery<AccessRequestFilter, AccessRequestSortField>): readonly Condition[] {
  const found: Condition[] = [sql`organisation_id = ${organisationId}`];
  if (range !== undefined) found.push(sql`created_at >= ${range.from} and created_at < ${range.to}`);
  if (filter.status !== undefined) found.push(isOneOf('status', filter.status));
  if (filter.host !== undefined) found.push(isOneOf('host', filter.host));
  if (filter.deviceId !== undefined) found.push(isOneOf('device_id', filter.deviceId));
  if (filter.user !== undefined) found.push(isOneOf('user_key', filter.user.map(textKey)));
  if (filter.ouPaths !== undefined) found.push(isInOus('ou_id', organisationId, filter.ouPaths));
  if (filter.withinOuPath !== undefined) found.push(isInOus('ou_id', organisationId, [filter.withinOuPath]));
  return found;
}

function requestOf(row: RequestRow): AccessRequestRecord {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    deviceId: row.device_id,
    user: row.user,
    ouId: row.ou_id,
    // A unit that is gone: nothing limited reaches it.
    ouPath: row.ou_path ?? '/',
    host: row.host,
    url: row.url,
    note: row.note,
    policyId: row.policy_id,
    ruleId: row.rule_id,
    alertId: row.alert_id,
    status: row.status,
    count: row.count,
    createdAt: row.created_at,
    lastAskedAt: row.last_asked_at,
    expiresAt: row.expires_at,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
    words: row.words,
    overrideIds: JSON.parse(row.override_ids),
    updatedAt: row.updated_at,
  };
}
