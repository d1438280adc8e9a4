import type { Service } from '../../kit/lifecycle.ts';
import type { Handlers, InputOf, OutputOf } from '../channel/calls.ts';
import type { FilterState } from '../filter/filter-state.ts';
import type { EgressAttempt } from '../ports/filter-control.ts';
import type { FetchWanted } from '../ports/policy-source.ts';
import type { ToWorker } from './wire.ts';

/**
 * What the agent asks of the worker: the filter (judge, recorder, DNS, proxy, relay, pages) and the link to the server. The worker runs in a process of its own (account
 * `schoolgate`) or in the agent's, behind the same interface. Calls to a worker that is down reject; what it must know (`configure`, `heartbeatSeconds`) is sent again
 * when it is back.
 */
export interface WorkerSide extends Service, Pick<Handlers<ToWorker>, 'startLink' | 'verdict' | 'probe'> {
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
  /** Gives the link an order. Nothing is awaited, nothing rejects. */
  link(order: LinkOrder): void;
  /** Bytes that the server keeps under their hash; not yet checked. @throws when they cannot be had, or are more than `maxBytes` */
  fetch(wanted: FetchWanted): Promise<Uint8Array>;
  /** Attempts that the firewall saw, for the log. */
  attempts(seen: readonly EgressAttempt[]): void;
}

export type WorkerSettings = InputOf<ToWorker, 'begin'>;
export type LinkSettings = WorkerSettings['link'];
export type LinkOrder = InputOf<ToWorker, 'link'>;
export type AppliedFilter = OutputOf<ToWorker, 'configure'>['applied'];
export type FilterPorts = NonNullable<OutputOf<ToWorker, 'listenAgain'>['ports']>;
/** One layer of the filter and its port. */
export type LayerListening = OutputOf<ToWorker, 'listenAgain'>['listening'][number];
export type ConnectivityAnswer = OutputOf<ToWorker, 'probe'>;
