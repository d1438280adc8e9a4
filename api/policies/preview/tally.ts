import type { RecordScan } from '../../../store/ports/record-scan.ts';

/** Visits whose verdict changes, in the form that may be shown. */
export interface Change {
  /** Number of requests, rounded down to a multiple of the smallest group. A record counts as often as its request was made. */
  readonly visits: number;
  /** Number of different people, rounded down likewise. Requests with nobody signed in count for none. */
  readonly users: number;
  /** At most ten, most visits first, then by name. Only domains that enough people visited. */
  readonly topDomains: readonly { readonly domain: string; readonly count: number }[];
  /** Too few people or visits, or none at all, so that nothing of it is shown. */
  readonly belowMinimum: boolean;
}

const TOP_DOMAINS = 10;

/** The source of a request: a person, or a device with nobody signed in. */
export interface Party {
  readonly user: string | null;
  readonly deviceId: string;
}

/** Counts people, up to `enough`. A person may also use a device without signing in, so people and such devices are not added up. */
export interface Headcount {
  add(party: Party): void;
  join(other: Headcount): void;
  readonly enough: boolean;
  readonly users: ReadonlySet<string>;
  readonly devices: ReadonlySet<string>;
}

export function createHeadcount(enough: number): Headcount {
  const users = new Set<string>();
  const devices = new Set<string>();
  const put = (set: Set<string>, one: string): void => {
    if (set.size < enough) set.add(one);
  };
  return {
    users,
    devices,
    get enough() {
      return Math.max(users.size, devices.size) >= enough;
    },
    add: ({ user, deviceId }) => (user === null ? put(devices, deviceId) : put(users, user)),
    join(other) {
      for (const user of other.users) put(users, user);
      for (const device of other.devices) put(devices, device);
    },
  };
}

/** Counts the changes for some people. */
export interface Tally {
  add(domain: number | null, party: Party, count: number): void;
  join(other: Tally): void;
  /** The part of the counts that may be shown. */
  sum(scan: Pick<RecordScan, 'text'>): Change;
  readonly counted: Counted;
}

interface Counted {
  readonly visits: number;
  readonly people: Headcount;
  readonly users: ReadonlySet<string>;
  readonly domains: ReadonlyMap<number, { readonly visits: number; readonly people: Headcount }>;
}

const NOTHING: Change = { visits: 0, users: 0, topDomains: [], belowMinimum: true };

export function createTally(smallestGroup: number): Tally {
  const people = createHeadcount(smallestGroup);
  const users = new Set<string>();
  const domains = new Map<number, { visits: number; readonly people: Headcount }>();
  let visits = 0;
  const domainOf = (domain: number) => {
    const known = domains.get(domain);
    if (known !== undefined) return known;
    const made = { visits: 0, people: createHeadcount(smallestGroup) };
    domains.set(domain, made);
    return made;
  };
  const mayShow = (of: Pick<Counted, 'visits' | 'people'>): boolean =>
    of.visits >= smallestGroup && of.people.enough;
  const rounded = (count: number): number => roundedDown(count, smallestGroup);
  return {
    get counted() {
      return { visits, people, users, domains };
    },
    add(domain, party, count) {
      visits += count;
      people.add(party);
      if (party.user !== null) users.add(party.user);
      if (domain === null) return;
      const of = domainOf(domain);
      of.visits += count;
      of.people.add(party);
    },
    join({ counted }) {
      visits += counted.visits;
      people.join(counted.people);
      for (const user of counted.users) users.add(user);
      for (const [domain, of] of counted.domains) {
        const own = domainOf(domain);
        own.visits += of.visits;
        own.people.join(of.people);
      }
    },
    sum(scan) {
      if (!mayShow({ visits, people })) return NOTHING;
      const topDomains = [...domains]
        .filter(([, of]) => mayShow(of))
        .map(([domain, of]) => ({ domain: scan.text(domain), count: rounded(of.visits) }))
        // Sorted by the shown figures, so that the order reveals no more than they do.
        .sort((a, b) => b.count - a.count || (a.domain < b.domain ? -1 : 1))
        .slice(0, TOP_DOMAINS);
      return { visits: rounded(visits), users: rounded(users.size), topDomains, belowMinimum: false };
    },
  };
}

/** Rounds down, so that one person more or less seldom changes what is shown. */
export function roundedDown(count: number, step: number): number {
  return count - (count % step);
}
