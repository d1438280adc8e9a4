import type { ActivityFilter, LogFilter } from '../../ports/records.ts';
import {
  ACTION_CODES,
  ACTIVITY_CODES,
  CAMPUS_CODES,
  type IndexedColumn,
  REASON_CODES,
} from './partitions.ts';
import type { TextField, TextReader } from './texts.ts';

/** A row matches when its column has one of the values, which ascend. */
export interface Term {
  readonly column: string;
  readonly values: readonly number[];
}

/** All terms must match. Null: none can match. */
export type Terms = readonly Term[] | null;

const INDEXED: readonly string[] = ['device', 'user', 'domain'] satisfies readonly IndexedColumn[];

/** The index for a term; null when there is none. */
export function indexOf({ column, values }: Term): IndexedColumn | null {
  if (INDEXED.includes(column)) return column as IndexedColumn;
  // These indexes hold only the rows with a 1: blocked, flagged.
  const isFew = (column === 'action' || column === 'flagged') && values.length === 1 && values[0] === 1;
  return isFew ? (column as IndexedColumn) : null;
}

/** A filter as numbers of the tables. */
export function logTerms(texts: TextReader, organisationId: number, filter: LogFilter): Terms {
  return termsOf([
    ...sharedTerms(texts, organisationId, filter),
    textTerm(texts, organisationId, 'category', filter.category),
    textTerm(texts, organisationId, 'policy', filter.policyId),
    textTerm(texts, organisationId, 'rule', filter.ruleId),
    codeTerm('action', ACTION_CODES, filter.action),
    codeTerm('reason', REASON_CODES, filter.reason),
    codeTerm('campus', CAMPUS_CODES, filter.campus),
  ]);
}

export function activityTerms(texts: TextReader, organisationId: number, filter: ActivityFilter): Terms {
  return termsOf([
    ...sharedTerms(texts, organisationId, filter),
    codeTerm('kind', ACTIVITY_CODES, filter.kind),
    filter.flagged === undefined ? null : { column: 'flagged', values: [filter.flagged ? 1 : 0] },
  ]);
}

function sharedTerms(
  texts: TextReader,
  organisationId: number,
  { deviceId, user, domain, ouPaths, withinOuPath }: ActivityFilter,
): readonly (Term | null)[] {
  return [
    textTerm(texts, organisationId, 'device', deviceId),
    textTerm(texts, organisationId, 'user', user),
    textTerm(texts, organisationId, 'domain', domain),
    ouTerm(texts, organisationId, ouPaths),
    ouTerm(texts, organisationId, withinOuPath === undefined ? undefined : [withinOuPath]),
  ];
}

function ouTerm(
  texts: TextReader,
  organisationId: number,
  paths: readonly string[] | undefined,
): Term | null {
  // The root includes everything: no condition.
  return paths?.includes('/') === true ? null : textTerm(texts, organisationId, 'ou', paths);
}

function textTerm(
  texts: TextReader,
  organisationId: number,
  field: TextField,
  values: readonly string[] | undefined,
): Term | null {
  if (values === undefined) return null;
  const numbers = new Set(values.flatMap((value) => texts.meaning(organisationId, field, value)));
  return { column: field, values: [...numbers].sort((a, b) => a - b) };
}

function codeTerm<Code extends string>(
  column: string,
  codes: readonly Code[],
  values: readonly Code[] | undefined,
): Term | null {
  if (values === undefined) return null;
  return { column, values: [...new Set(values.map((value) => codes.indexOf(value)))].sort((a, b) => a - b) };
}

function termsOf(terms: readonly (Term | null)[]): Terms {
  const given = terms.filter((term) => term !== null);
  return given.some(({ values }) => values.length === 0) ? null : given;
}
