/**
 * How far somebody has come who has not logged in yet. The server waits for the first message of one that is `silent` and for the login of one that it has `answered`;
 * one that it has `heard`, or whose login has come (`claimed`), waits for the server.
 */
export type Stage = 'silent' | 'heard' | 'answered' | 'claimed';

/** Turns of the event loop after which whatever had come is read: the socket is looked at from the next one on. */
export const READ_AFTER_TURNS = 2;

/** Somebody who waits, or is waited for, in a stage since a turn of the event loop. */
export interface Waiting {
  readonly stage: Stage;
  readonly since: number;
}

/**
 * Those who have not logged in yet: of one network, or of all that are known or unknown. Who is put out where there are too many is one for whom the server waits, never one who
 * waits for the server; so the work that it has begun is not lost, however many come at once.
 */
export class Places<T extends Waiting> {
  /** In the order in which they came to the stage. */
  readonly #stages: Readonly<Record<Stage, Set<T>>> = {
    silent: new Set(),
    heard: new Set(),
    answered: new Set(),
    claimed: new Set(),
  };

  get size(): number {
    const { silent, heard, answered, claimed } = this.#stages;
    return silent.size + heard.size + answered.size + claimed.size;
  }

  /** In the order of their coming to each stage. */
  *all(): Iterable<T> {
    for (const stage of Object.values(this.#stages)) yield* stage;
  }

  add(one: T): void {
    this.#stages[one.stage].add(one);
  }

  remove(one: T): void {
    this.#stages[one.stage].delete(one);
  }

  /**
   * Who makes room for one more where so many have theirs: the silent one that came first, where a third are silent; else the answered one that was answered first, where two
   * thirds are. So each has the time in which that many others can come, or be answered, which costs the server more than it can spend in a second. Null where it may be
   * that the word is only not read yet, or where many wait for the server: then it has more to do than it can.
   */
  superfluous(limit: number, turn: number): T | null {
    const { silent, answered } = this.#stages;
    const isMostly = 3 * answered.size >= 2 * limit ? answered : [];
    const [oldest] = 3 * silent.size >= limit ? silent : isMostly;
    return oldest !== undefined && turn - oldest.since >= READ_AFTER_TURNS ? oldest : null;
  }
}
