import { type Clock, every } from '../../../kit/clock.ts';
import { messageOf } from '../../../kit/fault.ts';
import type { Service } from '../../../kit/lifecycle.ts';
import type { Log } from '../../../kit/log.ts';
import type { KeyUse } from '../../../store/ports/api-keys.ts';
import type { Store } from '../../../store/ports/store.ts';

/** Counts the uses of keys in memory and writes them now and then, so that no request waits for a write. */
export interface UsageRecorder extends Service {
  record(
    use: Pick<KeyUse, 'id' | 'slot' | 'operation' | 'ip' | 'userAgent'> & { readonly failed: boolean },
  ): void;
}

const FLUSH_MS = 5_000;

type Count = { -readonly [Member in keyof KeyUse]: KeyUse[Member] };

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
    const name = `${use.id} ${use.slot} ${use.day} ${use.operation}`;
    const known = counts.get(name);
    if (known === undefined) return void counts.set(name, { ...use });
    known.requests += use.requests;
    known.errors += use.errors;
    if (use.lastUsedAt < known.lastUsedAt) return;
    known.lastUsedAt = use.lastUsedAt;
    known.ip = use.ip;
    known.userAgent = use.userAgent;
  };
  const flush = async (): Promise<void> => {
    if (counts.size === 0) return;
    const batch = [...counts.values()];
    counts = new Map();
    try {
      await store.apiKeys.recordUse(batch);
    } catch (error) {
      // The write failed. The uses are counted again, with those that came since.
      for (const count of batch) add(count);
      throw error;
    }
  };
  const complain = (error: unknown): void =>
    log.warn({ error: messageOf(error) }, 'the use of API keys could not be noted');

  return {
    record({ failed, ...use }) {
      const now = clock.now();
      const day = new Date(now).toISOString().slice(0, 10);
      add({ ...use, day, requests: 1, errors: failed ? 1 : 0, lastUsedAt: now });
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
