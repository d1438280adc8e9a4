import type { AddressMatcher } from '../contracts/device/campus.ts';
import { createClientAddress } from '../kit/addresses.ts';
import { type Clock, every } from '../kit/clock.ts';
import type { Service } from '../kit/lifecycle.ts';
import type { Log } from '../kit/log.ts';
import type { Random } from '../kit/random.ts';
import type { SigningKey } from '../kit/signing.ts';
import { NO_RESERVE, type StorageReserve } from '../kit/storage-reserve.ts';
import type { Store } from '../store/ports/store.ts';
import { createDeviceBundles, type DeviceBundles } from '../store/rules/device-bundles.ts';
import type { RemovalCodes } from '../store/rules/removal-codes.ts';
import { createAdmissions } from './admission/admissions.ts';
import { createKnownNetworks } from './admission/known-networks.ts';
import { createLoginCheck } from './auth/login-check.ts';
import { createBroker } from './broker/broker.ts';
import { type Addresses, createListeners, type Listen } from './broker/listeners.ts';
import { createWebSocketUpgrade, type Upgrade } from './broker/web-socket.ts';
import { createConnections } from './connections/connections.ts';
import { createOrganisations } from './connections/organisations.ts';
import { createDelivery } from './delivery/delivery.ts';
import { createExpiry } from './delivery/expiry.ts';
import { createAlertWatch } from './ingest/alerts/alert-watch.ts';
import { DeviceConditions } from './ingest/conditions/device-conditions.ts';
import { createHeartbeatReader } from './ingest/heartbeat.ts';
import { createHeartbeatWriter } from './ingest/heartbeat-writer.ts';
import { createIngest } from './ingest/ingest.ts';
import { createSightingWatch } from './ingest/sightings/sighting-watch.ts';
import { createComplaints } from './limits/complaints.ts';
import { createDeviceBudgets } from './limits/device-budgets.ts';
import { DEFAULT_LIMITS, type GatewayLimits } from './limits/limits.ts';
import { createCounters, type GatewayStats, snapshot } from './limits/stats.ts';
import { Presence } from './presence/presence.ts';
import { createSessions } from './sessions.ts';
import { createGroupCommit } from './writing/group-commit.ts';
import { createSpentBudgets } from './writing/spent-budgets.ts';

/** How often (milliseconds) full budgets of disconnected devices are forgotten, and spent budgets and new known networks are written. */
const TIDY_MS = 60_000;

export interface GatewayOptions {
  /** Started before the gateway, stopped after it. */
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Signs target states and commands; devices pinned its public half at enrollment. */
  readonly serverKey: SigningKey;
  readonly matches: AddressMatcher;
  /** Makes the policy bundles of devices. Default: one of its own, with the shipped defaults. */
  readonly bundles?: DeviceBundles;
  /** Without it devices get no removal code, and root alone can remove Schoolgate from them. */
  readonly removalCodes?: RemovalCodes;
  readonly listen: Listen;
  /** Proxies (CIDR) whose X-Forwarded-For is believed on WebSocket connections. Default: none. */
  readonly trustProxy?: readonly string[];
  readonly limits?: Partial<GatewayLimits>;
  /** Says when the disk is too full to store what can wait. Default: never. */
  readonly reserve?: StorageReserve;
}

/** The MQTT side of the server. It shares nothing with the HTTP side but the store and its wake-ups. */
export interface Gateway extends Service {
  /** For the HTTP server's `upgrade` event: MQTT over WebSocket at `/mqtt`. Anything else is refused. */
  readonly upgrade: Upgrade;
  /** Where it listens, with the real ports; empty before `start` and after `stop`. */
  addresses(): Addresses;
  /** Takes another certificate for new TLS connections. @throws when the two do not fit; then the old one stays */
  renewTls(identity: { readonly key: string; readonly cert: string }): void;
  stats(): GatewayStats;
}

/**
 * Makes a gateway. `start` rejects with the original error when it cannot listen on an address; then nothing runs. `stop` commits what is under way, writes the
 * waiting heartbeats and closes every connection. No device loses a message by it, and none is reported offline.
 */
export function createGateway(options: GatewayOptions): Gateway {
  const parts = createParts(options);
  const { admissions, broker, commits, complaints, connections, counters, listeners } = parts;
  let running = false;
  let stopping: Promise<void> | null = null;

  const stopParts = async (): Promise<void> => {
    running = false;
    await listeners.stop();
    await parts.presence.stop();
    await parts.expiry.stop();
    await parts.delivery.stop();
    await parts.tidying.stop();
    // First commit and acknowledge what has arrived, then close the connections, then commit what arrived meanwhile.
    await commits.drain();
    // One turn of the event loop lets the last acknowledgements out.
    await new Promise((resolve) => setImmediate(resolve));
    await broker.stop();
    await commits.drain();
    await parts.sightings.stop();
    parts.alerts.stop();
    await parts.known.save();
    await parts.heartbeats.stop();
    await parts.spent.keep();
  };

  /** A second call waits for the first. */
  const stop = async (): Promise<void> => {
    if (running)
      stopping = stopParts().finally(() => {
        stopping = null;
      });
    await stopping;
  };

  return {
    async start() {
      if (running) return;
      running = true;
      try {
        // Before any delivery: a stored bundle may have been made with other defaults.
        await options.store.organisations.useBundleDefaults(parts.bundles.defaultsDigest);
        await parts.known.load();
        await parts.spent.start();
        await parts.presence.start();
        await parts.conditions.start();
        parts.sightings.start();
        parts.alerts.start();
        parts.heartbeats.start(parts.readHeartbeat);
        await broker.start();
        parts.delivery.start();
        parts.expiry.start();
        parts.tidying.start();
        await listeners.start();
      } catch (error) {
        await stop();
        throw error;
      }
    },
    stop,
    upgrade: createWebSocketUpgrade({
      ...{ admissions, broker, complaints, clock: options.clock },
      clientAddress: createClientAddress(options.trustProxy ?? [], options.matches),
      isOpen: () => running,
    }),
    addresses: listeners.addresses,
    renewTls: listeners.renewTls,
    stats: () => snapshot(counters, { connections: admissions.count, devices: connections.count }),
  };
}

/** Makes the parts and connects them. None of them runs yet. */
function createParts({ store, clock, random, log, matches, serverKey, listen, ...options }: GatewayOptions) {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const bundles = options.bundles ?? createDeviceBundles({ store, log });
  const counters = createCounters();
  const complaints = createComplaints({ clock, log, counters });
  const connections = createConnections();
  const known = createKnownNetworks({ store, clock, log });
  const admissions = createAdmissions({ limits, clock, complaints, known });
  const budgets = createDeviceBudgets(clock, limits);
  const organisations = createOrganisations(store);
  const common = { store, connections, organisations, complaints, clock, random, log };

  const commits = createGroupCommit({ store, counters: counters.commits });
  const heartbeats = createHeartbeatWriter({ ...common, commits, counters });
  const presence = new Presence({ ...common, commits, budgets, touches: heartbeats });
  const delivery = createDelivery({
    ...common,
    commits,
    serverKey,
    bundles,
    removalCodes: options.removalCodes ?? null,
    counters: counters.published,
  });
  const expiry = createExpiry({ ...common, commits });
  const sightings = createSightingWatch({ commits, budgets, clock, log });
  const conditions = new DeviceConditions(common);
  const alerts = createAlertWatch({ ...common, commits, sightings });
  const tools = {
    ...common,
    commits,
    alerts,
    sightings,
    conditions,
    heartbeats,
    presence,
    matches,
    reserve: options.reserve ?? NO_RESERVE,
    targetReported: delivery.reported,
  };
  const logins = createLoginCheck({ devices: store.devices, clock, limits });
  const handlers = createSessions({
    ...common,
    devicePeople: store.devicePeople,
    budgets,
    logins,
    presence,
    ingest: createIngest(tools),
    delivery,
    counters,
  });
  const broker = createBroker({ ...common, limits, counters, handlers });
  const listeners = createListeners({ listen, admissions, broker, complaints, clock, limits });
  const spent = createSpentBudgets({ ...common, budgets, commits });
  const tidy = async (): Promise<void> => {
    budgets.sweep();
    await Promise.all([spent.keep(), known.save()]);
  };
  const tidying = createRhythm(clock, tidy, (error) => log.error({ err: error }, 'tidying failed'));
  const readHeartbeat = createHeartbeatReader(tools);
  return {
    ...{
      admissions,
      alerts,
      broker,
      bundles,
      commits,
      complaints,
      conditions,
      connections,
      counters,
      delivery,
      expiry,
    },
    ...{ heartbeats, known, listeners, presence, readHeartbeat, sightings, spent, tidying },
  };
}

function createRhythm(clock: Clock, work: () => Promise<void>, onError: (error: unknown) => void) {
  let running: { stop(): Promise<void> } | null = null;
  return {
    start(): void {
      running ??= every(clock, TIDY_MS, work, onError);
    },
    async stop(): Promise<void> {
      await running?.stop();
      running = null;
    },
  };
}
