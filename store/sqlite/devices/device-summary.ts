import { sql } from 'kysely';
import { lockState } from '../../../contracts/device/lock.ts';
import { SHOWN_ONLINE_MS } from '../../../contracts/device/presence.ts';
import type { ProtectionState } from '../../../contracts/mqtt/messages.ts';
import type { DeviceCell, DeviceFilter, DeviceStore } from '../../ports/devices.ts';
import type { Context } from '../connection/context.ts';
import { allOf, type Condition } from '../connection/list-query.ts';
import { type Repository, reads } from '../connection/repository.ts';
import { deviceConditions, isShownOnline } from './device-list.ts';

interface CellRow {
  readonly online: number;
  readonly protection: ProtectionState;
  readonly wanted: number;
  readonly confirmed: number;
  readonly version: number | null;
  readonly count: number;
}

/** The counts of devices, by one statement. */
export function createDeviceSummary({
  lists,
  now,
}: Pick<Context, 'lists' | 'now'>): Pick<Repository<DeviceStore>, 'summary'> {
  return {
    summary: reads((organisationId, filter) => {
      const at = now();
      const where = allOf(deviceConditions({ organisationId, filter }, at));
      const counts = isOfAll(filter) ? countsOfAll(where, at - SHOWN_ONLINE_MS) : countsOfSome(where, at);
      const rows = lists.all<CellRow>(
        sql`${counts} order by count desc, version desc, online, protection, wanted, confirmed`,
      );
      return rows.map(cellOf);
    }),
  };
}

const REPORT = sql`protection_state as protection, lock_wanted as wanted, lock_confirmed as confirmed, protection_policy_version as version`;

/** One pass over the devices that fit. */
function countsOfSome(where: Condition, now: number): Condition {
  return sql`select ${isShownOnline(now)} as online, ${REPORT}, count(*) as count from devices where ${where} group by 1, 2, 3, 4, 5`;
}

/**
 * The same of all devices, counted by an index that has the stored status. Those that it calls online but that were last seen too long ago are moved to the
 * others: none, while the gateway runs.
 */
function countsOfAll(where: Condition, since: number): Condition {
  return sql`select online, protection, wanted, confirmed, version, sum(count) as count from (
      select status = 'online' as online, ${REPORT}, count(*) as count from devices where ${where}
        group by status, protection_state, lock_wanted, lock_confirmed, protection_policy_version
      union all select online, ${REPORT}, sign * count(*) from devices
        join (select true as online, -1 as sign union all select false, 1)
        where ${where} and status = 'online' and last_seen_at <= ${since} group by 1, 2, 3, 4, 5
    ) group by 1, 2, 3, 4, 5 having sum(count) > 0`;
}

function isOfAll(filter: DeviceFilter): boolean {
  return Object.values(filter).every((value) => value === undefined);
}

function cellOf({ online, wanted, confirmed, version, protection, count }: CellRow): DeviceCell {
  return {
    status: online === 1 ? 'online' : 'offline',
    protection,
    lock: lockState({ wanted: wanted === 1, confirmed: confirmed === 1 }),
    policyVersion: version,
    count,
  };
}
