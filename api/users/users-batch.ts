import type { UserBatchInput } from '../../contracts/rest/users.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault, type FieldError } from '../../kit/fault.ts';
import type { IdSource } from '../../kit/random.ts';
import { textKey } from '../../kit/text-key.ts';
import { nextTurn } from '../../kit/turns.ts';
import type { Transaction } from '../../store/ports/store.ts';
import type { UserRecord } from '../../store/ports/users.ts';
import { mayReach, type Reach } from '../input/reach.ts';
import { putUser, type UserWrite, updateUser } from './users.ts';
import { readUserInput } from './users-input.ts';

/** Rows that cost as much as one request. */
const ROWS_PER_REQUEST = 50;

/** Rows written between two turns of the event loop: some ten milliseconds. */
const ROWS_A_TURN = 20;

/** The cost of a batch against the rate limit. */
export function batchCost(rows: number): number {
  return Math.ceil(rows / ROWS_PER_REQUEST);
}

/** The outcome of one row. */
export type RowOutcome = { readonly index: number } & (UserWrite | { readonly refusal: Fault });

/**
 * Writes the rows in their order, in the given transaction. A row sees the rows before it. A refused row leaves nothing. Other work goes on
 * between the rows, but no other writer.
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
  // An atomic batch: an address that one row gives up is free for another, in any order of the rows.
  const released =
    batch.atomic === true && upsert ? await releaseAddresses(tx, tools, reach, batch.users) : new Map();
  for (const [index, row] of batch.users.entries()) {
    if (index % ROWS_A_TURN === ROWS_A_TURN - 1) await nextTurn();
    try {
      const write = await putUser(tx, tools, { reach, input: readUserInput(row), upsert });
      outcomes.push({ index, ...write, before: released.get(write.user.id) ?? write.before });
    } catch (error) {
      if (!(error instanceof Fault) || error.status >= 500) throw error;
      outcomes.push({ index, refusal: error });
    }
  }
  if (batch.atomic === true) requireAll(outcomes);
  return outcomes;
}

/**
 * Takes the address from users to whom the batch gives another one, when another row wants that address. Each user gets the new address by
 * its own row, or the batch fails as a whole.
 * @returns those users as they were, by id
 */
async function releaseAddresses(
  tx: Transaction,
  { clock }: { readonly clock: Clock },
  reach: Reach,
  rows: UserBatchInput['users'],
): Promise<ReadonlyMap<string, UserRecord>> {
  const inputs = rows.flatMap((row) => readable(row) ?? []);
  const wanted = new Set(inputs.map(({ email }) => textKey(email)));
  const released = new Map<string, UserRecord>();
  for (const { externalId, email } of inputs) {
    if (externalId == null) continue;
    const known = await tx.users.byExternalId(reach.organisationId, externalId.trim());
    if (known === null || released.has(known.id) || !mayReach(reach, known.ouPath)) continue;
    const held = textKey(known.email);
    if (held === textKey(email) || !wanted.has(held)) continue;
    const change = { email: `${known.id}@${NOBODYS_DOMAIN}` };
    await updateUser(tx, { reach, id: known.id, now: clock.now(), checkVersion: () => undefined }, change);
    released.set(known.id, known);
  }
  return released;
}

/** Placeholder addresses that nobody can have (RFC 2606). They are not visible outside of the transaction. */
const NOBODYS_DOMAIN = 'moving.invalid';

/** The row's input; null = the row is refused when its turn comes. */
function readable(row: UserBatchInput['users'][number]): ReturnType<typeof readUserInput> | null {
  try {
    return readUserInput(row);
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
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
