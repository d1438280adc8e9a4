import type { OfflineReason } from '../contracts/device/presence.ts';
import type { Log } from '../kit/log.ts';
import type { DevicePeopleStore } from '../store/ports/device-people.ts';
import type { LoginCheck } from './auth/login-check.ts';
import type { BrokerHandlers, LoginCode } from './broker/broker.ts';
import { willFits } from './broker/permissions.ts';
import { type Connection, type Login, snapshotOf } from './connections/connection.ts';
import type { Connections } from './connections/connections.ts';
import type { Organisations } from './connections/organisations.ts';
import { SignIns } from './connections/sign-ins.ts';
import type { Delivery } from './delivery/delivery.ts';
import type { Ingest } from './ingest/ingest.ts';
import type { Complaints } from './limits/complaints.ts';
import type { DeviceBudgets } from './limits/device-budgets.ts';
import type { Counters, Refusal } from './limits/stats.ts';
import type { Presence } from './presence/presence.ts';

/**
 * Return codes of refused logins (MQTT 3.1.1, table 3.1). 2: the client id is not the user name. 4: does not say whether the device exists. 5: the key is
 * right, the time is wrong.
 */
const CODES: Readonly<Partial<Record<Refusal, LoginCode>>> = {
  bad_client_id: 2,
  expired_password: 5,
  replayed_password: 5,
  too_many_logins: 5,
  stale_epoch: 5,
  bad_will: 5,
};
const BAD_PASSWORD: LoginCode = 4;

function endOf({ stopped, silent }: Connection): OfflineReason {
  if (stopped) return 'stopped';
  return silent ? 'silence' : 'connection_lost';
}

/**
 * Decides what happens on a device's connection, from its proven login to its end: which connection of a device is replaced, what counts as a sign of life, and
 * what an end means.
 */
export function createSessions({
  logins,
  connections,
  organisations,
  devicePeople,
  budgets,
  presence,
  ingest,
  delivery,
  complaints,
  counters,
  log,
}: {
  readonly logins: LoginCheck;
  readonly connections: Connections;
  readonly organisations: Organisations;
  readonly devicePeople: Pick<DevicePeopleStore, 'signIns'>;
  readonly budgets: DeviceBudgets;
  readonly presence: Presence;
  readonly ingest: Ingest;
  readonly delivery: Delivery;
  readonly complaints: Complaints;
  readonly counters: Counters;
  readonly log: Log;
}): BrokerHandlers {
  const noteEnd = (connection: Connection, { deviceId, epoch }: Login): void => {
    if (connection.endedByServer) return;
    presence
      .ended(deviceId, epoch, endOf(connection))
      .catch((error: unknown) =>
        log.error({ err: error, deviceId }, 'could not note the end of a connection'),
      );
  };

  /** Makes a connection the one of its device. @returns false when a newer one exists */
  const takeOver = (connection: Connection, login: Login): boolean => {
    const before = connections.of(login.deviceId);
    if (before?.login != null && before.login.epoch > login.epoch) return false;
    connection.login = login;
    connection.admission.proven();
    connections.claim(login.deviceId, connection);
    if (before !== null) {
      counters.takeovers += 1;
      before.cut('server');
    }
    return true;
  };

  return {
    async login(connection, credentials) {
      const refused = (reason: Refusal, deviceId?: string): LoginCode => {
        complaints.report(reason, deviceId === undefined ? { address: connection.address } : { deviceId });
        return CODES[reason] ?? BAD_PASSWORD;
      };
      const verdict = await logins.prove(credentials);
      if ('refusal' in verdict) return refused(verdict.refusal);
      const { deviceId, epoch, record, publicKey } = verdict.device;
      if (!willFits(connection.will, { deviceId, epoch })) return refused('bad_will', deviceId);
      // Every message needs the settings: read them once here.
      await organisations.get(record.organisationId);
      const signIns = new SignIns(await devicePeople.signIns(deviceId), record.lastSeenAt);
      if (connection.closed) return BAD_PASSWORD;
      const login: Login = {
        deviceId,
        epoch,
        budget: budgets.of(deviceId),
        signIns,
        device: snapshotOf(record, publicKey),
      };
      if (!takeOver(connection, login)) return refused('stale_epoch', deviceId);
      if (!(await presence.connected(deviceId, epoch, publicKey))) return refused('revoked_device', deviceId);
      counters.logins += 1;
      // If it ended while its beginning was being written, `ended` could not note it.
      if (connection.closed && connections.of(deviceId) === null) noteEnd(connection, login);
      return null;
    },

    message: (connection, login, name, payload) => ingest.take({ connection, login }, name, payload),

    heard(connection, { deviceId, epoch }) {
      if (connections.of(deviceId) === connection) presence.heard(deviceId, epoch);
    },

    subscribed: (_connection, { deviceId }) => delivery.look(deviceId),

    ended(connection) {
      const { login } = connection;
      if (login !== null && connections.drop(login.deviceId, connection)) noteEnd(connection, login);
    },
  };
}
