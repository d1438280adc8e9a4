import type { BypassKind } from '../../contracts/policy/bypass.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { FilterState } from '../filter/filter-state.ts';
import type { HeldSocket } from '../ports/held-socket.ts';
import type { FetchWanted } from '../ports/policy-source.ts';

/**
 * What the agent asks of the worker: the filter (judge, recorder, DNS, proxy, relay, pages) and the link to the server. In a process of its own (account `schoolgate`)
 * or in the agent's; the same interface. Calls to a worker that is down reject; what it must know (`configure`, `heartbeatSeconds`) is told again when it is back.
 */
export interface WorkerSide extends Service {
  /** After `start` the filter answers; the link waits until the agent has told the worker all that it is to filter by. May be called twice. */
  startLink(): Promise<void>;
  /** Replaces all that the filter works from. Resolves when the filter judges by it. @param hash of the state's bundle; null = it has none */
  configure(state: FilterState, hash: string | null): Promise<AppliedFilter>;
  /** What is in force now; null = no filter runs. */
  applied(): AppliedFilter | null;
  /** Where the filter listens; null = no filter runs. */
  ports(): FilterPorts | null;
  /** How each layer of the filter came to its port; empty = no filter runs. */
  listening(): readonly LayerListening[];
  /** Tries again to listen where a layer does not. Resolves when `ports` and `listening` say what came of it. */
  listenAgain(): Promise<void>;
  /** Whether the worker runs and has been configured. */
  running(): boolean;
  readonly link: LinkControl;
  /** Bytes that the server keeps under their hash; not yet checked. @throws when they cannot be had, or are more than `maxBytes` */
  fetch(wanted: FetchWanted): Promise<Uint8Array>;
  /** Asks an address over plain http whether a captive portal stands between. Never rejects. */
  probe(url: string): Promise<ConnectivityAnswer>;
  /** Judges a name as the resolver does: for the self-check. */
  verdict(host: string): Promise<'allow' | 'block'>;
  /** Attempts that the firewall saw, for the log. */
  attempts(seen: readonly SeenAttempt[]): void;
}

/** All are only asked for: nothing is awaited, nothing rejects. */
export interface LinkControl {
  beat(): void;
  kick(): void;
  heartbeatSeconds(seconds: number): void;
  networkChanged(addresses: readonly string[]): void;
  resumed(): void;
  /** The server's time is to be asked for again. */
  doubtTime(): void;
  /** The server's names are to be looked up again. */
  refreshLookUps(): void;
}

export interface FilterPorts {
  readonly dns: number;
  readonly proxy: number;
  /** Null: this platform has no relay. */
  readonly relay: number | null;
}

/** One layer and its port. */
export interface LayerListening {
  readonly layer: 'dns' | 'proxy' | 'relay';
  /** 0 = any. */
  readonly wanted: number;
  /** Null: it does not listen. */
  readonly port: number | null;
  /** Why not, in the system's words; null where it listens. */
  readonly error: string | null;
}

/** What the filter judges by. */
export interface AppliedFilter {
  readonly mode: FilterState['mode'];
  /** The version and hash of the bundle; 0 and null = none. */
  readonly policyVersion: number;
  readonly policyHash: string | null;
  /** Whether the category index of the state is open. */
  readonly indexFile: string | null;
}

/** A portal's page loads from itself, a provider's site and one or two for its looks. */
export const MAX_PORTAL_HOSTS = 8;

export type ConnectivityAnswer =
  | { readonly result: 'open' }
  /** Something else answered. `location`: where it sends a browser; null = nowhere. `hosts`: others that the page there needs. */
  | { readonly result: 'portal'; readonly location: string | null; readonly hosts: readonly string[] }
  | { readonly result: 'unreachable' };

/** As the firewall tells it (ports/filter-control.ts). */
export interface SeenAttempt {
  readonly kind: BypassKind;
  readonly address: string | null;
  readonly port: number | null;
  /** Of who tried; null = the system does not tell. */
  readonly uid: number | null;
  readonly count: number;
}

/** What a worker is told once, when it begins; none of it secret. */
export interface WorkerSettings {
  readonly link: LinkSettings;
  /** Null: no filter runs, only the link. */
  readonly filter: FilterSettingsOfWorker | null;
}

export interface LinkSettings {
  readonly deviceId: string;
  readonly serverUrl: string;
  readonly mqttUrls: readonly string[];
  /** PEM. */
  readonly certificateAuthority: string;
  readonly lookUps: Readonly<Record<string, readonly string[]>>;
  readonly heartbeatSeconds: number;
}

export interface FilterSettingsOfWorker {
  /** Where to listen: 0 = any free port; relay null = no relay. */
  readonly ports: FilterPorts;
  /** That the worker has inherited. */
  readonly sockets: readonly HeldSocket[];
  /** Where the proxy sends a browser that asks for /locked. */
  readonly lockPageUrl: string | null;
}
