import { createHash } from 'node:crypto';
import type { FollowingViews, RecordView, RecordViewStore } from '../../ports/record-views.ts';
import { canonicalJson } from '../../rules/audit-entry.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, repeatable, writes } from '../connection/repository.ts';

interface ViewRow {
  readonly organisation_id: number;
  readonly actor: string;
  readonly action: string;
  readonly filter_key: string;
  readonly filter: string;
  readonly target: string | null;
  readonly begun_at: number;
  readonly first_at: number | null;
  readonly last_at: number | null;
  readonly answers: number;
  readonly records: number;
  readonly range_from: number | null;
  readonly range_to: number | null;
  readonly ip: string | null;
  readonly user_agent: string | null;
}

const KEY = 'organisation_id = :organisationId AND actor = :actor AND action = :action AND filter_key = :key';

export function createRecordViewStore({ db }: Pick<Context, 'db'>): Repository<RecordViewStore> {
  // The audit has the range of the first look; this is the range of the later ones.
  const again = db.prepare<[Record<string, unknown>]>(
    `UPDATE record_views SET
       range_from = CASE WHEN answers = 0 THEN :from WHEN range_from IS NULL OR :from IS NULL THEN NULL ELSE min(range_from, :from) END,
       range_to = CASE WHEN answers = 0 THEN :to WHEN range_to IS NULL OR :to IS NULL THEN NULL ELSE max(range_to, :to) END,
       answers = answers + :answers, records = records + :records, first_at = coalesce(first_at, :at), last_at = :at
     WHERE ${KEY} AND begun_at > :at - :windowMs AND begun_at <= :at`,
  );
  const begin = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO record_views (organisation_id, actor, action, filter_key, filter, target, begun_at, answers, records, ip, user_agent)
     VALUES (:organisationId, :actor, :action, :key, :filter, :target, :at, 0, 0, :ip, :userAgent)`,
  );
  const remove = db.prepare<[Record<string, unknown>], ViewRow>(
    `DELETE FROM record_views WHERE ${KEY} RETURNING *`,
  );
  const old = db.prepare<[Record<string, unknown>], ViewRow>(
    'SELECT * FROM record_views WHERE begun_at <= :until OR begun_at > :now ORDER BY begun_at LIMIT :limit',
  );
  return {
    again: repeatable((view, windowMs) => again.run({ ...parametersOf(view), windowMs }).changes > 0),
    begin: writes((view) => {
      const parameters = parametersOf(view);
      const before = remove.get(keyOf(parameters));
      begin.run(parameters);
      return before === undefined ? null : followingOf(before);
    }),
    end: writes(({ until, now, limit }) => {
      const rows = old.all({ until, now, limit });
      for (const { organisation_id: organisationId, actor, action, filter_key: key } of rows)
        remove.get({ organisationId, actor, action, key });
      return { ended: rows.length, following: rows.flatMap((row) => followingOf(row) ?? []) };
    }),
  };
}

function keyOf({ organisationId, actor, action, key }: Record<string, unknown>): Record<string, unknown> {
  return { organisationId, actor, action, key };
}

function parametersOf({ filter, range, answers = 1, ...view }: RecordView): Record<string, unknown> {
  const text = canonicalJson(filter);
  return {
    ...view,
    answers,
    filter: text,
    key: createHash('sha256')
      .update(`${view.target ?? ''}\n${text}`)
      .digest('base64url'),
    from: range?.from ?? null,
    to: range?.to ?? null,
  };
}

function followingOf(row: ViewRow): FollowingViews | null {
  if (row.first_at === null || row.last_at === null) return null;
  const range =
    row.range_from === null || row.range_to === null ? null : { from: row.range_from, to: row.range_to };
  return {
    organisationId: row.organisation_id,
    actor: row.actor,
    action: row.action,
    target: row.target,
    filter: JSON.parse(row.filter),
    range,
    records: row.records,
    ip: row.ip,
    userAgent: row.user_agent,
    answers: row.answers,
    firstAt: row.first_at,
    lastAt: row.last_at,
  };
}
