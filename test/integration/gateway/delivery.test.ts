import t, { type Test } from 'tap';
import { generateSigningKey } from '../../../kit/signing.ts';
import type { Store } from '../../../store/ports/store.ts';
import { askLock } from '../../support/ask-lock.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { hasFields } from '../../support/has-fields.ts';
import { createTestGateway, type TestGateway, type TestGatewayOptions } from '../../support/test-gateway.ts';
import { until } from '../../support/until.ts';

/** A store whose wake-ups all get lost. */
const deaf = (store: Store): Store => ({
  ...store,
  bus: { publish: () => undefined, subscribe: () => () => undefined },
});

async function quietScene(t: Test, options: TestGatewayOptions = {}) {
  const time = createFakeClock();
  const school: TestGateway = await createTestGateway(t, { clock: time, between: deaf, ...options });
  const laptop = await school.device();
  const link = await laptop.connect(school.url);
  t.teardown(() => link.client.end(true));
  await until(() => link.targets.length === 1, { what: 'the first target state' });
  return { ...school, time, laptop, link };
}

t.test('a command whose wake-up was lost is delivered by the next sweep', async (t) => {
  const here = await quietScene(t);
  const id = await askLock(here, here.laptop.id, 'lock');
  await here.time.advance(9_000);
  t.same(here.link.commands, []);
  await here.time.advance(2_000);
  await until(() => here.link.commands.length === 1, { what: 'the command' });
  t.equal(here.link.commands[0]?.commandId, id);
  await until(() => here.link.targets.some(({ lock }) => lock.wanted), { what: 'the target state' });
});

t.test('a revocation whose wake-up was lost is found when the device’s turn comes', async (t) => {
  const here = await quietScene(t);
  await here.store.devices.unenroll(1, here.laptop.id, here.time.now());
  await here.time.advance(12_000);
  await until(() => here.link.closed, { what: 'the cut' });
  t.equal(here.gateway.stats().refused.revoked_device, 1);
});

/** As the REST API does for the command `unenroll`. */
async function askToLeave({ store, ids, time, laptop }: Awaited<ReturnType<typeof quietScene>>) {
  const id = ids.next('cmd');
  await store.transaction(async (tx) => {
    await tx.commands.create({
      id,
      organisationId: 1,
      deviceId: laptop.id,
      sequence: await tx.devices.nextCommandSequence(laptop.id),
      type: 'unenroll',
      params: {},
      status: 'queued',
      createdAt: time.now(),
      expiresAt: time.now() + 600_000,
      sentAt: null,
      acknowledgedAt: null,
      completedAt: null,
      result: null,
      error: null,
      requestedBy: 'key_test',
      batchId: null,
    });
    tx.wake({ kind: 'device', deviceId: laptop.id });
  });
  return id;
}

t.test('a laptop that leaves by its own report is acknowledged, and cut if it stays', async (t) => {
  const here = await quietScene(t, { between: (store) => store });
  const id = await askToLeave(here);
  await until(() => here.link.commands.length === 1, { what: 'the command' });
  await here.link.result(id, 'succeeded');
  t.equal(await here.store.devices.find(here.laptop.id), null, 'it is in the list no more');
  await here.time.advance(1_000);
  t.notOk(here.link.closed, 'it hangs up itself, after the acknowledgement');
  await here.time.advance(12_000);
  await until(() => here.link.closed, { what: 'the cut' });
});

/** The same laptop is enrolled anew: it keeps its id, and another key is its own from now on. */
async function enrollAnew({ store, laptop, ids, time }: Awaited<ReturnType<typeof quietScene>>) {
  const device = await store.devices.find(laptop.id);
  if (device === null) throw new Error('the device is gone');
  const key = generateSigningKey();
  const { organisationId, ouId, agentVersion } = device;
  const { hardware } = laptop;
  const facts = { organisationId, ouId, hardware, agentVersion, publicKey: key.publicKey };
  const enrolled = await store.devices.enroll({ ...facts, id: ids.next('dev'), now: time.now() });
  t.equal(enrolled.device.id, laptop.id);
  return key;
}

t.test('a laptop that was enrolled anew loses its old connection, and gets nothing by it', async (t) => {
  const here = await quietScene(t);
  await enrollAnew(here);
  await askLock(here, here.laptop.id, 'lock');
  await here.time.advance(12_000);
  await until(() => here.link.closed, { what: 'the cut' });
  t.equal(here.gateway.stats().refused.revoked_device, 1);
  t.strictSame(here.link.commands, []);
  t.equal(here.link.targets.length, 1, 'the target state of before');
});

t.test('the connection by its new key stays and is served', async (t) => {
  const here = await quietScene(t);
  const signedBy = await enrollAnew(here);
  const link = await here.laptop.connect(here.url, { signedBy });
  t.teardown(() => link.client.end(true));
  await until(() => link.targets.length === 1, { what: 'the target state' });
  const id = await askLock(here, here.laptop.id, 'lock');
  await here.time.advance(12_000);
  await until(() => link.commands.length === 1, { what: 'the command' });
  t.strictSame(
    link.commands.map(({ commandId }) => commandId),
    [id],
  );
  t.equal(link.closed, false);
  t.equal(here.gateway.stats().refused.revoked_device ?? 0, 0);
});

t.test('a change of the organisation reaches every connected device, woken or not', async (t) => {
  const here = await quietScene(t);
  const before = here.link.targets.at(-1)?.version ?? 0;
  const now = here.time.now();
  const campus = {
    name: 'High',
    cidrs: ['10.1.0.0/16'],
    gatewayMacs: [],
    bssids: [],
    ssids: ['School'],
    geofence: null,
  };
  await here.store.campuses.create(1, here.ids.next('cam'), campus, now);
  await here.time.advance(11_000);
  const target = await until(() => here.link.targets.find(({ version }) => version > before), {
    what: 'the new target state',
  });
  hasFields(t, target.settings.campuses, [{ name: 'High', cidrs: ['10.1.0.0/16'], ssids: ['School'] }]);
});

t.test(
  'commands come in the order of their making, also those asked for while the device was away',
  async (t) => {
    const school = await createTestGateway(t);
    const laptop = await school.device();
    const first = await askLock(school, laptop.id, 'lock');
    await school.store.commands.advance(first, { to: 'superseded', at: school.clock.now() });
    const second = await askLock(school, laptop.id, 'unlock');
    const message = { type: 'message' as const, params: { text: 'Hello' } };
    const third = school.ids.next('cmd');
    await school.store.transaction(async (tx) => {
      const template = await tx.commands.get(1, second);
      if (template === null) throw new Error('no command');
      const sequence = await tx.devices.nextCommandSequence(laptop.id);
      await tx.commands.create({ ...template, ...message, id: third, sequence });
    });
    const link = await laptop.connect(school.url);
    t.teardown(() => link.client.end(true));
    await until(() => link.commands.length === 2, { what: 'both commands' });
    t.same(
      link.commands.map(({ commandId, sequence }) => [commandId, sequence]),
      [
        [second, 2],
        [third, 3],
      ],
      'the superseded one stays',
    );
    hasFields(t, link.commands[1], { type: 'message', params: { text: 'Hello' } });
  },
);

t.test(
  'what nobody acknowledged is sent again: on a new connection, and after a pause on the same',
  async (t) => {
    const here = await quietScene(t, { between: (store) => store });
    const repeats: boolean[] = [];
    here.link.client.on('message', (_topic, _payload, { dup }) => repeats.push(dup));
    const id = await askLock(here, here.laptop.id, 'lock');
    await until(() => here.link.commands.length === 1, { what: 'the first time' });
    t.same(new Set(repeats), new Set([false]));
    repeats.length = 0;
    await here.time.advance(12_000);
    t.equal(here.link.commands.length, 1, 'not at once');
    await here.time.advance(20_000);
    await until(() => here.link.commands.length === 2, { what: 'the second time' });
    t.same(new Set(repeats), new Set([true]), 'which says so: DUP');
    await here.time.advance(20_000);
    t.equal(here.link.commands.length, 2, 'the pause has grown');

    const again = await here.laptop.connect(here.url);
    t.teardown(() => again.client.end(true));
    await until(() => again.commands.length === 1, { what: 'the third time' });
    await again.result(id, 'acknowledged');
    await here.time.advance(60_000);
    t.equal(again.commands.length, 1, 'acknowledged is acknowledged');
  },
);

t.test(
  'a device that has taken over the target state is not sent it again, and one that lost it is',
  async (t) => {
    const here = await quietScene(t);
    const version = here.link.targets[0]?.version ?? 0;
    await here.link.heartbeat({ target: { version } });
    await until(() => here.gateway.stats().messages.heartbeat === 1, { what: 'the heartbeat' });
    await here.time.advance(60_000);
    t.equal(here.link.targets.length, 1);
    const again = await here.laptop.connect(here.url);
    t.teardown(() => again.client.end(true));
    await here.time.advance(12_000);
    t.equal(again.targets.length, 0, 'it is known from before');
    await again.heartbeat({ target: { version: 0 } });
    await until(() => here.gateway.stats().messages.heartbeat === 2, { what: 'the heartbeat' });
    await here.time.advance(1_000);
    await until(() => again.targets.length === 1, { what: 'the target state for a device that lost it' });
  },
);

t.test('a command cancelled in the moment of its delivery does not go out', async (t) => {
  let cancel: (() => Promise<unknown>) | null = null;
  const school = await createTestGateway(t, {
    between: (store) => ({
      ...store,
      commands: {
        ...store.commands,
        openOf: async (deviceId) => {
          const open = await store.commands.openOf(deviceId);
          await cancel?.();
          return open;
        },
      },
    }),
  });
  const laptop = await school.device();
  const link = await laptop.connect(school.url);
  t.teardown(() => link.client.end(true));
  await until(() => link.targets.length === 1, { what: 'the first look to be over' });
  const id = await askLock(school, laptop.id, 'lock', { wake: false });
  cancel = () => school.store.commands.advance(id, { to: 'cancelled', at: school.clock.now() });
  school.store.bus.publish({ kind: 'device', deviceId: laptop.id });
  await until(() => link.targets.length === 2, { what: 'the look' });
  const last = await askLock(school, laptop.id, 'unlock');
  await until(() => link.commands.length > 0, { what: 'the next command' });
  t.same(
    link.commands.map(({ commandId }) => commandId),
    [last],
  );
  hasFields(t, await school.store.commands.get(1, id), { status: 'cancelled' });
});
