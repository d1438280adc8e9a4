import type { UserBatchInput } from '../../contracts/rest/users.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault, type FieldError } from '../../kit/fault.ts';
import type { IdSource } from '../../kit/random.ts';
import type { Transaction } from '../../store/ports/store.ts';
import type { Reach } from './reach.ts';
import { putUser, type UserWrite } from './users.ts';
import { readUserInput } from './users-input.ts';

/** Rows that cost as much as one request. */
const ROWS_PER_REQUEST = 50;

/** What a batch counts as against the rate limit. */
export function batchCost(rows: number): number {
  return Math.ceil(rows / ROWS_PER_REQUEST);
}

/** What became of one row. */
export type RowOutcome = { readonly index: number } & (UserWrite | { readonly refusal: Fault });

/**
 * Writes the rows in their order, all in the transaction given: a row sees those before it. A row that is refused leaves nothing.
 * @throws Fault unprocessable when the batch is atomic and a row was refused, with an error for each such row
 */
export async function putUsers(
  tx: Transaction,
  tools: { readonly clock: Clock; readonly ids: IdSource },
  {
    reach,
    batch,
    upsert,
  }: { readonly reach: Reach; readonly batch: UserBatchInput; readonly upsert: boolean },
): Promise<readonly RowOutcome[]> {
  const outcomes: RowOutcome[] = [];
  for (const [index, row] of batch.users.entries()) {
    try {
      outcomes.push({ index, ...(await putUser(tx, tools, { reach, input: readUserInput(row), upsert })) });
    } catch (error) {
      if (!(error instanceof Fault) || error.status >= 500) throw error;
      outcomes.push({ index, refusal: error });
    }
  }
  if (batch.atomic === true) requireAll(outcomes);
  return outcomes;
}

function requireAll(outcomes: readonly RowOutcome[]): void {
  const errors: FieldError[] = outcomes.flatMap((outcome) =>
    'refusal' in outcome ? errorsOf(outcome.index, outcome.refusal) : [],
  );
  if (errors.length === 0) return;
  const refused = outcomes.filter((outcome) => 'refusal' in outcome).length;
  throw new Fault(
    'unprocessable',
    `${refused} of ${outcomes.length} rows were refused; because the batch is atomic, nothing was changed.`,
    { extras: { errors } },
  );
}

function errorsOf(index: number, { code, detail, extras }: Fault): readonly FieldError[] {
  const pointer = `#/users/${index}`;
  if (extras.errors === undefined) return [{ in: 'body', pointer, code, detail }];
  return extras.errors.map((error) => ({ ...error, pointer: pointer + (error.pointer ?? '#').slice(1) }));
}
