import { type TSchema, Type } from 'typebox';
import { Fault } from '../../../kit/fault.ts';
import type { ListPage, ListQuery, SortKey, TimeRange } from '../../../store/ports/list.ts';
import { type Cursors, questionOf } from './cursor.ts';
import type { ListRules } from './list-rules.ts';
import { ANY_TIME, readMoment, readTimeRange, timeRangeParameters, UPDATED_SINCE } from './time-range.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
const MAX_PAGE = 10_000;

const PAGE = Type.Optional(
  Type.Integer({ minimum: 1, maximum: MAX_PAGE, description: 'Page number, from 1.' }),
);
const CURSOR = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 4_096,
    description: 'The `nextCursor` of the page before; instead of `page`.',
  }),
);
const LIMIT = limitOf({});

/** Query parameters that many lists share, with their names in the OpenAPI document. */
export const SHARED_PARAMETERS: ReadonlyMap<TSchema, string> = new Map<TSchema, string>([
  [PAGE, 'Page'],
  [LIMIT, 'Limit'],
  [CURSOR, 'Cursor'],
  [ANY_TIME.from, 'From'],
  [ANY_TIME.to, 'To'],
  [UPDATED_SINCE, 'UpdatedSince'],
]);

function limitOf({
  maxLimit = MAX_LIMIT,
  defaultLimit = DEFAULT_LIMIT,
}: Pick<ListRules, 'maxLimit' | 'defaultLimit'>): TSchema {
  const description = `Rows a page; default ${defaultLimit}.`;
  return Type.Optional(Type.Integer({ minimum: 1, maximum: maxLimit, description }));
}

/** The query parameters that every list has. */
export function listParameters(rules: ListRules): Record<string, TSchema> {
  const isUsual = rules.maxLimit === undefined && rules.defaultLimit === undefined;
  return {
    page: PAGE,
    limit: isUsual ? LIMIT : limitOf(rules),
    cursor: CURSOR,
    sort: Type.Optional(
      Type.String({
        maxLength: 200,
        description: `Fields with commas, \`-\` for descending: ${rules.sortable.join(', ')}. Default \`${rules.defaultSort}\`.`,
      }),
    ),
    ...(rules.timeRange === undefined ? {} : timeRangeParameters(rules.timeRange)),
    ...(rules.updatedSince === undefined ? {} : { updatedSince: UPDATED_SINCE }),
  };
}

interface ListInput {
  readonly page?: number;
  readonly limit?: number;
  readonly cursor?: string;
  readonly sort?: string;
  readonly from?: string;
  readonly to?: string;
  readonly updatedSince?: string;
}

/** A list request that has been read. */
export interface ListRequest {
  readonly limit: number;
  readonly page: number;
  readonly sort: readonly SortKey<string>[];
  readonly question: string;
  readonly from: ListQuery<never, never>['from'];
  readonly range?: TimeRange;
  readonly updatedSince?: number;
}

/** The input for reading a list request: the declared rules, and the reference for `from`, `to` and `updatedSince`. */
export interface ListReading extends ListRules {
  readonly operationId: string;
  /** Epoch milliseconds. `now` and `timezone` are required when the rules have a `timeRange` or `updatedSince`. */
  readonly now?: number;
  /** IANA time zone of the organisation. */
  readonly timezone?: string;
}

/** Reads paging, sort and range in time. @throws Fault validation_failed, invalid_cursor, page_window_exceeded */
export function readListRequest(
  input: ListInput,
  filter: unknown,
  rules: ListReading,
  cursors: Cursors,
): ListRequest {
  const sort = readSort(input.sort ?? rules.defaultSort, rules);
  const limit = input.limit ?? rules.defaultLimit ?? DEFAULT_LIMIT;
  const range = rangeOf(input, rules);
  // The bounds as the caller gave them. A range without bounds moves on with time, and its cursors must stay valid.
  const bounds = rules.timeRange === undefined ? [] : [input.from ?? null, input.to ?? null];
  const since = sinceOf(input, rules);
  const question = questionOf([rules.operationId, filter, sort, ...bounds, ...Object.values(since)]);
  if (input.cursor === undefined) {
    const page = input.page ?? 1;
    checkWindow(page, limit, rules);
    return { limit, page, sort, question, ...range, ...since, from: { kind: 'page', page } };
  }
  if (input.page !== undefined) throw queryFault('page', 'Give either "page" or "cursor", not both.');
  const { position, page, range: kept } = cursors.read(input.cursor, question);
  const pinned = kept === undefined ? range : { range: kept };
  return { limit, page, sort, question, ...pinned, ...since, from: { kind: 'after', position } };
}

function rangeOf(input: ListInput, rules: ListReading): { readonly range?: TimeRange } {
  if (rules.timeRange === undefined) return {};
  const { now = 0, timezone = 'UTC' } = rules;
  const range = readTimeRange(input, rules.timeRange, { now, timezone });
  return range === undefined ? {} : { range };
}

function sinceOf({ updatedSince }: ListInput, rules: ListReading): { readonly updatedSince?: number } {
  if (rules.updatedSince === undefined || updatedSince === undefined) return {};
  return { updatedSince: readMoment('updatedSince', updatedSince, rules.timezone ?? 'UTC') };
}

function checkWindow(page: number, limit: number, { pageWindow }: ListRules): void {
  if (pageWindow === undefined || page * limit <= pageWindow) return;
  throw new Fault(
    'page_window_exceeded',
    `"page" times "limit" may be at most ${pageWindow}; follow "nextCursor" instead.`,
  );
}

function readSort(text: string, rules: ListRules): readonly SortKey<string>[] {
  const keys = text.split(',').map((part) => {
    const descending = part.startsWith('-');
    return { field: descending ? part.slice(1) : part, descending };
  });
  const seen = new Set<string>();
  for (const { field } of keys) {
    if (!rules.sortable.includes(field))
      throw queryFault('sort', `"sort" takes ${rules.sortable.join(', ')}, each with an optional "-".`);
    if (seen.has(field)) throw queryFault('sort', `"sort" names ${field} twice.`);
    seen.add(field);
  }
  return keys;
}

function queryFault(parameter: string, detail: string): Fault {
  return new Fault('validation_failed', detail, {
    extras: { errors: [{ in: 'query', parameter, code: 'invalid', detail }] },
  });
}

/** A page as it is sent. */
export interface ListAnswer {
  readonly status: 200;
  readonly body: unknown;
  readonly headers: { readonly link: string };
}

/** The list envelope, with the `Link` header (RFC 8288) to neighbouring pages. */
export function listReply(
  request: ListRequest,
  page: ListPage<unknown>,
  context: {
    readonly url: string;
    readonly cursors: Cursors;
    readonly toResource: (row: unknown) => unknown;
  },
): ListAnswer {
  const nextCursor =
    page.hasMore && page.last !== null
      ? context.cursors.write({
          position: page.last,
          page: request.page + 1,
          question: request.question,
          ...(request.range === undefined ? {} : { range: request.range }),
        })
      : null;
  const body = {
    data: page.rows.map(context.toResource),
    total: page.total,
    ...(page.totalIsEstimate ? { totalIsEstimate: true as const } : {}),
    // Behind the last numbered page a cursor still leads on.
    page: Math.min(request.page, MAX_PAGE),
    limit: request.limit,
    hasMore: page.hasMore,
    nextCursor,
  };
  return { status: 200, body, headers: { link: linkHeader(request, context.url, nextCursor) } };
}

function linkHeader(request: ListRequest, url: string, nextCursor: string | null): string {
  const [path = '', query = ''] = url.split('?');
  const link = (changes: Readonly<Record<string, string>>, rel: string): string => {
    const parameters = new URLSearchParams(query);
    parameters.delete('page');
    parameters.delete('cursor');
    for (const [name, value] of Object.entries(changes)) parameters.set(name, value);
    const text = parameters.toString();
    return `<${path}${text === '' ? '' : `?${text}`}>; rel="${rel}"`;
  };
  const links = [link({}, 'first')];
  if (request.from.kind === 'page' && request.page > 1)
    links.push(link({ page: String(request.page - 1) }, 'prev'));
  if (nextCursor !== null) links.push(link({ cursor: nextCursor }, 'next'));
  return links.join(', ');
}
