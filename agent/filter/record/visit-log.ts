import type { ActivityRecord } from '../../../contracts/mqtt/messages.ts';

/** A person's visit of a host, as it shows in the bytes that pass. */
export interface Visit {
  readonly user: string | null;
  readonly host: string;
  readonly kind: 'visit' | 'video';
  readonly category: string | null;
  readonly campus: NonNullable<ActivityRecord['campus']>;
  readonly app: string | null;
}

/** Joins uses of a host to visits. Times are epoch milliseconds; they may jump. */
export interface VisitLog {
  used(visit: Visit, at: number): void;
  /** Takes out the visits that are over. */
  takeEnded(at: number): readonly ActivityRecord[];
  takeAll(): readonly ActivityRecord[];
}

/** A pause shorter than this is part of the visit. */
const GAP_MS = 60_000;
/** A longer visit goes on as another one: this much can be lost in a power cut. */
const MAX_VISIT_MS = 600_000;
/** A browser with a hundred tabs talks to some hundred hosts; beyond, the one that is silent longest has ended. */
const MAX_OPEN = 300;
/** Nobody visits more in a minute: a page that fetches from thousands of hosts makes no visits. Its requests are counted all the same. */
const MAX_ENDED = 300;

interface OpenVisit extends Visit {
  readonly id: string;
  readonly from: number;
  last: number;
}

export function createVisitLog(newId: () => string): VisitLog {
  /** In the order of their last use. */
  const open = new Map<string, OpenVisit>();
  let ended: ActivityRecord[] = [];

  const end = (key: string, visit: OpenVisit): void => {
    open.delete(key);
    if (ended.length < MAX_ENDED) ended.push(recordOf(visit));
  };
  const endSilent = (at: number): void => {
    for (const [key, visit] of open) if (isOver(visit, at)) end(key, visit);
  };
  const taken = (): readonly ActivityRecord[] => {
    const all = ended;
    ended = [];
    return all;
  };

  return {
    used(visit, at) {
      const key = `${visit.user}\n${visit.host}`;
      const before = open.get(key);
      if (before !== undefined && isOver(before, at)) end(key, before);
      const current = open.get(key) ?? { ...visit, id: newId(), from: at, last: at };
      current.last = Math.max(current.last, at);
      open.delete(key);
      open.set(key, current);
      const [oldest] = open;
      if (open.size > MAX_OPEN && oldest !== undefined) end(...oldest);
    },
    takeEnded(at) {
      endSilent(at);
      return taken();
    },
    takeAll() {
      for (const [key, visit] of open) end(key, visit);
      return taken();
    },
  };
}

/** Also when the clock has jumped, either way: a jump is no stay. */
function isOver({ from, last }: OpenVisit, at: number): boolean {
  return at - last >= GAP_MS || at < from - GAP_MS || at - from >= MAX_VISIT_MS;
}

function recordOf({ id, from, last, user, host, kind, category, campus, app }: OpenVisit): ActivityRecord {
  const durationSeconds = Math.round((last - from) / 1_000);
  return { id, at: from, kind, user, domain: host, category, campus, durationSeconds, app };
}
