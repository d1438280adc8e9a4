import type { Clock } from '../../../kit/clock.ts';
import { accountOf, processesIn } from './process-files.ts';

/** Nearly all connections come from a few. */
const REMEMBERED = 16;
/** Listing ten thousand processes takes long, so that at most one part in this many of the time goes into lists. */
const LIST_SHARE = 4;

/** Says which process's open files are searched next. */
export interface ProcessRota {
  /** Something new is looked for: every process is due again. @param accounts whose programs are the likeliest */
  renew(accounts: ReadonlySet<number>): void;
  /** Null = each process was looked at since it was renewed. */
  next(): string | null;
  /** A process had what was looked for: its other sockets will probably be asked for soon. */
  found(pid: string): void;
}

/**
 * Three kinds of processes take turns, so that many of one kind do not delay the others: those that were found before, those that were never looked
 * at, and the one that was looked at longest ago. Of those never looked at the youngest comes first, because system services are old and ask rarely.
 */
export function createProcessRota(root: string, clock: Pick<Clock, 'monotonic'>): ProcessRota {
  /** When each was looked at, counted in looks; the longest ago first. */
  const looked = new Map<string, number>();
  let recent: readonly string[] = [];
  let often: string[] = [];
  let fresh: string[] = [];
  let looks = 0;
  let renewedAt = 0;
  let turns = 0;
  let listAgainAt = Number.NEGATIVE_INFINITY;

  const list = (accounts: ReadonlySet<number>): void => {
    const begun = clock.monotonic();
    if (begun < listAgainAt) return;
    const all = processesIn(root).toReversed();
    const present = new Set(all);
    for (const pid of looked.keys()) if (!present.has(pid)) looked.delete(pid);
    const strangers = all.filter((pid) => !looked.has(pid));
    const isLikely = new Map(strangers.map((pid) => [pid, accounts.has(accountOf(root, pid) ?? -1)]));
    // Taken from the end.
    fresh = [
      ...strangers.filter((pid) => isLikely.get(pid) === true),
      ...strangers.filter((pid) => isLikely.get(pid) === false),
    ].toReversed();
    const now = clock.monotonic();
    listAgainAt = now + (now - begun) * LIST_SHARE;
  };
  const isDue = (pid: string): boolean => (looked.get(pid) ?? 0) <= renewedAt;
  const nextOften = (): string | undefined => {
    for (let pid = often.pop(); pid !== undefined; pid = often.pop()) if (isDue(pid)) return pid;
    return undefined;
  };
  const nextFresh = (): string | undefined => {
    for (let pid = fresh.pop(); pid !== undefined; pid = fresh.pop()) if (!looked.has(pid)) return pid;
    return undefined;
  };
  const longestAgo = (): string | undefined => {
    const [pid] = looked.keys();
    return pid !== undefined && isDue(pid) ? pid : undefined;
  };
  const ORDERS = [
    [nextOften, nextFresh, longestAgo],
    [nextFresh, longestAgo, nextOften],
    [longestAgo, nextOften, nextFresh],
  ] as const;

  return {
    renew(accounts) {
      list(accounts);
      renewedAt = looks;
      often = recent.toReversed();
    },
    next() {
      const [first, second, third] = ORDERS[turns % ORDERS.length] ?? ORDERS[0];
      turns += 1;
      const pid = first() ?? second() ?? third();
      if (pid === undefined) return null;
      looks += 1;
      looked.delete(pid);
      looked.set(pid, looks);
      return pid;
    },
    found(pid) {
      recent = [pid, ...recent.filter((other) => other !== pid)].slice(0, REMEMBERED);
    },
  };
}
