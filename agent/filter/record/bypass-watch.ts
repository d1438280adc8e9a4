import type { BypassKind } from '../../../contracts/policy/bypass.ts';
import type { BypassAttempt } from '../recorder.ts';

/** Repeated attempts of one kind, for the device event `bypass`. */
export interface BypassNews {
  readonly bypass: BypassKind;
  /** Attempts since the event of this kind before. */
  readonly count: number;
  readonly host: string | null;
  readonly address: string | null;
  readonly port: number | null;
  readonly app: string | null;
}

/** Notices when attempts repeat: at most one piece of news an hour for each kind. Times are monotonic milliseconds. */
export interface BypassWatch {
  /** @returns the news that this attempt makes; null = none */
  attempted(attempt: BypassAttempt, at: number): BypassNews | null;
  /** What was attempted again since the news before and is due now. */
  due(at: number): readonly BypassNews[];
}

/** Attempts that make a report. A single one may be a program's habit, or curiosity. */
const REPEATS = 3;
const HOUR_MS = 3_600_000;

interface Kind {
  count: number;
  since: number;
  toldAt: number;
  latest: BypassAttempt;
}

export function createBypassWatch(): BypassWatch {
  const kinds = new Map<BypassKind, Kind>();
  const tellIfDue = (kind: Kind, at: number): BypassNews | null => {
    if (kind.count < REPEATS || at - kind.toldAt < HOUR_MS) return null;
    const { count, latest } = kind;
    kind.count = 0;
    kind.toldAt = at;
    const { kind: bypass, host, address, port, app } = latest;
    return { bypass, count, host, address, port, app };
  };
  return {
    attempted(attempt, at) {
      const known = kinds.get(attempt.kind);
      const kind = known ?? { count: 0, since: at, toldAt: Number.NEGATIVE_INFINITY, latest: attempt };
      if (known === undefined) kinds.set(attempt.kind, kind);
      // Three in a month are no repeats.
      if (kind.count === 0 || (kind.count < REPEATS && at - kind.since >= HOUR_MS)) {
        kind.count = 0;
        kind.since = at;
      }
      kind.count += attempt.count;
      kind.latest = attempt;
      return tellIfDue(kind, at);
    },
    due: (at) => [...kinds.values()].flatMap((kind) => tellIfDue(kind, at) ?? []),
  };
}
