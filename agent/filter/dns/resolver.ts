import type { Clock } from '../../../kit/clock.ts';
import type { Service } from '../../../kit/lifecycle.ts';
import type { Log } from '../../../kit/log.ts';
import type { Random } from '../../../kit/random.ts';
import type { Connections } from '../connections/client-origin.ts';
import type { HostResolver } from '../connections/host-resolver.ts';
import type { Judge } from '../judge.ts';
import type { Recorder } from '../recorder.ts';
import { addressText } from './address-ranges.ts';
import { AnswerCache } from './answer-cache.ts';
import { Answering, type DnsOutcome } from './answering.ts';
import { Forwarder } from './forwarder.ts';
import { type AddressOpener, createGivenOut } from './given-out.ts';
import { createInternalNames } from './internal-names.ts';
import { DnsListeners, type InheritedSockets } from './listeners.ts';
import { TYPE } from './message.ts';
import { createPlace, type PlaceFacts } from './place.ts';
import { QueryHandler } from './query-handler.ts';
import type { Askers } from './udp-askers.ts';
import { addressesIn } from './upstream-answer.ts';
import { UpstreamSet } from './upstream-set.ts';

/** Counts since the start of the process. */
export interface ResolverStats {
  readonly queries: number;
  readonly blocked: number;
  readonly malformed: number;
  readonly failed: number;
  readonly cacheHits: number;
  readonly cached: number;
  readonly staleAnswers: number;
  readonly upstreamQueries: number;
}

/** The laptop's DNS resolver. */
export interface Resolver extends Service, HostResolver {
  /** The port of each address that is listened on, UDP and TCP alike; empty before `start`. */
  ports(): readonly { readonly address: string; readonly port: number }[];
  stats(): ResolverStats;
  /** Whether this address was given out for this host lately; null = not known. */
  gaveOut(host: string, address: string): boolean | null;
}

export interface ResolverDependencies {
  readonly judge: Pick<Judge, 'judgeName' | 'mode' | 'settings' | 'isCrisisHelp'>;
  readonly recorder: Pick<Recorder, 'decided'>;
  /** As `FilterState.upstreams`; asked for at each question: give the same array while nothing has changed. */
  readonly upstreams: () => readonly string[];
  /** As `FilterState.network`; absent = it is always the same. */
  readonly network?: () => PlaceFacts;
  /** 0 = any, the same for all addresses. */
  readonly port: number;
  /** Whether the next free port serves where that one is taken; default no. */
  readonly mayMove?: boolean;
  /** Default: 127.0.0.1, and ::1 where this computer has it. */
  readonly addresses?: readonly string[];
  /** Sockets that are open already (systemd socket activation); they stand in place of `addresses` and `port`. */
  readonly inherited?: InheritedSockets;
  /** Say who asks, by UDP and by TCP. Absent = it cannot be known, and questions are recorded for the laptop. */
  readonly askers?: Askers;
  readonly connections?: Connections;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** A look-up of `<nonce>.self-check.schoolgate.internal` has arrived. */
  readonly onNonce: (nonce: string) => void;
  /** Networks, CIDR, whose addresses are right for public names; the same array while nothing has changed. */
  readonly privateNetworks: () => readonly string[];
  /** Absent: addresses need no opening. */
  readonly opener?: AddressOpener;
  /** Certificates to trust for DoH upstreams instead of the public ones, PEM. */
  readonly ca?: readonly string[];
}

const ONE_NETWORK: PlaceFacts = { epoch: 0, proven: true, portal: false };

/** @throws (from `start`) the system's error when the port is taken and may not move, or none is free */
export function createResolver(deps: ResolverDependencies): Resolver {
  const { judge, recorder, clock, random, log, onNonce, privateNetworks } = deps;
  const { ca = [] } = deps;
  const cache = new AnswerCache();
  const network = deps.network ?? (() => ONE_NETWORK);
  const place = createPlace({ facts: network, upstreams: deps.upstreams });
  const upstreams: UpstreamSet = new UpstreamSet({
    upstreams: deps.upstreams,
    clock,
    random,
    ca,
    place,
    isOwn: (address, port) => listeners.isOwn(address, port),
  });
  const forwarder = new Forwarder({ upstreams, cache, place, clock, log });
  const internalNames = createInternalNames({
    settings: judge.settings,
    clock,
    random,
    log,
    network,
    isOwn: (address, port) => listeners.isOwn(address, port),
  });
  const givenOut = createGivenOut({ clock, place, opener: deps.opener ?? null });
  const answering = new Answering({
    judge,
    forwarder,
    upstreams,
    internalNames,
    beforeAnswer: givenOut.before,
    onNonce,
    privateNetworks,
  });
  const handler = new QueryHandler({ judge, recorder, answering, clock, log });
  const listeners: DnsListeners = new DnsListeners({ ...deps, mayMove: deps.mayMove ?? false, handler });

  return {
    start: () => listeners.start(),
    async stop() {
      await listeners.stop();
      await Promise.all([upstreams.close(), internalNames.close()]);
    },
    ports: () => listeners.ports(),
    gaveOut: givenOut.knows,
    stats: () => ({
      queries: handler.queries,
      blocked: handler.blocked,
      malformed: handler.malformed,
      failed: handler.failed,
      cacheHits: forwarder.cacheHits,
      cached: cache.size,
      staleAnswers: forwarder.staleAnswers,
      upstreamQueries: upstreams.asked,
    }),
    async resolve(host, family) {
      const types = [...(family === 6 ? [] : [TYPE.a]), ...(family === 4 ? [] : [TYPE.aaaa])];
      const outcomes = await Promise.all(
        types.map(
          (type) =>
            new Promise<DnsOutcome>((done) => {
              answering.askJudged({ name: host, type, dnssecOk: false, checkingDisabled: false }, done);
            }),
        ),
      );
      if (outcomes.every(({ kind }) => kind === 'failed')) throw new Error('no resolver answered');
      return outcomes.flatMap((outcome, index) => addressesOf(outcome, types[index] ?? TYPE.a));
    },
  };
}

function addressesOf(outcome: DnsOutcome, type: number): readonly string[] {
  if (outcome.kind === 'addresses') return outcome.addresses.map(addressText);
  return outcome.kind === 'answer' ? addressesIn(outcome.answer, type).map(addressText) : [];
}
