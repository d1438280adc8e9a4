import type { DeviceId } from '../../../contracts/ids.ts';
import { textKey } from '../../../kit/text-key.ts';
import type { DeviceFace, DeviceFacesQuery, DeviceStore, HeartbeatWrite } from '../../ports/devices.ts';
import { newestOfEach } from '../../rules/device-changes.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';
import { heldParameters, type PresenceRow, presenceOf } from './device-row.ts';

type PresenceCalls = Pick<
  Repository<DeviceStore>,
  'connected' | 'disconnected' | 'setStatus' | 'writeHeartbeats' | 'touch' | 'online' | 'faces'
>;

type HeartbeatParameters = Omit<HeartbeatWrite, 'held'> &
  ReturnType<typeof heldParameters> & { readonly userKey: string | null };

const NOTHING_HELD = { policyHash: null, categories: null };

/** What the gateway writes many times a second. */
export function createDevicePresence({ db }: Pick<Context, 'db'>): PresenceCalls {
  const connected = db.prepare<[{ readonly id: string; readonly epoch: number; readonly at: number }]>(
    `UPDATE devices SET connection_epoch = :epoch, disconnected_at = NULL, disconnect_reason = NULL, last_seen_at = max(last_seen_at, :at)
     WHERE id = :id AND unenrolled_at IS NULL`,
  );
  // Only the first sign of an end is stored: after a good-bye, the close of the socket adds nothing.
  const disconnected = db.prepare<
    [{ readonly id: string; readonly epoch: number; readonly at: number; readonly reason: string }]
  >(
    `UPDATE devices SET disconnect_reason = CASE WHEN disconnected_at IS NULL THEN :reason ELSE disconnect_reason END,
       disconnected_at = coalesce(disconnected_at, :at)
     WHERE id = :id AND connection_epoch = :epoch AND unenrolled_at IS NULL`,
  );
  const setStatus = db.prepare<[{ readonly id: string; readonly status: string }]>(
    'UPDATE devices SET status = :status WHERE id = :id AND status <> :status AND unenrolled_at IS NULL',
  );
  // Indexes are over what is reported of policies, which hardly ever changes: a statement that sets it writes them each time.
  const protection = db.prepare<[HeartbeatParameters]>(
    `UPDATE devices SET protection_state = :protection, protection_policy_version = :policyVersion
     WHERE id = :deviceId AND (protection_state <> :protection OR protection_policy_version IS NOT :policyVersion) AND unenrolled_at IS NULL`,
  );
  const heartbeat = db.prepare<[HeartbeatParameters]>(
    `UPDATE devices SET last_seen_at = max(last_seen_at, :lastSeenAt), user = :user, user_key = :userKey, battery = :battery, campus = :campus,
       campus_id = :campusId, os_version = :osVersion, agent_version = :agentVersion,
       protection_since = :protectionSince, policy_hash = :policy_hash,
       categories_version = :categories_version, categories_hash = :categories_hash, target_confirmed = :targetConfirmed
     WHERE id = :deviceId AND unenrolled_at IS NULL`,
  );
  const touch = db.prepare<[{ readonly deviceId: string; readonly lastSeenAt: number }]>(
    'UPDATE devices SET last_seen_at = :lastSeenAt WHERE id = :deviceId AND last_seen_at < :lastSeenAt AND unenrolled_at IS NULL',
  );
  const online = db.prepare<[], PresenceRow & { readonly id: DeviceId }>(
    `SELECT id, status, last_seen_at, disconnected_at, disconnect_reason FROM devices WHERE status = 'online' AND unenrolled_at IS NULL`,
  );

  const faces = db.prepare<[DeviceFacesQuery['after'] & Omit<DeviceFacesQuery, 'after'>], DeviceFace>(
    `SELECT id, last_seen_at AS lastSeenAt, (SELECT path FROM ous WHERE ous.id = devices.ou_id) AS ouPath,
       json_array(status, user, campus, campus_id, battery, os_version, agent_version, protection_state, protection_since,
         protection_policy_version, policy_hash, lock_wanted, lock_confirmed) AS face
     FROM devices WHERE organisation_id = :organisationId AND unenrolled_at IS NULL AND (last_seen_at, id) > (:lastSeenAt, :id)
     ORDER BY last_seen_at, id LIMIT :limit`,
  );

  return {
    faces: reads(({ after, ...query }) => faces.all({ ...query, ...after })),
    connected: writes((id, { epoch, at }) => {
      connected.run({ id, epoch, at });
    }),
    disconnected: writes(
      (id, { epoch, at, reason }) => disconnected.run({ id, epoch, at, reason }).changes > 0,
    ),
    setStatus: writes((id, status) => setStatus.run({ id, status }).changes > 0),
    writeHeartbeats: writes((batch) => {
      for (const { held, ...write } of newestOfEach(batch)) {
        const userKey = write.user === null ? null : textKey(write.user);
        const parameters = { ...write, ...heldParameters(held ?? NOTHING_HELD), userKey };
        heartbeat.run(parameters);
        protection.run(parameters);
      }
    }),
    touch: writes((batch) => {
      for (const write of batch) touch.run(write);
    }),
    online: reads(() => online.all().map((row) => ({ id: row.id, ...presenceOf(row) }))),
  };
}
