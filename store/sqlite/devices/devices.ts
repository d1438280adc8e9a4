import { SHOWN_ONLINE_MS } from '../../../contracts/device/presence.ts';
import { Fault } from '../../../kit/fault.ts';
import type { DeviceRecord, DeviceStore } from '../../ports/devices.ts';
import { changedDevice, relockedDevice, unenrolledDevice } from '../../rules/device-changes.ts';
import { HELD_KEY } from '../../rules/held-key.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, reads, type Synchronous, writes } from '../connection/repository.ts';
import { createTextSearch } from '../connection/text-search.ts';
import { createDeviceList } from './device-list.ts';
import { createDevicePresence } from './device-presence.ts';
import { DEVICE_COLUMNS, type DeviceRow, deviceOf } from './device-row.ts';
import { createDeviceSummary } from './device-summary.ts';
import { createDeviceWriter } from './device-writer.ts';
import { createProtectionReasons } from './protection-reasons.ts';

type Counts = ReturnType<Synchronous<DeviceStore>['count']>;

export function createDeviceStore(
  context: Pick<Context, 'db' | 'lists' | 'now' | 'wake'>,
): Repository<DeviceStore> {
  const { db } = context;
  const find = db.prepare<[id: string], DeviceRow>(
    `SELECT ${DEVICE_COLUMNS} FROM devices WHERE id = ? AND unenrolled_at IS NULL`,
  );
  const nextSequence = db
    .prepare<[id: string], number>(
      'UPDATE devices SET command_sequence = command_sequence + 1 WHERE id = ? AND unenrolled_at IS NULL RETURNING command_sequence',
    )
    .pluck();
  const count = db.prepare<[{ readonly id: number; readonly since: number }], Counts>(
    `SELECT
       (SELECT count(*) FROM devices WHERE organisation_id = :id AND unenrolled_at IS NULL) AS total,
       (SELECT count(*) FROM devices WHERE organisation_id = :id AND unenrolled_at IS NULL AND status = 'online' AND last_seen_at > :since) AS online,
       (SELECT count(*) FROM devices WHERE organisation_id = :id AND unenrolled_at IS NULL
          AND lock_wanted + lock_confirmed > 0 AND lock_wanted = 1 AND lock_confirmed = 1) AS locked`,
  );
  const writer = createDeviceWriter(context);
  const search = createTextSearch<DeviceRow>(db, {
    table: 'devices',
    columns: DEVICE_COLUMNS,
    beginnings: ['name_key', 'user_key'],
    index: 'devices_by_search',
    condition: 'unenrolled_at IS NULL',
  });

  const findDevice = (id: string): DeviceRecord | null => {
    const row = find.get(id);
    return row === undefined ? null : deviceOf(row);
  };
  const getDevice = (organisationId: number, id: string): DeviceRecord | null => {
    const device = findDevice(id);
    return device?.organisationId === organisationId ? device : null;
  };

  return {
    ...createDeviceList(context),
    ...createDeviceSummary(context),
    ...createDevicePresence(context),
    ...createProtectionReasons(context),
    ...createHeldKeys(context),
    search: reads((wanted) => search(wanted).map(deviceOf)),
    get: reads(getDevice),
    find: reads(findDevice),
    enroll: writes(writer.enroll),
    ofHardware: reads(writer.ofHardware),
    update: writes((organisationId, id, changes, now) => {
      const known = getDevice(organisationId, id);
      if (known === null) return null;
      const ouId = changes.ouId ?? known.ouId;
      if (ouId !== known.ouId) context.wake({ kind: 'device', deviceId: known.id });
      return writer.put(
        changedDevice(known, changes, { ouId, ouPath: writer.ouPath(organisationId, ouId), now }),
      );
    }),
    unenroll: writes((organisationId, id, now) => {
      const known = getDevice(organisationId, id);
      if (known === null) return false;
      writer.put(unenrolledDevice(known, now));
      writer.forgetHardware(known.id, now);
      writer.forgetTold(known.id);
      return true;
    }),
    nextCommandSequence: writes((id) => {
      const sequence = nextSequence.get(id);
      if (sequence === undefined) throw new Fault('not_found', 'There is no such device.');
      return sequence;
    }),
    setLock: writes((id, lock) => {
      const known = findDevice(id);
      if (known !== null) writer.put(relockedDevice(known, lock));
    }),
    count: reads(
      (organisationId) =>
        count.get({ id: organisationId, since: context.now() - SHOWN_ONLINE_MS }) ?? {
          total: 0,
          online: 0,
          locked: 0,
        },
    ),
  };
}

function createHeldKeys({
  db,
}: Pick<Context, 'db'>): Pick<Repository<DeviceStore>, 'withHeldKey' | 'releaseKeys'> {
  const held = db.prepare<[organisationId: number, held: string], DeviceRow>(
    `SELECT ${DEVICE_COLUMNS} FROM devices WHERE organisation_id = ? AND unenrolled_at IS NULL AND public_key LIKE ? || '%' ORDER BY name_key, id`,
  );
  const release = db.prepare<
    [{ readonly organisation: number; readonly held: string; readonly ids: string | null }]
  >(
    `UPDATE devices SET public_key = substr(public_key, length(:held) + 1)
     WHERE organisation_id = :organisation AND unenrolled_at IS NULL AND public_key LIKE :held || '%'
       AND (:ids IS NULL OR id IN (SELECT value FROM json_each(:ids)))`,
  );
  return {
    withHeldKey: reads((organisationId) => held.all(organisationId, HELD_KEY).map(deviceOf)),
    releaseKeys: writes(
      (organisation, ids) =>
        release.run({ organisation, held: HELD_KEY, ids: ids === null ? null : JSON.stringify(ids) }).changes,
    ),
  };
}
