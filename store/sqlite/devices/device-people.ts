import type { DeviceId, UserId } from '../../../contracts/ids.ts';
import { textKey } from '../../../kit/text-key.ts';
import {
  type DevicePeopleStore,
  type DevicePerson,
  MAX_DEVICE_PEOPLE,
  MAX_SIGN_INS,
  type SignInSpan,
} from '../../ports/device-people.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';

interface PersonRow {
  readonly id: UserId;
  readonly email_key: string;
  readonly path: string;
}

type SignInRow = { readonly device: string; readonly user: string; readonly at: number };

export function createDevicePeopleStore({
  db,
  wake,
}: Pick<Context, 'db' | 'wake'>): Repository<DevicePeopleStore> {
  const known = db.prepare<[deviceId: string], PersonRow>(
    `SELECT users.id, users.email_key, ous.path FROM device_people AS seen
       JOIN users ON users.organisation_id = seen.organisation_id AND users.email_key = seen.user_key
       JOIN ous ON ous.id = users.ou_id
     WHERE seen.device_id = ? ORDER BY seen.last_seen_at DESC, seen.user_key`,
  );
  const again = db.prepare<[SignInRow]>(
    'UPDATE device_people SET last_seen_at = max(last_seen_at, :at) WHERE device_id = :device AND user_key = :user',
  );
  const first = db.prepare<[SignInRow]>(
    `INSERT INTO device_people (device_id, organisation_id, user_key, last_seen_at)
       SELECT id, organisation_id, :user, :at FROM devices WHERE id = :device AND unenrolled_at IS NULL`,
  );
  const forgetOldest = db.prepare<[{ readonly device: string; readonly most: number }]>(
    `DELETE FROM device_people WHERE device_id = :device AND user_key NOT IN
       (SELECT user_key FROM device_people WHERE device_id = :device ORDER BY last_seen_at DESC, user_key LIMIT :most)`,
  );
  const renew = db.prepare<[deviceId: string]>(
    'UPDATE devices SET target_version = target_version + 1 WHERE id = ? AND unenrolled_at IS NULL',
  );

  /** In a fixed order: which of them signed in last changes nothing for the device. */
  const peopleOf = (deviceId: DeviceId): string =>
    JSON.stringify(
      known
        .all(deviceId)
        .map(({ id }) => id)
        .sort(),
    );

  /** Whether the people of the device who are in the roster have changed. */
  const note = ({ deviceId, user, at }: Parameters<DevicePeopleStore['saw']>[0][number]): boolean => {
    const row = { device: deviceId, user: textKey(user), at };
    if (again.run(row).changes > 0) return false;
    const before = peopleOf(deviceId);
    if (first.run(row).changes === 0) return false;
    forgetOldest.run({ device: deviceId, most: MAX_DEVICE_PEOPLE });
    return peopleOf(deviceId) !== before;
  };

  return {
    ...createSignIns(db),
    of: reads((deviceId) => known.all(deviceId).map(personOf)),
    saw: writes((signIns) => {
      const renewed = new Set<DeviceId>();
      for (const signIn of signIns) if (note(signIn)) renewed.add(signIn.deviceId);
      for (const deviceId of renewed) {
        renew.run(deviceId);
        wake({ kind: 'device', deviceId });
      }
      return [...renewed];
    }),
  };
}

function createSignIns(db: Context['db']): Pick<Repository<DevicePeopleStore>, 'claimed' | 'signIns'> {
  const read = db.prepare<[deviceId: string], SignInSpan>(
    'SELECT user_key AS userKey, from_at AS "from", until_at AS until FROM device_sign_ins WHERE device_id = ? ORDER BY from_at, user_key',
  );
  const end = db.prepare<[at: number, deviceId: string]>(
    'UPDATE device_sign_ins SET until_at = max(?, from_at) WHERE device_id = ? AND until_at IS NULL',
  );
  const begin = db.prepare<[{ readonly device: string; readonly user: string; readonly from: number }]>(
    `INSERT INTO device_sign_ins (device_id, organisation_id, user_key, from_at)
       SELECT id, organisation_id, :user, :from FROM devices WHERE id = :device AND unenrolled_at IS NULL
     ON CONFLICT DO UPDATE SET until_at = NULL`,
  );
  const forgetOldest = db.prepare<[{ readonly device: string; readonly most: number }]>(
    `DELETE FROM device_sign_ins WHERE device_id = :device AND until_at IS NOT NULL AND from_at <
       (SELECT from_at FROM device_sign_ins WHERE device_id = :device ORDER BY from_at DESC LIMIT 1 OFFSET :most - 1)`,
  );
  return {
    claimed: writes((claims) => {
      for (const { deviceId, user, from, at } of claims) {
        end.run(at, deviceId);
        if (user === null) continue;
        begin.run({ device: deviceId, user: textKey(user), from });
        forgetOldest.run({ device: deviceId, most: MAX_SIGN_INS });
      }
    }),
    signIns: reads((deviceId) => read.all(deviceId)),
  };
}

function personOf({ id, email_key, path }: PersonRow): DevicePerson {
  return { userId: id, user: email_key, ouPath: path };
}

/** Gives devices a new target version when people who were seen there change. */
interface PeopleFollower {
  /** One of these addresses, as `textKey` makes them, belongs to another person now, or its person has another unit. */
  changed(organisationId: number, userKeys: readonly string[]): void;
  /** Deletes where an address was seen; those devices get a new target version. */
  forget(organisationId: number, userKey: string): void;
}

export function createPeopleFollower({ db, wake }: Pick<Context, 'db' | 'wake'>): PeopleFollower {
  const renew = db
    .prepare<[organisationId: number, userKeys: string], DeviceId>(
      `UPDATE devices SET target_version = target_version + 1 WHERE unenrolled_at IS NULL AND id IN
         (SELECT device_id FROM device_people WHERE organisation_id = ? AND user_key IN (SELECT value FROM json_each(?)))
       RETURNING id`,
    )
    .pluck();
  const forget = db.prepare<[organisationId: number, userKey: string]>(
    'DELETE FROM device_people WHERE organisation_id = ? AND user_key = ?',
  );
  const forgetSignIns = db.prepare<[organisationId: number, userKey: string]>(
    'DELETE FROM device_sign_ins WHERE organisation_id = ? AND user_key = ?',
  );
  const changed = (organisationId: number, userKeys: readonly string[]): void => {
    for (const deviceId of renew.all(organisationId, JSON.stringify(userKeys)))
      wake({ kind: 'device', deviceId });
  };
  return {
    changed,
    forget(organisationId, userKey) {
      changed(organisationId, [userKey]);
      forget.run(organisationId, userKey);
      forgetSignIns.run(organisationId, userKey);
    },
  };
}
