import type { IdempotencyKey, IdempotencyStore } from '../ports/api-keys.ts';
import { lostMark, stateOfMark } from '../rules/idempotency-mark.ts';
import type { Synchronous } from '../synchronous.ts';
import type { Context } from './tables.ts';

export function createIdempotencyStore({ tables: { idempotency } }: Context): Synchronous<IdempotencyStore> {
  return {
    begin(key, fingerprint, { now, until }) {
      const state = stateOfMark(idempotency.get(slotOf(key)) ?? null, fingerprint, now);
      if (state.kind === 'new')
        idempotency.set(slotOf(key), { fingerprint, response: null, expiresAt: until });
      return state;
    },
    finish(key, response, expiresAt) {
      const mark = idempotency.get(slotOf(key));
      if (mark === undefined || mark.response !== null) throw lostMark();
      idempotency.set(slotOf(key), { ...mark, response, expiresAt });
    },
    abandon(key) {
      if (idempotency.get(slotOf(key))?.response === null) idempotency.delete(slotOf(key));
    },
    purge(now) {
      const expired = [...idempotency].filter(([, mark]) => mark.expiresAt <= now);
      for (const [slot] of expired) idempotency.delete(slot);
      return expired.length;
    },
  };
}

function slotOf({ apiKeyId, method, path, key }: IdempotencyKey): string {
  return JSON.stringify([apiKeyId, method, path, key]);
}
