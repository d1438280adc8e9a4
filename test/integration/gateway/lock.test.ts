import t, { type Test } from 'tap';
import type { CommandId } from '../../../contracts/ids.ts';
import type { Store } from '../../../store/ports/store.ts';
import { askLock } from '../../support/ask-lock.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { hasFields } from '../../support/has-fields.ts';
import type { TestDevice, TestLink } from '../../support/test-device.ts';
import { createTestGateway, type TestGateway, type TestGatewayOptions } from '../../support/test-gateway.ts';
import { until } from '../../support/until.ts';
import { withPorts } from '../../support/with-ports.ts';

interface Scene extends TestGateway {
  readonly laptop: TestDevice;
  readonly link: TestLink;
}

async function scene(t: Test, options: TestGatewayOptions = {}): Promise<Scene> {
  const school = await createTestGateway(t, options);
  const laptop = await school.device();
  const link = await laptop.connect(school.url);
  t.teardown(() => link.client.end(true));
  return { ...school, laptop, link };
}

const kinds = ({ events }: TestGateway) =>
  events
    .map(({ type }) => type)
    .filter((type) => type !== 'device.online' && type !== 'device.protection_changed');
const command = async (store: Store, id: CommandId) => store.commands.get(1, id);
const lockOf = async ({ store, laptop }: Scene) => (await store.devices.find(laptop.id))?.lock;
const arrived = (link: TestLink, count: number) =>
  until(() => link.commands.length >= count && link.commands[count - 1], {
    what: `command ${count} to arrive`,
  });

/** Locks the device to the end: asked, delivered, confirmed. */
async function locked(here: Scene): Promise<CommandId> {
  const id = await askLock(here, here.laptop.id, 'lock');
  await until(() => here.link.commands.some(({ commandId }) => commandId === id), { what: 'the lock' });
  await here.link.result(id, 'succeeded');
  return id;
}

t.test('a lock goes from asked to confirmed, with each step stored and each event fired once', async (t) => {
  const here = await scene(t);
  const until1 = here.clock.now() + 60_000;
  const id = await askLock(here, here.laptop.id, 'lock', {
    lock: { message: 'See the office', durationMinutes: 1 },
  });
  const message = await arrived(here.link, 1);
  hasFields(t, message, {
    deviceId: here.laptop.id,
    commandId: id,
    sequence: 1,
    type: 'lock',
    lock: { wanted: true, commandId: id, sequence: 1, message: 'See the office', durationMinutes: 1 },
  });
  hasFields(t, await command(here.store, id), { status: 'sent' });
  await here.link.result(id, 'acknowledged');
  hasFields(t, await command(here.store, id), { status: 'acknowledged' });
  hasFields(t, await lockOf(here), { wanted: true, confirmed: false });
  await here.link.result(id, 'succeeded', { result: { until: until1 } });
  await here.link.result(id, 'succeeded', { result: { until: until1 + 1 } });
  await here.link.result(id, 'failed', { error: { code: 'late', detail: 'too late' } });
  hasFields(t, await command(here.store, id), { status: 'succeeded', error: null });
  hasFields(t, await lockOf(here), {
    wanted: true,
    confirmed: true,
    until: until1,
    message: 'See the office',
  });
  t.same(kinds(here), ['device.locked', 'command.succeeded']);
  hasFields(
    t,
    here.events.find(({ type }) => type === 'device.locked'),
    {
      data: { commandId: id, device: { lock: { state: 'locked' } } },
    },
  );
  hasFields(
    t,
    here.events.find(({ type }) => type === 'command.succeeded'),
    { data: { command: { id, status: 'succeeded' } } },
  );

  const unlockId = await askLock(here, here.laptop.id, 'unlock');
  hasFields(t, await arrived(here.link, 2), {
    type: 'unlock',
    sequence: 2,
    lock: { wanted: false, commandId: unlockId },
  });
  await here.link.result(unlockId, 'succeeded');
  hasFields(t, await lockOf(here), { wanted: false, confirmed: false, until: null, message: null });
  t.same(kinds(here).slice(2), ['device.unlocked', 'command.succeeded']);
});

t.test('a lock that failed is no longer wanted', async (t) => {
  const here = await scene(t);
  const id = await askLock(here, here.laptop.id, 'lock');
  await arrived(here.link, 1);
  await here.link.result(id, 'failed', { error: { code: 'no_firewall', detail: 'nft is missing' } });
  hasFields(t, await command(here.store, id), { status: 'failed', error: { code: 'no_firewall' } });
  hasFields(t, await lockOf(here), { wanted: false, confirmed: false });
  t.same(kinds(here), ['command.failed']);
  await until(() => here.link.targets.some(({ lock }) => lock.commandId === id && !lock.wanted), {
    what: 'the target to follow',
  });
});

t.test(
  'a device that released its lock itself is unlocked, once, and only from the lock that stands',
  async (t) => {
    const here = await scene(t);
    const id = await locked(here);
    const release = {
      events: [{ id: 'release-0001', at: 5, kind: 'lock_released', details: { commandId: id, by: 'pin' } }],
    };
    const other = {
      events: [
        { id: 'release-0000', at: 5, kind: 'lock_released', details: { commandId: 'cmd_other', by: 'pin' } },
      ],
    };
    await here.link.publish('events', other);
    hasFields(t, await lockOf(here), { wanted: true, confirmed: true });
    await here.link.publish('events', release);
    await here.link.publish('events', release);
    hasFields(t, await lockOf(here), { wanted: false, confirmed: false });
    t.same(kinds(here), ['device.locked', 'command.succeeded', 'device.unlocked']);
    hasFields(
      t,
      here.events.findLast(({ type }) => type === 'device.unlocked'),
      { data: { commandId: id, device: { lock: { state: 'unlocked' } } } },
    );
  },
);

t.test(
  'a heartbeat corrects what the store believes, and never mistakes a command on its way for a disagreement',
  async (t) => {
    const here = await scene(t);
    const id = await locked(here);
    const report = (state: 'locked' | 'unlocked', commandId: string | null) =>
      here.link.heartbeat({ lock: { state, commandId, since: null, until: null } });

    const unlockId = await askLock(here, here.laptop.id, 'unlock');
    await arrived(here.link, 2);
    await report('locked', id);
    await here.link.publish('activity', {
      records: [{ id: 'barrier-01', at: 1, kind: 'visit', user: null, domain: null }],
    });
    hasFields(t, await lockOf(here), { wanted: false, confirmed: true }, 'still unlocking');
    await here.link.result(unlockId, 'succeeded');

    const again = await locked(here);
    await report('unlocked', null);
    await until(async () => !(await lockOf(here))?.confirmed, {
      what: 'a device that was installed anew to be believed',
    });
    hasFields(t, await lockOf(here), { wanted: true, confirmed: false }, 'and the lock is still wanted');
    await report('locked', again);
    await until(async () => (await lockOf(here))?.confirmed, { what: 'the lock from the target state' });
    t.same(kinds(here).slice(-2), ['device.unlocked', 'device.locked']);
  },
);

t.test('a result that comes behind an older heartbeat is not undone by it', async (t) => {
  const here = await scene(t);
  const id = await askLock(here, here.laptop.id, 'lock');
  await arrived(here.link, 1);
  await Promise.all([here.link.heartbeat(), here.link.result(id, 'succeeded')]);
  hasFields(t, await lockOf(here), { confirmed: true });
  await here.gateway.stop();
  hasFields(t, await lockOf(here), { wanted: true, confirmed: true }, 'also when all that waited is written');
});

t.test('a result for a command of another device changes nothing', async (t) => {
  const here = await scene(t);
  const other = await here.device();
  const link = await other.connect(here.url);
  t.teardown(() => link.client.end(true));
  const id = await askLock(here, here.laptop.id, 'lock');
  await arrived(here.link, 1);
  await link.result(id, 'succeeded');
  hasFields(t, await command(here.store, id), { status: 'sent' });
  t.equal(here.gateway.stats().refused.foreign_command, 1);
});

t.test('a lock that could not be delivered in time expires, and is no longer wanted', async (t) => {
  const time = createFakeClock();
  const here = await scene(t, { clock: time });
  await here.link.client.endAsync(true);
  const id = await askLock({ ...here, clock: time }, here.laptop.id, 'lock', { expiresInMs: 30_000 });
  await time.advance(28_000);
  hasFields(t, await command(here.store, id), { status: 'queued' });
  await time.advance(5_000);
  await until(async () => (await command(here.store, id))?.status === 'expired', { what: 'the expiry' });
  hasFields(t, await lockOf(here), { wanted: false, confirmed: false });
  t.ok(kinds(here).includes('command.expired'));
  const back = await here.laptop.connect(here.url);
  t.teardown(() => back.client.end(true));
  await until(() => back.targets.length > 0, { what: 'the target state' });
  hasFields(t, back.targets.at(-1), { lock: { wanted: false } });
  t.same(back.commands, [], 'an expired command is never delivered');
});

t.test('a command that cannot be ended holds up no other', async (t) => {
  const time = createFakeClock();
  let bad: CommandId | null = null;
  const here = await scene(t, {
    clock: time,
    between: (store) => ({
      ...store,
      transaction: (work, options) =>
        store.transaction((tx) => {
          const advance: typeof tx.commands.advance = (id, step) =>
            id === bad ? Promise.reject(new RangeError('Invalid time value')) : tx.commands.advance(id, step);
          return work(withPorts(tx, { commands: { ...tx.commands, advance } }));
        }, options),
    }),
  });
  await here.link.client.endAsync(true);
  const other = await here.device();
  bad = await askLock({ ...here, clock: time }, here.laptop.id, 'lock', { expiresInMs: 10_000 });
  const good = await askLock({ ...here, clock: time }, other.id, 'lock', { expiresInMs: 11_000 });
  await time.advance(14_000);
  await until(async () => (await command(here.store, good))?.status === 'expired', { what: 'the other' });
  hasFields(t, await command(here.store, bad), { status: 'queued' });
  const once = here.gateway.stats().commits.failures;
  await time.advance(4_000);
  t.equal(here.gateway.stats().commits.failures, once, 'it waits before it is tried again');
});
