import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { startPeer } from '../peers/peer-process.ts';
import { freeTcpPort } from './free-port.ts';

/** A DNS server in a process of its own, on 127.0.0.1. */
export interface DnsServer {
  readonly name: string;
  readonly port: number;
  /** From the start of the process to the first answer. */
  readonly startMs: number;
  /** Resident memory, bytes. */
  memory(): number;
  /** Processor time so far, milliseconds; of NSD, which answers from a child, it is not known. */
  cpuMs(): number;
  stop(): Promise<void>;
}

export interface DnsServerOptions {
  /** For configurations; the caller removes it. */
  readonly folder: string;
  readonly upstreamPort: number;
  /** One a line. */
  readonly listFile: string;
  readonly listed: readonly string[];
  readonly indexFile: string;
}

/** As the agent's worker runs. */
const WORKER_OPTIONS = ['--max-semi-space-size=1', '--max-old-space-size=64'];
const START_TIMEOUT_MS = 60_000;

/** NSD with one answer for every name; else a small one in Node. */
export async function startPlainUpstream(folder: string): Promise<DnsServer> {
  if (!isInstalled('nsd', ['-v'])) {
    const startedAt = performance.now();
    const peer = await startPeer<{ readonly port: number; readonly pid: number }>('plain-dns.ts', []);
    return ofPeer('upstream alone (Node)', peer, startedAt);
  }
  const port = await freeTcpPort();
  const zone = join(folder, 'root.zone');
  writeFileSync(
    zone,
    '$ORIGIN .\n$TTL 300\n@ SOA ns. host. 1 3600 600 86400 30\n@ NS ns.\n* A 192.0.2.1\n* AAAA 2001:db8::1\n',
  );
  const config = join(folder, 'nsd.conf');
  writeFileSync(
    config,
    `server:\n ip-address: 127.0.0.1@${port}\n server-count: 1\n username: ""\n chroot: ""\n zonesdir: "${folder}"\n pidfile: "${folder}/nsd.pid"\n database: ""\n xfrdfile: "${folder}/xfrd.state"\n zonelistfile: "${folder}/zone.list"\n rrl-ratelimit: 0\nremote-control:\n control-enable: no\nzone:\n name: "."\n zonefile: "${zone}"\n`,
  );
  return startProgram('upstream alone (NSD)', port, ['nsd', '-d', '-c', config]);
}

/** Our resolver with policy, category index and recorder, as the worker runs it. */
export async function startSchoolgate({ upstreamPort, indexFile }: DnsServerOptions): Promise<DnsServer> {
  const startedAt = performance.now();
  const peer = await startPeer<{ readonly port: number; readonly pid: number }>(
    bundled('schoolgate-resolver'),
    [indexFile, `127.0.0.1:${upstreamPort}`],
    WORKER_OPTIONS,
  );
  return ofPeer('Schoolgate', peer, startedAt);
}

/** As the agent is shipped: taking the types out of sources at the start costs 40 MB that no laptop pays. */
function bundled(name: string): string {
  const outfile = new URL(`../../dist/bench-peers/${name}.mjs`, import.meta.url);
  buildSync({
    entryPoints: [new URL(`../peers/${name}.ts`, import.meta.url).pathname],
    outfile: outfile.pathname,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  });
  return outfile.href;
}

/** Null where it is not installed. */
export async function startUnbound({
  folder,
  upstreamPort,
  listed,
}: DnsServerOptions): Promise<DnsServer | null> {
  if (!isInstalled('unbound', ['-V'])) return null;
  const port = await freeTcpPort();
  const list = join(folder, 'unbound.list');
  writeFileSync(list, listed.map((name) => `local-zone: "${name}" always_null\n`).join(''));
  const config = join(folder, 'unbound.conf');
  writeFileSync(
    config,
    `server:\n interface: 127.0.0.1\n port: ${port}\n do-daemonize: no\n chroot: ""\n username: ""\n pidfile: ""\n num-threads: 1\n module-config: "iterator"\n do-not-query-localhost: no\n use-syslog: no\n verbosity: 0\n outgoing-range: 4096\n include: "${list}"\nforward-zone:\n name: "."\n forward-addr: 127.0.0.1@${upstreamPort}\nremote-control:\n control-enable: no\n`,
  );
  return startProgram('unbound', port, ['unbound', '-d', '-c', config]);
}

/** Null where it is not installed. */
export async function startDnsmasq({
  folder,
  upstreamPort,
  listed,
}: DnsServerOptions): Promise<DnsServer | null> {
  if (!isInstalled('dnsmasq', ['-v'])) return null;
  const port = await freeTcpPort();
  const config = join(folder, 'dnsmasq.conf');
  const list = listed.map((name) => `address=/${name}/0.0.0.0\n`).join('');
  writeFileSync(
    config,
    `port=${port}\nlisten-address=127.0.0.1\nbind-interfaces\nno-resolv\nno-hosts\nuser=\npid-file=\nserver=127.0.0.1#${upstreamPort}\ncache-size=10000\ndns-forward-max=1000\n${list}`,
  );
  return startProgram('dnsmasq', port, ['dnsmasq', '--keep-in-foreground', '-C', config]);
}

function isInstalled(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore', env: withSbin() }).error === undefined;
}

function withSbin(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` };
}

async function startProgram(
  name: string,
  port: number,
  [program = '', ...args]: readonly string[],
): Promise<DnsServer> {
  const startedAt = performance.now();
  const child = spawn(program, args, { stdio: 'ignore', env: withSbin(), detached: true });
  const stop = async (): Promise<void> => {
    const { pid, exitCode, signalCode } = child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    const ended = once(child, 'exit');
    // The group: NSD's children outlive it. Nothing in these servers is worth an orderly end.
    process.kill(-pid, 'SIGKILL');
    await ended;
  };
  try {
    await firstAnswer(port, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    name,
    port,
    startMs: performance.now() - startedAt,
    memory: () => residentBytes(child.pid ?? 0),
    cpuMs: () => (program === 'nsd' ? Number.NaN : processorMs(child.pid ?? 0)),
    stop,
  };
}

async function ofPeer(
  name: string,
  peer: Awaited<ReturnType<typeof startPeer<{ readonly port: number; readonly pid: number }>>>,
  startedAt: number,
): Promise<DnsServer> {
  const { port, pid } = peer.ready;
  await firstAnswer(port, null);
  const startMs = performance.now() - startedAt;
  return {
    name,
    port,
    startMs,
    memory: () => residentBytes(pid),
    cpuMs: () => processorMs(pid),
    stop: () => peer.stop(),
  };
}

function residentBytes(pid: number): number {
  const own = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(own?.[1] ?? Number.NaN) * 1_024;
}

/** The kernel counts in hundredths of a second (proc(5), fields 14 and 15). */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

// `example. A`, with id 1 and recursion desired.
const PROBE = Buffer.from('000101000001000000000000076578616d706c650000010001', 'hex');

async function firstAnswer(port: number, child: ChildProcess | null): Promise<void> {
  const socket = createSocket('udp4');
  const deadline = performance.now() + START_TIMEOUT_MS;
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const ask = (): void => {
        if (child !== null && child.exitCode !== null) reject(new Error(`${child.spawnfile} has ended`));
        else if (performance.now() > deadline) reject(new Error('the DNS server never answered'));
        else socket.send(PROBE, port, '127.0.0.1');
      };
      timer = setInterval(ask, 20);
      socket.on('error', () => undefined);
      socket.once('message', () => resolve());
    });
  } finally {
    clearInterval(timer);
    socket.close();
  }
}
