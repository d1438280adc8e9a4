import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchSizes } from './load/size.ts';
import { figure, percentile, table } from './load/statistics.ts';
import { startPeer } from './peers/peer-process.ts';

/** A request that the receiver took, at a moment in milliseconds since the epoch, with fractions. */
export interface Arrival {
  readonly path: string;
  readonly id: string;
  readonly at: number;
}

export interface ReceiverReport {
  readonly arrivals: readonly Arrival[];
  /** The first body that came. */
  readonly sample: string;
}

/** When an event was committed. */
export interface Commit {
  readonly id: string;
  readonly at: number;
}

/** What a delivery process is to do. Endpoint n is subscribed to event type n modulo `types`, and each event is of one type, in turn. */
export type DeliveryJob = {
  readonly urls: readonly string[];
  readonly types: number;
  /** Deliveries that will succeed. */
  readonly expected: number;
} & (
  | { readonly kind: 'backlog'; readonly events: number }
  | { readonly kind: 'rate'; readonly perSecond: number; readonly seconds: number }
);

export interface DeliveryReady {
  readonly commits: readonly Commit[];
  /** Processor time of delivering, without the start of the process. */
  readonly cpuMs: number;
  /** How long the making of the events and their delivery took together. */
  readonly elapsedMs: number;
}

export interface BarePosting {
  readonly port: number;
  readonly endpoints: number;
  readonly inFlight: number;
  readonly requests: number;
  readonly bodyFile: string;
}

/** Requests in flight to one endpoint: the product’s limit, and the bare loop’s. */
const PER_ENDPOINT = 4;
const ENDPOINTS = 16;
/** Share of the requests that warm up the compiler and do not count. */
const WARM_UP = 0.25;

const CROWD = 100;
const CROWD_TYPES = 20;
const BAD_PATHS = ['/slow', '/dead'];

interface WebhooksSize {
  readonly backlog: number;
  /** Of one endpoint alone, as most schools have. */
  readonly singleBacklog: number;
  /** The two take turns, so that other load of the machine affects both; the median counts. */
  readonly rounds: number;
  readonly halfLoadSeconds: number;
  /** Of the half load the first do not count: the compiler is at work. */
  readonly halfLoadWarmUpMs: number;
  /** Events to the crowd; in its whole time each type has as many as the others. */
  readonly crowdPerSecond: number;
  readonly crowdSeconds: number;
}

export const WEBHOOKS_SIZES: BenchSizes<WebhooksSize> = {
  whole: {
    backlog: 8_000,
    singleBacklog: 4_000,
    rounds: 3,
    halfLoadSeconds: 12,
    halfLoadWarmUpMs: 2_000,
    crowdPerSecond: 200,
    crowdSeconds: 20,
  },
  tiny: {
    backlog: 64,
    singleBacklog: 16,
    rounds: 1,
    halfLoadSeconds: 1,
    halfLoadWarmUpMs: 0,
    crowdPerSecond: CROWD_TYPES,
    crowdSeconds: 1,
  },
};

interface Lab {
  readonly port: number;
  readonly bodyFile: string;
  report(): Promise<ReceiverReport>;
}

/**
 * Deliveries a second beside a bare loop that signs and posts; the time from commit to arrival at half that load; and what three bad endpoints among 100 do
 * to the others. Receiver, product and bare loop are processes of their own.
 */
export async function benchWebhooks(size: WebhooksSize): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'schoolgate-bench-webhooks-'));
  const receiver = await startPeer<{ readonly port: number }>('webhook-receiver.ts', []);
  const { port } = receiver.ready;
  const lab: Lab = {
    port,
    bodyFile: join(folder, 'body.json'),
    report: async () => (await (await fetch(`http://127.0.0.1:${port}/arrivals`)).json()) as ReceiverReport,
  };
  try {
    const { rounds } = size;
    const throughput = await benchBacklog(lab, { endpoints: ENDPOINTS, requests: size.backlog, rounds });
    await benchBacklog(lab, { endpoints: 1, requests: size.singleBacklog, rounds });
    await benchHalfLoad(lab, Math.floor(throughput / 2), size);
    await benchIsolation(lab, size);
  } finally {
    await receiver.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Backlog {
  readonly endpoints: number;
  readonly requests: number;
  readonly rounds: number;
}

/** @returns how many events a second the product both makes and delivers */
async function benchBacklog(lab: Lab, backlog: Backlog): Promise<number> {
  const { endpoints, requests, rounds } = backlog;
  const ours: Measured[] = [];
  const bare: Measured[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(await deliverBacklog(lab, backlog));
    bare.push(await postBare(lab, backlog));
  }
  const rate = (of: readonly Measured[]): number =>
    percentile(
      of.map(({ perSecond }) => perSecond),
      0.5,
    );
  const cpu = (of: readonly Measured[]): number =>
    percentile(
      of.map(({ cpuMicros }) => cpuMicros),
      0.5,
    );
  console.log(
    `\nwebhooks: backlog of ${figure(requests)} to ${figure(endpoints)} endpoint(s), ${endpoints * PER_ENDPOINT} in flight, middle of ${rounds} rounds; ${load()}`,
  );
  console.log(
    table([
      ['', 'deliveries/s', 'CPU µs each'],
      ['bare loop: sign and post', figure(rate(bare)), figure(cpu(bare))],
      ['Schoolgate, durable', figure(rate(ours)), figure(cpu(ours))],
    ]),
  );
  const ratios = ours.map(({ perSecond }, round) => perSecond / (bare[round]?.perSecond ?? Number.NaN));
  console.log(
    `${figure(rate(ours) / rate(bare), 2)} of the bare loop (aim 0.60); by rounds ${ratios.map((ratio) => figure(ratio, 2)).join(', ')}`,
  );
  return percentile(
    ours.map(({ throughput }) => throughput),
    0.5,
  );
}

interface Measured {
  readonly perSecond: number;
  /** Events a second, made and delivered; NaN for the bare loop, which makes none. */
  readonly throughput: number;
  readonly cpuMicros: number;
}

async function deliverBacklog(lab: Lab, { endpoints, requests }: Backlog): Promise<Measured> {
  const urls = Array.from({ length: endpoints }, (_, number) => urlOf(lab, `/${number}`));
  const { cpuMs, elapsedMs } = await deliver({
    kind: 'backlog',
    urls,
    types: endpoints,
    events: requests,
    expected: requests,
  });
  const { arrivals, sample } = await lab.report();
  await writeFile(lab.bodyFile, sample);
  requireAll(new Set(arrivals.map(({ id }) => id)).size, requests);
  const throughput = (requests * 1_000) / elapsedMs;
  return { perSecond: rateOf(arrivals), throughput, cpuMicros: (cpuMs * 1_000) / requests };
}

async function postBare(lab: Lab, { endpoints, requests }: Backlog): Promise<Measured> {
  const { port, bodyFile } = lab;
  const posting: BarePosting = { port, endpoints, inFlight: endpoints * PER_ENDPOINT, requests, bodyFile };
  const peer = await startPeer<Pick<DeliveryReady, 'cpuMs'>>('bare-poster.ts', [JSON.stringify(posting)]);
  const { cpuMs } = peer.ready;
  await peer.stop();
  const { arrivals } = await lab.report();
  requireAll(arrivals.length, requests);
  return {
    perSecond: rateOf(arrivals),
    throughput: Number.NaN,
    cpuMicros: (cpuMs * 1_000) / requests,
  };
}

async function benchHalfLoad(
  lab: Lab,
  perSecond: number,
  { halfLoadSeconds: seconds, halfLoadWarmUpMs }: WebhooksSize,
): Promise<void> {
  const urls = Array.from({ length: ENDPOINTS }, (_, number) => urlOf(lab, `/${number}`));
  const expected = perSecond * seconds;
  const { commits } = await deliver({
    kind: 'rate',
    urls,
    types: ENDPOINTS,
    perSecond,
    seconds,
    expected,
  });
  const { arrivals } = await lab.report();
  requireAll(firstAttempts(arrivals, commits).length, expected);
  const warmAt = (commits[0]?.at ?? 0) + halfLoadWarmUpMs;
  const warm = commits.filter(({ at }) => at >= warmAt);
  const latencies = firstAttempts(arrivals, warm);
  console.log(
    `\nwebhooks: ${figure(perSecond)} events/s (half of what is made and delivered at most) to ${ENDPOINTS} endpoints for ${seconds} s, one delivery each; ${load()}`,
  );
  console.log(
    `commit to arrival: p50 ${figure(percentile(latencies, 0.5), 1)} ms, p99 ${figure(percentile(latencies, 0.99), 1)} ms (aim: p99 under 250)`,
  );
}

/** 100 endpoints on 20 event types: each event goes to five. Three of the 100 are bad: one slow, one dead, one that refuses connections. */
async function benchIsolation(
  lab: Lab,
  { crowdPerSecond: perSecond, crowdSeconds: seconds }: WebhooksSize,
): Promise<void> {
  const good = Array.from({ length: CROWD }, (_, number) => urlOf(lab, `/${number}`));
  const bad = [...BAD_PATHS.map((path) => urlOf(lab, path)), 'http://127.0.0.1:1/refuses'];
  const rows: (readonly string[])[] = [];
  for (const [name, urls] of [
    ['100 good endpoints', good],
    ['97 good, 1 slow, 1 dead, 1 refusing', [...bad, ...good.slice(bad.length)]],
  ] as const) {
    const perEndpoint = (perSecond * seconds) / CROWD_TYPES;
    const expected = urls.filter((url) => !bad.includes(url)).length * perEndpoint;
    const { commits } = await deliver({
      kind: 'rate',
      urls,
      types: CROWD_TYPES,
      perSecond,
      seconds,
      expected,
    });
    const { arrivals } = await lab.report();
    const latencies = firstAttempts(
      arrivals.filter(({ path }) => !BAD_PATHS.includes(path)),
      commits,
    );
    requireAll(latencies.length, expected);
    rows.push([
      name,
      figure(percentile(latencies, 0.5), 1),
      figure(percentile(latencies, 0.99), 1),
      figure(percentile(latencies, 1), 1),
    ]);
  }
  console.log(
    `\nwebhooks: ${perSecond} events/s of ${CROWD_TYPES} types to ${CROWD} endpoints, ${CROWD / CROWD_TYPES} a type, for ${seconds} s; first attempts to the good ones; ${load()}`,
  );
  console.log(table([['', 'p50 ms', 'p99 ms', 'max ms'], ...rows]));
  console.log('aim: p99 of the others under 1,000 ms');
}

async function deliver(job: DeliveryJob): Promise<DeliveryReady> {
  const peer = await startPeer<DeliveryReady>('schoolgate-deliveries.ts', [JSON.stringify(job)]);
  await peer.stop();
  return peer.ready;
}

/** Milliseconds from commit to the first arrival at each endpoint. */
function firstAttempts(arrivals: readonly Arrival[], commits: readonly Commit[]): readonly number[] {
  const committedAt = new Map(commits.map(({ id, at }) => [id, at]));
  const first = new Map<string, number>();
  for (const { path, id, at } of arrivals) {
    const key = `${path} ${id}`;
    const since = committedAt.get(id);
    if (since !== undefined && !first.has(key)) first.set(key, Math.max(0, at - since));
  }
  return [...first.values()];
}

/** Arrivals a second after the warm-up. */
function rateOf(arrivals: readonly Arrival[]): number {
  const warm = arrivals.slice(Math.floor(arrivals.length * WARM_UP));
  const [first, last] = [warm.at(0), warm.at(-1)];
  if (first === undefined || last === undefined) return Number.NaN;
  return ((warm.length - 1) * 1_000) / (last.at - first.at);
}

function requireAll(got: number, wanted: number): void {
  if (got !== wanted) throw new Error(`${wanted} deliveries were to arrive, and ${got} did`);
}

function urlOf({ port }: Lab, path: string): string {
  return `http://127.0.0.1:${port}${path}`;
}

function load(): string {
  return `load average of the machine ${loadavg()
    .map((value) => value.toFixed(1))
    .join(' ')}`;
}
