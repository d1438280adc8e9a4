import type { Database } from 'better-sqlite3';
import type { TextSearch } from '../../ports/list.ts';

/** More words than this are not looked at. */
const MAX_WORDS = 5;

/** A table whose rows are found by their texts. */
interface SearchedTable {
  readonly table: string;
  /** What is selected, and names it. */
  readonly columns: string;
  /** Columns whose beginnings are compared first, each the second column of an index that begins with the organisation. */
  readonly beginnings: readonly string[];
  /** An index of the organisation, `search_key`, `ou_id` and `id`: the whole of it is read when nothing begins with the text. */
  readonly index: string;
  /** What holds for every row that can be found. */
  readonly condition?: string;
}

/** Finds rows by text: those that begin with it, then those that have all of its words anywhere. Each row once. */
export function createTextSearch<Row extends { readonly id: string }>(
  db: Database,
  { table, columns, beginnings, index, condition = 'true' }: SearchedTable,
): (search: TextSearch) => readonly Row[] {
  // “0” is the character behind “/”: from “/A/” to below “/A0” lies all that is under /A.
  const reach = `(:within IS NULL OR ou_id IN (SELECT id FROM ous WHERE organisation_id = :organisationId
    AND (path = :within OR (path > :within || '/' AND path < :within || '0'))))`;
  const where = `organisation_id = :organisationId AND ${condition} AND ${reach}`;
  const words = Array.from({ length: MAX_WORDS }, (_, at) => `instr(search_key, :word${at}) > 0`);
  const statements = [
    ...beginnings.map(
      (column) =>
        `SELECT ${columns} FROM ${table} WHERE ${where} AND ${column} >= :text AND ${column} < :text || char(1114111) ORDER BY ${column}, id LIMIT :limit`,
    ),
    `SELECT ${columns} FROM ${table} WHERE id IN (SELECT id FROM ${table} INDEXED BY ${index} WHERE ${where} AND ${words.join(' AND ')} LIMIT :limit) ORDER BY name_key, id`,
  ].map((text) => db.prepare<[Record<string, unknown>], Row>(text));
  return ({ organisationId, text, withinOuPath, limit }) => {
    const given = text.split(/\s+/).filter((word) => word !== '');
    const parameters = {
      ...{ organisationId, text, limit },
      within: withinOuPath === undefined || withinOuPath === '/' ? null : withinOuPath,
      ...Object.fromEntries(words.map((_word, at) => [`word${at}`, given[at] ?? ''])),
    };
    const found = new Map<string, Row>();
    for (const statement of statements) {
      if (found.size >= limit) break;
      for (const row of statement.all(parameters)) if (found.size < limit) found.set(row.id, row);
    }
    return [...found.values()];
  };
}
