import type { AlertRules } from '../../../contracts/alerts/rules.ts';
import type { AlertId, DeviceId } from '../../../contracts/ids.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { Log } from '../../../kit/log.ts';
import type { Store, Transaction } from '../../../store/ports/store.ts';
import type { ReceivedActivity, ReceivedDeviceEvent } from '../../../store/ports/telemetry.ts';
import { toAlert } from '../../../store/views/alert.ts';
import type { Login } from '../../connections/connection.ts';
import type { AlertAllowance } from '../../limits/alert-budget.ts';
import type { GroupCommit } from '../../writing/group-commit.ts';
import type { ConditionChange } from '../conditions/condition-changes.ts';
import type { Condition } from '../conditions/device-conditions.ts';
import { type ActivityReader, createActivityReader } from '../readings/activity-readings.ts';
import type { SightingWatch } from '../sightings/sighting-watch.ts';
import { createActivityRules } from './activity-rules.ts';
import { conditionSettings, judgeChange } from './condition-rules.ts';
import { inspectEvents } from './event-rules.ts';
import { floodHits } from './flood.ts';
import type { Hit } from './hit.ts';
import { createRulesInForce, type RulesInForce } from './rules-in-force.ts';

/**
 * Makes alerts of what devices report, and has the events of violations and games fired. It searches in memory. It uses the store only for what it found, in
 * the same group commit as the reports themselves.
 */
export interface AlertWatch extends Pick<RulesInForce, 'start' | 'stop'> {
  /** Searches a batch that is being stored. Rejects when an alert could not be stored; then the device has to send the batch again. */
  activity(login: Login, records: readonly ReceivedActivity[]): Promise<void>;
  /** Searches a batch that the device has to keep for now, only for self-harm and violence, which no quota may hide. Rejects as `activity` does. */
  heldBack(login: Login, records: readonly ReceivedActivity[]): Promise<void>;
  /** Searches new events, inside the transaction that stores them. The caller undoes the allowance when that fails. */
  events(
    tx: Transaction,
    from: { readonly login: Login; readonly allowance: AlertAllowance },
    events: readonly ReceivedDeviceEvent[],
  ): Promise<void>;
  /** Searches the condition changes of a heartbeat. An alert that could not be written is found again with the next heartbeat. */
  heartbeat(login: Login, condition: Condition): void;
}

export function createAlertWatch({
  store,
  commits,
  sightings,
  clock,
  log,
}: {
  readonly store: Pick<Store, 'alerts' | 'bus'>;
  readonly sightings: Pick<SightingWatch, 'activity'>;
  readonly commits: GroupCommit;
  readonly clock: Clock;
  readonly log: Log;
}): AlertWatch {
  const rules = createRulesInForce({ store, clock, log });
  const reader = createActivityReader();
  const activityRules = createActivityRules();

  const judge = createConditionJudge({ commits, log });

  const watch = async (
    { budget, device: { organisationId } }: Login,
    records: readonly ReceivedActivity[],
    { read, forget }: Pick<ActivityReader, 'read' | 'forget'>,
  ): Promise<void> => {
    const [first] = records;
    if (first === undefined) return;
    const allowance = budget.alerts.allowance();
    // No wait when the rules are known, so that the alerts are stored with the records.
    const inForce = rules.known(organisationId) ?? (await rules.read(organisationId));
    const readings = read(records);
    const hits = activityRules.inspect(inForce, readings);
    const report = sightings.activity(readings);
    if (hits.length === 0 && report.isEmpty) return report.kept();
    try {
      const { deviceId, receivedAt } = first;
      await commits.submit({
        kind: 'work',
        run: async (tx) => {
          allowance.undo();
          await writeHits(tx, deviceId, { hits, allowance, at: receivedAt });
          await report.write(tx, receivedAt);
        },
      });
      report.kept();
    } catch (error) {
      forget(readings);
      report.lost();
      allowance.undo();
      throw error;
    }
  };

  return {
    start: rules.start,
    stop: rules.stop,
    activity: (login, records) => watch(login, records, reader),
    heldBack: (login, records) => watch(login, records, reader.ofHeldBack),
    async events(tx, { login: { deviceId, device, signIns }, allowance }, events) {
      const [first] = events;
      if (first === undefined) return;
      const inForce = await tx.alerts.rules(device.organisationId);
      // The person signed in now is not named in an alert about earlier records: a device that was away sends those of a week.
      const isTheirs = ({ event, receivedAt }: ReceivedDeviceEvent): boolean =>
        signIns.covers(device.user, Math.min(event.at, receivedAt));
      const hits = [
        ...inspectEvents(inForce, events.filter(isTheirs), device.user),
        ...inspectEvents(
          inForce,
          events.filter((received) => !isTheirs(received)),
          null,
        ),
      ];
      await writeHits(tx, deviceId, { hits, allowance, at: first.receivedAt });
    },
    heartbeat(login, condition) {
      const { organisationId } = login.device;
      const inForce = rules.known(organisationId);
      if (inForce !== null) return judge(login, condition, inForce);
      rules.read(organisationId).then(
        (read) => judge(login, condition, read),
        (error: unknown) => log.error({ err: error }, 'could not read the rules of alerts'),
      );
    },
  };
}

/** Writes the alerts that a heartbeat begins, and ends those whose condition has ended. */
function createConditionJudge({ commits, log }: { readonly commits: GroupCommit; readonly log: Log }) {
  const write = async (
    deviceId: DeviceId,
    {
      hits,
      ends,
      at,
    }: { readonly hits: readonly Hit[]; readonly ends: readonly string[]; readonly at: number },
  ): Promise<void> => {
    await commits.submit({
      kind: 'work',
      run: async (tx) => {
        // It is in the budget already.
        await writeHits(tx, deviceId, { hits, allowance: FREE, at });
        await writeEnds(tx, deviceId, { ends, at });
      },
    });
  };

  return ({ deviceId, budget }: Login, condition: Condition, inForce: AlertRules): void => {
    const allowance = budget.alerts.allowance();
    const told: ConditionChange[] = [];
    const hits: Hit[] = [];
    const ends: string[] = [];
    for (const change of condition.changes('alerts', conditionSettings(inForce))) {
      const verdict = judgeChange(change, condition.report, inForce);
      if (verdict === null) continue;
      if ('ended' in verdict) ends.push(verdict.ended);
      else if (allowance.take(verdict.began.type)) hits.push(verdict.began);
      else {
        // A condition that changes all the time is over the budget. As long as it lasts, each heartbeat finds it again.
        condition.undo('alerts', [change]);
        continue;
      }
      told.push(change);
    }
    if (told.length === 0) return;
    write(deviceId, { hits, ends, at: condition.report.lastSeenAt }).catch((error: unknown) => {
      condition.undo('alerts', told);
      allowance.undo();
      log.error({ err: error, deviceId }, 'could not write an alert; the next heartbeat will');
    });
  };
}

/** Has no limit. */
const FREE: AlertAllowance = { take: () => true, undo: () => undefined };

/**
 * Raises the alerts of hits, each new one with its event, and stores requests for access. Those that the allowance does not cover are counted in one alert about the device. A device that was
 * unenrolled meanwhile gets none.
 */
async function writeHits(
  tx: Transaction,
  deviceId: DeviceId,
  {
    hits,
    allowance,
    at,
  }: { readonly hits: readonly Hit[]; readonly allowance: AlertAllowance; readonly at: number },
): Promise<void> {
  const device = hits.length === 0 ? null : await tx.devices.find(deviceId);
  if (device === null) return;
  const { organisationId, ouId, name } = device;
  const raise = async ({ title, asks, silent, ...hit }: Hit): Promise<AlertId | null> => {
    if (silent) return null;
    const finding = { ...hit, organisationId, deviceId, ouId, title: title(name), at };
    const { alert, created } = await tx.alerts.raise(finding);
    if (!created) return alert.id;
    const data = { alert: toAlert(alert) };
    await tx.events.append({ type: 'alert.created', organisationId, at, deviceId, data });
    return alert.id;
  };
  const ask = async ({ asks, user, policyId }: Hit, alertId: AlertId | null): Promise<void> => {
    if (asks === undefined) return;
    const asked = { ...asks, organisationId, deviceId, ouId, user, policyId, alertId, at };
    const { id } = await tx.accessRequests.ask(asked);
    tx.wake({ kind: 'changed', id });
  };
  const isKnown = (hit: Hit): Promise<boolean> =>
    hit.silent && hit.asks !== undefined
      ? tx.accessRequests.isOpen({ ...hit.asks, organisationId, deviceId, user: hit.user })
      : tx.alerts.wouldJoin({ ...hit, organisationId, at });
  const surplus: Hit[] = [];
  for (const hit of hits) {
    if (!(await isKnown(hit)) && !allowance.take(hit.type)) surplus.push(hit);
    else await ask(hit, await raise(hit));
  }
  if (surplus.length === 0) return;
  for (const hit of floodHits(await tx.alerts.rules(organisationId), deviceId, surplus)) await raise(hit);
}

async function writeEnds(
  tx: Transaction,
  deviceId: DeviceId,
  { ends, at }: { readonly ends: readonly string[]; readonly at: number },
): Promise<void> {
  const device = ends.length === 0 ? null : await tx.devices.find(deviceId);
  if (device === null) return;
  const { organisationId } = device;
  for (const name of ends) {
    const alert = await tx.alerts.endCondition(organisationId, name, at);
    if (alert === null) continue;
    const data = { alert: toAlert(alert) };
    await tx.events.append({ type: 'alert.resolved', organisationId, at, deviceId, data });
  }
}
