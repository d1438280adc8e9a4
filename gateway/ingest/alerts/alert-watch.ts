import type { AlertRules } from '../../../contracts/alerts/rules.ts';
import type { DeviceId } from '../../../contracts/ids.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { Log } from '../../../kit/log.ts';
import type { HeartbeatWrite } from '../../../store/ports/devices.ts';
import type { Store, Transaction } from '../../../store/ports/store.ts';
import type { ReceivedActivity, ReceivedDeviceEvent } from '../../../store/ports/telemetry.ts';
import { toAlert } from '../../../store/views/alert.ts';
import type { Login } from '../../broker/connection.ts';
import type { OrganisationSettings } from '../../organisations.ts';
import type { GroupCommit } from '../group-commit.ts';
import type { SightingWatch } from '../sightings/sighting-watch.ts';
import { createActivityRules } from './activity-rules.ts';
import { type ConditionChange, DeviceRules, type Surroundings } from './device-rules.ts';
import { inspectEvents } from './event-rules.ts';
import type { Hit } from './hit.ts';

/** A change of an organisation's rules is in force after this (milliseconds). */
const RULES_KEPT_MS = 60_000;

/**
 * Makes alerts of what devices report, and has the events of violations and games fired. Everything is looked at in memory; the store is touched for what
 * was found alone, in the same group commit as the reports themselves.
 */
export interface AlertWatch {
  /** Takes over the alerts about states that last. */
  start(): Promise<void>;
  /** Looks at a batch that is being stored. Rejects when an alert could not be stored; then the device is to send the batch again. */
  activity(organisationId: number, records: readonly ReceivedActivity[]): Promise<void>;
  /** Looks at events that are new, inside the transaction that stores them. */
  events(tx: Transaction, login: Login, events: readonly ReceivedDeviceEvent[]): Promise<void>;
  /** Looks at a heartbeat. What could not be written is found again with the next. */
  heartbeat(login: Login, report: HeartbeatWrite, settings: OrganisationSettings): void;
}

export function createAlertWatch({
  store,
  commits,
  sightings,
  clock,
  log,
}: {
  readonly store: Pick<Store, 'alerts'>;
  readonly sightings: Pick<SightingWatch, 'activity'>;
  readonly commits: GroupCommit;
  readonly clock: Clock;
  readonly log: Log;
}): AlertWatch {
  const rules = createRules(store, clock);
  const activityRules = createActivityRules();
  const deviceRules = new DeviceRules();

  const writeChange = async (deviceId: DeviceId, change: ConditionChange, at: number): Promise<void> => {
    try {
      await commits.submit({
        kind: 'work',
        run: async (tx) => {
          await writeHits(tx, deviceId, { hits: change.hits, at });
          await writeEnds(tx, deviceId, { ends: change.ends, at });
        },
      });
    } catch (error) {
      deviceRules.undo(deviceId, change);
      log.error({ err: error, deviceId }, 'could not write an alert; the next heartbeat will');
    }
  };

  const judge = (
    { deviceId, device }: Login,
    report: HeartbeatWrite,
    known: Pick<Surroundings, 'campuses' | 'rules'>,
  ): void => {
    const surroundings = { ...known, lastCampusId: device.campusId, monotonic: clock.monotonic() };
    const change = deviceRules.heartbeat(report, surroundings);
    if (change.hits.length + change.ends.length > 0) void writeChange(deviceId, change, report.lastSeenAt);
  };

  return {
    async start() {
      deviceRules.restore(await store.alerts.conditions());
    },
    async activity(organisationId, records) {
      const [first] = records;
      if (first === undefined) return;
      // Without waiting where they are known: then the alerts are stored with the records.
      const inForce = rules.known(organisationId) ?? (await rules.read(organisationId));
      const fresh = activityRules.fresh(records);
      const hits = activityRules.inspect(inForce, fresh);
      const report = sightings.activity(fresh);
      if (hits.length === 0 && report.isEmpty) return report.kept();
      try {
        const { deviceId, receivedAt } = first;
        await commits.submit({
          kind: 'work',
          run: async (tx) => {
            await writeHits(tx, deviceId, { hits, at: receivedAt });
            await report.write(tx, receivedAt);
          },
        });
        report.kept();
      } catch (error) {
        activityRules.forget(fresh);
        report.lost();
        throw error;
      }
    },
    async events(tx, { deviceId, device }, events) {
      const [first] = events;
      if (first === undefined) return;
      const hits = inspectEvents(await tx.alerts.rules(device.organisationId), events, device.user);
      await writeHits(tx, deviceId, { hits, at: first.receivedAt });
    },
    heartbeat(login, report, settings) {
      const inForce = rules.known(settings.record.id);
      if (inForce !== null) return judge(login, report, { campuses: settings.campuses, rules: inForce });
      rules.read(settings.record.id).then(
        (read) => judge(login, report, { campuses: settings.campuses, rules: read }),
        (error: unknown) => log.error({ err: error }, 'could not read the rules of alerts'),
      );
    },
  };
}

/** Raises the alerts of hits, with the event of each that is new. A device that was unenrolled meanwhile makes none. */
async function writeHits(
  tx: Transaction,
  deviceId: DeviceId,
  { hits, at }: { readonly hits: readonly Hit[]; readonly at: number },
): Promise<void> {
  const device = hits.length === 0 ? null : await tx.devices.find(deviceId);
  if (device === null) return;
  const { organisationId, ouId, name } = device;
  for (const { title, ...hit } of hits) {
    const finding = { ...hit, organisationId, deviceId, ouId, title: title(name), at };
    const { alert, created } = await tx.alerts.raise(finding);
    if (!created) continue;
    const data = { alert: toAlert(alert) };
    await tx.events.append({ type: 'alert.created', organisationId, at, deviceId, data });
  }
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

/** The rules of organisations, read again after a while; meanwhile the old ones hold. */
function createRules(store: Pick<Store, 'alerts'>, clock: Clock) {
  const kept = new Map<number, { readonly rules: AlertRules; readonly until: number }>();
  const reading = new Map<number, Promise<AlertRules>>();
  const read = (id: number): Promise<AlertRules> => {
    const under = reading.get(id);
    if (under !== undefined) return under;
    const fresh = store.alerts
      .rules(id)
      .then((rules) => {
        kept.set(id, { rules, until: clock.monotonic() + RULES_KEPT_MS });
        return rules;
      })
      .finally(() => reading.delete(id));
    reading.set(id, fresh);
    return fresh;
  };
  return {
    read,
    known(id: number): AlertRules | null {
      const found = kept.get(id);
      // The old ones hold until there are new ones, also when the store does not answer.
      if (found !== undefined && found.until <= clock.monotonic()) read(id).catch(() => undefined);
      return found?.rules ?? null;
    },
  };
}
