import { connect, isIP, type Socket } from 'node:net';
import type { Clock } from '../../../kit/clock.ts';
import { ConnectTimeout, connectFirst } from '../../dial/connect-first.ts';
import type { HostResolver } from './host-resolver.ts';
import type { TargetAddresses } from './target-address.ts';

/** With this period a vanished peer is noticed within some minutes, for example after a laptop slept and woke in another network (milliseconds). */
const KEEP_ALIVE_MS = 60_000;

/** Why a host cannot be reached from here. `silent`: it did not answer in time. */
export type Obstacle = 'unresolved' | 'closed' | 'doh' | 'silent';

/** A host that we found no way to, or must not go to. */
export class UnreachableHost extends Error {
  readonly obstacle: Obstacle;

  constructor(obstacle: Obstacle, options?: ErrorOptions) {
    super(`host cannot be reached: ${obstacle}`, options);
    this.name = 'UnreachableHost';
    this.obstacle = obstacle;
  }
}

/** Begins to connect to an IP address. */
export type Dial = (target: {
  readonly host: string;
  readonly port: number;
  readonly allowHalfOpen: boolean;
}) => Socket;

/** The system's own. */
export const systemDial: Dial = (target) =>
  connect({
    ...target,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: KEEP_ALIVE_MS,
  });

/** The only way out of proxy and relay. */
export interface Egress {
  /**
   * Connects to a host at an address that our resolver found and that may be reached. @param host normalised; an IP address, IPv6 in brackets, is not
   * looked up but judged all the same @throws UnreachableHost, or what the system said
   */
  connect(host: string, port: number, options: { readonly allowHalfOpen: boolean }): Promise<Socket>;
}

export interface EgressDependencies {
  readonly resolver: HostResolver;
  readonly addresses: TargetAddresses;
  /** Whether a host is crisis help, which is reached even at an address on a list of DoH servers. */
  readonly isCrisisHelp: (host: string) => boolean;
  readonly dial: Dial;
  readonly clock: Clock;
}

/** Connects only to addresses that our own resolver found, so that hosts files, cached answers and false names have no effect and SafeSearch stays on. */
export function createEgress(deps: EgressDependencies): Egress {
  const { dial, clock } = deps;
  return {
    async connect(host, port, { allowHalfOpen }) {
      const addresses = await addressesOf(host, deps);
      try {
        return await connectFirst({
          addresses,
          open: (address) => dial({ host: address, port, allowHalfOpen }),
          clock,
        });
      } catch (error) {
        throw error instanceof ConnectTimeout ? new UnreachableHost('silent', { cause: error }) : error;
      }
    },
  };
}

async function addressesOf(host: string, deps: EgressDependencies): Promise<readonly string[]> {
  const { resolver, addresses, isCrisisHelp } = deps;
  const literal = host.startsWith('[') ? host.slice(1, -1) : host;
  const found = isIP(literal) > 0 ? [literal] : await resolved(host, resolver);
  const verdicts = found.map((address) => ({ address, verdict: addresses.verdictOf(address, host) }));
  const crisis = isCrisisHelp(host);
  const open = verdicts.filter(({ verdict }) => verdict === 'open' || (crisis && verdict === 'doh'));
  if (open.length > 0) return open.map(({ address }) => address);
  if (verdicts.some(({ verdict }) => verdict === 'doh')) throw new UnreachableHost('doh');
  // Our own resolver's answer for a blocked name.
  const nowhere = found.every((address) => address === '0.0.0.0' || address === '::');
  throw new UnreachableHost(nowhere ? 'unresolved' : 'closed');
}

async function resolved(host: string, resolver: HostResolver): Promise<readonly string[]> {
  try {
    return await resolver.resolve(host);
  } catch (cause) {
    throw new UnreachableHost('unresolved', { cause });
  }
}
