import { COMMAND_STATUSES, isTerminal, mayBecome } from '../../../contracts/device/command.ts';
import type { CommandFilter } from '../../../store/ports/commands.ts';
import { toCommand } from '../../../store/views/command.ts';
import { hasFields } from '../../support/has-fields.ts';
import { command, enroll, type Fixture, promise } from './each-store.ts';

promise('a command comes back as it was made', async (t, fixture) => {
  const { store } = fixture;
  const { device } = await enroll(fixture);
  const made = await command(fixture, device.id, {
    params: { text: 'Hello', nested: { list: [1, null, true] } },
    requestedBy: 'key_1',
    result: { ok: true },
    error: { code: 'c', detail: 'd' },
    sentAt: 1,
    acknowledgedAt: 2,
    completedAt: 3,
  });
  t.same(await store.commands.get(1, made.id), made);
  t.equal(await store.commands.get(2, made.id), null);
  t.equal(await store.commands.get(1, 'cmd_none'), null);
});

promise(
  'a command of a device that does not exist, or a sequence number used twice, is not stored',
  async (t, fixture) => {
    const { store } = fixture;
    const { device } = await enroll(fixture);
    const first = await command(fixture, device.id);
    await t.rejects(store.commands.create({ ...first, id: fixture.ids.next('cmd') }));
    await t.rejects(
      store.commands.create({
        ...first,
        id: fixture.ids.next('cmd'),
        sequence: 9,
        deviceId: fixture.ids.next('dev'),
      }),
    );
    t.equal((await store.commands.openOf(device.id)).length, 1);
  },
);

promise('a step is taken exactly when the life cycle allows it', async (t, fixture) => {
  const { store } = fixture;
  const { device } = await enroll(fixture);
  for (const from of COMMAND_STATUSES) {
    for (const to of COMMAND_STATUSES) {
      const { id } = await command(fixture, device.id, { status: from });
      const after = await store.commands.advance(id, { to, at: 77 });
      const allowed = mayBecome(from, to);
      t.equal(after?.status ?? null, allowed ? to : null, `${from} → ${to}`);
      t.equal((await store.commands.get(1, id))?.status, allowed ? to : from);
    }
  }
  t.equal(await store.commands.advance(fixture.ids.next('cmd'), { to: 'sent', at: 1 }), null);
});

promise('each step sets its own time, and one that is skipped stays null', async (t, fixture) => {
  const { store } = fixture;
  const { device } = await enroll(fixture);
  const { id } = await command(fixture, device.id);
  hasFields(t, await store.commands.advance(id, { to: 'sent', at: 1 }), {
    sentAt: 1,
    acknowledgedAt: null,
    completedAt: null,
  });
  hasFields(t, await store.commands.advance(id, { to: 'acknowledged', at: 2 }), {
    sentAt: 1,
    acknowledgedAt: 2,
    completedAt: null,
  });
  const done = await store.commands.advance(id, {
    to: 'succeeded',
    at: 3,
    result: { shown: true },
    error: null,
  });
  hasFields(t, done, { sentAt: 1, acknowledgedAt: 2, completedAt: 3, result: { shown: true }, error: null });
  t.same(await store.commands.get(1, id), done);

  const { id: hasty } = await command(fixture, device.id);
  const failed = await store.commands.advance(hasty, {
    to: 'failed',
    at: 9,
    error: { code: 'no', detail: 'No.' },
  });
  hasFields(t, failed, {
    sentAt: null,
    acknowledgedAt: null,
    completedAt: 9,
    error: { code: 'no', detail: 'No.' },
    result: null,
  });
});

promise('of two that want to end a command at once, one does', async (t, fixture) => {
  const { store } = fixture;
  const { device } = await enroll(fixture);
  const { id } = await command(fixture, device.id);
  const ends = await Promise.all(
    (['succeeded', 'failed', 'expired', 'cancelled'] as const).map((to) =>
      store.commands.advance(id, { to, at: 1 }),
    ),
  );
  t.equal(ends.filter((end) => end !== null).length, 1);
});

promise('the open commands of a device come in order of sequence', async (t, fixture) => {
  const { store } = fixture;
  const { device } = await enroll(fixture);
  const { device: other } = await enroll(fixture);
  await command(fixture, other.id);
  for (const status of COMMAND_STATUSES) await command(fixture, device.id, { status });
  const open = await store.commands.openOf(device.id);
  t.ok(open.every(({ status }) => !isTerminal(status)));
  t.same(
    open.map(({ sequence }) => sequence),
    [1, 2, 3],
  );
});

promise(
  'devices with undelivered commands are those with queued or unacknowledged ones that are still good',
  async (t, fixture) => {
    const { store, clock, ids } = fixture;
    const make = async (changes: Parameters<typeof command>[2]) => {
      const { device } = await enroll(fixture);
      await command(fixture, device.id, changes);
      return device.id;
    };
    const now = clock.now();
    const queued = await make({ status: 'queued' });
    const sent = await make({ status: 'sent' });
    await make({ status: 'acknowledged' });
    await make({ status: 'succeeded' });
    await make({ status: 'queued', expiresAt: now });
    const gone = await make({ status: 'queued' });
    await store.devices.unenroll(1, gone, now);
    await command(fixture, queued, { id: ids.next('cmd') });
    t.same([...(await store.commands.devicesWithUndelivered(now, 10))].sort(), [queued, sent].sort());
  },
);

promise('a connected device is not hidden by many that are away', async (t, fixture) => {
  const { store, clock } = fixture;
  for (let n = 0; n < 5; n++) await command(fixture, (await enroll(fixture)).device.id);
  const { device } = await enroll(fixture);
  await store.devices.connected(device.id, { epoch: 1, at: clock.now() });
  await command(fixture, device.id);
  t.same(await store.commands.devicesWithUndelivered(clock.now(), 1), [device.id]);
  t.equal((await store.commands.devicesWithUndelivered(clock.now(), 4)).length, 4);
});

promise('open commands fall due at their expiry, oldest first', async (t, fixture) => {
  const { store } = fixture;
  const { device } = await enroll(fixture);
  const late = await command(fixture, device.id, { expiresAt: 300 });
  const early = await command(fixture, device.id, { expiresAt: 100, status: 'acknowledged' });
  await command(fixture, device.id, { expiresAt: 50, status: 'succeeded' });
  await command(fixture, device.id, { expiresAt: 301 });
  const due = async (now: number, limit = 10) => (await store.commands.due(now, limit)).map(({ id }) => id);
  t.same(await due(99), []);
  t.same(await due(100), [early.id]);
  t.same(await due(300), [early.id, late.id]);
  t.same(await due(300, 1), [early.id]);
});

promise('the list is filtered by device, status, type, batch and unit', async (t, fixture) => {
  const { store, clock } = fixture;
  const ou = await store.ous.ensurePath(1, '/High', clock.now());
  const { device: a } = await enroll(fixture, { ouId: ou.id });
  const { device: b } = await enroll(fixture);
  const first = await command(fixture, a.id, { type: 'lock' });
  const second = await command(fixture, b.id, { type: 'lock', status: 'succeeded' });
  const third = await command(fixture, b.id, { type: 'restart' });
  await store.devices.unenroll(1, b.id, clock.now());
  const found = async (filter: CommandFilter) => {
    const page = await store.commands.list({
      organisationId: 1,
      filter,
      sort: [{ field: 'createdAt', descending: false }],
      limit: 10,
      from: { kind: 'page', page: 1 },
    });
    t.equal(page.total, page.rows.length);
    return page.rows.map(({ id }) => id);
  };
  t.same(await found({}), [first.id, second.id, third.id], 'also those of a device that is gone');
  t.same(await found({ deviceId: b.id }), [second.id, third.id]);
  t.same(await found({ status: ['queued', 'sent'] }), [first.id, third.id]);
  t.same(await found({ type: ['restart'] }), [third.id]);
  t.same(await found({ type: ['lock'], status: ['succeeded'] }), [second.id]);
  t.same(await found({ withinOuPath: '/High' }), [first.id]);
  t.same(await found({ withinOuPath: '/' }), [first.id, second.id, third.id]);
});

promise('commands of one millisecond page by id, newest first', async (t, fixture: Fixture) => {
  const { store } = fixture;
  const { device } = await enroll(fixture);
  const made: string[] = [];
  for (let n = 0; n < 5; n++) made.push((await command(fixture, device.id)).id);
  const sort = [{ field: 'createdAt', descending: true }] as const;
  const first = await store.commands.list({
    organisationId: 1,
    filter: {},
    sort,
    limit: 3,
    from: { kind: 'page', page: 1 },
  });
  if (first.last === null) throw new Error('an empty page');
  const rest = await store.commands.list({
    organisationId: 1,
    filter: {},
    sort,
    limit: 3,
    from: { kind: 'after', position: first.last },
  });
  t.same(
    [...first.rows, ...rest.rows].map(({ id }) => id),
    made.reverse(),
  );
  hasFields(t, rest, { hasMore: false, total: 5 });
});

promise('a command is shown with its times in RFC 3339', async (t, fixture) => {
  const { device } = await enroll(fixture);
  const record = await command(fixture, device.id, { createdAt: 0, expiresAt: 1_500, sentAt: 7 });
  hasFields(t, toCommand(record), {
    createdAt: '1970-01-01T00:00:00.000Z',
    expiresAt: '1970-01-01T00:00:01.500Z',
    sentAt: '1970-01-01T00:00:00.007Z',
    completedAt: null,
  });
});

promise('many commands take the same step; those that may not are left as they are', async (t, fixture) => {
  const { store, clock } = fixture;
  const { device } = await enroll(fixture);
  const { id: first } = await command(fixture, device.id);
  const { id: second } = await command(fixture, device.id);
  const { id: third } = await command(fixture, device.id);
  await store.commands.advance(second, { to: 'cancelled', at: clock.now() });
  const sent = await store.commands.advanceMany([third, second, fixture.ids.next('cmd'), first], {
    to: 'sent',
    at: clock.now(),
  });
  t.same(
    sent.map(({ id, status, sentAt }) => [id, status, sentAt]),
    [
      [third, 'sent', clock.now()],
      [first, 'sent', clock.now()],
    ],
  );
  hasFields(t, await store.commands.get(1, second), { status: 'cancelled', sentAt: null });
  t.same(await store.commands.advanceMany([], { to: 'sent', at: clock.now() }), []);
});
