import { createHmac } from 'node:crypto';
import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import type { Sealer } from '../../kit/sealing.ts';
import type { IdempotencyKey, StoredResponse } from '../../store/ports/api-keys.ts';
import type { Store, Transaction } from '../../store/ports/store.ts';
import type { Reply } from './route.ts';

/** Answers are replayed for this long (IETF Idempotency-Key draft). */
export const ANSWERS_KEPT_MS = 86_400_000;
/** A request whose process died blocks its key for at most this long. */
const RUNNING_MS = 60_000;
const KEY_PATTERN = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;

/** A request under an idempotency key. It ends with a stored answer, or is abandoned. */
export interface IdempotentCall {
  /** The answer of the first request; null = this is the first. */
  readonly replay: Reply | null;
  readonly key: IdempotencyKey;
  /** Stores the answer in the transaction of the effect. */
  finish(tx: Transaction, reply: Reply): Promise<void>;
  /** Marks an effect that goes on in other transactions, the last of which stores the answer. Until then a repeated request is told to wait. */
  hold(tx: Transaction): Promise<void>;
  /** Stores a final refusal of the handler. */
  refuse(reply: Reply): Promise<void>;
  /** Releases the key without storing an answer. */
  abandon(): Promise<void>;
}

export interface IdempotencyTools {
  readonly store: Store;
  readonly clock: Clock;
  readonly sealer: Sealer;
  /** Keys the fingerprints, so that a body with a short PIN cannot be guessed from its fingerprint. */
  readonly fingerprintSecret: Uint8Array;
}

/**
 * Begins a call. @param seal the answer holds a secret: it is stored encrypted
 * @throws Fault idempotency_in_progress, idempotency_key_reused, validation_failed
 */
export async function beginIdempotent(
  tools: IdempotencyTools,
  call: {
    /** `key_…` or `acc_…`. */
    readonly caller: string;
    readonly method: string;
    readonly path: string;
    readonly key: string;
    readonly body: unknown;
    /** The query parameters as read. They are part of what the request asks for. */
    readonly query: object;
    readonly seal: boolean;
  },
): Promise<IdempotentCall> {
  const { store, clock, sealer } = tools;
  if (!KEY_PATTERN.test(call.key)) {
    const detail = '"Idempotency-Key" takes 1 to 255 printable ASCII characters.';
    throw new Fault('validation_failed', detail, {
      extras: { errors: [{ in: 'header', parameter: 'Idempotency-Key', code: 'pattern', detail }] },
    });
  }
  const key: IdempotencyKey = {
    caller: call.caller,
    method: call.method,
    path: call.path,
    key: call.key,
  };
  const context = `idempotency:${call.caller}:${call.method}:${call.path}:${call.key}`;
  const now = clock.now();
  const state = await store.idempotency.begin(key, fingerprintOf(call, tools.fingerprintSecret), {
    now,
    until: now + RUNNING_MS,
  });
  if (state.kind === 'running') {
    throw new Fault('idempotency_in_progress', 'A request with this idempotency key is still running.', {
      extras: { retryAfterSeconds: 1 },
    });
  }
  if (state.kind === 'other_request') {
    throw new Fault(
      'idempotency_key_reused',
      'This idempotency key was sent with another body or other parameters before.',
    );
  }
  const stored = (reply: Reply): StoredResponse => {
    const open = keptAnswer(reply);
    return call.seal ? { ...open, body: sealer.seal(open.body, context), sealed: true } : open;
  };
  return {
    replay: state.kind === 'done' ? replayOf(state.response, (sealed) => sealer.open(sealed, context)) : null,
    key,
    finish: (tx, reply) => tx.idempotency.finish(key, stored(reply), clock.now() + ANSWERS_KEPT_MS),
    hold: (tx) => tx.idempotency.hold(key, clock.now() + ANSWERS_KEPT_MS),
    refuse: (reply) => store.idempotency.finish(key, stored(reply), clock.now() + ANSWERS_KEPT_MS),
    abandon: () => store.idempotency.abandon(key),
  };
}

/** An answer without a secret, in the form in which it is stored for repeats. */
export function keptAnswer({ status, headers = {}, body, version }: Reply): StoredResponse {
  return { status, headers, body: JSON.stringify({ body, version }), sealed: false };
}

/**
 * The fingerprint of a request. Without parameters it covers the body alone, as in earlier versions, because stored fingerprints outlive an
 * update of the server.
 */
function fingerprintOf(
  { body, query }: { readonly body: unknown; readonly query: object },
  secret: Uint8Array,
): string {
  const parameters = Object.keys(query).length === 0 ? '' : `\n${canonical(query)}`;
  return createHmac('sha256', secret)
    .update(canonical(body) + parameters)
    .digest('base64url');
}

function replayOf(response: StoredResponse, open: (sealed: string) => string): Reply {
  const text = response.sealed ? open(response.body) : response.body;
  const { body, version } = JSON.parse(text) as Pick<Reply, 'body' | 'version'>;
  return {
    status: response.status,
    headers: { ...response.headers, 'idempotent-replayed': 'true' },
    ...(body === undefined ? {} : { body }),
    ...(version === undefined ? {} : { version }),
  };
}

/** JSON with the members of every object in sorted order, so that bodies with the same meaning have the same fingerprint. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_name, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? ''
  );
}
