import type { DeviceId } from '../../contracts/ids.ts';
import { JWS_TYPES } from '../../contracts/mqtt/messages.ts';
import { type DownTopic, topicOf } from '../../contracts/mqtt/topics.ts';
import { type Clock, every } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { Random } from '../../kit/random.ts';
import { type SigningKey, signJws } from '../../kit/signing.ts';
import { ACCESS_REQUEST_MS } from '../../store/ports/access-requests.ts';
import type { CommandRecord } from '../../store/ports/commands.ts';
import type { DeviceRecord } from '../../store/ports/devices.ts';
import type { Store, WakeUp } from '../../store/ports/store.ts';
import type { DeviceBundles } from '../../store/rules/device-bundles.ts';
import type { RemovalCodes } from '../../store/rules/removal-codes.ts';
import { type Connection, snapshotOf } from '../connections/connection.ts';
import type { Connections } from '../connections/connections.ts';
import type { Organisations } from '../connections/organisations.ts';
import { isDue, type Sending, sentOnce } from '../connections/sending.ts';
import type { Complaints } from '../limits/complaints.ts';
import type { Counters } from '../limits/stats.ts';
import type { GroupCommit } from '../writing/group-commit.ts';
import { composeCommand, composeTarget, targetVersionOf } from './target-state.ts';
import { createWorkQueue } from './work-queue.ts';

/** How often (milliseconds) the store is searched for everything undelivered, whether or not a wake-up came. */
const SWEEP_MS = 10_000;

/** Besides, every connected device is looked at, `ROUND_SIZE` of them each `ROUND_MS`, and none more often than once a sweep. */
const ROUND_MS = 1_000;
const ROUND_SIZE = 100;

/** More devices than one gateway holds: a connected device must not be missed behind many that are away. */
const UNDELIVERED_LIMIT = 20_000;

export interface DeliveryTools {
  readonly store: Store;
  readonly connections: Connections;
  readonly organisations: Organisations;
  readonly commits: GroupCommit;
  readonly complaints: Complaints;
  readonly counters: Counters['published'];
  readonly serverKey: SigningKey;
  readonly bundles: DeviceBundles;
  /** Null: devices get no removal code. */
  readonly removalCodes: RemovalCodes | null;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/**
 * Sends target states and commands to connected devices: when they subscribe, on a wake-up, and by looking at the store from time to time. Each look also
 * checks that the device's key is still valid, and disconnects a device that was revoked.
 */
export interface Delivery {
  start(): void;
  stop(): Promise<void>;
  /** Sends a device what it lacks, after it subscribed or reported a target version. */
  look(deviceId: DeviceId): void;
  /** A device reported its target version in a heartbeat: it is looked at only when it is behind. */
  reported(connection: Connection): void;
}

export function createDelivery(tools: DeliveryTools): Delivery {
  const { store, connections, organisations, clock, log } = tools;
  /** Devices that a wake-up calls revoked: they are disconnected even when the store does not answer. */
  const suspects = new Set<DeviceId>();

  const lookAt = async (deviceId: DeviceId): Promise<void> => {
    const connection = connections.of(deviceId);
    if (connection?.login == null || connection.closed) return;
    const device = await store.devices.find(deviceId);
    if (device === null || device.publicKey !== connection.login.device.publicKey) {
      tools.complaints.report('revoked_device', { deviceId });
      return connection.cut('device');
    }
    // What heartbeats told here is newer than the store, where they are written a while later.
    const { user, protection, campusId } = connection.login.device;
    connection.login.device = { ...snapshotOf(device, device.publicKey), user, protection, campusId };
    if (connection.subscribed.has('target')) await deliverTarget(tools, connection, device);
    if (connection.subscribed.has('commands')) await deliverCommands(tools, connection, device);
  };

  const queue = createWorkQueue<DeviceId>(
    async (deviceId) => {
      await lookAt(deviceId);
      suspects.delete(deviceId);
    },
    (deviceId, error) => {
      log.error({ err: error, deviceId }, 'could not deliver; trying again at the next look');
      if (suspects.delete(deviceId)) connections.of(deviceId)?.cut('server');
    },
  );

  const lookAtAll = (): void => {
    for (const deviceId of connections.devices()) queue.add(deviceId, 'later');
  };

  const hear = (wakeUp: WakeUp): void => {
    if (wakeUp.kind === 'all_devices') return void refresh().catch(report);
    if (wakeUp.kind !== 'device' && wakeUp.kind !== 'revoked') return;
    if (connections.of(wakeUp.deviceId) === null) return;
    if (wakeUp.kind === 'revoked') suspects.add(wakeUp.deviceId);
    queue.add(wakeUp.deviceId, 'urgent');
  };

  const report = (error: unknown): void => log.error({ err: error }, 'a delivery sweep failed; trying again');

  const refresh = async (): Promise<void> => {
    await organisations.refresh().catch(report);
    lookAtAll();
  };

  const sweep = async (): Promise<void> => {
    // One organisation failed; the settings of another may be new all the same.
    const mayBeNew = await organisations.refresh().then(
      (changed) => changed.length > 0,
      (error: unknown) => {
        report(error);
        return true;
      },
    );
    if (mayBeNew) lookAtAll();
    for (const deviceId of await store.commands.devicesWithUndelivered(clock.now(), UNDELIVERED_LIMIT)) {
      if (connections.of(deviceId) !== null) queue.add(deviceId, 'later');
    }
  };

  const round = createRound(connections, clock);
  let running: readonly { stop(): Promise<void> | void }[] = [];

  return {
    start() {
      running = [
        { stop: store.bus.subscribe(hear) },
        every(clock, SWEEP_MS, sweep, report),
        every(clock, ROUND_MS, () => round((deviceId) => queue.add(deviceId, 'later')), report),
      ];
    },
    async stop() {
      for (const part of running) await part.stop();
      running = [];
      await queue.stop();
    },
    look: (deviceId) => queue.add(deviceId, 'urgent'),
    reported(connection) {
      const { login, targetReported, targetWanted, targetSent } = connection;
      if (login === null || targetReported === null || targetWanted === null) return;
      if (targetReported < targetWanted && isDue(targetSent, clock.monotonic()))
        queue.add(login.deviceId, 'later');
    },
  };
}

/** Visits all connected devices in turn, some at each call. A new round begins no sooner than a sweep after the last began. */
function createRound(connections: Connections, clock: Clock): (visit: (deviceId: DeviceId) => void) => void {
  let left: DeviceId[] = [];
  let beganAt = clock.monotonic();
  return (visit) => {
    if (left.length === 0) {
      if (clock.monotonic() - beganAt < SWEEP_MS) return;
      left = [...connections.devices()];
      beganAt = clock.monotonic();
    }
    for (const deviceId of left.splice(0, ROUND_SIZE)) visit(deviceId);
  };
}

async function deliverTarget(
  tools: DeliveryTools,
  connection: Connection,
  device: DeviceRecord,
): Promise<void> {
  const { organisations, clock, serverKey, store } = tools;
  const settings = await organisations.get(device.organisationId);
  const version = targetVersionOf(device, settings);
  connection.targetWanted = version;
  if ((connection.targetReported ?? device.targetConfirmed) >= version) return;
  const before = connection.targetSent?.version === version ? connection.targetSent : null;
  if (!isDue(before, clock.monotonic())) return;
  const now = clock.now();
  const claims = {
    sessions: await store.classroomSessions.claiming(device.id, now),
    overrides: await store.overrides.claiming(device.id, now),
    answers: await store.accessRequests.answersFor(device.id, now - ACCESS_REQUEST_MS),
  };
  const enforcement = {
    ...(await tools.bundles.of(device, settings.record)),
    heldHash: connection.policyReported === undefined ? device.held.policyHash : connection.policyReported,
  };
  const removal = tools.removalCodes?.verifierOf(device) ?? null;
  const target = composeTarget(device, { settings, claims, enforcement, removal }, now);
  const jws = await signJws(target, serverKey, JWS_TYPES.target);
  if (!publish(connection, 'target', jws, before)) return;
  connection.targetSent = { ...sentOnce(before, clock.monotonic(), tools.random), version };
  tools.counters.target += 1;
}

async function deliverCommands(
  tools: DeliveryTools,
  connection: Connection,
  device: DeviceRecord,
): Promise<void> {
  const { store, clock, serverKey, counters } = tools;
  const open = await store.commands.openOf(device.id);
  const openIds = new Set<string>(open.map(({ id }) => id));
  for (const id of connection.commandsSent.keys()) if (!openIds.has(id)) connection.commandsSent.delete(id);

  const wanted = open.filter((command) => isWanted(command, connection, clock));
  const messages = wanted.map((command) => composeCommand(device, command, clock.now()));
  const [mayGo, signed] = await Promise.all([
    markSent(
      tools,
      wanted.filter((_, at) => messages[at] !== null),
    ),
    Promise.all(
      messages.map((message) => (message === null ? null : signJws(message, serverKey, JWS_TYPES.command))),
    ),
  ]);
  for (const [at, command] of wanted.entries()) {
    const jws = signed[at];
    if (jws == null || !mayGo.has(command.id)) continue;
    const before = connection.commandsSent.get(command.id);
    if (!publish(connection, 'commands', jws, before)) return;
    connection.commandsSent.set(command.id, sentOnce(before, clock.monotonic(), tools.random));
    counters.commands += 1;
  }
}

function isWanted(command: CommandRecord, connection: Connection, clock: Clock): boolean {
  if (command.status === 'acknowledged' || command.expiresAt <= clock.now()) return false;
  return isDue(connection.commandsSent.get(command.id), clock.monotonic());
}

/**
 * Marks queued commands as sent before they are sent. A command that was cancelled or superseded meanwhile is not sent. A command that is lost with the
 * connection or in a crash is sent again, since nobody has acknowledged it.
 * @returns the ids of the commands to send
 */
async function markSent(
  { commits, clock }: DeliveryTools,
  commands: readonly CommandRecord[],
): Promise<ReadonlySet<string>> {
  const sentBefore = commands.filter(({ status }) => status === 'sent').map(({ id }) => id);
  const queued = commands.filter(({ status }) => status === 'queued').map(({ id }) => id);
  if (queued.length === 0) return new Set(sentBefore);
  const sent = await commits.submit({
    kind: 'work',
    run: async (tx) => {
      const marked = await tx.commands.advanceMany(queued, { to: 'sent', at: clock.now() });
      for (const { id } of marked) tx.wake({ kind: 'command', commandId: id });
      return marked.map(({ id }) => id);
    },
  });
  return new Set([...sentBefore, ...sent]);
}

/**
 * Sends a message to a device.
 * @param before when it was sent on this connection already: the repeat says so (DUP)
 * @returns false when the connection has ended
 */
function publish(
  connection: Connection,
  name: DownTopic,
  payload: string,
  before: Sending | null | undefined,
): boolean {
  const { login, client, closed } = connection;
  if (closed || client === null || login === null) return false;
  const topic = topicOf(login.deviceId, name);
  client.publish(
    { cmd: 'publish', topic, payload, qos: 1, retain: false, dup: before != null },
    () => undefined,
  );
  return true;
}
