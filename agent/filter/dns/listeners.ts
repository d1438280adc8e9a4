import { isIP } from 'node:net';
import type { Clock } from '../../../kit/clock.ts';
import { messageOf } from '../../../kit/fault.ts';
import type { Service } from '../../../kit/lifecycle.ts';
import type { Log } from '../../../kit/log.ts';
import type { HandedDatagrams, HandedServer } from '../../ports/held-socket.ts';
import type { Connections } from '../connections/client-origin.ts';
import { codeOf, openAtFreePort, portsToTry } from '../connections/port-choice.ts';
import type { QueryHandler } from './query-handler.ts';
import { listenTcp } from './tcp-listener.ts';
import type { Askers } from './udp-askers.ts';
import { type Listener, listenUdp } from './udp-listener.ts';

/** Bound sockets that another process opened for us. They stay open while this process does not run, so that nobody else can take their ports. */
export interface InheritedSockets {
  readonly udp: readonly (InheritedSocket | (HeldFamily & HandedDatagrams & { readonly port: number }))[];
  /** Listening ones. */
  readonly tcp: readonly (InheritedSocket | (HeldFamily & HandedServer))[];
}

/** The family of its address. */
export interface HeldFamily {
  readonly family: 4 | 6;
}

export interface InheritedSocket extends HeldFamily {
  /** The file descriptor. */
  readonly fd: number;
}

export interface DnsListenersOptions {
  readonly handler: Pick<QueryHandler, 'take'>;
  /** 0 = any. */
  readonly port: number;
  /** Whether another port may be used where this one is taken. That works only where the system can be told which port to ask. */
  readonly mayMove: boolean;
  readonly addresses?: readonly string[];
  readonly inherited?: InheritedSockets;
  /** Tell who asks, by UDP and by TCP; absent = nobody can. */
  readonly askers?: Askers | undefined;
  readonly connections?: Connections | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

const LOOPBACK = ['127.0.0.1', '::1'];
/** What the system says where a computer has no IPv6. */
const NO_SUCH_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']);

/** All sockets on which questions come in: UDP and TCP of each address. */
export class DnsListeners implements Service {
  readonly #options: DnsListenersOptions;
  #listeners: readonly Listener[] = [];
  #ports: readonly { readonly address: string; readonly port: number }[] = [];

  constructor(options: DnsListenersOptions) {
    this.#options = options;
  }

  ports(): readonly { readonly address: string; readonly port: number }[] {
    return this.#ports;
  }

  /** Whether a question sent there would come back to us. */
  isOwn(address: string, port: number): boolean {
    return this.#ports.some((own) => own.port === port && own.address === address);
  }

  async start(): Promise<void> {
    if (this.#listeners.length > 0) return;
    const { inherited, addresses = LOOPBACK, port, mayMove } = this.#options;
    if (inherited !== undefined) return this.#inherit(inherited);
    // A port that is free by UDP and IPv4 may be taken by TCP, or by IPv6.
    await openAtFreePort(portsToTry(port, mayMove), (wanted) => this.#openAll(addresses, wanted));
  }

  async stop(): Promise<void> {
    const closing = this.#listeners;
    this.#listeners = [];
    this.#ports = [];
    await Promise.all(closing.map((listener) => listener.close()));
  }

  async #inherit({ udp, tcp }: InheritedSockets): Promise<void> {
    for (const at of udp)
      await this.#add(listenUdp(at, this.#options.handler, this.#options.log, this.#options.askers));
    for (const at of tcp) await this.#add(listenTcp(at, this.#options));
    const opened = [...udp, ...tcp].map(({ family }, index) => ({
      address: family === 4 ? '127.0.0.1' : '::1',
      port: this.#listeners[index]?.port ?? 0,
    }));
    this.#ports = opened.slice(0, Math.max(udp.length, 1));
  }

  async #openAll([first = '127.0.0.1', ...others]: readonly string[], port: number): Promise<void> {
    await this.#openPair({ address: first, port });
    const chosen = this.#ports[0]?.port ?? port;
    for (const address of others) await this.#openIfThere(address, chosen);
  }

  async #openIfThere(address: string, port: number): Promise<void> {
    try {
      await this.#openPair({ address, port });
    } catch (error) {
      const isMissing = isIP(address) === 6 && NO_SUCH_ADDRESS.has(codeOf(error));
      if (!isMissing) {
        await this.stop();
        throw error;
      }
      this.#options.log.info(
        { error: messageOf(error) },
        'this computer has no IPv6: DNS listens on IPv4 only',
      );
    }
  }

  async #openPair(at: { readonly address: string; readonly port: number }): Promise<void> {
    const { handler, log, askers } = this.#options;
    const udp = await listenUdp(at, handler, log, askers);
    try {
      const tcp = await listenTcp({ ...at, port: udp.port }, this.#options);
      this.#listeners = [...this.#listeners, udp, tcp];
      this.#ports = [...this.#ports, { address: at.address, port: udp.port }];
    } catch (error) {
      await udp.close();
      throw error;
    }
  }

  async #add(opening: Promise<Listener>): Promise<void> {
    try {
      const listener = await opening;
      this.#listeners = [...this.#listeners, listener];
    } catch (error) {
      await this.stop();
      throw error;
    }
  }
}
