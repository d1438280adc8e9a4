import type { Test } from 'tap';
import { issueCommand, prepareCommand } from '../../../api/commands/commands.ts';
import type { Reach } from '../../../api/input/reach.ts';
import type { EventBody } from '../../../contracts/events/catalogue.ts';
import type { CommandRequest } from '../../../contracts/rest/requests.ts';
import { createIdSource, systemRandom } from '../../../kit/random.ts';
import { generateSigningKey } from '../../../kit/signing.ts';
import type { CommandRecord } from '../../../store/ports/commands.ts';
import type { DeviceLock, DeviceRecord } from '../../../store/ports/devices.ts';
import { DEFAULT_ORGANISATION_ID } from '../../../store/ports/organisations.ts';
import type { Store, WakeUp } from '../../../store/ports/store.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { createTestStore } from '../../support/test-store.ts';

export const EVERYWHERE: Reach = { organisationId: DEFAULT_ORGANISATION_ID, ouPath: null };

/** A store with one enrolled device, and the calls that the tests of the services make. */
export interface TestSchool {
  readonly store: Store;
  readonly clock: FakeClock;
  readonly tools: {
    readonly store: Store;
    readonly clock: FakeClock;
    readonly ids: ReturnType<typeof createIdSource>;
    readonly random: typeof systemRandom;
  };
  readonly deviceId: DeviceRecord['id'];
  /** What was woken so far: the bus speaks in a later turn of the event loop. */
  woken(): Promise<readonly WakeUp[]>;
  enroll(hostname: string, ou: string): Promise<DeviceRecord>;
  order(request: CommandRequest, deviceId?: string): Promise<CommandRecord>;
  command(id: string): Promise<CommandRecord>;
  lock(): Promise<DeviceLock>;
  /** As the gateway does when the device reports. */
  confirm(locked: boolean): Promise<void>;
  /** The bodies of the events since the last call, in order. */
  events(): Promise<readonly EventBody[]>;
}

export async function createTestSchool(t: Test): Promise<TestSchool> {
  const clock = createFakeClock();
  const store = await createTestStore(t, { clock });
  const ids = createIdSource({ clock, random: systemRandom });
  const tools = { store, clock, ids, random: systemRandom };
  const wakeUps: WakeUp[] = [];
  store.bus.subscribe((wakeUp) => void wakeUps.push(wakeUp));

  const enroll: TestSchool['enroll'] = (hostname, ou) =>
    store.transaction(async (tx) => {
      const unit = await tx.ous.ensurePath(DEFAULT_ORGANISATION_ID, ou, clock.now());
      const { device } = await tx.devices.enroll({
        id: ids.next('dev'),
        organisationId: DEFAULT_ORGANISATION_ID,
        ouId: unit.id,
        publicKey: generateSigningKey().publicKey,
        hardware: {
          machineId: `machine of ${hostname}`,
          serial: null,
          hostname,
          platform: 'linux',
          osVersion: '12',
          manufacturer: null,
          model: null,
        },
        agentVersion: '1.0.0',
        now: clock.now(),
      });
      return device;
    });
  await store.webhooks.create({
    id: ids.next('whk'),
    organisationId: DEFAULT_ORGANISATION_ID,
    url: 'https://receiver.example/',
    kind: 'standard',
    events: ['*'],
    description: null,
    enabled: true,
    disabledReason: null,
    signature: 'hmac',
    headers: {},
    createdAt: clock.now(),
    updatedAt: clock.now(),
    sealedSecret: 'sealed',
  });
  const { id: deviceId } = await enroll('LIB-017', '/Springfield/High');

  const device = async (): Promise<DeviceRecord> => {
    const found = await store.devices.find(deviceId);
    if (found === null) throw new Error('the device is gone');
    return found;
  };
  return {
    store,
    clock,
    tools,
    deviceId,
    woken: () => new Promise((resolve) => setImmediate(() => setImmediate(() => resolve(wakeUps)))),
    enroll,
    async order(request, of = deviceId) {
      const prepared = await prepareCommand(tools, {
        reach: EVERYWHERE,
        deviceId: of,
        request,
        requestedBy: 'key_1',
      });
      return await store.transaction((tx) => issueCommand(tx, tools, prepared));
    },
    async command(id) {
      const command = await store.commands.get(DEFAULT_ORGANISATION_ID, id);
      if (command === null) throw new Error('the command is gone');
      return command;
    },
    lock: async () => (await device()).lock,
    async confirm(locked) {
      const { lock } = await device();
      await store.devices.setLock(deviceId, { ...lock, confirmed: locked });
      if (lock.commandId !== null)
        await store.commands.advance(lock.commandId, { to: 'succeeded', at: clock.now() });
    },
    async events() {
      const claimed = await store.deliveries.claim({
        now: clock.now(),
        claimedUntil: clock.now(),
        limit: 1_000,
        perWebhook: 1_000,
        busy: new Map(),
      });
      return claimed.map(({ body }) => body).sort((a, b) => a.sequence - b.sequence);
    },
  };
}
