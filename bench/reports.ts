import { createApi } from '../api/api.ts';
import { createApiKey } from '../api/keys/api-keys.ts';
import { createSsrfGuard } from '../api/outbound/ssrf-guard.ts';
import { lastFullWeek, weekBefore } from '../api/reports/week.ts';
import { systemClock } from '../kit/clock.ts';
import { systemRandom } from '../kit/random.ts';
import { createSealer } from '../kit/sealing.ts';
import { DEFAULT_ORGANISATION_ID } from '../store/ports/organisations.ts';
import type { RollupPlace } from '../store/ports/rollups.ts';
import type { Store } from '../store/ports/store.ts';
import type { ReceivedActivity } from '../store/ports/telemetry.ts';
import type { FleetDevice } from './load/fleet.ts';
import type { BenchSizes } from './load/size.ts';
import { figure, percentile, table } from './load/statistics.ts';
import { type BenchStore, ids, log, openBenchStore } from './peers/bench-store.ts';

const DAY_MS = 86_400_000;
const UNITS = 40;
const DOMAINS = 20_000;
const CATEGORIES = 50;
/** Each person is seen so often a day: what a report costs grows with how many different things a day has, not with how often. */
const RECORDS_A_DAY = 5;
const BATCH = 2_000;
/** The aim of the issue. */
const AIM_MS = 100;

interface ReportsSize {
  readonly devices: number;
  /** Times that each report is asked for. */
  readonly samples: number;
}

export const REPORTS_SIZES: BenchSizes<ReportsSize> = {
  whole: { devices: 5_000, samples: 100 },
  tiny: { devices: 3, samples: 2 },
};

/** What is asked, with the limit of the key to one unit. */
const QUESTIONS = [
  { name: 'JSON, whole school', path: '/v1/reports/weekly', unit: null },
  { name: 'JSON, one unit', path: '/v1/reports/weekly', unit: '/Bench/Grade-7' },
  { name: 'page to print', path: '/v1/reports/weekly?format=html', unit: null },
  { name: 'CSV', path: '/v1/reports/weekly?format=csv', unit: null },
] as const;

/** The weekly report of a fleet over two weeks of roll-ups, through the real HTTP side. */
export async function benchReports({ devices, samples }: ReportsSize): Promise<void> {
  const bench = await openBenchStore(devices);
  try {
    const startedAt = performance.now();
    const records = await fill(bench);
    const seconds = (performance.now() - startedAt) / 1_000;
    console.log(
      `\nreports: ${figure(devices)} devices, ${figure(records)} records of two weeks with ${figure(DOMAINS)} domains, made in ${figure(seconds)} s`,
    );
    await measure(bench.store, samples);
  } finally {
    await bench.remove();
  }
}

/** As devices would have sent it, day by day. */
async function fill({ store, fleet }: BenchStore): Promise<number> {
  const week = lastFullWeek(systemClock.now(), 'UTC');
  const { from } = weekBefore(week, 'UTC');
  let records = 0;
  for (let day = from; day < week.to; day += DAY_MS) {
    const rows = fleet.flatMap((device, number) =>
      Array.from({ length: RECORDS_A_DAY }, (_, at) => recordOf(device, { number, day, at })),
    );
    for (let at = 0; at < rows.length; at += BATCH)
      await store.telemetry.appendActivity(rows.slice(at, at + BATCH));
    records += rows.length;
  }
  // What the nightly job leaves of days that are over.
  const request = { users: 0, others: 0, now: systemClock.now(), limit: 5_000 };
  for (let after: RollupPlace | null = null; ; ) {
    after = (await store.rollups.prune({ ...request, after })).next;
    if (after === null) break;
  }
  return records;
}

function recordOf(
  device: FleetDevice,
  { number, day, at }: { readonly number: number; readonly day: number; readonly at: number },
): ReceivedActivity {
  const dice = (number * 7_919 + at * 104_729 + (day / DAY_MS) * 31) % 1_000_003;
  const time = day + 28_800_000 + (dice % 28_800_000);
  return {
    deviceId: device.id,
    organisationId: DEFAULT_ORGANISATION_ID,
    receivedAt: time,
    ouPath: `/Bench/Grade-${number % UNITS}`,
    record: {
      id: `record-${day / DAY_MS}-${at}`,
      at: time,
      kind: 'request',
      user: `user-${number}@bench.example`,
      domain: `www.site-${dice % (1 + (dice % DOMAINS))}.example`,
      category: `category-${dice % CATEGORIES}`,
      action: dice % 20 === 0 ? 'block' : 'allow',
    },
  };
}

async function measure(store: Store, samples: number): Promise<void> {
  const common = { store, clock: systemClock, ids, random: systemRandom, log };
  const api = createApi({
    ...common,
    sealer: createSealer({ masterKey: systemRandom.bytes(32), random: systemRandom }),
    listen: { host: '127.0.0.1', port: 0 },
    agentInfo: {
      certificateAuthority: '',
      authorityFingerprint: '',
      serverPublicKey: '',
      mqttUrls: () => [],
      enrollCommand: () => '',
    },
    cursorSecret: systemRandom.bytes(32),
    documentFiles: { json: 'openapi/openapi.json', yaml: 'dist/openapi.yaml' },
    webhookGuard: {
      ...createSsrfGuard({ allowCidrs: [], allowHttpCidrs: [] }),
      checkUrl: () => Promise.resolve(),
    },
  });
  await api.start();
  try {
    const rows: string[][] = [['', 'p50 ms', 'p99 ms', 'bytes']];
    let worst = 0;
    for (const { name, path, unit } of QUESTIONS) {
      const { key } = await createApiKey(common, {
        organisationId: DEFAULT_ORGANISATION_ID,
        name,
        scopes: ['reports:read'],
        tier: 'enterprise',
        rateLimitOverride: 5_000,
        expiresAt: null,
        ...(unit === null ? {} : { ouPath: unit }),
      });
      const { times, bytes } = await ask(`http://127.0.0.1:${api.address().port}${path}`, key, samples);
      worst = Math.max(worst, percentile(times, 0.99));
      rows.push([name, figure(percentile(times, 0.5), 1), figure(percentile(times, 0.99), 1), figure(bytes)]);
    }
    console.log(table(rows));
    console.log(`the slowest p99 is ${figure(worst, 1)} ms (aim: under ${AIM_MS})`);
  } finally {
    await api.stop();
  }
}

async function ask(
  url: string,
  key: string,
  samples: number,
): Promise<{ readonly times: readonly number[]; readonly bytes: number }> {
  const times: number[] = [];
  let bytes = 0;
  for (let sample = 0; sample < samples; sample++) {
    const startedAt = performance.now();
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    bytes = (await response.text()).length;
    times.push(performance.now() - startedAt);
    if (response.status !== 200) throw new Error(`the report was answered with ${response.status}`);
  }
  return { times, bytes };
}
