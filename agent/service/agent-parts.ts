import { networkInterfaces } from 'node:os';
import { createAddressMatcher } from '../../kit/addresses.ts';
import { messageOf } from '../../kit/fault.ts';
import { verifyPin } from '../../kit/pin-hash.ts';
import { createIdSource } from '../../kit/random.ts';
import { importPublicKey } from '../../kit/signing.ts';
import { type AgentCore, createAgentCore } from '../core/agent-core.ts';
import {
  type AgentHandlers,
  type AgentQueue,
  eventsAtStart,
  nextAgentStep,
} from '../core/events/agent-events.ts';
import { createEventQueue } from '../core/events/event-queue.ts';
import { createTrustedTime, type TrustedTime } from '../core/time/trusted-time.ts';
import { createEnforcement, type Enforcement } from '../enforce/enforcement.ts';
import { createEnforcementEvents } from '../enforce/enforcement-events.ts';
import { createKnownAddresses, type KnownAddresses } from '../link/known-addresses.ts';
import { createWakeWatch } from '../link/wake-watch.ts';
import { failed } from '../ports/outcome.ts';
import { createFactsWatch, type FactsWatch } from '../report/facts-watch.ts';
import type { Identity } from '../state/identity.ts';
import { createAgentSide } from '../worker/agent-side.ts';
import { loadFilterParts, loadWorkerLink } from '../worker/load-parts.ts';
import { createRemoteWorker } from '../worker/remote-worker.ts';
import { createTimeClaims, type TimeClaims } from '../worker/time-claims.ts';
import type { AgentSide } from '../worker/wire.ts';
import { createWorker } from '../worker/worker.ts';
import type { WorkerSettings, WorkerSide } from '../worker/worker-side.ts';
import type { AgentDependencies, AgentParts } from './agent-dependencies.ts';
import { diagnosticsOf, heartbeatOf } from './agent-report.ts';
import { createLockPageService, type LockPageService } from './lock-page-service.ts';

/**
 * What the core asks of parts that are made after it. A lock, a command and a heartbeat need an answer at once, so that these questions cannot be
 * events. Until the parts are made, the answers are those of an agent without a filter.
 */
interface Answers {
  enforcement: Enforcement | null;
  page: Pick<LockPageService, 'problem'>;
}

/** What each part is made with. */
interface Base {
  readonly deps: AgentDependencies;
  readonly queue: AgentQueue;
  readonly answers: Answers;
  readonly time: TrustedTime;
  readonly claims: TimeClaims;
  readonly known: KnownAddresses;
}

/** Makes the parts in order. Each gets what was made before it, and tells the queue what the others must know (agent-events.ts). */
export function assembleAgent(deps: AgentDependencies): AgentParts {
  const { identity, state, boot, clock, log } = deps;
  const queue: AgentQueue = createEventQueue({
    initial: eventsAtStart(clock.now()),
    next: nextAgentStep,
    log,
  });
  const answers: Answers = { enforcement: null, page: { problem: () => null } };
  const time = createTrustedTime({ clock, boot, stored: state.loadTime() ?? anchorOfEnrollment(identity) });
  const base: Base = {
    deps,
    queue,
    answers,
    time,
    claims: createTimeClaims({ time, state, boot, log }),
    known: createKnownAddresses({
      urls: [identity.serverUrl, ...identity.mqttUrls],
      stored: state.loadLookUps(),
      save: state.saveLookUps,
    }),
  };
  const facts = createFactsWatch({
    facts: deps.os.facts,
    clock,
    log,
    onLook: (changed) => queue.tell({ event: 'looked', changed }),
  });
  const core = createCore(base, facts);
  const page = createLockPageService({
    clock,
    log,
    port: deps.lockPagePort,
    onReady: deps.onLockPage,
    lock: core.lock,
  });
  const worker = createLinkedWorker(base, { core, facts, page });
  const enforcement = createEnforcementFor(base, { core, facts, worker });
  const wake = createWakeWatch({
    clock,
    log,
    addresses: ownAddresses,
    onAddresses: (addresses) => queue.tell({ event: 'addresses', addresses }),
    onResume: () => queue.tell({ event: 'resumed' }),
    ...(deps.os.events === undefined ? {} : { events: deps.os.events }),
    onEvent: () => void facts.look(),
  });
  const changes = { dirty: true };
  answers.page = page;
  answers.enforcement = enforcement;
  queue.carryOut({
    ...createHandlers(base, { core, facts, worker, changes }),
    ...enforcement?.handlers,
  });
  return {
    core,
    facts,
    worker,
    enforcement,
    page,
    time,
    wake,
    linkStatus: () => queue.state().link,
    changes,
  };
}

function createCore({ deps, queue, answers, time, claims, known }: Base, facts: FactsWatch): AgentCore {
  const { identity, clock, random } = deps;
  return createAgentCore({
    os: deps.os,
    store: deps.state,
    trust: {
      publicKey: importPublicKey(identity.serverPublicKey),
      deviceId: identity.deviceId,
      onSigned: claims.proven,
    },
    time,
    clock,
    ids: createIdSource({ clock, random }),
    log: deps.log,
    matches: createAddressMatcher(),
    verifyPin,
    reachable: (lockedBy) => ({
      servers: known.addresses(),
      ...(answers.enforcement?.lockExceptions(lockedBy) ?? { resolvers: [] }),
    }),
    organisation: identity.organisation,
    user: () => (facts.looked() ? facts.session().user : undefined),
    unenroll: deps.unenroll,
    diagnostics: () => diagnosticsOf(deps, answers),
    selfTest: async () => (await answers.enforcement?.selfTest()) ?? [],
    policyVersion: () => answers.enforcement?.report().policy.version ?? 0,
    onTarget: (target) => queue.tell({ event: 'target', target }),
    onLockGoal: () => queue.tell({ event: 'lock_goal' }),
    onChange: () => queue.tell({ event: 'core_changed' }),
    onReport: () => queue.tell({ event: 'record' }),
  });
}

type Earlier = Pick<AgentParts, 'core' | 'facts' | 'page'>;

function createLinkedWorker(base: Base, earlier: Earlier): WorkerSide {
  const { deps, queue } = base;
  const { clock, random, log, workerStarter } = deps;
  const agent = agentSide(base, earlier);
  const settings = (): WorkerSettings => workerSettings(base, earlier);
  const common = { clock, random, log, agent, settings };
  if (workerStarter === null)
    return createWorker({
      ...common,
      platform: process.platform,
      loadParts: loadFilterParts,
      loadLink: loadWorkerLink,
    });
  const worker = createRemoteWorker({
    ...common,
    starter: workerStarter,
    onChange: () => queue.tell({ event: 'worker', running: worker.running(), at: clock.now() }),
    onDeath: (why) =>
      earlier.core.reporter.event('fault', 'worker', { what: 'worker', detail: why.slice(0, 500) }),
  });
  return worker;
}

function workerSettings(
  { deps: { identity, filter }, known }: Base,
  { core, page }: Pick<Earlier, 'core' | 'page'>,
): WorkerSettings {
  return {
    link: {
      deviceId: identity.deviceId,
      serverUrl: identity.serverUrl,
      mqttUrls: identity.mqttUrls,
      certificateAuthority: identity.certificateAuthority,
      lookUps: Object.fromEntries(known.all()),
      heartbeatSeconds: core.settings().heartbeatSeconds,
    },
    filter:
      filter === null ? null : { ports: filter.ports, sockets: filter.sockets, lockPageUrl: page.url() },
  };
}

function agentSide(
  { deps, queue, answers, time, claims, known }: Base,
  { core, facts }: Pick<Earlier, 'core' | 'facts'>,
): AgentSide {
  const { identity, key, state, random, log, os } = deps;
  return createAgentSide({
    identity,
    key,
    state,
    random,
    log,
    claims,
    receive: core.receive,
    heartbeat: () => heartbeatOf(deps, { core, facts, time, enforcement: answers.enforcement }),
    onLinkStatus: (status) => queue.tell({ event: 'link', status }),
    onLookUps(found) {
      try {
        known.learn(found);
      } catch (error) {
        log.error({ error: messageOf(error) }, 'cannot keep the addresses of the server');
      }
    },
    onEvent: ({ kind, details }) => core.reporter.event(kind, keyOf(details), details),
    onSeen: (nonce) => queue.tell({ event: 'nonce_seen', nonce }),
    allowHelp: core.lock.allowHelp,
    giveOut: async (addresses, ttlSeconds) =>
      (await os.filter.giveOut?.(addresses, ttlSeconds)) ?? failed('this system cannot pin addresses'),
    onReport: () => queue.tell({ event: 'record' }),
    programs: os.socketPrograms,
  });
}

/** The key under which events are limited together, so that events of one kind about different things do not hide each other. */
function keyOf(details: Readonly<Record<string, unknown>>): string {
  const { what, bypass, domain, host, process } = details;
  return String(what ?? bypass ?? domain ?? host ?? process ?? '').slice(0, 100);
}

function createEnforcementFor(
  { deps, queue, time, known }: Base,
  { core, facts, worker }: Pick<AgentParts, 'core' | 'facts' | 'worker'>,
): Enforcement | null {
  if (deps.filter === null) return null;
  const { identity, state, probes, os, boot, clock, random, log } = deps;
  return createEnforcement({
    core,
    deviceId: identity.deviceId,
    organisation: identity.organisation,
    stateFolder: deps.folder.path,
    state,
    options: deps.filter,
    worker,
    probes,
    os,
    facts,
    serverNames: known.names(),
    serverAddresses: known.addresses,
    time,
    boot,
    clock,
    random,
    log,
    reports: createEnforcementEvents(core.reporter),
    queue,
  });
}

function createHandlers(
  { deps: { clock, log }, queue }: Base,
  { core, facts, worker, changes }: Pick<AgentParts, 'core' | 'facts' | 'worker' | 'changes'>,
): AgentHandlers {
  return {
    write_status() {
      changes.dirty = true;
    },
    beat: () => worker.link({ what: 'beat' }),
    send_records: () => worker.link({ what: 'kick' }),
    set_heartbeat: ({ seconds }) => worker.link({ what: 'heartbeatSeconds', seconds }),
    find_campus({ changed }) {
      const isElsewhere = core.campus.observe(facts.network(), core.settings().campuses, clock.monotonic());
      if (changed || isElsewhere) queue.tell({ event: 'moved' });
    },
    move_link: ({ addresses }) => worker.link({ what: 'networkChanged', addresses }),
    wake_link: () => worker.link({ what: 'resumed' }),
    look: () =>
      void facts
        .look()
        .catch((error: unknown) => log.warn({ error: messageOf(error) }, 'a look at the computer failed')),
  };
}

function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.map(({ address }) => address),
  );
}

/** The first certain time of a device: what the server said when it enrolled. */
function anchorOfEnrollment({ serverTime, enrolledAt }: Identity) {
  return { serverTime, wallTime: enrolledAt, uptimeMs: 0, bootId: null };
}
