import { Type } from 'typebox';
import { closed } from '../../contracts/rest/resources.ts';
import type { UserBatchResult } from '../../contracts/rest/users.ts';
import { problemOf } from '../http/problem.ts';
import { type AuditNote, defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { reachOf } from '../input/reach.ts';
import { batchCost, putUsers, type RowOutcome } from './users-batch.ts';

const PATH = '/v1/users/batch';

const Query = Type.Object(
  { upsert: Type.Optional(Type.Boolean({ description: 'As the member `upsert` of the body.' })) },
  closed,
);

export const batchUsers = defineRoute({
  method: 'POST',
  path: PATH,
  operationId: 'batchUsers',
  summary: 'Create or bring up to date up to 500 users',
  description:
    'Rows are taken in their order, each by itself: 207 tells of each what it alone would have been answered with. With `atomic` it is all (200) or none (422). Counts as one request for each 50 rows begun.',
  tag: 'Users',
  scope: 'users:write',
  extension: true,
  query: Query,
  body: ref('UserBatchInput'),
  responses: { 200: ref('UserBatchResult'), 207: ref('UserBatchResult') },
  faults: ['unprocessable'],
  handle: ({ query, body, caller, requestId, charge, transact }, tools) => {
    charge(batchCost(body.users.length));
    return transact(async (tx) => {
      const upsert = query.upsert === true || body.upsert === true;
      const outcomes = await putUsers(tx, tools, { reach: reachOf(caller), batch: body, upsert });
      const results = outcomes.map((outcome) =>
        resultOf(outcome, { requestId, row: body.users[outcome.index] }),
      );
      return { status: body.atomic === true ? 200 : 207, body: { results }, audit: noteOf(outcomes) };
    });
  },
});

const STATUS = { created: 201, updated: 200, unchanged: 200 } as const;

const OUTCOME = { created: 'created', updated: 'changed', unchanged: 'unchanged' } as const;

function resultOf(
  outcome: RowOutcome,
  { requestId, row }: { readonly requestId: string; readonly row: unknown },
): UserBatchResult['results'][number] {
  const { index } = outcome;
  if ('user' in outcome) {
    const { id, externalId } = outcome.user;
    return { index, status: STATUS[outcome.outcome], outcome: OUTCOME[outcome.outcome], id, externalId };
  }
  const { refusal } = outcome;
  const problem = problemOf(refusal, { url: PATH, id: requestId });
  return { index, status: refusal.status, externalId: externalIdOf(row), problem };
}

/** What a refused row has as its external id: whatever it is, it must not make the answer unfit. */
function externalIdOf(row: unknown): string | null {
  const given = typeof row === 'object' && row !== null && 'externalId' in row ? row.externalId : null;
  return typeof given === 'string' ? given.slice(0, MAX_ECHO) : null;
}

/** Longer ones are refused for their length (characters). */
const MAX_ECHO = 1_000;

/** One note for all rows: whom they made and changed, and how many they left or refused. */
function noteOf(outcomes: readonly RowOutcome[]): readonly AuditNote[] {
  const idsOf = (wanted: string) =>
    outcomes.flatMap((one) => ('user' in one && one.outcome === wanted ? [one.user.id] : []));
  const [created, updated] = [idsOf('created'), idsOf('updated')];
  if (created.length + updated.length === 0) return [];
  const refused = outcomes.filter((one) => 'refusal' in one).length;
  const counts = {
    created: created.length,
    updated: updated.length,
    unchanged: outcomes.length - created.length - updated.length - refused,
    refused,
  };
  return [{ action: 'user.batch', target: null, after: { counts, created, updated } }];
}
