import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCategoryIndex } from '../contracts/categories/build-index.ts';
import { type DnsLoadResult, loadDns, loadGenerator } from './load/dns-load.ts';
import { dnsQuestions } from './load/dns-questions.ts';
import {
  type DnsServer,
  type DnsServerOptions,
  startDnsmasq,
  startPlainUpstream,
  startSchoolgate,
  startUnbound,
} from './load/dns-servers.ts';
import type { BenchSizes } from './load/size.ts';
import { figure, percentile, table } from './load/statistics.ts';

const OUTSTANDING = 100;
/** Rate of the fixed load. A busy laptop asks some ten a second; a hundred times that still leaves every server idle, so that only the latency is measured. */
const FIXED_RATE = 1_000;

interface DnsSize {
  /** How many are blocked. */
  readonly names: number;
  readonly questions: number;
  readonly rounds: number;
  /** Of load, as fast as it goes and again at a fixed rate. */
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

export const DNS_SIZES: BenchSizes<DnsSize> = {
  whole: { names: 1_000_000, questions: 400_000, rounds: 3, seconds: 4, warmUpSeconds: 3 },
  tiny: { names: 1_000, questions: 1_000, rounds: 1, seconds: 0.2, warmUpSeconds: 0.2 },
};

const AIM_OF_UNBOUND = 0.8;
const AIM_ADDED_MS = 0.15;
const AIM_RSS_MB = 100;

interface Measured {
  readonly server: DnsServer;
  readonly throughput: readonly DnsLoadResult[];
  readonly paced: readonly DnsLoadResult[];
  /** Processor time a query, microseconds: says more than queries a second where others use the machine too. */
  readonly cpuMicros: readonly number[];
  readonly megabytes: number;
}

/**
 * Queries a second, and the latency at a fixed rate, of the agent's resolver beside the upstream alone, dnsmasq and unbound with the same list where they are
 * installed. Each server, and the load generator, is a process of its own.
 */
export async function benchDns(size: DnsSize): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'schoolgate-bench-dns-'));
  const upstream = await startPlainUpstream(folder);
  const running = new Set([upstream]);
  try {
    const questions = dnsQuestions(size.names, size.questions);
    const options: DnsServerOptions = {
      folder,
      upstreamPort: upstream.port,
      listed: questions.listed,
      listFile: join(folder, 'listed'),
      indexFile: join(folder, 'listed.index'),
    };
    await writeFile(options.indexFile, indexOf(questions.listed));
    const files = { asked: join(folder, 'asked'), popular: join(folder, 'popular') };
    await writeFile(files.asked, questions.asked.map((name) => `${name} A\n`).join(''));
    await writeFile(files.popular, questions.popular.map((name) => `${name} A\n`).join(''));
    const measured = [await measure(upstream, files, size)];
    const others = { Schoolgate: startSchoolgate, unbound: startUnbound, dnsmasq: startDnsmasq };
    for (const [name, start] of Object.entries(others)) {
      const server = await start(options);
      if (server === null) {
        console.log(`${name} is not installed (apt-get install ${name}): left out.`);
        continue;
      }
      running.add(server);
      measured.push(await measure(server, files, size));
      running.delete(server);
      await server.stop();
    }
    report(measured, { names: questions.listed.length, source: questions.source, rounds: size.rounds });
  } finally {
    for (const server of running) await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function indexOf(names: readonly string[]): Uint8Array {
  return buildCategoryIndex({
    categories: ['listed'],
    each: (add) => {
      for (const name of names) add(name, 0);
    },
  });
}

async function measure(
  server: DnsServer,
  files: { readonly asked: string; readonly popular: string },
  { rounds, seconds, warmUpSeconds }: DnsSize,
): Promise<Measured> {
  const { port } = server;
  const load = { port, outstanding: OUTSTANDING, perSecond: null };
  await loadDns({ ...load, file: files.popular, seconds: warmUpSeconds });
  const throughput: DnsLoadResult[] = [];
  const paced: DnsLoadResult[] = [];
  const cpuMicros: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = server.cpuMs();
    const result = await loadDns({ ...load, file: files.asked, seconds });
    cpuMicros.push(((server.cpuMs() - before) * 1_000) / (result.perSecond * seconds));
    throughput.push(result);
    paced.push(await loadDns({ ...load, file: files.asked, seconds, perSecond: FIXED_RATE }));
  }
  return { server, throughput, paced, cpuMicros, megabytes: server.memory() / 1_024 ** 2 };
}

function report(
  measured: readonly Measured[],
  { names, source, rounds }: { readonly names: number; readonly source: string; readonly rounds: number },
): void {
  const [alone] = measured;
  const p50Alone = alone === undefined ? Number.NaN : middle(alone.paced, 'p50');
  const p99Alone = alone === undefined ? Number.NaN : middle(alone.paced, 'p99');
  console.log(
    `\ndns: ${figure(names)} ${source} blocked; 21 % of the questions are for them, 20 % for names never asked before; load by ${loadGenerator()}, medians of ${rounds} rounds; load average ${figure(loadavg()[0] ?? 0, 1)}`,
  );
  console.log(
    table([
      ['', 'queries/s', 'CPU µs', 'lost', 'p50 µs', 'p99 µs', 'p50 added', 'p99 added', 'RSS MB', 'start ms'],
      ...measured.map((row) => [
        row.server.name,
        figure(middle(row.throughput, 'perSecond')),
        figure(percentile(row.cpuMicros, 0.5)),
        figure(Math.max(...row.throughput.map(({ lost }) => lost))),
        figure(middle(row.paced, 'p50')),
        figure(middle(row.paced, 'p99')),
        row === alone ? '' : figure(middle(row.paced, 'p50') - p50Alone),
        row === alone ? '' : figure(middle(row.paced, 'p99') - p99Alone),
        figure(row.megabytes),
        figure(row.server.startMs),
      ]),
    ]),
  );
  const ours = measured.find(({ server }) => server.name === 'Schoolgate');
  const unbound = measured.find(({ server }) => server.name === 'unbound');
  if (ours === undefined) return;
  if (unbound !== undefined) {
    const share = middle(ours.throughput, 'perSecond') / middle(unbound.throughput, 'perSecond');
    aim(
      `${figure(share, 2)} of unbound’s queries/s (aim ${AIM_OF_UNBOUND} or more)`,
      share >= AIM_OF_UNBOUND,
    );
  }
  const addedMs = (middle(ours.paced, 'p50') - p50Alone) / 1_000;
  aim(
    `p50 added at ${figure(FIXED_RATE)}/s: ${figure(addedMs, 3)} ms (aim under ${AIM_ADDED_MS})`,
    addedMs < AIM_ADDED_MS,
  );
  aim(`${figure(ours.megabytes)} MB resident (aim under ${AIM_RSS_MB})`, ours.megabytes < AIM_RSS_MB);
}

function middle(rounds: readonly DnsLoadResult[], what: 'perSecond' | 'p50' | 'p99'): number {
  return percentile(
    rounds.map((round) => round[what]),
    0.5,
  );
}

function aim(words: string, isMet: boolean): void {
  console.log(`${words}: ${isMet ? 'met' : 'not met'}`);
}
