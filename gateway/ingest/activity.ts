import { matchSearch } from '../../contracts/alerts/search-match.ts';
import { searchTextOf } from '../../contracts/alerts/search-text.ts';
import { ActivityMessage, type ActivityRecord } from '../../contracts/mqtt/messages.ts';
import { normaliseHost } from '../../contracts/policy/host.ts';
import { nextTurn } from '../../kit/turns.ts';
import { recordTime } from '../../store/rules/record-time.ts';
import { createReader } from '../broker/reader.ts';
import type { DeviceBudget } from '../limits/device-budgets.ts';
import type { Refusal } from '../limits/stats.ts';
import type { Storing } from '../limits/storage-budget.ts';
import { completeAccount } from './account.ts';
import type { Handler, IngestTools } from './message-context.ts';

/** A larger message (bytes) takes some milliseconds to read, to complete and to judge: the event loop gets a turn in between. */
const LARGE_BYTES = 131_072;

/**
 * `activity`: batches of decided requests and of what people did. Acknowledged when durable; a repeat changes nothing. A record gets the unit of its device,
 * which is at hand: the person's own would cost a look-up for each. A batch that the device has to keep is still searched for signs of self-harm and violence:
 * neither a quota nor a full disk hides them.
 */
export function createActivityHandler({
  commits,
  organisations,
  alerts,
  reserve,
  clock,
}: IngestTools): Handler {
  const read = createReader(ActivityMessage);
  /** @returns why the device has to keep it for now; null = store it */
  const charge = ({ activity }: DeviceBudget, storing: Storing): Refusal | null => {
    if (reserve.isReached()) return 'disk_reserve';
    return activity.charge(storing) ? null : 'over_quota';
  };
  return async ({ login }, payload) => {
    const reading = read(payload);
    if ('refusal' in reading) return reading.refusal;
    const { deviceId, budget } = login;
    const storing = { records: reading.message.records.length, bytes: payload.length };
    const held = charge(budget, storing);
    const pause = (): Promise<void> | null => (payload.length > LARGE_BYTES ? nextTurn() : null);
    await pause();
    const { organisationId, ouPath } = login.device;
    const { accountDomain } = (await organisations.get(organisationId)).record;
    const receivedAt = clock.now();
    const records = reading.message.records.filter(mayBeKept).map((record) => {
      const user = completeAccount(record.user, accountDomain);
      const { at } = recordTime(record.at, { receivedAt, purgedBefore: 0 });
      return {
        deviceId,
        organisationId,
        receivedAt,
        ouPath,
        ...(record.kind !== 'request' && isFlagged(record) ? { flagged: true } : {}),
        ...(login.signIns.covers(user, at) ? {} : { unproven: true }),
        record: named(record, user),
      };
    });
    if (records.length === 0) return null;
    if (held !== null) {
      await alerts.heldBack(login, records);
      return held;
    }
    const watch = async (): Promise<void> => {
      await pause();
      await alerts.activity(login, records);
    };
    try {
      await Promise.all([commits.submit({ kind: 'activity', records }), watch()]);
    } catch (error) {
      budget.activity.giveBack(storing);
      throw error;
    }
    return null;
  };
}

/**
 * Only the members that the schema names are stored. A host and an account are stored in one spelling, or as null when they are not valid: such a record still
 * says that something happened.
 */
function named(record: ActivityRecord, user: string | null): ActivityRecord {
  const { id, at, kind, ...rest } = record;
  const domain = record.domain === null ? null : normaliseHost(record.domain);
  return {
    id,
    at,
    kind,
    user,
    domain,
    ...given('url', rest.url),
    ...given('title', rest.title),
    ...given('category', rest.category),
    ...given('action', rest.action),
    ...given('reason', rest.reason),
    ...given('policyId', rest.policyId),
    ...given('policyVersion', rest.policyVersion),
    ...given('ruleId', rest.ruleId),
    ...given('campus', rest.campus),
    ...given('durationSeconds', rest.durationSeconds),
    ...given('count', rest.count),
    ...given('bypass', rest.bypass),
    ...given('app', rest.app?.replaceAll(/\p{Cc}+/gu, ' ')),
  };
}

function given<K extends keyof ActivityRecord>(name: K, value: ActivityRecord[K] | undefined) {
  return value === undefined ? undefined : ({ [name]: value } as Pick<ActivityRecord, K>);
}

/** Categories that a teacher would want to see among what a student did. */
const WORTH_A_LOOK: ReadonlySet<string> = new Set([
  'games',
  'vpn_proxy',
  'doh',
  'adult',
  'gambling',
  'drugs',
  'dating',
]);

/** Whether a teacher should look at an activity: it was blocked, its category is one of these, or it is a search that tells of harm. */
export function isFlagged(record: ActivityRecord): boolean {
  if (record.action === 'block' || WORTH_A_LOOK.has(record.category ?? '')) return true;
  const searched = searchTextOf(record);
  return searched !== null && matchSearch(searched) !== null;
}

/** Requests for help in a crisis are never recorded. Agents send no such record, and one that comes is not stored. */
export function mayBeKept({ reason }: ActivityRecord): boolean {
  return reason !== 'crisis_allow';
}
