import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import type { BenchSizes } from './load/size.ts';
import { figure, percentile, table } from './load/statistics.ts';
import { type PeerProcess, startPeer } from './peers/peer-process.ts';

/** What the peers report when they are ready. */
export interface ApiReady {
  readonly port: number;
  readonly keys: readonly string[];
}

interface Measured {
  readonly requestsPerSecond: number;
  /** Milliseconds. */
  readonly latencies: readonly number[];
  /** Processor time of the server for one request, microseconds. */
  readonly cpuMicros: number;
}

const PATH = '/v1/devices?limit=50';
const CONNECTIONS = 10;

interface ApiSize {
  readonly devices: number;
  /**
   * Requests before the measurement, so that V8 has compiled the hot code. A number, not a time: on a busy machine a time may be too short for one of the two.
   */
  readonly warmUpRequests: number;
  /** The two take turns, so that other load of the machine affects both; the median counts. */
  readonly rounds: number;
  readonly roundSeconds: number;
}

export const API_SIZES: BenchSizes<ApiSize> = {
  whole: { devices: 50_000, warmUpRequests: 15_000, rounds: 3, roundSeconds: 5 },
  tiny: { devices: 3, warmUpRequests: 100, rounds: 1, roundSeconds: 1 },
};

/**
 * `GET /v1/devices?limit=50` with key, scope, limiter, log and so many devices in SQLite, beside a bare Fastify route that serialises the same page as a
 * constant. Each server is a process of its own, and the load comes from this one.
 */
export async function benchApi(size: ApiSize): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'schoolgate-bench-api-'));
  const ours = await startPeer<ApiReady>('schoolgate-api.ts', [String(size.devices)]);
  try {
    const file = join(folder, 'page.json');
    await writeFile(file, await readPage(ours.ready));
    const bare = await startPeer<ApiReady>('bare-fastify.ts', [file]);
    try {
      await compare(size, bare, ours);
    } finally {
      await bare.stop();
    }
  } finally {
    await ours.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function compare(
  size: ApiSize,
  bare: PeerProcess<ApiReady>,
  ours: PeerProcess<ApiReady>,
): Promise<void> {
  const rounds: { readonly bare: Measured; readonly ours: Measured }[] = [];
  await load(bare, { amount: size.warmUpRequests });
  await load(ours, { amount: size.warmUpRequests });
  for (let round = 0; round < size.rounds; round++)
    rounds.push({
      bare: await load(bare, { duration: size.roundSeconds }),
      ours: await load(ours, { duration: size.roundSeconds }),
    });
  const middle = (values: readonly number[]): number => percentile(values, 0.5);
  const summary = (which: 'bare' | 'ours') => ({
    rate: middle(rounds.map((round) => round[which].requestsPerSecond)),
    cpu: middle(rounds.map((round) => round[which].cpuMicros)),
    p50: middle(rounds.map((round) => percentile(round[which].latencies, 0.5))),
    p99: middle(rounds.map((round) => percentile(round[which].latencies, 0.99))),
  });
  const [plain, full] = [summary('bare'), summary('ours')];
  console.log(
    `\napi: GET ${PATH}, ${figure(size.devices)} devices, ${CONNECTIONS} connections, middle of ${size.rounds} rounds of ${size.roundSeconds} s`,
  );
  console.log(
    table([
      ['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs a request'],
      [
        'bare Fastify route',
        figure(plain.rate),
        figure(plain.p50, 2),
        figure(plain.p99, 2),
        figure(plain.cpu),
      ],
      ['Schoolgate', figure(full.rate), figure(full.p50, 2), figure(full.p99, 2), figure(full.cpu)],
    ]),
  );
  console.log(
    `requests/s: ${figure(full.rate / plain.rate, 2)} of the bare route (aim: at least 0.5); p99: ${figure(full.p99 / plain.p99, 2)} times its p99 (aim: under 3)`,
  );
}

async function load(
  peer: PeerProcess<ApiReady>,
  length: { readonly amount: number } | { readonly duration: number },
): Promise<Measured> {
  const { port, keys } = peer.ready;
  const cpuBefore = await peer.cpu();
  const latencies: number[] = [];
  const options: autocannon.Options = {
    url: `http://127.0.0.1:${port}`,
    connections: CONNECTIONS,
    ...length,
    requests: (keys.length === 0 ? [null] : keys).map((key) => ({
      method: 'GET' as const,
      path: PATH,
      headers: key === null ? {} : { authorization: `Bearer ${key}` },
    })),
  };
  // With a callback it gives the running instance; what it tells comes as events.
  const run = autocannon(options, () => undefined);
  run.on('response', (_client, status, _bytes, milliseconds) => {
    if (status === 200) latencies.push(milliseconds);
  });
  const result = await new Promise<autocannon.Result>((resolve) => run.once('done', resolve));
  if (result.errors + result.non2xx > 0)
    throw new Error(`${result.errors} errors, ${result.non2xx} refusals`);
  const cpuMicros = ((await peer.cpu()) - cpuBefore) * (1_000 / latencies.length);
  return { requestsPerSecond: latencies.length / result.duration, latencies, cpuMicros };
}

async function readPage({ port, keys }: ApiReady): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${PATH}`, {
    headers: { authorization: `Bearer ${keys[0] ?? ''}` },
  });
  if (response.status !== 200) throw new Error(`the page was answered with ${response.status}`);
  return await response.text();
}
