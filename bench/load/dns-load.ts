import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { startPeer } from '../peers/peer-process.ts';
import { percentile } from './statistics.ts';

/** What a load generator is to do. */
export interface DnsLoad {
  readonly port: number;
  /** Lines `name type`. */
  readonly file: string;
  readonly seconds: number;
  /** Null = as fast as answers come. */
  readonly perSecond: number | null;
  readonly outstanding: number;
}

/** Latencies are in microseconds. */
export interface DnsLoadResult {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly lost: number;
}

/** Which load generator is used: dnsperf when installed, else our own in Node, which gives less load. */
export function loadGenerator(): 'dnsperf' | 'Node' {
  return spawnSync('dnsperf', ['-h'], { stdio: 'ignore' }).error === undefined ? 'dnsperf' : 'Node';
}

/** Loads a server for a while, from a process of its own. */
export async function loadDns(load: DnsLoad): Promise<DnsLoadResult> {
  if (loadGenerator() === 'dnsperf') return runDnsperf(load);
  const peer = await startPeer<DnsLoadResult>('dns-load.ts', [JSON.stringify(load)]);
  await peer.stop();
  return peer.ready;
}

async function runDnsperf({ port, file, seconds, perSecond, outstanding }: DnsLoad): Promise<DnsLoadResult> {
  const common = ['-s', '127.0.0.1', '-p', String(port), '-d', file, '-l', String(seconds)];
  // Every single latency only at a fixed rate: writing them all costs time.
  const how = perSecond === null ? ['-q', String(outstanding)] : ['-Q', String(perSecond), '-v'];
  const child = spawn('dnsperf', [...common, ...how], { stdio: ['ignore', 'pipe', 'ignore'] });
  const latencies: number[] = [];
  let rate = Number.NaN;
  let lost = Number.NaN;
  for await (const line of createInterface({ input: child.stdout })) {
    const single = /^> \S+ \S+ \S+ ([\d.]+)$/.exec(line);
    if (single !== null) latencies.push(Number(single[1]) * 1e6);
    rate = Number(/Queries per second:\s+([\d.]+)/.exec(line)?.[1] ?? rate);
    lost = Number(/Queries lost:\s+(\d+)/.exec(line)?.[1] ?? lost);
  }
  return { perSecond: rate, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99), lost };
}
