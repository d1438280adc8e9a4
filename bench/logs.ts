import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { DeviceId } from '../contracts/ids.ts';
import { systemClock } from '../kit/clock.ts';
import { createIdSource, systemRandom } from '../kit/random.ts';
import type { ListPosition } from '../store/ports/list.ts';
import { DEFAULT_ORGANISATION_ID } from '../store/ports/organisations.ts';
import type { LogFilter } from '../store/ports/records.ts';
import type { Store } from '../store/ports/store.ts';
import type { ReceivedActivity } from '../store/ports/telemetry.ts';
import { partitionName } from '../store/sqlite/records/partitions.ts';
import { createSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { toLogEntry } from '../store/views/records.ts';
import type { BenchSizes } from './load/size.ts';
import { figure, percentile, table } from './load/statistics.ts';

const DAY_MS = 86_400_000;
/** One request in so many is blocked. */
const BLOCKED_SHARE = 20;
const PAGE = 100;
/** Rows that one slice of a purge deletes, as the server's job does. */
const PURGE_SLICE = 20_000;

interface LogsSize {
  readonly rows: number;
  readonly devices: number;
  readonly domains: number;
  /** Pages that are read of each kind. */
  readonly samples: number;
}

export const LOGS_SIZES: BenchSizes<LogsSize> = {
  whole: { rows: 10_000_000, devices: 5_000, domains: 20_000, samples: 200 },
  tiny: { rows: 2_000, devices: 50, domains: 200, samples: 2 },
};

/** The day that is listed: yesterday, whole. */
const DAY = Math.floor(Date.now() / DAY_MS) - 1;
const RANGE = { from: DAY * DAY_MS, to: (DAY + 1) * DAY_MS };

/**
 * Makes a day of log entries and measures pages of its list, from the question to the JSON text of the answer: the first page, one in the middle and the last,
 * by cursor, with and without filters. Then the purge of the day.
 */
export async function benchLogs(size: LogsSize): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'schoolgate-bench-logs-'));
  const path = join(folder, 'schoolgate.db');
  try {
    const startedAt = performance.now();
    await prepare(path, size);
    fill(path, size);
    const bytes = (await stat(path)).size / size.rows;
    console.log(
      `\nlogs: ${figure(size.rows)} entries of one day, ${figure(bytes)} bytes each with indexes, made in ${figure((performance.now() - startedAt) / 1_000)} s`,
    );
    const store = await openStore(path);
    await measureLists(store, size);
    await measurePurge(store);
    await store.stop();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function openStore(path: string): Promise<Store> {
  const ids = createIdSource({ clock: systemClock, random: systemRandom });
  const store = createSqliteStore({ path, clock: systemClock, ids, durability: 'normal' });
  await store.start();
  return store;
}

function deviceId(number: number): DeviceId {
  return `dev_01kafw2n7qd5g8h1j3k6m${String(number).padStart(5, '0')}`;
}

/** One entry for each device and each domain, so that the day and all texts are there. */
async function prepare(path: string, { devices, domains }: LogsSize): Promise<void> {
  const store = await openStore(path);
  const entries = Array.from(
    { length: domains },
    (_, number): ReceivedActivity => ({
      deviceId: deviceId(number % devices),
      organisationId: DEFAULT_ORGANISATION_ID,
      receivedAt: RANGE.from + number,
      ouPath: `/Bench/Grade-${number % 40}`,
      record: {
        id: `record-${number}`,
        at: RANGE.from + number,
        kind: 'request',
        user: `user-${number % devices}@bench.example`,
        domain: `www.site-${number}.example`,
        category: `category-${number % 50}`,
        action: 'allow',
      },
    }),
  );
  for (let from = 0; from < entries.length; from += 2_000)
    await store.telemetry.appendActivity(entries.slice(from, from + 2_000));
  await store.stop();
}

/** Writes the entries in SQL: ten million messages over MQTT would take an hour. */
function fill(path: string, { rows, devices, domains }: LogsSize): void {
  const db = new Sqlite(path);
  // Out of the write-ahead log first: from there the journal cannot be turned off.
  db.pragma('journal_mode = DELETE');
  db.pragma('journal_mode = OFF');
  db.pragma('synchronous = OFF');
  db.pragma('cache_size = -500000');
  const name = partitionName('logs', DEFAULT_ORGANISATION_ID, DAY);
  const indexes = db
    .prepare<[string], { readonly name: string; readonly sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ?`,
    )
    .all(name);
  for (const index of indexes) db.exec(`DROP INDEX ${index.name}`);
  const first = (field: string): number =>
    db.prepare<[string], number>('SELECT min(id) FROM record_texts WHERE field = ?').pluck().get(field) ?? 0;
  const ids = (field: string): string =>
    JSON.stringify(db.prepare('SELECT id FROM record_texts WHERE field = ? ORDER BY id').pluck().all(field));
  const lists = ['device', 'user', 'ou', 'category', 'domain'] as const;
  for (const field of lists) {
    db.exec(`CREATE TEMP TABLE ${field}s (n INTEGER PRIMARY KEY, id INTEGER)`);
    db.prepare(`INSERT INTO ${field}s SELECT key, value FROM json_each(?)`).run(ids(field));
  }
  db.exec(`
    DELETE FROM ${name};
    WITH RECURSIVE entries (n, dice) AS (
      SELECT 0, abs(random()) UNION ALL SELECT n + 1, abs(random()) FROM entries WHERE n + 1 < ${rows}
    )
    INSERT INTO ${name} (number, received_at, device, user, ou, domain, category, action, reason, policy_version, campus, count, record)
    SELECT CAST(n * ${DAY_MS / rows} AS INTEGER) * 67108864 + dice % 67108864, ${RANGE.from} + CAST(n * ${DAY_MS / rows} AS INTEGER),
      (SELECT id FROM devices WHERE n = dice % ${devices}), (SELECT id FROM users WHERE n = dice % ${devices}),
      ${first('ou')} + 1, (SELECT id FROM domains WHERE n = (dice / 7) % (1 + (dice / 11) % ${domains})),
      (SELECT id FROM categorys WHERE n = (dice / 13) % 50), (dice / 17) % ${BLOCKED_SHARE} = 0, 0, 42, 1, 1, dice % 281474976710656
    FROM entries;
    UPDATE record_partitions SET rows = ${rows}, min_at = ${RANGE.from}, max_at = ${RANGE.to - 1} WHERE name = '${name}';`);
  for (const index of indexes) db.exec(index.sql);
  db.close();
}

const QUESTIONS: readonly {
  readonly name: string;
  readonly filter: (sample: number, size: LogsSize) => LogFilter;
}[] = [
  { name: 'all', filter: () => ({}) },
  { name: 'one device', filter: (n, { devices }) => ({ deviceId: [deviceId((n * 97) % devices)] }) },
  { name: 'one user', filter: (n, { devices }) => ({ user: [`user-${(n * 89) % devices}@bench.example`] }) },
  { name: 'action=block', filter: () => ({ action: ['block'] }) },
  { name: 'one domain', filter: (n, { domains }) => ({ domain: [`site-${(n * 83) % domains}.example`] }) },
  { name: 'one category', filter: (n) => ({ category: [`category-${n % 50}`] }) },
  {
    name: 'user and block',
    filter: (n, { devices }) => ({ user: [`user-${(n * 79) % devices}@bench.example`], action: ['block'] }),
  },
  { name: 'a rule that no entry has', filter: () => ({ ruleId: ['rul_01kafw2n7qd5g8h1j3k6m9p2rs'] }) },
  { name: 'blocked off campus (none)', filter: () => ({ campus: ['off-campus'] }) },
];

async function measureLists(store: Store, size: LogsSize): Promise<void> {
  const results: string[][] = [
    ['', 'first p50', 'p99 ms', 'middle p50', 'p99 ms', 'last p50', 'p99 ms', 'total'],
  ];
  for (const { name, filter } of QUESTIONS) {
    const figures: string[] = [];
    let total = '';
    for (const place of ['first', 'middle', 'last'] as const) {
      const samples: number[] = [];
      for (let sample = 0; sample < size.samples; sample++) {
        const startedAt = performance.now();
        total = await readPage(store, filter(sample, size), place);
        samples.push(performance.now() - startedAt);
      }
      figures.push(figure(percentile(samples, 0.5), 1), figure(percentile(samples, 0.99), 1));
    }
    results.push([name, ...figures, total]);
  }
  console.log(table(results));
  console.log(`aim: p99 under 50 ms; ${PAGE} entries a page, ${size.samples} samples each`);
}

async function readPage(
  store: Store,
  filter: LogFilter,
  place: 'first' | 'middle' | 'last',
): Promise<string> {
  const position: ListPosition = {
    values: [place === 'middle' ? RANGE.from + DAY_MS / 2 : RANGE.from + 10_000],
    id: '0',
  };
  const page = await store.records.logs({
    organisationId: DEFAULT_ORGANISATION_ID,
    filter,
    range: RANGE,
    sort: [{ field: 'timestamp', descending: true }],
    limit: PAGE,
    from: place === 'first' ? { kind: 'page', page: 1 } : { kind: 'after', position },
  });
  JSON.stringify({ ...page, rows: page.rows.map(toLogEntry) });
  return `${page.totalIsEstimate ? '~' : ''}${figure(page.total)}`;
}

/** Deletes the day in slices, as the job does: how long each holds up other writers, and how long it takes in all. */
async function measurePurge(store: Store): Promise<void> {
  const slices: number[] = [];
  const startedAt = performance.now();
  for (let ended = false; !ended; ) {
    const sliceAt = performance.now();
    const slice = await store.records.purgeSlice('logs', RANGE.to + DAY_MS, PURGE_SLICE);
    slices.push(performance.now() - sliceAt);
    ended = slice === null || slice.dayEnded;
  }
  console.log(
    `purge: ${figure(slices.length)} slices of ${figure(PURGE_SLICE)}, p50 ${figure(percentile(slices, 0.5), 1)} ms, p99 ${figure(percentile(slices, 0.99), 1)} ms, in all ${figure((performance.now() - startedAt) / 1_000)} s`,
  );
}
