import { presenceAt, statusShown } from '../../../contracts/device/presence.ts';
import { type DeviceState, MAX_SELF_TEST_CHECKS } from '../../../contracts/rest/device-story.ts';
import type { CommandRecord } from '../../../store/ports/commands.ts';
import type { DeviceRecord } from '../../../store/ports/devices.ts';
import type { Repositories } from '../../../store/ports/store.ts';
import type { DeviceBundles } from '../../../store/rules/device-bundles.ts';
import { reducePolicies } from '../../../store/rules/policy-bundle.ts';
import { enforces } from '../../../store/rules/policy-gaps.ts';
import { timestamp, timestampOrNull } from '../../../store/views/timestamp.ts';
import { notFound } from '../../input/field-fault.ts';

export interface StateTools {
  readonly store: Pick<Repositories, 'organisations' | 'devices' | 'policies' | 'commands' | 'events'>;
  readonly bundles: DeviceBundles;
}

/** The state of a device at a moment. @throws Fault not_found */
export async function deviceState(
  tools: StateTools,
  device: DeviceRecord,
  now: number,
): Promise<DeviceState> {
  const { store } = tools;
  const reasons = await store.devices.protectionReasons([device.id]);
  const { state, since } = device.protection;
  return {
    deviceId: device.id,
    connection: await connectionOf(store, device, now),
    protection: { state, since: timestampOrNull(since), reason: reasons.get(device.id) ?? null },
    policy: await policyOf(tools, device),
    selfTest: await lastSelfTest(store, device),
  };
}

/** When a device that is shown offline was heard for the last time, or ended its connection. */
export function offlineSince({ disconnectedAt, lastSeenAt }: DeviceRecord): number {
  return disconnectedAt ?? lastSeenAt;
}

async function connectionOf(
  store: StateTools['store'],
  device: DeviceRecord,
  now: number,
): Promise<DeviceState['connection']> {
  const lastSeen = timestamp(device.lastSeenAt);
  if (statusShown(device, now) === 'online')
    return { status: 'online', since: await onlineSince(store, device), reason: null, lastSeen };
  const presence = presenceAt(device, now);
  const reason = presence.status === 'offline' ? presence.reason : 'silence';
  return { status: 'offline', since: timestamp(offlineSince(device)), reason, lastSeen };
}

/** By the last event of its coming or going. Null where that is no longer kept, or was held back. */
async function onlineSince(
  { events }: Pick<StateTools['store'], 'events'>,
  { organisationId, id: deviceId }: DeviceRecord,
): Promise<string | null> {
  const { rows } = await events.ofDevice({
    organisationId,
    filter: { deviceId, types: ['device.online', 'device.offline'] },
    sort: [{ field: 'timestamp', descending: true }],
    limit: 1,
    from: { kind: 'page', page: 1 },
  });
  const [last] = rows;
  return last?.type === 'device.online' ? last.timestamp : null;
}

async function policyOf(
  { store, bundles }: StateTools,
  device: DeviceRecord,
): Promise<DeviceState['policy']> {
  const organisation = await store.organisations.get(device.organisationId);
  if (organisation === null) throw notFound('device');
  const { bundle, people } = await bundles.of(device, organisation);
  const records = await store.policies.current(device.organisationId);
  const { state: protection, policyVersion } = device.protection;
  const wanted = bundle === null ? null : { version: bundle.version, hash: bundle.hash };
  const enforced = { version: policyVersion, hash: device.held.policyHash };
  return {
    wanted,
    enforced,
    upToDate:
      wanted !== null &&
      enforced.hash === wanted.hash &&
      enforces({ protection, policyVersion }, wanted.version),
    policies: reducePolicies(records, { deviceId: device.id, ouPath: device.ouPath, people }).map(
      ({ record: { id, version } }) => ({ id, version }),
    ),
  };
}

async function lastSelfTest(
  { commands }: Pick<StateTools['store'], 'commands'>,
  { organisationId, id: deviceId }: DeviceRecord,
): Promise<DeviceState['selfTest']> {
  const { rows } = await commands.list({
    organisationId,
    filter: { deviceId, type: ['self_test'], status: ['succeeded'] },
    sort: [{ field: 'createdAt', descending: true }],
    limit: 1,
    from: { kind: 'page', page: 1 },
  });
  const [command] = rows;
  return command === undefined ? null : selfTestOf(command);
}

/** The device wrote the result: what it should be is not taken for granted. */
function selfTestOf({ id, result, completedAt, createdAt }: CommandRecord): DeviceState['selfTest'] {
  const told = result?.checks;
  const checks = typeof told === 'object' && told !== null ? Object.entries(told) : [];
  return {
    commandId: id,
    at: timestamp(completedAt ?? createdAt),
    ok: result?.ok === true,
    checks: checks.slice(0, MAX_SELF_TEST_CHECKS).map(([name, check]: [string, unknown]) => {
      const { ok, detail } = (typeof check === 'object' && check !== null ? check : {}) as {
        readonly ok?: unknown;
        readonly detail?: unknown;
      };
      return {
        name: name.slice(0, 64),
        ok: ok === true,
        detail: typeof detail === 'string' ? detail.slice(0, 1_000) : '',
      };
    }),
  };
}
