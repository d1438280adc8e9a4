import type { Event } from './generated/types.ts';
import type { List } from './list.ts';
import type { CallOptions } from './options.ts';
import { Resource } from './resource.ts';

const PAGE = 1_000;

export interface FollowOptions {
  /** Kinds of events: `device.offline`, `device.*`. Default: all. */
  readonly type?: string | readonly string[] | undefined;
  /** Milliseconds between two polls when there are no new events. Default 5,000. */
  readonly intervalMs?: number | undefined;
  /** Ends the loop, which then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

interface EventsInput {
  readonly after?: number | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly limit?: number | undefined;
}

/** The hand-written part of the events resource. */
export abstract class FollowedEvents extends Resource {
  abstract list(input?: EventsInput, options?: CallOptions): List<Event>;

  /**
   * Yields every event in order, and then each new one, until the loop is left. Store the `sequence` of the last event that you have
   * handled, and continue from it the next time.
   * @param after the `sequence` behind which to begin; default: the oldest event that is kept
   * @throws EventsExpiredError when events behind `after` are no longer kept
   */
  async *follow(
    after?: number,
    { type, intervalMs = 5_000, signal }: FollowOptions = {},
  ): AsyncGenerator<Event, void, undefined> {
    let last = after;
    for (;;) {
      const { data, hasMore } = await this.list({ after: last, type, limit: PAGE }, { signal });
      for (const event of data) {
        yield event;
        last = event.sequence;
      }
      if (!hasMore || data.length === 0) await this.calls.connection.sleep(intervalMs, signal);
    }
  }
}
