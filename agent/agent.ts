import { networkInterfaces } from 'node:os';
import { type Clock, every } from '../kit/clock.ts';
import { messageOf } from '../kit/fault.ts';
import { createLifecycle, type Service } from '../kit/lifecycle.ts';
import type { Log } from '../kit/log.ts';
import { verifyPin } from '../kit/pin-hash.ts';
import { createIdSource, type Random } from '../kit/random.ts';
import { importPublicKey, type SigningKey } from '../kit/signing.ts';
import { type AgentCore, createAgentCore } from './core/agent-core.ts';
import type { Diagnostics } from './core/commands/inspection-commands.ts';
import { type BootClock, createTrustedTime, type TrustedTime } from './core/time/trusted-time.ts';
import { createLink, type Link } from './link/link.ts';
import { createLookUps, type LookUps } from './link/look-ups.ts';
import { createMqttConnector } from './link/mqtt-connector.ts';
import { makePassword } from './link/password.ts';
import { createServerClient, type ServerClient } from './link/server-client.ts';
import { createServerTime } from './link/server-time.ts';
import { createWakeWatch } from './link/wake-watch.ts';
import { createLockPageService, type LockPageService } from './lock-page-service.ts';
import type { AgentOs } from './ports/agent-os.ts';
import { matchAddress } from './report/address-match.ts';
import { createFactsWatch, type FactsWatch } from './report/facts-watch.ts';
import { composeHeartbeat } from './report/heartbeat.ts';
import type { AgentState } from './state/agent-state.ts';
import type { Identity } from './state/identity.ts';
import type { StateFolder } from './state/state-folder.ts';
import { type RunningStatus, writeStatus } from './state/status-file.ts';
import { AGENT_VERSION } from './version.ts';

export interface AgentDependencies {
  readonly folder: StateFolder;
  readonly identity: Identity;
  readonly key: SigningKey;
  readonly state: AgentState;
  readonly os: AgentOs;
  readonly boot: BootClock;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** The port of the lock page on 127.0.0.1; 0 = any. */
  readonly lockPagePort: number;
  /** Hears where the lock page is, before a lock is shown. */
  readonly onLockPage: (url: string) => void;
  readonly observe: boolean;
}

/** The agent of one enrolled device. */
export interface Agent extends Service {
  status(): RunningStatus;
}

/** The lock's timer and its repair; also how late a status file may be. */
const TICK_MS = 1_000;
const SAVE_TIME_MS = 60_000;
const STATUS_MS = 30_000;

/** Wires the parts. Nothing runs until `start`; the state's database is the caller's to close, after `stop`. */
export function createAgent(deps: AgentDependencies): Agent {
  const parts = assemble(deps);
  const { core, facts, link, page, client, wake } = parts;
  const startedAt = deps.clock.now();
  const status = (): RunningStatus => statusOf(deps, parts, startedAt);
  const keeper = createHousekeeping(deps, parts, status);
  const services = createLifecycle([
    // It only listens, on this computer: where the window looks must be there before the window.
    page,
    // The lock, before anything touches the network.
    { start: () => core.start(), stop: () => core.stop() },
    { start: () => Promise.resolve(), stop: () => client.close() },
    facts,
    wake,
    keeper,
    link,
  ]);
  return {
    status,
    async start() {
      await services.start();
      if (deps.state.damage !== null) core.witness.tamper('state_database_damaged', deps.state.damage);
      if (page.problem() !== null) core.witness.tamper('lock_page_port_taken', page.problem() ?? '');
    },
    stop: () => services.stop(),
  };
}

interface Parts {
  readonly core: AgentCore;
  readonly facts: FactsWatch;
  readonly link: Link;
  readonly page: LockPageService;
  readonly time: TrustedTime;
  readonly lookUps: LookUps;
  readonly client: ServerClient;
  readonly wake: Service;
  readonly changes: { dirty: boolean };
}

function assemble(deps: AgentDependencies): Parts {
  const { identity, key, state, os, boot, clock, random, log } = deps;
  const { deviceId, certificateAuthority, serverUrl, mqttUrls } = identity;
  const changes = { dirty: true };
  const time = createTrustedTime({ clock, boot, stored: state.loadTime() ?? anchorOfEnrolment(identity) });
  const lookUps = createLookUps({
    urls: [serverUrl, ...mqttUrls],
    stored: state.loadLookUps(),
    save: state.saveLookUps,
    clock,
    log,
  });
  const client = createServerClient({
    server: new URL(serverUrl),
    certificateAuthority,
    lookup: lookUps.lookup,
  });
  const serverTime = createServerTime({ client, time, clock, log, save: state.saveTime });
  const beat = (): void => {
    changes.dirty = true;
    link.beat();
  };
  const core = createAgentCore({
    os,
    store: state,
    trust: { publicKey: importPublicKey(identity.serverPublicKey), deviceId },
    time,
    clock,
    ids: createIdSource({ clock, random }),
    log,
    matches: matchAddress,
    verifyPin,
    reachable: () => ({ servers: lookUps.addresses(), resolvers: [] }),
    organisation: identity.organisation,
    user: () => (facts.looked() ? facts.session().user : undefined),
    diagnostics: () => diagnosticsOf(deps, page),
    onChange: beat,
    onReport: () => link.kick(),
  });
  const page = createLockPageService({
    ...deps,
    port: deps.lockPagePort,
    onReady: deps.onLockPage,
    lock: core.lock,
  });
  const facts = createFactsWatch({
    facts: os.facts,
    clock,
    log,
    onLook: (changed) => {
      const moved = core.campus.observe(facts.network(), core.settings().campuses, clock.monotonic());
      if (changed || moved) beat();
    },
  });
  const link: Link = createLink({
    deviceId,
    urls: mqttUrls,
    connector: createMqttConnector({ certificateAuthority, lookup: lookUps.lookup, clock }),
    outbox: state.outbox,
    clock,
    random,
    log,
    nextEpoch: state.nextEpoch,
    password: async (epoch, signal) => {
      await serverTime.ask(signal);
      return makePassword({ deviceId, epoch, now: time.now() }, key, random);
    },
    receive: core.receive,
    heartbeat: () => heartbeatOf(deps, { core, facts, time }),
    heartbeatSeconds: () => core.settings().heartbeatSeconds,
    onChange: () => {
      changes.dirty = true;
      if (link.status().state === 'refused') serverTime.doubt();
    },
  });
  const lookAgain = (): void => {
    facts
      .look()
      .catch((error: unknown) => log.warn({ error: messageOf(error) }, 'a look at the computer failed'));
  };
  const wake = createWakeWatch({
    clock,
    log,
    addresses: ownAddresses,
    onAddresses: (addresses) => {
      link.networkChanged(addresses);
      lookAgain();
    },
    onResume: () => {
      serverTime.doubt();
      link.resumed();
      lookAgain();
    },
  });
  return { core, facts, link, page, time, lookUps, client, wake, changes };
}

function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.map(({ address }) => address),
  );
}

/** The first certain time of a device: what the server said when it enrolled. */
function anchorOfEnrolment({ serverTime, enrolledAt }: Identity) {
  return { serverTime, wallTime: enrolledAt, uptimeMs: 0, bootId: null };
}

function heartbeatOf(deps: AgentDependencies, { core, facts, time }: Pick<Parts, 'core' | 'facts' | 'time'>) {
  return composeHeartbeat({
    at: time.now(),
    session: facts.session(),
    power: facts.power(),
    campus: core.campus.current(),
    lock: core.lock.report(),
    classroom: core.classroom.state(),
    targetVersion: core.targetVersion(),
    agentVersion: AGENT_VERSION,
    osVersion: facts.hardware()?.osVersion ?? null,
    uptimeMs: deps.boot.uptimeMs(),
    droppedRecords: deps.state.outbox.dropped(),
    observe: deps.observe,
  });
}

function diagnosticsOf({ state, boot, observe }: AgentDependencies, page: LockPageService): Diagnostics {
  return {
    agentVersion: AGENT_VERSION,
    observe,
    uptimeSeconds: Math.floor(boot.uptimeMs() / 1_000),
    outbox: { ...state.outbox.size(), dropped: state.outbox.dropped() },
    connections: state.epoch(),
    lockPage: page.problem() ?? 'ready',
  };
}

function statusOf(deps: AgentDependencies, parts: Parts, startedAt: number): RunningStatus {
  const { core, facts, link, page, time } = parts;
  const { outbox } = deps.state;
  return {
    pid: process.pid,
    startedAt,
    writtenAt: deps.clock.now(),
    observe: deps.observe,
    link: link.status(),
    lock: core.lock.report(),
    lockPage: page.url() ?? page.problem() ?? 'not started',
    classroom: classroomStatusOf(core),
    targetVersion: core.targetVersion(),
    campus: core.campus.current().state,
    battery: facts.power().batteryPercent,
    charging: facts.power().charging,
    userSignedIn: facts.session().user !== null,
    outbox: { ...outbox.size(), dropped: outbox.dropped() },
    clockOffsetMs: time.offsetMs(),
  };
}

function classroomStatusOf({ classroom }: Pick<AgentCore, 'classroom'>): RunningStatus['classroom'] {
  const { sessions, overrides, deciding } = classroom.state();
  return {
    session:
      deciding === null
        ? null
        : { id: deciding.id, name: deciding.name, mode: deciding.mode, until: deciding.endsAt },
    sessions: sessions.length,
    overrides: overrides.map(({ id, site, expiresAt }) => ({ id, site, until: expiresAt })),
  };
}

/** The ticking: the lock's timer, the kept time, the status file. */
function createHousekeeping(deps: AgentDependencies, parts: Parts, status: () => RunningStatus): Service {
  const { clock, state, folder, log } = deps;
  const { core, time, lookUps, changes } = parts;
  let running: ReturnType<typeof every> | null = null;
  let savedAt = Number.NEGATIVE_INFINITY;
  let toldAt = Number.NEGATIVE_INFINITY;

  const tell = async (): Promise<void> => {
    changes.dirty = false;
    toldAt = clock.monotonic();
    await writeStatus(folder, status());
  };
  const tick = async (): Promise<void> => {
    await core.tick();
    const now = clock.monotonic();
    if (now - savedAt >= SAVE_TIME_MS) {
      savedAt = now;
      state.saveTime(time.anchor());
      await lookUps.refresh();
    }
    if (changes.dirty || now - toldAt >= STATUS_MS) await tell();
  };
  return {
    start() {
      running ??= every(clock, TICK_MS, tick, (error) =>
        log.error({ error: messageOf(error) }, 'housekeeping failed'),
      );
      return Promise.resolve();
    },
    async stop() {
      const stopping = running;
      if (stopping === null) return;
      running = null;
      await stopping.stop();
      try {
        state.saveTime(time.anchor());
        await tell();
      } catch (error) {
        log.error({ error: messageOf(error) }, 'cannot keep the last state of this run');
      }
    },
  };
}
