import { sql } from 'kysely';
import { type AlertStatus, type AlertType, SEVERITIES, type Severity } from '../../contracts/alerts/rules.ts';
import type { AlertId, DeviceId, OuId } from '../../contracts/ids.ts';
import { textKey } from '../../kit/text-key.ts';
import type {
  AlertCount,
  AlertFilter,
  AlertFinding,
  AlertRecord,
  AlertSortField,
  AlertStore,
} from '../ports/alerts.ts';
import type { ListQuery } from '../ports/list.ts';
import { type AlertFacts, joins, newAlert, repeatedAlert, turnedAlert } from '../rules/alert-changes.ts';
import { createRuleStore } from './alert-rules.ts';
import type { Context } from './connection/context.ts';
import { type Condition, isOneOf, type ListSource } from './connection/list-query.ts';
import { type Repository, reads, type Synchronous, writes } from './connection/repository.ts';
import { isInOus } from './devices/device-list.ts';

interface AlertRow {
  readonly id: AlertId;
  readonly organisation_id: number;
  readonly type: AlertType;
  readonly severity: number;
  readonly status: AlertStatus;
  readonly title: string;
  readonly device_id: DeviceId | null;
  readonly user: string | null;
  readonly ou_id: OuId;
  readonly ou_path: string | null;
  readonly policy_id: string | null;
  readonly details: string;
  readonly count: number;
  readonly created_at: number;
  readonly last_seen_at: number;
  readonly acknowledged_at: number | null;
  readonly acknowledged_by: string | null;
  readonly resolved_at: number | null;
  readonly resolved_by: string | null;
  readonly note: string | null;
  readonly updated_at: number;
  readonly version: number;
}

const COLUMNS = 'alerts.*, (SELECT path FROM ous WHERE ous.id = alerts.ou_id) AS ou_path';

const SORTABLE: ListSource<AlertRow, AlertSortField>['sortable'] = {
  timestamp: { column: 'created_at', nullable: false },
  severity: { column: 'severity', nullable: false },
};

export function createAlertStore({
  db,
  ids,
  lists,
}: Pick<Context, 'db' | 'ids' | 'lists'>): Repository<AlertStore> {
  const get = db.prepare<[organisationId: number, id: string], AlertRow>(
    `SELECT ${COLUMNS} FROM alerts WHERE organisation_id = ? AND id = ?`,
  );
  const active = db.prepare<[organisationId: number, sameAs: string], AlertRow>(
    `SELECT ${COLUMNS} FROM alerts WHERE organisation_id = ? AND dedup_key = ? AND active = 1`,
  );
  const conditions = db.prepare<[], { organisation_id: number; type: AlertType; device_id: DeviceId }>(
    'SELECT organisation_id, type, device_id FROM alerts WHERE active = 1 AND condition = 1 AND device_id IS NOT NULL',
  );
  const remove = db.prepare<[before: number, limit: number]>(
    `DELETE FROM alerts WHERE id IN (
       SELECT id FROM alerts WHERE created_at < ? ORDER BY created_at LIMIT ?)`,
  );
  const { insert, write } = prepareWrites(db);
  const counts = createCounts(db);

  /** From now on nothing joins it. */
  const retire = db.prepare<[id: string]>('UPDATE alerts SET active = 0 WHERE id = ?');
  const read = (organisationId: number, id: string): AlertRecord | null => {
    const row = get.get(organisationId, id);
    return row === undefined ? null : alertOf(row);
  };
  const stored = (organisationId: number, id: string): AlertRecord => {
    const alert = read(organisationId, id);
    if (alert === null) throw new Error(`the alert ${id} was not stored`);
    return alert;
  };

  return {
    raise: writes((finding) => {
      const row = active.get(finding.organisationId, finding.sameAs);
      const known = row === undefined ? null : alertOf(row);
      if (known !== null && joins(known, finding)) {
        const alert = repeatedAlert(known, finding);
        if (alert !== known) write(alert);
        return { alert, created: false };
      }
      if (known !== null) retire.run(known.id);
      const id = ids.next('alt');
      insert(newAlert(id, finding), finding);
      return { alert: stored(finding.organisationId, id), created: true };
    }),
    wouldJoin: reads((finding) => {
      const row = active.get(finding.organisationId, finding.sameAs);
      return row !== undefined && joins(alertOf(row), finding);
    }),
    endCondition: writes((organisationId, sameAs, at) => {
      const row = active.get(organisationId, sameAs);
      if (row === undefined) return null;
      retire.run(row.id);
      const known = alertOf(row);
      if (known.status === 'resolved') return null;
      const alert = turnedAlert(known, { status: 'resolved', note: known.note, by: null, at });
      write(alert);
      return alert;
    }),
    conditions: reads(() =>
      conditions
        .all()
        .map((row) => ({ organisationId: row.organisation_id, type: row.type, deviceId: row.device_id })),
    ),
    get: reads(read),
    list: reads((query) => {
      const page = lists.read<AlertRow, AlertSortField>(
        { table: 'alerts', columns: sql.raw(COLUMNS), sortable: SORTABLE, conditions: conditionsOf(query) },
        query,
      );
      return { ...page, rows: page.rows.map(alertOf) };
    }),
    change: writes((organisationId, id, change) => {
      const known = read(organisationId, id);
      if (known === null) return null;
      const alert = turnedAlert(known, change);
      write(alert);
      return alert;
    }),
    counts: reads(counts),
    purge: writes((before, limit) => remove.run(before, limit).changes),
    ...createRuleStore({ db }),
  };
}

function prepareWrites(db: Context['db']) {
  const insert = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO alerts (id, organisation_id, type, severity, status, title, device_id, user, user_key, ou_id, policy_id, details, count,
       dedup_key, active, condition, created_at, last_seen_at, updated_at, version)
     VALUES (:id, :organisationId, :type, :severity, :status, :title, :deviceId, :user, :userKey, :ouId, :policyId, :details, :count,
       :sameAs, 1, :condition, :createdAt, :lastSeenAt, :updatedAt, :version)`,
  );
  const write = db.prepare<[Record<string, unknown>]>(
    `UPDATE alerts SET status = :status, details = :details, count = :count, last_seen_at = :lastSeenAt,
       acknowledged_at = :acknowledgedAt, acknowledged_by = :acknowledgedBy, resolved_at = :resolvedAt, resolved_by = :resolvedBy,
       note = :note, updated_at = :updatedAt, version = :version
     WHERE id = :id`,
  );
  return {
    insert: (alert: AlertFacts, { sameAs, joinsForMs }: AlertFinding): void =>
      void insert.run({
        ...alert,
        severity: SEVERITIES.indexOf(alert.severity),
        userKey: alert.user === null ? null : textKey(alert.user),
        details: JSON.stringify(alert.details),
        sameAs,
        condition: joinsForMs === null ? 1 : 0,
      }),
    write: (alert: AlertFacts): void => void write.run({ ...alert, details: JSON.stringify(alert.details) }),
  };
}

function createCounts(db: Context['db']): Synchronous<AlertStore>['counts'] {
  const prepare = (condition: string) =>
    db.prepare<[Record<string, unknown>], { status: AlertStatus; severity: number; count: number }>(
      `SELECT status, severity, count(*) AS count FROM alerts
       WHERE organisation_id = :organisationId AND created_at >= :from AND created_at < :to AND ${condition}
       GROUP BY status, severity`,
    );
  const ofAll = prepare('true');
  // “0” is the character behind “/”: from “/A/” to below “/A0” lies all that is under /A.
  const ofUnit = prepare(
    `ou_id IN (SELECT id FROM ous WHERE organisation_id = :organisationId
       AND (path = :ouPath OR (path > :ouPath || '/' AND path < :ouPath || '0')))`,
  );
  return ({ organisationId, ouPath, from, to }): readonly AlertCount[] => {
    const rows =
      ouPath === null || ouPath === '/'
        ? ofAll.all({ organisationId, from, to })
        : ofUnit.all({ organisationId, ouPath, from, to });
    return rows.map((row) => ({ ...row, severity: severityOf(row.severity) }));
  };
}

function conditionsOf({
  organisationId,
  filter,
  range,
}: ListQuery<AlertFilter, AlertSortField>): readonly Condition[] {
  const found: Condition[] = [sql`organisation_id = ${organisationId}`];
  if (range !== undefined) found.push(sql`created_at >= ${range.from} and created_at < ${range.to}`);
  if (filter.type !== undefined) found.push(isOneOf('type', filter.type));
  if (filter.severity !== undefined)
    found.push(
      isOneOf(
        'severity',
        filter.severity.map((name) => SEVERITIES.indexOf(name)),
      ),
    );
  if (filter.status !== undefined) found.push(isOneOf('status', filter.status));
  if (filter.deviceId !== undefined) found.push(isOneOf('device_id', filter.deviceId));
  if (filter.user !== undefined) found.push(isOneOf('user_key', filter.user.map(textKey)));
  if (filter.ouPaths !== undefined) found.push(isInOus('ou_id', organisationId, filter.ouPaths));
  if (filter.withinOuPath !== undefined) found.push(isInOus('ou_id', organisationId, [filter.withinOuPath]));
  return found;
}

function severityOf(rank: number): Severity {
  return SEVERITIES[rank] ?? 'info';
}

function alertOf(row: AlertRow): AlertRecord {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    type: row.type,
    severity: severityOf(row.severity),
    status: row.status,
    title: row.title,
    deviceId: row.device_id,
    user: row.user,
    ouId: row.ou_id,
    // A unit that is gone: nothing limited reaches it.
    ouPath: row.ou_path ?? '/',
    policyId: row.policy_id,
    details: JSON.parse(row.details),
    count: row.count,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    acknowledgedAt: row.acknowledged_at,
    acknowledgedBy: row.acknowledged_by,
    resolvedAt: row.resolved_at,
    resolvedBy: row.resolved_by,
    note: row.note,
    updatedAt: row.updated_at,
    version: row.version,
  };
}
