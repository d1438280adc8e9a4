import type { ActivityRecord } from '../../contracts/mqtt/messages.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Service } from '../../kit/lifecycle.ts';
import type { Log } from '../../kit/log.ts';
import type { Random } from '../../kit/random.ts';
import type { InputOf } from '../channel/calls.ts';
import type { InForce } from '../filter/create-judge.ts';
import type { FilterState } from '../filter/filter-state.ts';
import type { EgressAttempt } from '../ports/filter-control.ts';
import type { SocketName } from '../ports/socket-programs.ts';
import type { OpenSocket } from './held-sockets.ts';
import type { AgentSide, ToAgent } from './wire.ts';
import type { FilterPorts, LayerListening } from './worker-side.ts';

/**
 * The filter's parts, put together: judge and recorder (agent/filter/create-judge.ts, …), DNS resolver, proxy with PAC and pages, SNI relay. Every part takes the
 * judge, not the state: the judge alone knows it.
 */
export interface FilterParts extends Service {
  /**
   * Starts the parts that do not run yet. A layer that finds no port does not keep the others from running, and is tried again at the next call;
   * `listening` says which.
   */
  start(): Promise<void>;
  /** Has all parts judge by this state, and ends connections to hosts that are blocked now. @returns what is really in force */
  apply(state: FilterState): Promise<InForce>;
  /**
   * Where the parts listen, after `start`. For one that does not listen this is the port where it should: its firewall rules then keep other programs
   * from answering there.
   */
  ports(): FilterPorts;
  listening(): readonly LayerListening[];
  verdict(host: string): 'allow' | 'block';
  attempted(seen: readonly EgressAttempt[]): void;
}

/** All that a part may be given, by these names. */
export interface FilterPartsOptions {
  /** 0 = any free port; relay null = none on this platform. */
  readonly ports: FilterPorts;
  /** Open already, on some of these ports. */
  readonly sockets: readonly OpenSocket[];
  /** Where the proxy sends a browser that asks for /locked; null = there is no lock page. */
  readonly lockPageUrl: () => string | null;
  readonly platform: NodeJS.Platform;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly reports: FilterReports;
  /** The agent's answer; rejects when it does not come soon. */
  readonly programOf: (socket: SocketName, withinMs: number) => Promise<string | null>;
  /** Opens the firewall to addresses before the resolver gives them out; absent = nobody does. */
  readonly openings?: Pick<AgentSide, 'allowHelp' | 'giveOut'>;
}

/** Takes what the filter's parts report. Never throws, never waits. */
export interface FilterReports {
  /** Into the outbox. */
  activity(records: readonly ActivityRecord[]): void;
  /** `violation`, `game`, `bypass`, `access_request` (block page: details {host, url, reason…}), `fault`. Limited by the agent. */
  event(event: InputOf<ToAgent, 'event'>): void;
  /** The resolver was asked for `<nonce>.self-check.schoolgate.internal`. */
  seen(nonce: string): void;
}
