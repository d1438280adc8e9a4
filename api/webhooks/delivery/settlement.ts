import { setImmediate as turn } from 'node:timers/promises';
import type { WebhookId } from '../../../contracts/ids.ts';
import { type Clock, delay } from '../../../kit/clock.ts';
import { messageOf } from '../../../kit/fault.ts';
import type { Log } from '../../../kit/log.ts';
import type { Random } from '../../../kit/random.ts';
import { NO_RESERVE, type StorageReserve } from '../../../kit/storage-reserve.ts';
import {
  type AttemptOutcome,
  type ClaimedDelivery,
  type SettledAttempt,
  WARN_AFTER_FAILURES,
  type WebhookRecord,
} from '../../../store/ports/events.ts';
import type { Store, Transaction } from '../../../store/ports/store.ts';
import { attemptedWebhook } from '../../../store/rules/webhook-changes.ts';
import { joinedAttempts } from '../chat/joined.ts';
import { nextEndpointStep } from '../chat/endpoint-step.ts';
import type { AttemptResult } from '../sending/attempt.ts';
import { type NextStep, isSuccess } from '../sending/next-step.ts';
import { announceDisabled } from './disabled.ts';

/** An attempt that has ended and is not recorded yet. */
export interface FinishedAttempt {
  readonly delivery: ClaimedDelivery;
  readonly startedAt: number;
  /** When it ended, epoch milliseconds. */
  readonly endedAt: number;
  readonly result: AttemptResult;
  /** The sent headers, without secrets. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** End of the claim. Afterwards the delivery belongs to the next claimer. */
  readonly claimedUntil: number;
}

/** Records attempts. */
export interface Settlement {
  /**
   * Resolves with the step when the attempt is committed, or with null when it could not be written before its claim ended; the delivery
   * then becomes free by itself. Never rejects. Attempts that end during a commit share the next one.
   */
  settle(finished: FinishedAttempt): Promise<NextStep['kind'] | null>;
  /** Stops repeating failed writes, and gives up the waiting ones. */
  close(): void;
}

export interface SettlementParts {
  readonly store: Pick<Store, 'transaction'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly reserve?: StorageReserve;
}

interface Waiting {
  readonly finished: FinishedAttempt;
  readonly done: (step: NextStep['kind'] | null) => void;
}

/** Delay after a failed write (a full disk, a busy file) before the next. A claim leaves time for several. */
const RETRY_MS = 1_000;
/** Most attempts of one transaction. Other writers do not wait noticeably. */
const MAX_BATCH = 100;

export function createSettlement({
  store,
  clock,
  random,
  log,
  reserve = NO_RESERVE,
}: SettlementParts): Settlement {
  let waiting: Waiting[] = [];
  let writing = false;
  const closed = new AbortController();

  const write = async (batch: readonly Waiting[]): Promise<void> => {
    const attempts = batch.map(({ finished }) => finished);
    // A record that a power cut loses means that the attempt is repeated.
    const { steps, notes } = await store.transaction((tx) => record(tx, attempts, { random, reserve }), {
      importance: 'repeatable',
    });
    for (const [at, { done }] of batch.entries()) done(steps[at] ?? null);
    for (const note of notes) log.warn(note.fields, note.message);
  };

  /** Writes one at a time, so that a settlement that the store refuses does not hold up the others. @returns those that failed */
  const writeSingly = async (batch: readonly Waiting[]): Promise<readonly Waiting[]> => {
    const failed: Waiting[] = [];
    for (const each of batch) {
      try {
        await write([each]);
      } catch (error) {
        log.error(
          { deliveryId: each.finished.delivery.id, error: messageOf(error) },
          'could not record a webhook attempt',
        );
        failed.push(each);
      }
    }
    return failed;
  };

  const keepForLater = async (failed: readonly Waiting[]): Promise<void> => {
    if (failed.length === 0) return;
    await delay(clock, RETRY_MS, closed.signal);
    const now = clock.now();
    const isOver = ({ finished }: Waiting): boolean => closed.signal.aborted || now >= finished.claimedUntil;
    for (const each of failed.filter(isOver)) each.done(null);
    waiting = [...failed.filter((each) => !isOver(each)), ...waiting];
  };

  /** Waits while more answers arrive, because writing many costs little more than writing one. */
  const gather = async (): Promise<void> => {
    for (let known = -1; known < waiting.length && waiting.length < MAX_BATCH; ) {
      known = waiting.length;
      await turn();
    }
  };

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_BATCH);
      waiting = waiting.slice(MAX_BATCH);
      try {
        await write(batch);
        await gather();
      } catch (error) {
        log.error(
          { attempts: batch.length, error: messageOf(error) },
          'could not record webhook attempts together',
        );
        await keepForLater(await writeSingly(batch));
      }
    }
    writing = false;
  };

  return {
    settle: (finished) =>
      new Promise((done) => {
        waiting.push({ finished, done });
        if (writing) return;
        writing = true;
        void drain();
      }),
    close: () => closed.abort(),
  };
}

interface Note {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

interface RecordedBatch {
  /** The steps in the order of the batch. */
  readonly steps: readonly NextStep['kind'][];
  /** Log entries for after the commit. */
  readonly notes: readonly Note[];
}

/** Records a batch inside a transaction. Successes go first: an endpoint that has just accepted something is not gone. */
async function record(
  tx: Transaction,
  batch: readonly FinishedAttempt[],
  { random, reserve }: { readonly random: Random; readonly reserve: StorageReserve },
): Promise<RecordedBatch> {
  const numbered = [...batch.entries()];
  const failures = numbered.filter(([, { result }]) => !isSuccess(result.answer));
  // Reads the endpoints again. The copies in the claim are as old as the request, and another delivery may have succeeded meanwhile.
  const endpoints = await presentEndpoints(tx, failures);
  const made: Made = { settled: [], steps: [], notes: [], disabled: [], quiet: new Map() };
  for (const [at, finished] of numbered.filter(([, { result }]) => isSuccess(result.answer)))
    settleSuccess(made, endpoints, { at, finished });
  for (const [at, finished] of failures) settleFailure(made, endpoints, { at, finished, random });

  await tx.deliveries.settleMany(reserve.isReached() ? made.settled.map(shortened) : made.settled);
  for (const [id, until] of made.quiet) await tx.deliveries.holdChat(id, until);
  for (const { webhook, at } of made.disabled) {
    const after = await present(tx, webhook);
    if (!after.enabled) await announceDisabled(tx, after, after.disabledReason ?? 'unknown', at);
  }
  return made;
}

/** The attempt without the large parts that nothing depends on. */
function shortened({ outcome, ...attempt }: SettledAttempt): SettledAttempt {
  return { ...attempt, outcome: { ...outcome, requestHeaders: {}, responseBody: null } };
}

/** The writes of a batch. */
interface Made {
  readonly settled: SettledAttempt[];
  readonly steps: NextStep['kind'][];
  readonly notes: Note[];
  /** Endpoints that a step disables, in their state before, and the time. */
  readonly disabled: { readonly webhook: WebhookRecord; readonly at: number }[];
  /** Chats that asked for a pause, with its end. */
  readonly quiet: Map<WebhookId, number>;
}

/** Endpoints after the writes so far. It holds only those with a failure to judge. */
type Endpoints = Map<WebhookId, WebhookRecord>;

interface Numbered {
  /** Place in the batch. */
  readonly at: number;
  readonly finished: FinishedAttempt;
}

function settleSuccess(made: Made, endpoints: Endpoints, { at, finished }: Numbered): void {
  const { delivery } = finished;
  const outcome = outcomeOf(finished, { kind: 'succeeded' });
  made.settled.push({ id: delivery.id, outcome }, ...joinedAttempts(delivery.joined, () => outcome));
  made.steps[at] = 'succeeded';
  const webhook = endpoints.get(delivery.webhook.id);
  if (webhook !== undefined) endpoints.set(webhook.id, attemptedWebhook(webhook, outcome));
}

function settleFailure(
  made: Made,
  endpoints: Endpoints,
  { at, finished, random }: Numbered & { readonly random: Random },
): void {
  const { delivery } = finished;
  const known = endpoints.get(delivery.webhook.id);
  const webhook = known ?? delivery.webhook;
  const { answer, responseBody } = finished.result;
  const facts = { answer, responseBody, trigger: delivery.trigger, webhook, now: finished.endedAt };
  const fraction = random.fraction();
  const { step, quietUntil } = nextEndpointStep({ ...facts, attempt: delivery.attempt, fraction });
  const outcome = outcomeOf(finished, step);
  const joined = joinedAttempts(delivery.joined, (attempt) =>
    outcomeOf(finished, nextEndpointStep({ ...facts, attempt, fraction }).step),
  );
  made.settled.push({ id: delivery.id, outcome }, ...joined);
  made.steps[at] = step.kind;
  if (quietUntil !== null) made.quiet.set(webhook.id, quietUntil);
  // A deleted endpoint needs no failure record.
  if (known === undefined) return;
  const after = attemptedWebhook(known, outcome);
  endpoints.set(known.id, after);
  if (known.enabled && !after.enabled) made.disabled.push({ webhook: known, at: finished.endedAt });
  made.notes.push(...notesOn(known, after, finished));
}

async function presentEndpoints(
  tx: Transaction,
  failures: readonly (readonly [number, FinishedAttempt])[],
): Promise<Endpoints> {
  const endpoints: Endpoints = new Map();
  for (const [, { delivery }] of failures) {
    const { id, organisationId } = delivery.webhook;
    const webhook = endpoints.has(id) ? null : await tx.webhooks.get(organisationId, id);
    if (webhook !== null) endpoints.set(id, webhook);
  }
  return endpoints;
}

async function present(tx: Transaction, webhook: WebhookRecord): Promise<WebhookRecord> {
  return (await tx.webhooks.get(webhook.organisationId, webhook.id)) ?? webhook;
}

function outcomeOf(
  { delivery: { trigger }, startedAt, requestHeaders, result }: FinishedAttempt,
  step: NextStep,
): AttemptOutcome {
  const { durationMs, responseStatus, responseBody, error } = result;
  return { trigger, requestHeaders, startedAt, durationMs, responseStatus, responseBody, error, step };
}

/** The log entries about an endpoint after a failure: one at the fourth failure in a row, and one when it is disabled. */
function notesOn(before: WebhookRecord, after: WebhookRecord, { result }: FinishedAttempt): readonly Note[] {
  const webhookId: WebhookId = after.id;
  const notes: Note[] = [];
  if (before.failuresInARow < WARN_AFTER_FAILURES && after.failuresInARow >= WARN_AFTER_FAILURES) {
    const { responseStatus, error } = result;
    const fields = { webhookId, failuresInARow: after.failuresInARow, responseStatus, error };
    notes.push({ fields, message: 'a webhook endpoint keeps failing' });
  }
  if (before.enabled && !after.enabled) {
    const fields = { webhookId, reason: after.disabledReason };
    notes.push({
      fields,
      message: 'a webhook endpoint was disabled; it gets no events until it is enabled again',
    });
  }
  return notes;
}
