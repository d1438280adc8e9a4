import { judgeOnServer } from '../../contracts/device/campus.ts';
import type { CampusId } from '../../contracts/ids.ts';
import { HeartbeatMessage } from '../../contracts/mqtt/messages.ts';
import { isLoopback } from '../../kit/addresses.ts';
import type { Log } from '../../kit/log.ts';
import type { HeartbeatWrite, HeldFiles } from '../../store/ports/devices.ts';
import { createReader } from '../broker/reader.ts';
import type { Sender } from '../connections/connection.ts';
import type { OrganisationSettings } from '../connections/organisations.ts';
import type { Complaints } from '../limits/complaints.ts';
import { writeLockChange } from '../writing/device-events.ts';
import { afterReport } from '../writing/reported-lock.ts';
import { completeAccount } from './account.ts';
import { conditionNews } from './conditions/condition-events.ts';
import type { HeartbeatReader } from './heartbeat-writer.ts';
import type { IngestTools } from './message-context.ts';

/**
 * Reads heartbeats. It decides what to write, whether the device lacks a newer target state, and whether the stored lock differs from the reported one. Such a
 * difference is corrected in the order of the device's other messages.
 */
export function createHeartbeatReader(
  tools: IngestTools & { readonly complaints: Complaints; readonly log: Log },
): HeartbeatReader {
  const read = createReader(HeartbeatMessage);
  return ({ sender, payload, receivedAt }) => {
    const { connection, login } = sender;
    const reading = read(payload);
    if ('refusal' in reading) {
      tools.complaints.report(reading.refusal, { deviceId: login.deviceId });
      return null;
    }
    const { message } = reading;
    // Known since the login.
    const settings = tools.organisations.known(login.device.organisationId);
    if (settings === null) return null;
    connection.targetReported = message.target.version;
    connection.policyReported = message.policy.hash;
    tools.targetReported(connection);
    const isNew = (message.lock.state === 'locked') !== login.device.lock.confirmed;
    // Limits the events of a lock that changes all the time; the next heartbeat finds the difference again.
    if (isNew && login.budget.states.tryTake(1)) {
      correctLock(tools, sender, message).catch((error: unknown) => {
        login.budget.states.giveBack(1);
        tools.log.error(
          { err: error, deviceId: login.deviceId },
          'could not correct a lock; the next heartbeat will',
        );
      });
    }
    const write = heartbeatWrite(sender, message, { settings, receivedAt, matches: tools.matches });
    const condition = tools.conditions.heartbeat(login, write, settings.campuses);
    tools.alerts.heartbeat(login, condition);
    const userChanged = write.user !== login.device.user;
    if (userChanged) login.device = { ...login.device, user: write.user };
    const claim = login.signIns.tell(write.user, receivedAt);
    return {
      write,
      userChanged,
      claim: claim && { deviceId: login.deviceId, ...claim },
      news: conditionNews(login, condition),
    };
  };
}

function heartbeatWrite(
  { connection, login }: Sender,
  message: HeartbeatMessage,
  {
    settings: { record, campuses },
    receivedAt,
    matches,
  }: {
    readonly settings: OrganisationSettings;
    readonly receivedAt: number;
    readonly matches: IngestTools['matches'];
  },
): HeartbeatWrite {
  const address = seenAddress(connection.address, campuses, matches);
  const campus = judgeOnServer(message.campus, address, campuses, matches);
  return {
    deviceId: login.deviceId,
    lastSeenAt: receivedAt,
    user: completeAccount(message.user, record.accountDomain),
    battery: message.battery,
    campus: campus.state,
    campusId: campus.campusId as CampusId | null,
    osVersion: message.osVersion,
    agentVersion: message.agentVersion,
    protection: message.protection.state,
    // A device's clock may run ahead: a time in the future becomes now.
    protectionSince:
      message.protection.since === null ? null : Math.min(message.protection.since, receivedAt),
    policyVersion: message.policy.version,
    held: {
      policyHash: message.policy.hash,
      categories: heldIndex(message),
    },
    targetConfirmed: message.target.version,
  };
}

/** Only the members that the schema names are stored. */
function heldIndex({ categories }: HeartbeatMessage): HeldFiles['categories'] {
  return categories == null ? null : { version: categories.version, hash: categories.hash };
}

/**
 * The address that counts as evidence of the campus. This machine's own address, of a proxy in front or of a simulation, says nothing about a place, unless a
 * campus lists it. Behind a trusted proxy the address is already the device's own.
 */
function seenAddress(
  address: string,
  campuses: OrganisationSettings['campuses'],
  matches: IngestTools['matches'],
): string | null {
  if (!isLoopback(address)) return address;
  return campuses.some((campus) => campus.cidrs.some((cidr) => matches(address, cidr))) ? address : null;
}

/** Compares again inside the transaction: a result that came just before may have resolved the difference. */
async function correctLock(
  { commits, clock }: IngestTools,
  { login }: Sender,
  message: HeartbeatMessage,
): Promise<void> {
  const lock = await commits.submit({
    kind: 'work',
    run: async (tx) => {
      const device = await tx.devices.find(login.deviceId);
      if (device === null) return null;
      const now = clock.now();
      const change = afterReport(device.lock, message.lock, now);
      await writeLockChange(tx, device, change, now);
      return change?.lock ?? device.lock;
    },
  });
  if (lock !== null) login.device = { ...login.device, lock };
}
