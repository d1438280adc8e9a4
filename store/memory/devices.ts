import { lockState } from '../../contracts/device/lock.ts';
import { statusShown } from '../../contracts/device/presence.ts';
import type { DeviceId, OuId } from '../../contracts/ids.ts';
import { Fault } from '../../kit/fault.ts';
import type { DeviceRecord, DeviceStore } from '../ports/devices.ts';
import {
  changedDevice,
  hardwareIdentity,
  newDevice,
  newestOfEach,
  reEnrolledDevice,
  relockedDevice,
  revivedDevice,
  unenrolledDevice,
} from '../rules/device-changes.ts';
import { pageOf } from '../rules/list-page.ts';
import type { Synchronous } from '../synchronous.ts';
import { deviceFits, deviceSortValue } from './device-list.ts';
import type { Context, DeviceEntry } from './tables.ts';

type Devices = Synchronous<DeviceStore>;

export function createDeviceStore(context: Context): Devices {
  const rows = createRows(context);
  const { find, get, put, ouPath } = rows;
  return {
    ...createEnrolment(context, rows),
    ...createPresence(rows),
    get,
    find,
    list(query) {
      const now = context.now();
      const matching = rows
        .all()
        .filter(
          (device) => device.organisationId === query.organisationId && deviceFits(device, query.filter, now),
        );
      return pageOf(matching, query, deviceSortValue);
    },
    update(organisationId, id, changes, now) {
      const known = get(organisationId, id);
      if (known === null) return null;
      const ouId = changes.ouId ?? known.ouId;
      return put(changedDevice(known, changes, { ouId, ouPath: ouPath(organisationId, ouId), now }));
    },
    nextCommandSequence(id) {
      const known = find(id);
      if (known === null) throw new Fault('not_found', 'There is no such device.');
      return put({ ...known, commandSequence: known.commandSequence + 1 }).commandSequence;
    },
    setLock(id, lock) {
      const known = find(id);
      if (known !== null) put(relockedDevice(known, lock));
    },
    count(organisationId) {
      const devices = rows.all().filter((device) => device.organisationId === organisationId);
      return {
        total: devices.length,
        online: devices.filter((device) => statusShown(device, context.now()) === 'online').length,
        locked: devices.filter(({ lock }) => lockState(lock) === 'locked').length,
      };
    },
  };
}

interface Rows {
  /** All that are enrolled. */
  all(): DeviceRecord[];
  find(id: string): DeviceRecord | null;
  get(organisationId: number, id: string): DeviceRecord | null;
  put(record: DeviceRecord): DeviceRecord;
  ouPath(organisationId: number, id: OuId): string;
  /** Changes an enrolled device; false when there is none or `change` gives null. */
  change(id: DeviceId, change: (device: DeviceRecord) => Partial<DeviceRecord> | null): boolean;
}

function createRows({ tables }: Context): Rows {
  const shown = ({ record }: DeviceEntry): DeviceRecord => ({
    ...record,
    ouPath: tables.ous.get(record.ouId)?.path ?? record.ouPath,
  });
  const find = (id: string): DeviceRecord | null => {
    const entry = tables.devices.get(id);
    return entry === undefined || entry.unenrolledAt !== null ? null : shown(entry);
  };
  const put = (record: DeviceRecord): DeviceRecord => {
    const entry = tables.devices.get(record.id);
    if (entry === undefined) throw new Error(`there is no device ${record.id}`);
    tables.devices.set(record.id, { ...entry, record });
    return record;
  };
  return {
    find,
    put,
    all: () => [...tables.devices.values()].filter(({ unenrolledAt }) => unenrolledAt === null).map(shown),
    get(organisationId, id) {
      const device = find(id);
      return device?.organisationId === organisationId ? device : null;
    },
    ouPath(organisationId, id) {
      const ou = tables.ous.get(id);
      if (ou?.organisationId !== organisationId)
        throw new Fault('unprocessable', 'There is no such organisational unit.');
      return ou.path;
    },
    change(id, change) {
      const known = find(id);
      const changes = known === null ? null : change(known);
      if (known === null || changes === null) return false;
      put({ ...known, ...changes });
      return true;
    },
  };
}

function createEnrolment(
  { tables }: Context,
  rows: Rows,
): Pick<Devices, 'enrol' | 'enrolledWith' | 'unenrol'> {
  const byIdentity = (organisationId: number, identity: string): DeviceEntry | undefined =>
    [...tables.devices.values()].find(
      (entry) => entry.identity === identity && entry.record.organisationId === organisationId,
    );
  return {
    enrol(request) {
      const identity = hardwareIdentity(request.hardware);
      const path = rows.ouPath(request.organisationId, request.ouId);
      const entry = byIdentity(request.organisationId, identity);
      const next = (): DeviceRecord => {
        if (entry === undefined) return newDevice(request, path);
        return entry.unenrolledAt === null
          ? reEnrolledDevice(
              { ...entry.record, ouPath: rows.ouPath(request.organisationId, entry.record.ouId) },
              request,
            )
          : revivedDevice(entry.record, request, path);
      };
      const device = next();
      tables.devices.set(device.id, { record: device, identity, unenrolledAt: null });
      return { device, reEnrolled: entry !== undefined };
    },
    enrolledWith(organisationId, { publicKey, hardware }) {
      const entry = byIdentity(organisationId, hardwareIdentity(hardware));
      const device = entry === undefined ? null : rows.find(entry.record.id);
      return device?.publicKey === publicKey ? device : null;
    },
    unenrol(organisationId, id, now) {
      const known = rows.get(organisationId, id);
      const entry = tables.devices.get(id);
      if (known === null || entry === undefined) return false;
      tables.devices.set(id, { ...entry, record: unenrolledDevice(known, now), unenrolledAt: now });
      return true;
    },
  };
}

function createPresence(
  rows: Rows,
): Pick<Devices, 'connected' | 'disconnected' | 'setStatus' | 'writeHeartbeats' | 'touch' | 'online'> {
  return {
    connected(id, { epoch, at }) {
      rows.change(id, (device) => ({
        connectionEpoch: epoch,
        disconnectedAt: null,
        disconnectReason: null,
        lastSeenAt: Math.max(device.lastSeenAt, at),
      }));
    },
    disconnected: (id, { epoch, at, reason }) =>
      rows.change(id, (device) => {
        if (device.connectionEpoch !== epoch) return null;
        return device.disconnectedAt === null ? { disconnectedAt: at, disconnectReason: reason } : {};
      }),
    setStatus: (id, status) => rows.change(id, (device) => (device.status === status ? null : { status })),
    writeHeartbeats(batch) {
      for (const {
        deviceId,
        lastSeenAt,
        protection,
        protectionSince,
        policyVersion,
        ...facts
      } of newestOfEach(batch)) {
        rows.change(deviceId, (device) => ({
          ...facts,
          lastSeenAt: Math.max(device.lastSeenAt, lastSeenAt),
          protection: { state: protection, policyVersion, since: protectionSince },
        }));
      }
    },
    touch(batch) {
      for (const { deviceId, lastSeenAt } of batch) {
        rows.change(deviceId, (device) => ({ lastSeenAt: Math.max(device.lastSeenAt, lastSeenAt) }));
      }
    },
    online: () =>
      rows
        .all()
        .filter(({ status }) => status === 'online')
        .map(({ id, status, lastSeenAt, disconnectedAt, disconnectReason }) => ({
          id,
          status,
          lastSeenAt,
          disconnectedAt,
          disconnectReason,
        })),
  };
}
