import { Resolver } from 'node:dns/promises';
import { gzipSync } from 'node:zlib';
import type { FilterOptions } from '../../../agent/enforce/filter-options.ts';
import type { TargetState } from '../../../contracts/mqtt/messages.ts';
import type { PolicyBundle } from '../../../contracts/policy/bundle.ts';
import { sha256 } from '../../../kit/signing.ts';
import { createFakeProbes, type FakeProbes } from '../../support/fake-probes.ts';
import { shippedBytes } from '../../support/shipped-names.ts';
import type { Laptop } from './laptop.ts';
import { targetOf, UNLOCKED } from './school-server.ts';

/** A filter with its resolver on this port, the rest on any free ones. */
export function filterOn(port: number, sharedFolder: string): FilterOptions {
  return {
    ports: { dns: port, proxy: 0, relay: 0 },
    workerUid: process.getuid?.() ?? 0,
    sockets: [],
    sharedFolder,
    checkMs: 500,
    shipped: () => Promise.resolve(shippedBytes()),
  };
}

/** A target that carries this bundle whole. */
export function targetWith(
  version: number,
  bundle: PolicyBundle,
  extra: Partial<TargetState> = {},
): TargetState {
  const bytes = Buffer.from(JSON.stringify(bundle));
  return targetOf(version, UNLOCKED, {
    policy: {
      version: bundle.version,
      hash: sha256(bytes),
      bytes: bytes.length,
      inline: gzipSync(bytes).toString('base64'),
    },
    ...extra,
  });
}

/** Asks the agent's own resolver for IPv4 addresses; what is no answer is its error code. */
export async function askFilter(port: number, name: string): Promise<string> {
  const resolver = new Resolver({ timeout: 500, tries: 1 });
  resolver.setServers([`127.0.0.1:${port}`]);
  try {
    return (await resolver.resolve4(name)).join();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

/** A pretended system whose resolver is the agent's own, as it is with the firewall's redirect. */
export function redirectedProbes(port: () => number | null): FakeProbes {
  const probes = createFakeProbes();
  probes.onResolve = async (name) => {
    const to = port();
    if (to === null) return { answer: 'none' };
    const answer = await askFilter(to, name);
    if (/^[\d.,]+$/.test(answer)) return { answer: 'addresses', addresses: answer.split(',') };
    return { answer: answer === 'ENOTFOUND' || answer === 'ENODATA' ? 'nothing' : 'none' };
  };
  return probes;
}

/** Where the filter of a laptop listens: the adapter was told. */
export function dnsPortOf(laptop: Pick<Laptop, 'os'>): number | null {
  return laptop.os.filter.applied()?.ports.dns ?? null;
}
