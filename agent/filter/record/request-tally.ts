import type { ActivityRecord } from '../../../contracts/mqtt/messages.ts';
import type { Layer } from '../judge.ts';

/** What may be recorded of one decided request or attempt at the present activity level. */
export type Seen = Omit<ActivityRecord, 'id' | 'kind' | 'count'>;

/** Where it was seen: one of the layers, or outside of them (firewall). */
export type SeenBy = Layer | 'firewall';

/**
 * Counts equal requests of one minute: one record per user, host, verdict and rule. Bounded, whatever a page asks for: beyond the limits requests are counted
 * without their address, then under the domain of their host, then without a domain. None goes uncounted.
 */
export interface RequestTally {
  add(seen: Seen, by: SeenBy, count: number): void;
  /** Takes out the records so far, the earliest first. */
  take(): readonly ActivityRecord[];
}

/** Loading a busy page asks for some sixty hosts; a minute of busy browsing stays far below. At this rate the outbox holds two hours of nothing but flood. */
const MAX_ENTRIES = 300;
/** More names below one domain in a minute are made up, or tell no more than the domain does. */
const MAX_BELOW_DOMAIN = 50;
/** The record's own limit. */
const MAX_COUNT = 1_000_000;

interface Entry {
  readonly id: string;
  readonly seen: Seen;
  readonly counts: Record<SeenBy, number>;
  /** Whether it stands for several hosts. */
  merged: boolean;
}

interface Step {
  readonly upTo: number;
  readonly of: (seen: Seen) => Seen;
}

/**
 * How much of a request is recorded when there are too many entries, from most to least. A step may add entries up to its limit, and may join
 * existing ones at any time.
 */
const STEPS: readonly Step[] = [
  { upTo: MAX_ENTRIES, of: (seen) => seen },
  { upTo: MAX_ENTRIES + 50, of: (seen) => ({ ...seen, url: null }) },
  { upTo: MAX_ENTRIES + 150, of: (seen) => ({ ...seen, url: null, domain: domainOf(seen.domain) }) },
  { upTo: MAX_ENTRIES + 200, of: (seen) => ({ ...seen, url: null, domain: null }) },
  { upTo: Number.POSITIVE_INFINITY, of: bare },
];

/** From this step on an entry stands for several hosts. */
const MERGING = 2;

/** @param newId makes the id under which the record is sent, also when it is sent again */
export function createRequestTally(newId: () => string): RequestTally {
  let entries = new Map<string, Entry>();
  let belowDomain = new Map<string, number>();

  const isCrowded = ({ domain }: Seen): boolean =>
    domain !== null && (belowDomain.get(domainOf(domain) ?? '') ?? 0) >= MAX_BELOW_DOMAIN;
  const made = (key: string, seen: Seen): Entry => {
    const counts = { dns: 0, proxy: 0, relay: 0, firewall: 0 };
    const entry: Entry = { id: newId(), seen, counts, merged: false };
    entries.set(key, entry);
    const domain = domainOf(seen.domain);
    if (domain !== null) belowDomain.set(domain, (belowDomain.get(domain) ?? 0) + 1);
    return entry;
  };
  const entryAt = (step: number, { upTo, of }: Step, seen: Seen): Entry | null => {
    const told = of(seen);
    const key = keyOf(told);
    const entry = entries.get(key) ?? (entries.size < upTo ? made(key, told) : null);
    if (entry !== null && step >= MERGING) entry.merged = true;
    return entry;
  };
  const entryOf = (seen: Seen): Entry => {
    const first = isCrowded(seen) && !entries.has(keyOf(seen)) ? MERGING : 0;
    for (let at = first; ; at++) {
      const step = STEPS[at];
      if (step === undefined) throw new Error('the last step takes all');
      const entry = entryAt(at, step, seen);
      if (entry !== null) return entry;
    }
  };

  return {
    add(seen, by, count) {
      const { counts } = entryOf(seen);
      counts[by] += count;
    },
    take() {
      const taken = told([...entries.values()]).map(recordOf);
      entries = new Map();
      belowDomain = new Map();
      return taken;
    },
  };
}

/** The entries without look-ups of an unknown asker that a connection of a known user followed: both are one request, for which the system's resolver asked. */
function told(entries: readonly Entry[]): readonly Entry[] {
  const followed = new Set(
    entries
      .filter(({ seen, counts }) => seen.user !== null && counts.proxy + counts.relay > 0)
      .map(({ seen }) => keyOf(anonymous(seen))),
  );
  return entries.filter(
    ({ seen, counts: { dns, proxy, relay, firewall }, merged }) =>
      seen.user !== null ||
      merged ||
      dns === 0 ||
      proxy + relay + firewall > 0 ||
      !followed.has(keyOf(anonymous(seen))),
  );
}

function anonymous(seen: Seen): Seen {
  return { ...seen, user: null, url: null };
}

function recordOf({ id, seen, counts, merged }: Entry): ActivityRecord {
  const { dns, proxy, relay, firewall } = counts;
  // One request passes several layers: what most of them saw is how often a host was asked for. Of several hosts that cannot be said.
  const count = merged ? dns + proxy + relay + firewall : Math.max(dns, proxy, relay, firewall);
  return { id, kind: 'request', ...seen, count: Math.min(MAX_COUNT, Math.max(1, Math.round(count))) };
}

function keyOf({ user, domain, url, category, action, reason, policyId, ruleId, bypass }: Seen): string {
  return `${user}\n${domain}\n${url ?? ''}\n${action}\n${reason}\n${policyId}\n${ruleId}\n${bypass ?? ''}\n${domain === null ? category : ''}`;
}

/** Without all by which it could still differ from the others. */
function bare({ at, user, action, reason, bypass, campus }: Seen): Seen {
  const bypassed = reason === 'protection' ? { reason, bypass: bypass ?? null } : {};
  return {
    at,
    user,
    domain: null,
    ...(action === undefined ? {} : { action }),
    ...(campus === undefined ? {} : { campus }),
    ...bypassed,
  };
}

/**
 * About the domain that somebody registered: two labels, or three where the second is as short as `co` in `co.uk`. Good enough to add up by; the list of public
 * suffixes is too large for this. An address stays as it is.
 */
function domainOf(host: string | null): string | null {
  if (host === null || host.endsWith(']') || /\d$/.test(host)) return host;
  const labels = host.split('.');
  const short = (labels.at(-2)?.length ?? 0) <= 3 && (labels.at(-1)?.length ?? 0) <= 3;
  return labels.slice(short ? -3 : -2).join('.');
}
