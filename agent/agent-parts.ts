import { networkInterfaces } from 'node:os';
import { createAddressMatcher } from '../kit/addresses.ts';
import { messageOf } from '../kit/fault.ts';
import type { Service } from '../kit/lifecycle.ts';
import { verifyPin } from '../kit/pin-hash.ts';
import { createIdSource } from '../kit/random.ts';
import { importPublicKey } from '../kit/signing.ts';
import type { AgentDependencies, AgentParts } from './agent-dependencies.ts';
import { diagnosticsOf, heartbeatOf } from './agent-report.ts';
import { type AgentCore, createAgentCore } from './core/agent-core.ts';
import { createTrustedTime, type TrustedTime } from './core/time/trusted-time.ts';
import { createEnforcement, type Enforcement } from './enforce/enforcement.ts';
import { createKnownAddresses, type KnownAddresses } from './link/known-addresses.ts';
import type { LinkStatus } from './link/link-status.ts';
import { createWakeWatch } from './link/wake-watch.ts';
import { createLockPageService } from './lock-page-service.ts';
import { failed } from './ports/outcome.ts';
import { createFactsWatch, type FactsWatch } from './report/facts-watch.ts';
import type { Identity } from './state/identity.ts';
import { createAgentDesk } from './worker/agent-desk.ts';
import { createTimeClaims, type TimeClaims } from './worker/time-claims.ts';
import { createWorkerFor } from './worker/worker-choice.ts';
import type { WorkerSettings } from './worker/worker-side.ts';

/** The parts know of each other through this, which is whole before anything runs. */
interface Joint {
  readonly deps: AgentDependencies;
  readonly parts: () => AgentParts;
  readonly time: TrustedTime;
  readonly claims: TimeClaims;
  readonly known: KnownAddresses;
  /** A heartbeat is due. */
  readonly beat: () => void;
}

export function assembleAgent(deps: AgentDependencies): AgentParts {
  const { identity, state, boot, clock, log } = deps;
  let whole: AgentParts | null = null;
  const parts = (): AgentParts => {
    if (whole === null) throw new Error('the agent is not put together yet');
    return whole;
  };
  const changes = { dirty: true };
  const time = createTrustedTime({ clock, boot, stored: state.loadTime() ?? anchorOfEnrollment(identity) });
  const joint: Joint = {
    deps,
    parts,
    time,
    claims: createTimeClaims({ time, state, boot, log }),
    known: createKnownAddresses({
      urls: [identity.serverUrl, ...identity.mqttUrls],
      stored: state.loadLookUps(),
      save: state.saveLookUps,
    }),
    beat() {
      changes.dirty = true;
      parts().worker.link.beat();
    },
  };
  const core = createCore(joint);
  const page = createLockPageService({
    ...deps,
    port: deps.lockPagePort,
    onReady: deps.onLockPage,
    lock: core.lock,
  });
  const facts = createFacts(joint);
  const { worker, linkStatus } = createLinkedWorker(joint, changes);
  whole = {
    core,
    facts,
    worker,
    enforcement: createEnforcementFor(joint, { core, facts, worker }),
    page,
    time,
    wake: createWake(joint),
    linkStatus,
    changes,
  };
  return whole;
}

function createCore({ deps, parts, time, claims, known, beat }: Joint): AgentCore {
  const { identity, clock, random } = deps;
  return createAgentCore({
    ...deps,
    store: deps.state,
    trust: {
      publicKey: importPublicKey(identity.serverPublicKey),
      deviceId: identity.deviceId,
      onSigned: claims.proven,
    },
    time,
    ids: createIdSource({ clock, random }),
    matches: createAddressMatcher(),
    verifyPin,
    reachable: (lockedBy) => ({
      servers: known.addresses(),
      ...(parts().enforcement?.lockExceptions(lockedBy) ?? { resolvers: [] }),
    }),
    organisation: identity.organisation,
    user: () => (parts().facts.looked() ? parts().facts.session().user : undefined),
    diagnostics: () => diagnosticsOf(deps, parts()),
    selfTest: async () => (await parts().enforcement?.selfTest()) ?? [],
    policyVersion: () => parts().enforcement?.report().policy.version ?? 0,
    onTarget(target) {
      parts().worker.link.heartbeatSeconds(target.settings.heartbeatSeconds);
      parts().enforcement?.onTarget(target);
    },
    onLockGoal: () => parts().enforcement?.refresh(),
    onChange() {
      beat();
      parts().enforcement?.refresh();
    },
    onReport: () => parts().worker.link.kick(),
  });
}

function createFacts({ deps, parts, beat }: Joint): FactsWatch {
  const { os, clock, log } = deps;
  const facts = createFactsWatch({
    facts: os.facts,
    clock,
    log,
    onLook(changed) {
      const { core, enforcement } = parts();
      const moved = core.campus.observe(facts.network(), core.settings().campuses, clock.monotonic());
      if (changed || moved) beat();
      enforcement?.onFacts();
    },
  });
  return facts;
}

function createLinkedWorker(
  { deps, parts, claims, known, beat }: Joint,
  changes: { dirty: boolean },
): Pick<AgentParts, 'worker' | 'linkStatus'> {
  const { identity, log } = deps;
  let status: LinkStatus = {
    state: 'stopped',
    url: null,
    since: deps.clock.now(),
    lastError: null,
    revoked: false,
  };
  const settings = (): WorkerSettings => ({
    link: {
      deviceId: identity.deviceId,
      serverUrl: identity.serverUrl,
      mqttUrls: identity.mqttUrls,
      certificateAuthority: identity.certificateAuthority,
      lookUps: Object.fromEntries(known.all()),
      heartbeatSeconds: parts().core.settings().heartbeatSeconds,
    },
    filter:
      deps.filter === null
        ? null
        : {
            ports: deps.filter.ports,
            sockets: deps.filter.sockets,
            lockPageUrl: parts().page.url(),
          },
  });
  const desk = createAgentDesk({
    ...deps,
    claims,
    receive: (topic, jws) => parts().core.receive(topic, jws),
    heartbeat: () => heartbeatOf(deps, parts()),
    onLinkStatus(next) {
      status = next;
      changes.dirty = true;
      parts().enforcement?.onLink(next.state === 'online', next.lastError);
    },
    onLookUps(found) {
      try {
        known.learn(found);
      } catch (error) {
        log.error({ error: messageOf(error) }, 'cannot keep the addresses of the server');
      }
    },
    onEvent: ({ kind, details }) => parts().core.witness.event(kind, keyOf(details), details),
    onSeen: (nonce) => parts().enforcement?.onSeen(nonce),
    allowHelp: (addresses, ttlSeconds) => parts().core.lock.allowHelp(addresses, ttlSeconds),
    giveOut: async (addresses, ttlSeconds) =>
      (await deps.os.filter.giveOut?.(addresses, ttlSeconds)) ?? failed('this system cannot pin addresses'),
    onReport: () => parts().worker.link.kick(),
    programs: deps.os.socketPrograms,
  });
  const worker = createWorkerFor({
    ...deps,
    starter: deps.workerStarter,
    agent: desk,
    settings,
    onChange() {
      parts().enforcement?.onWorker();
      if (!worker.running()) status = { ...status, state: 'stopped', since: deps.clock.now() };
      beat();
    },
    onDeath: (why) =>
      parts().core.witness.event('fault', 'worker', { what: 'worker', detail: why.slice(0, 500) }),
  });
  return { worker, linkStatus: () => status };
}

/** Events of one kind about different things do not hide each other. */
function keyOf(details: Readonly<Record<string, unknown>>): string {
  const { what, bypass, domain, host, process } = details;
  return String(what ?? bypass ?? domain ?? host ?? process ?? '').slice(0, 100);
}

function createEnforcementFor(
  { deps, time, known, beat }: Joint,
  { core, facts, worker }: Pick<AgentParts, 'core' | 'facts' | 'worker'>,
): Enforcement | null {
  if (deps.filter === null) return null;
  return createEnforcement({
    ...deps,
    core,
    facts,
    worker,
    time,
    deviceId: deps.identity.deviceId,
    organisation: deps.identity.organisation,
    stateFolder: deps.folder.path,
    options: deps.filter,
    serverNames: known.names(),
    onChange: beat,
  });
}

function createWake({ deps, parts }: Joint): Service {
  const { clock, log } = deps;
  const lookAgain = (): void => {
    parts()
      .facts.look()
      .catch((error: unknown) => log.warn({ error: messageOf(error) }, 'a look at the computer failed'));
  };
  return createWakeWatch({
    clock,
    log,
    addresses: ownAddresses,
    onAddresses(addresses) {
      parts().worker.link.networkChanged(addresses);
      lookAgain();
    },
    onResume() {
      parts().worker.link.resumed();
      parts().enforcement?.onResume();
      lookAgain();
    },
  });
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
