import { connect, isIP, isIPv6, type LookupFunction, type Socket } from 'node:net';
import type { Clock } from '../../../kit/clock.ts';
import type { HostResolver } from './host-resolver.ts';
import type { TargetAddresses } from './target-address.ts';

/** Browsers give up after 20–75 s; a site that does not answer within this will not (milliseconds). */
const CONNECT_TIMEOUT_MS = 15_000;
/** Notices within some minutes that a peer has gone without a word: a laptop sleeps and wakes elsewhere (milliseconds). */
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

/** Opens a socket; `lookup` is to be used for the host, which may be an address. */
export type Dial = (target: {
  readonly host: string;
  readonly port: number;
  readonly lookup: LookupFunction;
  readonly allowHalfOpen: boolean;
}) => Socket;

/** Node's own, with happy eyeballs (RFC 8305). */
export const systemDial: Dial = (target) =>
  connect({
    ...target,
    autoSelectFamily: true,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: KEEP_ALIVE_MS,
  });

/** The only way out of proxy and relay. */
export interface Egress {
  /**
   * A connected socket to a host, at an address that our resolver found and that may be reached.
   * @param host normalised; an IP address, IPv6 in brackets, is taken as it is and judged all the same
   * @throws UnreachableHost, or what the system said
   */
  connect(host: string, port: number, options: { readonly allowHalfOpen: boolean }): Promise<Socket>;
}

export interface EgressDependencies {
  readonly resolver: HostResolver;
  readonly addresses: TargetAddresses;
  /** Crisis help is reached also at an address that a list of DoH servers holds. */
  readonly isCrisisHelp: (host: string) => boolean;
  readonly dial: Dial;
  readonly clock: Clock;
}

/** Connects by our own resolution only: hosts files, cached answers and false names lead nowhere, and SafeSearch stays. */
export function createEgress(deps: EgressDependencies): Egress {
  const { dial, clock } = deps;
  return {
    async connect(host, port, { allowHalfOpen }) {
      const addresses = await addressesOf(host, deps);
      const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
      const lookup: LookupFunction = (_host, options, callback) => {
        const [first] = found;
        if (options.all === true || first === undefined) callback(null, found);
        else callback(null, first.address, first.family);
      };
      const bare = host.startsWith('[') ? host.slice(1, -1) : host;
      return connected(dial({ host: bare, port, lookup, allowHalfOpen }), clock);
    },
  };
}

async function addressesOf(host: string, deps: EgressDependencies): Promise<readonly string[]> {
  const { resolver, addresses, isCrisisHelp } = deps;
  const literal = host.startsWith('[') ? host.slice(1, -1) : host;
  const found = isIP(literal) > 0 ? [literal] : await resolved(host, resolver);
  const verdicts = found.map((address) => ({ address, verdict: addresses.verdictOf(address) }));
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

function connected(socket: Socket, clock: Clock): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimeout(() => socket.destroy(new UnreachableHost('silent')), CONNECT_TIMEOUT_MS);
    const failed = (error: Error): void => {
      timer.cancel();
      reject(error);
    };
    socket.once('error', failed);
    socket.once('connect', () => {
      timer.cancel();
      socket.off('error', failed);
      resolve(socket);
    });
  });
}
