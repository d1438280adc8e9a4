import type { ApiKeyId } from '../../contracts/ids.ts';
import { type Clock, every } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import type { Store } from '../../store/ports/store.ts';

/** Counts the uses of keys in memory and writes them now and then: no request waits for it. */
export interface UsageRecorder extends Service {
  record(use: { readonly id: ApiKeyId; readonly operation: string; readonly failed: boolean }): void;
}

const FLUSH_MS = 5_000;

interface Count {
  readonly id: ApiKeyId;
  readonly day: string;
  readonly operation: string;
  requests: number;
  errors: number;
  lastUsedAt: number;
}

export function createUsageRecorder({
  store,
  clock,
  log,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
}): UsageRecorder {
  let counts = new Map<string, Count>();
  let loop: { stop(): Promise<void> } | null = null;

  const add = (use: Count): void => {
    const name = `${use.id} ${use.day} ${use.operation}`;
    const known = counts.get(name);
    if (known === undefined) return void counts.set(name, { ...use });
    known.requests += use.requests;
    known.errors += use.errors;
    known.lastUsedAt = Math.max(known.lastUsedAt, use.lastUsedAt);
  };
  const flush = async (): Promise<void> => {
    if (counts.size === 0) return;
    const batch = [...counts.values()];
    counts = new Map();
    try {
      await store.apiKeys.recordUse(batch);
    } catch (error) {
      // Nothing was written: it is counted again with what has come since.
      for (const count of batch) add(count);
      throw error;
    }
  };
  const complain = (error: unknown): void =>
    log.warn({ error: messageOf(error) }, 'the use of API keys could not be noted');

  return {
    record({ id, operation, failed }) {
      const now = clock.now();
      const day = new Date(now).toISOString().slice(0, 10);
      add({ id, day, operation, requests: 1, errors: failed ? 1 : 0, lastUsedAt: now });
    },
    async start() {
      loop ??= every(clock, FLUSH_MS, flush, complain);
    },
    async stop() {
      await loop?.stop();
      loop = null;
      await flush().catch(complain);
    },
  };
}
