import type { UpstreamAnswer } from './upstream-answer.ts';

/** A cached answer with the time at which it came. */
export interface CachedAnswer {
  readonly answer: UpstreamAnswer;
  /** Monotonic milliseconds. */
  readonly storedAt: number;
  readonly bytes: number;
  /** Whether it was used since it was last considered for removal. */
  isUsed: boolean;
}

/** A few times as many names as a laptop asks for on a day. */
const MAX_ENTRIES = 8_000;
const MAX_BYTES = 8 * 1_024 * 1_024;
/** Memory of an entry without its message: map, key and objects. */
const ENTRY_BYTES = 300;
/**
 * How long an answer is kept after its TTL, for when no upstream answers. RFC 8767 section 4 suggests one to three days; this is enough for a lesson
 * without uplink.
 */
const STALE_SECONDS = 3_600;
/** To remove one entry, at most this many used ones are passed over; then the next is removed even if it was used. */
const MAX_SPARED = 8;

/**
 * Caches the answers of upstreams by question. It holds no verdicts, so that a change of policy does not affect it. Bounded in entries and bytes; it
 * removes first what was not used lately (the second-chance algorithm).
 */
export class AnswerCache {
  readonly #entries = new Map<string, CachedAnswer>();
  readonly #maxEntries: number;
  readonly #maxBytes: number;
  #bytes = 0;

  constructor({
    maxEntries = MAX_ENTRIES,
    maxBytes = MAX_BYTES,
  }: { readonly maxEntries?: number; readonly maxBytes?: number } = {}) {
    this.#maxEntries = maxEntries;
    this.#maxBytes = maxBytes;
  }

  /** The answer, fresh or not; `isFresh` tells. */
  get(key: string): CachedAnswer | undefined {
    const entry = this.#entries.get(key);
    if (entry !== undefined) entry.isUsed = true;
    return entry;
  }

  set(key: string, answer: UpstreamAnswer, now: number): void {
    this.delete(key);
    const bytes = answer.bytes.length + key.length * 2 + ENTRY_BYTES;
    if (bytes > this.#maxBytes) return;
    while (this.#entries.size >= this.#maxEntries || this.#bytes + bytes > this.#maxBytes) this.#dropOne();
    // A copy, because the buffer of a datagram is part of 64 kB that would stay in memory with it.
    const kept = Buffer.allocUnsafeSlow(answer.bytes.length);
    answer.bytes.copy(kept);
    this.#entries.set(key, { answer: { ...answer, bytes: kept }, storedAt: now, bytes, isUsed: false });
    this.#bytes += bytes;
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  get size(): number {
    return this.#entries.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  #dropOne(): void {
    let spared = 0;
    for (const [key, entry] of this.#entries) {
      if (!entry.isUsed || spared >= MAX_SPARED) {
        this.delete(key);
        return;
      }
      entry.isUsed = false;
      spared += 1;
      // Moves it to the end of the map, where the iteration meets it last.
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
  }
}

/** How old a cached answer is, in whole seconds. */
export function ageSeconds({ storedAt }: CachedAnswer, now: number): number {
  return Math.max(0, Math.floor((now - storedAt) / 1_000));
}

export function isFresh({ answer, storedAt }: CachedAnswer, now: number): boolean {
  return now - storedAt < answer.lifeSeconds * 1_000;
}

/** Whether an answer may still be served when nobody answers. */
export function isServable({ answer, storedAt }: CachedAnswer, now: number): boolean {
  return now - storedAt < (answer.lifeSeconds + STALE_SECONDS) * 1_000;
}
