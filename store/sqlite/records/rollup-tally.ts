import type { Database, Statement } from 'better-sqlite3';
import type { LocalSlot } from './local-slots.ts';

/** Numbers of the column `field` of `rollup_days`. */
export const ROLLUP_FIELDS = { all: 0, domain: 1, category: 2, user: 3 } as const;
type FieldNumber = (typeof ROLLUP_FIELDS)[keyof typeof ROLLUP_FIELDS];

/** `day × DAY_PLACES + value` is exact: 20,261,116 needs 25 bits, and a value gets 28. */
const DAY_PLACES = 2 ** 28;

interface Count {
  requests: number;
  blocked: number;
}

interface UnitCounts {
  readonly hours: Map<number, Count>;
  /** By field, then by day and value. */
  readonly days: readonly [Map<number, Count>, Map<number, Count>, Map<number, Count>, Map<number, Count>];
}

/** One decided request as roll-ups count it: numbers of texts. */
export interface Counted {
  /** Of the unit that the device is in. */
  readonly ouPath: string;
  readonly slot: LocalSlot;
  readonly domain: number | null;
  readonly category: number | null;
  readonly user: number | null;
  readonly requests: number;
  readonly blocked: boolean;
}

/** Adds up the counts of a batch, so that a thousand requests for one site are one change. */
export interface RollupTally {
  add(counted: Counted): void;
  /** Writes it all, for each unit and for the whole organisation. @param ouNumber numbers the path of a unit */
  write(organisationId: number, ouNumber: (path: string) => number): void;
}

export interface RollupStatements {
  readonly hour: Statement<[number, number, number, number, number]>;
  readonly day: Statement<[number, number, number, number, number, number, number]>;
}

export function prepareRollups(db: Database): RollupStatements {
  return {
    hour: db.prepare<[number, number, number, number, number]>(
      `INSERT INTO rollup_hours (organisation_id, ou, hour, requests, blocked) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET requests = requests + excluded.requests, blocked = blocked + excluded.blocked`,
    ),
    day: db.prepare<[number, number, number, number, number, number, number]>(
      `INSERT INTO rollup_days (organisation_id, ou, field, day, value, requests, blocked) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET requests = requests + excluded.requests, blocked = blocked + excluded.blocked`,
    ),
  };
}

export function createRollupTally(statements: RollupStatements): RollupTally {
  const units = new Map<string, UnitCounts>();
  return {
    add({ ouPath, slot, domain, category, user, requests, blocked }) {
      const unit = unitOf(units, ouPath);
      const amount = { requests, blocked: blocked ? requests : 0 };
      increase(unit.hours, slot.hour, amount);
      const [all, domains, categories, users] = unit.days;
      const day = slot.day * DAY_PLACES;
      increase(all, day, amount);
      if (domain !== null) increase(domains, day + domain, amount);
      if (category !== null) increase(categories, day + category, amount);
      if (user !== null) increase(users, day + user, amount);
    },
    write(organisationId, ouNumber) {
      for (const [path, { hours, days }] of withWhole(units)) {
        const ou = ouNumber(path);
        for (const [hour, { requests, blocked }] of hours)
          statements.hour.run(organisationId, ou, hour, requests, blocked);
        for (const [field, counts] of days.entries()) {
          for (const [key, { requests, blocked }] of counts) {
            const day = Math.floor(key / DAY_PLACES);
            statements.day.run(
              organisationId,
              ou,
              field as FieldNumber,
              day,
              key % DAY_PLACES,
              requests,
              blocked,
            );
          }
        }
      }
    },
  };
}

/** The unit number of the whole organisation; devices without a unit count here too. */
export const WHOLE = '/';

/** A unit's row has the unit's own counts, and the root's row has everybody's: each change goes to two rows, however deep the tree is. */
function withWhole(units: ReadonlyMap<string, UnitCounts>): ReadonlyMap<string, UnitCounts> {
  const sums = new Map<string, UnitCounts>();
  for (const [path, counts] of units) {
    const whole = unitOf(sums, WHOLE);
    merge(whole.hours, counts.hours);
    for (const [field, days] of whole.days.entries()) merge(days, counts.days[field] ?? new Map());
    if (path !== WHOLE) sums.set(path, counts);
  }
  return sums;
}

function unitOf(units: Map<string, UnitCounts>, path: string): UnitCounts {
  const known = units.get(path);
  if (known !== undefined) return known;
  const made: UnitCounts = { hours: new Map(), days: [new Map(), new Map(), new Map(), new Map()] };
  units.set(path, made);
  return made;
}

function merge(into: Map<number, Count>, from: ReadonlyMap<number, Count>): void {
  for (const [key, count] of from) increase(into, key, count);
}

function increase(counts: Map<number, Count>, key: number, { requests, blocked }: Readonly<Count>): void {
  const known = counts.get(key);
  if (known === undefined) counts.set(key, { requests, blocked });
  else {
    known.requests += requests;
    known.blocked += blocked;
  }
}
