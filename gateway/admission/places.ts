/**
 * How far a connection has come that has not logged in yet. `silent`: the server waits for its first message. `heard`: that has come, and the server has to
 * answer. `answered`: the server waits for its login. `claimed`: that has come, and the server has to check it.
 */
export type Stage = 'silent' | 'heard' | 'answered' | 'claimed';

/** After this many turns of the event loop, everything that had arrived has been read. A socket is polled from the turn after its acceptance. */
export const READ_AFTER_TURNS = 2;

/** A connection in its stage, with the turn of the event loop in which the stage began. */
export interface Waiting {
  readonly stage: Stage;
  readonly since: number;
}

/**
 * Connections that have not logged in yet: of one network, of all known networks, or of all others. When there are too many, one that the server waits for is
 * put out, never one that waits for the server: so work that the server has begun is not lost, however many connect at once.
 */
export class Places<T extends Waiting> {
  /** In the order of their coming to the stage. */
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
   * The connection that makes room for one more. The oldest `silent` one, when a third of the limit are silent; else the oldest `answered` one, when two thirds
   * are. So each connection gets the time in which that many others can connect, or be answered: more than a second of the server's work. Null when its message
   * may have arrived and only not been read yet, or when most connections wait for the server, which then has more work than it can do.
   */
  superfluous(limit: number, turn: number): T | null {
    const { silent, answered } = this.#stages;
    const isMostly = 3 * answered.size >= 2 * limit ? answered : [];
    const [oldest] = 3 * silent.size >= limit ? silent : isMostly;
    return oldest !== undefined && turn - oldest.since >= READ_AFTER_TURNS ? oldest : null;
  }
}
