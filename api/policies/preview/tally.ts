import type { RecordScan } from '../../../store/ports/record-scan.ts';

/** Visits whose verdict changes, as they may be shown. */
export interface Change {
  /** Requests, counted as often as they were made; rounded down to a multiple of the smallest group. */
  readonly visits: number;
  /** Different people, rounded down likewise; requests with nobody signed in count for none. */
  readonly users: number;
  /** At most ten, most visits first, then by name; only what enough people visited. */
  readonly topDomains: readonly { readonly domain: string; readonly count: number }[];
  /** Too few people or visits, or none at all: then nothing of it is shown. */
  readonly belowMinimum: boolean;
}

const TOP_DOMAINS = 10;

/** Who made a request: a person, or a device that nobody was signed in to. */
export interface Party {
  readonly user: string | null;
  readonly deviceId: string;
}

/**
 * Counts how many people there are at least, up to `enough`. A person may also use a device unsigned: people and such devices are not added up.
 */
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

/** What changes, of some people. */
export interface Tally {
  add(domain: number | null, party: Party, count: number): void;
  join(other: Tally): void;
  /** What of it may be shown. */
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
        // By what is shown: the order tells no more than the figures.
        .sort((a, b) => b.count - a.count || (a.domain < b.domain ? -1 : 1))
        .slice(0, TOP_DOMAINS);
      return { visits: rounded(visits), users: rounded(users.size), topDomains, belowMinimum: false };
    },
  };
}

/** One person more or less seldom moves what is shown. */
export function roundedDown(count: number, step: number): number {
  return count - (count % step);
}
