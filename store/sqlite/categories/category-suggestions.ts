import { sql } from 'kysely';
import type { CategorySuggestionId } from '../../../contracts/ids.ts';
import { Fault } from '../../../kit/fault.ts';
import type {
  CategorySuggestionKind,
  CategorySuggestionRecord,
  CategorySuggestionSortField,
  CategorySuggestionStatus,
  CategorySuggestionStore,
  NewCategorySuggestion,
} from '../../ports/category-suggestions.ts';
import type { Context } from '../connection/context.ts';
import { isOneOf, type ListSource } from '../connection/list-query.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';

interface SuggestionRow {
  readonly id: CategorySuggestionId;
  readonly organisation_id: number;
  readonly domain: string;
  readonly category: string;
  readonly kind: CategorySuggestionKind;
  readonly note: string | null;
  readonly status: CategorySuggestionStatus;
  readonly created_by: string;
  readonly decided_by: string | null;
  readonly decided_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
}

const SORTABLE: ListSource<SuggestionRow, CategorySuggestionSortField>['sortable'] = {
  createdAt: { column: 'created_at', nullable: false },
};

export function createCategorySuggestionStore({
  db,
  lists,
}: Pick<Context, 'db' | 'lists'>): Repository<CategorySuggestionStore> {
  const rows = prepareRows(db);
  const find = (organisationId: number, id: string): CategorySuggestionRecord | null => {
    const row = rows.find.get(organisationId, id);
    return row === undefined ? null : suggestionOf(row);
  };
  return {
    create: writes((suggestion) => {
      const existingId = rows.findOpen.get(suggestion);
      if (existingId !== undefined)
        throw new Fault('already_exists', 'The same suggestion is open already.', { extras: { existingId } });
      rows.insert.run(suggestion);
      return {
        ...suggestion,
        status: 'open',
        decidedBy: null,
        decidedAt: null,
        updatedAt: suggestion.createdAt,
      };
    }),
    get: reads(find),
    list: reads((query) => {
      const { status } = query.filter;
      const conditions = [
        sql`organisation_id = ${query.organisationId}`,
        ...(status === undefined ? [] : [isOneOf('status', status)]),
        ...(query.range === undefined
          ? []
          : [sql`created_at >= ${query.range.from}`, sql`created_at < ${query.range.to}`]),
      ];
      const page = lists.read<SuggestionRow, CategorySuggestionSortField>(
        { table: 'category_suggestions', columns: sql.raw('*'), sortable: SORTABLE, conditions },
        query,
      );
      return { ...page, rows: page.rows.map(suggestionOf) };
    }),
    count: reads((organisationId, status) => rows.count.get(organisationId, status) ?? 0),
    countBy: reads(
      (organisationId, createdBy, { from, to }) =>
        rows.countBy.get({ organisationId, createdBy, from, to }) ?? 0,
    ),
    accepted: reads((organisationId) => rows.accepted.all(organisationId).map(suggestionOf)),
    decide: writes((organisationId, id, decision) => {
      rows.decide.run({ organisationId, id, ...decision });
      return find(organisationId, id);
    }),
  };
}

function prepareRows(db: Context['db']) {
  return {
    find: db.prepare<[organisationId: number, id: string], SuggestionRow>(
      'SELECT * FROM category_suggestions WHERE organisation_id = ? AND id = ?',
    ),
    findOpen: db
      .prepare<[Pick<SuggestionRow, 'domain' | 'category' | 'kind'>], string>(
        `SELECT id FROM category_suggestions
         WHERE organisation_id = :organisationId AND domain = :domain AND category = :category AND kind = :kind AND status = 'open'`,
      )
      .pluck(),
    insert: db.prepare<[NewCategorySuggestion]>(
      `INSERT INTO category_suggestions (id, organisation_id, domain, category, kind, note, status, created_by, created_at, updated_at)
       VALUES (:id, :organisationId, :domain, :category, :kind, :note, 'open', :createdBy, :createdAt, :createdAt)`,
    ),
    count: db
      .prepare<[organisationId: number, status: string], number>(
        'SELECT count(*) FROM category_suggestions WHERE organisation_id = ? AND status = ?',
      )
      .pluck(),
    countBy: db
      .prepare<[{ organisationId: number; createdBy: string; from: number; to: number }], number>(
        `SELECT count(*) FROM category_suggestions
         WHERE organisation_id = :organisationId AND created_by = :createdBy AND created_at BETWEEN :from AND :to`,
      )
      .pluck(),
    accepted: db.prepare<[organisationId: number], SuggestionRow>(
      `SELECT * FROM category_suggestions WHERE organisation_id = ? AND status = 'accepted' ORDER BY decided_at, id`,
    ),
    decide: db.prepare<[{ organisationId: number; id: string; status: string; by: string; at: number }]>(
      // The time is the version of what the API shows: it moves on with every change.
      `UPDATE category_suggestions SET status = :status, decided_by = :by, decided_at = :at, updated_at = max(updated_at + 1, :at)
       WHERE organisation_id = :organisationId AND id = :id`,
    ),
  };
}

function suggestionOf(row: SuggestionRow): CategorySuggestionRecord {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    domain: row.domain,
    category: row.category,
    kind: row.kind,
    note: row.note,
    status: row.status,
    createdBy: row.created_by,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
