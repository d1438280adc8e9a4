/** The width of a slot (milliseconds). A deadline is found at most this late. */
export const SLOT_MS = 500;

/**
 * Deadlines by key, in slots of half a second. Setting, moving and removing one costs the same for five as for five thousand, and `due` touches only what is
 * due. Times are milliseconds of one monotonic clock.
 */
export class Deadlines<Key> {
  readonly #slots = new Map<number, Set<Key>>();
  readonly #slotOf = new Map<Key, number>();
  #looked: number;

  constructor(now: number) {
    this.#looked = slotAt(now);
  }

  /** Sets or moves the deadline of a key. One in the past is due at the next look. */
  set(key: Key, at: number): void {
    const slot = Math.max(slotAt(at), this.#looked + 1);
    if (this.#slotOf.get(key) === slot) return;
    this.delete(key);
    this.#slotOf.set(key, slot);
    const keys = this.#slots.get(slot);
    if (keys === undefined) this.#slots.set(slot, new Set([key]));
    else keys.add(key);
  }

  delete(key: Key): void {
    const slot = this.#slotOf.get(key);
    if (slot === undefined) return;
    this.#slotOf.delete(key);
    const keys = this.#slots.get(slot);
    keys?.delete(key);
    if (keys?.size === 0) this.#slots.delete(slot);
  }

  /** Takes out the keys whose deadline has passed. */
  due(now: number): readonly Key[] {
    const upTo = Math.floor(now / SLOT_MS);
    const found: Key[] = [];
    for (let slot = this.#looked + 1; slot <= upTo && this.#slotOf.size > 0; slot++) {
      for (const key of this.#slots.get(slot) ?? []) {
        found.push(key);
        this.#slotOf.delete(key);
      }
      this.#slots.delete(slot);
    }
    this.#looked = Math.max(this.#looked, upTo);
    return found;
  }
}

/** The first slot whose end is not before the time. */
function slotAt(at: number): number {
  return Math.ceil(at / SLOT_MS);
}
