import type { PolicyBundle } from '../../contracts/policy/bundle.ts';
import type { Clock } from '../../kit/clock.ts';
import { messageOf } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import type { Random } from '../../kit/random.ts';
import { createSerial } from '../../kit/serial.ts';
import { Crowded } from '../channel/channel.ts';
import type { InForce } from '../filter/create-judge.ts';
import type { FilterState } from '../filter/filter-state.ts';
import type { HandedSocket } from '../ports/held-socket.ts';
import type { FetchWanted } from '../ports/policy-source.ts';
import { createActivityPost } from './activity-post.ts';
import { probeConnectivity } from './connectivity-probe.ts';
import type { AgentSide } from './wire.ts';
import type { WorkerLink, WorkerLinkDependencies } from './worker-link.ts';
import type { FilterParts, FilterPartsOptions } from './worker-parts.ts';
import type { AppliedFilter, WorkerSettings, WorkerSide } from './worker-side.ts';

export interface WorkerDependencies {
  readonly agent: AgentSide;
  /** Read when a part begins. */
  readonly settings: () => WorkerSettings;
  /** Sockets that another process has handed to this one; absent = none. */
  readonly handed?: readonly HandedSocket[];
  readonly platform: NodeJS.Platform;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Puts the filter's parts together; loaded when a filter is wanted. */
  readonly loadParts: () => Promise<(options: FilterPartsOptions) => FilterParts>;
  /** Loaded after the filter runs: a worker that starts again answers names first. */
  readonly loadLink: () => Promise<(deps: WorkerLinkDependencies) => WorkerLink>;
}

/** The worker's work, in whichever process it runs. */
export interface LocalWorker extends WorkerSide {
  /** The pieces of a download, as they come. */
  pieces(wanted: FetchWanted): AsyncIterable<Uint8Array>;
}

const NO_FILTER = 'no filter runs here';

export function createWorker(deps: WorkerDependencies): LocalWorker {
  const { agent, clock, log } = deps;
  const post = createActivityPost({ deliver: (records) => agent.activity({ records }), clock, log });
  const serial = createSerial();
  const hashes = new WeakMap<PolicyBundle, string>();
  let parts: FilterParts | null = null;
  let link: WorkerLink | null = null;
  let applied: AppliedFilter | null = null;
  let started = false;

  const tell = createTell(log);
  const makeParts = async (): Promise<FilterParts> => {
    const { filter } = deps.settings();
    if (filter === null) throw new Error(NO_FILTER);
    const { ports, sockets, lockPageUrl } = filter;
    const create = await deps.loadParts();
    return create({
      ...deps,
      ports,
      sockets: [...sockets, ...(deps.handed ?? [])],
      lockPageUrl: () => lockPageUrl,
      openings: agent,
      reports: {
        activity: post.add,
        event: (event) => tell(agent.event(event)),
        seen: (nonce) => tell(agent.seen({ nonce })),
      },
      programOf: ({ inode, uid }, withinMs) => agent.program({ inode, uid, withinMs }),
    });
  };
  /** Applies the state before the ports are opened, so that no question is answered without it. */
  const startParts = async (state: FilterState): Promise<InForce> => {
    const made = await makeParts();
    const inForce = await made.apply(state);
    await made.start();
    parts = made;
    return inForce;
  };
  const needParts = (): FilterParts => {
    if (parts === null) throw new Error(NO_FILTER);
    return parts;
  };
  const needLink = (): WorkerLink => {
    if (link === null) throw new Error('the link does not run');
    return link;
  };

  const configure = async (state: FilterState, hash: string | null): Promise<AppliedFilter> => {
    if (!started) throw new Error('the worker does not run');
    if (state.bundle !== null && hash !== null) hashes.set(state.bundle, hash);
    const { bundle, indexFile } = await (parts === null ? startParts(state) : parts.apply(state));
    applied = {
      mode: state.mode,
      policyVersion: bundle?.version ?? 0,
      policyHash: bundle === null ? null : (hashes.get(bundle) ?? null),
      indexFile,
    };
    return applied;
  };

  return {
    async start() {
      started = true;
    },
    async stop() {
      if (!started) return;
      started = false;
      // First, because a filter that is being started must be complete before it can be stopped.
      await serial.idle();
      const [stoppingLink, stoppingParts] = [link, parts];
      link = null;
      parts = null;
      applied = null;
      await stoppingParts?.stop();
      await post.flush();
      await stoppingLink?.stop();
    },
    async startLink() {
      if (link !== null) return;
      const made = (await deps.loadLink())({ ...deps, settings: deps.settings().link });
      link ??= made;
      await link.start();
    },
    configure: (state, hash) => serial.run(() => configure(state, hash)),
    applied: () => applied,
    ports: () => parts?.ports() ?? null,
    listening: () => parts?.listening() ?? [],
    listenAgain: () => serial.run(async () => void (await parts?.start())),
    running: () => started,
    // A link that does not run yet needs no order: when it starts, it begins with a heartbeat and the whole outbox.
    link: (order) => link?.obey(order),
    pieces: (wanted) => needLink().fetch(wanted),
    fetch: async (wanted) => gathered(needLink().fetch(wanted)),
    probe: ({ url }) => probeConnectivity(url, { clock }),
    verdict: async ({ host }) => needParts().verdict(host),
    attempts: (seen) => parts?.attempted(seen),
  };
}

async function gathered(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

/** Reports that nobody waits for. */
function createTell(log: Log): (work: Promise<void>) => void {
  return (work) => {
    work.catch((error: unknown) => {
      // A program that causes reports faster than they are taken must not fill the log as well.
      const level = error instanceof Crowded ? 'debug' : 'warn';
      log[level]({ error: messageOf(error) }, 'the agent did not take a report');
    });
  };
}
