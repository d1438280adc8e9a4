import type { DeviceId } from '../../../contracts/ids.ts';
import type { DeviceStore } from '../../ports/devices.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';

type ReasonCalls = Pick<Repository<DeviceStore>, 'setProtectionReason' | 'protectionReasons'>;

/** The reasons that devices tell for their protection. They come apart from the heartbeats, before or after the state that they are about. */
export function createProtectionReasons({ db }: Pick<Context, 'db'>): ReasonCalls {
  const set = db.prepare<[{ readonly id: string; readonly state: string; readonly reason: string }]>(
    `UPDATE devices SET protection_reason = :reason, protection_reason_state = :state WHERE id = :id AND unenrolled_at IS NULL`,
  );
  const of = db.prepare<[ids: string], { readonly id: DeviceId; readonly reason: string }>(
    `SELECT id, protection_reason AS reason FROM devices
     WHERE id IN (SELECT value FROM json_each(?)) AND protection_reason_state = protection_state AND unenrolled_at IS NULL`,
  );
  return {
    setProtectionReason: writes((id, { state, reason }) => void set.run({ id, state, reason })),
    protectionReasons: reads(
      (ids) => new Map(of.all(JSON.stringify(ids)).map(({ id, reason }) => [id, reason])),
    ),
  };
}
