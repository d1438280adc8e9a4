import type { ProtectionState } from '../../contracts/mqtt/messages.ts';
import type { ReportStore } from '../ports/reports.ts';
import type { Context } from './connection/context.ts';
import { type Repository, reads, type Synchronous, writes } from './connection/repository.ts';

interface ReportRow {
  readonly organisation_id: number;
  readonly week: string;
  readonly report: string;
  readonly made_at: number;
  readonly mailed_at: number | null;
}

export function createReportStore({ db }: Pick<Context, 'db'>): Repository<ReportStore> {
  const organisations = db
    .prepare<[], number>("SELECT id FROM organisations WHERE kind = 'live' ORDER BY id")
    .pluck();
  const get = db.prepare<[organisationId: number, week: string], ReportRow>(
    'SELECT * FROM weekly_reports WHERE organisation_id = ? AND week = ?',
  );
  const insert = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO weekly_reports (organisation_id, week, report, made_at) VALUES (:organisationId, :week, :report, :madeAt)
     ON CONFLICT DO NOTHING`,
  );
  const mailed = db.prepare<[at: number, organisationId: number, week: string]>(
    'UPDATE weekly_reports SET mailed_at = ? WHERE organisation_id = ? AND week = ?',
  );
  const forgetPeople = db.prepare<[madeBefore: number]>(
    `UPDATE weekly_reports SET report = json_set(report, '$.topUsers', json('[]'))
     WHERE made_at < ? AND json_array_length(report, '$.topUsers') > 0`,
  );
  return {
    organisationIds: reads(() => organisations.all()),
    get: reads((organisationId, week) => {
      const row = get.get(organisationId, week);
      if (row === undefined) return null;
      return {
        organisationId: row.organisation_id,
        week: row.week,
        report: JSON.parse(row.report),
        madeAt: row.made_at,
        mailedAt: row.mailed_at,
      };
    }),
    add: writes((report) => insert.run({ ...report, report: JSON.stringify(report.report) }).changes > 0),
    forgetPeople: writes((madeBefore) => forgetPeople.run(madeBefore).changes),
    deviceHealth: reads(createDeviceHealth(db)),
    mailed: writes((organisationId, week, at) => void mailed.run(at, organisationId, week)),
  };
}

function createDeviceHealth(db: Context['db']): Synchronous<ReportStore>['deviceHealth'] {
  const prepare = (condition: string) =>
    db.prepare<[Record<string, unknown>], { readonly state: ProtectionState; readonly count: number }>(
      `SELECT protection_state AS state, count(*) AS count FROM devices
       WHERE organisation_id = :organisationId AND unenrolled_at IS NULL AND ${condition} GROUP BY protection_state`,
    );
  const ofAll = prepare('true');
  // “0” is the character behind “/”: from “/A/” to below “/A0” lies all that is under /A.
  const ofUnit = prepare(
    `ou_id IN (SELECT id FROM ous WHERE organisation_id = :organisationId
       AND (path = :ouPath OR (path > :ouPath || '/' AND path < :ouPath || '0')))`,
  );
  return (organisationId, ouPath) => {
    const rows =
      ouPath === null || ouPath === '/'
        ? ofAll.all({ organisationId })
        : ofUnit.all({ organisationId, ouPath });
    const counts = { enforcing: 0, stale: 0, unprotected: 0, unknown: 0 };
    for (const { state, count } of rows) counts[state] = count;
    return counts;
  };
}
