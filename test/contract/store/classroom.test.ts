import type { ClassroomSessionId } from '../../../contracts/ids.ts';
import type { ClassroomSessionRecord } from '../../../store/ports/classroom.ts';
import type { OverrideRecord, OverrideStatus } from '../../../store/ports/overrides.ts';
import { hasFields } from '../../support/has-fields.ts';
import { enroll, type Fixture, heartbeat, promise, ROOT_OU } from './each-store.ts';

const MINUTE = 60_000;

type Changes = Partial<ClassroomSessionRecord>;

async function session(fixture: Fixture, changes: Changes = {}): Promise<ClassroomSessionRecord> {
  const now = fixture.clock.now();
  const startsAt = changes.startsAt ?? now;
  const durationMinutes = changes.durationMinutes ?? 50;
  return await fixture.store.classroomSessions.create({
    id: fixture.ids.next('cls'),
    organisationId: 1,
    name: 'Maths 9B',
    teacher: 'tea@x.example',
    studentEmails: [],
    ouId: null,
    deviceIds: [],
    placeOuId: ROOT_OU,
    startsAt,
    durationMinutes,
    endsAt: startsAt + durationMinutes * MINUTE,
    mode: 'focus',
    allowedUrls: ['geogebra.org'],
    status: 'scheduled',
    endedAt: null,
    createdBy: 'key_1',
    createdAt: now,
    updatedAt: now,
    version: 1,
    ...changes,
  });
}

async function override(fixture: Fixture, changes: Partial<OverrideRecord> = {}): Promise<OverrideRecord> {
  const now = fixture.clock.now();
  return await fixture.store.overrides.create({
    id: fixture.ids.next('ovr'),
    organisationId: 1,
    scope: { type: 'ou', id: ROOT_OU },
    site: 'wiki.example',
    reason: null,
    placeOuId: ROOT_OU,
    expiresAt: now + 10 * MINUTE,
    createdBy: 'key_1',
    createdAt: now,
    ...changes,
  });
}

/** A device in /High/9B with Ana, of /Low, at it; and one in / with nobody. */
async function school(fixture: Fixture) {
  const { store, clock, ids } = fixture;
  const high = await store.ous.ensurePath(1, '/High', clock.now());
  const class9b = await store.ous.ensurePath(1, '/High/9B', clock.now());
  const low = await store.ous.ensurePath(1, '/Low', clock.now());
  const { device } = await enroll(fixture, { ouId: class9b.id });
  const { device: spare } = await enroll(fixture);
  const ana = await store.users.create({
    id: ids.next('usr'),
    organisationId: 1,
    email: 'Ana@x.example',
    name: 'Ana',
    role: 'student',
    ouId: low.id,
    externalId: null,
    grade: null,
    status: 'active',
    now: clock.now(),
  });
  await store.devices.writeHeartbeats([
    heartbeat(device.id, { lastSeenAt: clock.now(), user: 'ANA@x.example' }),
  ]);
  return { high, class9b, low, device, spare, ana };
}

promise(
  'a session claims devices by id, by unit, by the person signed in, and by that person’s unit',
  async (t, fixture) => {
    const { store, clock } = fixture;
    const { high, low, device, spare } = await school(fixture);
    const claims = async (changes: Changes) => {
      const { id } = await session(fixture, changes);
      const devices = await store.classroomSessions.claimedDevices(id);
      const told = await store.classroomSessions.claiming(device.id, clock.now());
      const mine = told.find((one) => one.id === id);
      t.equal(mine !== undefined, devices.includes(device.id), 'both ways round say the same');
      const others = await store.classroomSessions.claiming(spare.id, clock.now());
      t.equal(
        others.some((one) => one.id === id),
        devices.includes(spare.id),
        'for the other device too',
      );
      return { devices: [...devices].sort(), students: mine?.students };
    };
    t.same(await claims({ deviceIds: [device.id] }), { devices: [device.id], students: null });
    t.same(await claims({ deviceIds: [spare.id] }), { devices: [spare.id], students: undefined });
    t.same(await claims({ ouId: high.id }), { devices: [device.id], students: null });
    t.same(await claims({ ouId: low.id }), { devices: [device.id], students: ['ana@x.example'] });
    t.same(await claims({ ouId: ROOT_OU }), { devices: [device.id, spare.id].sort(), students: null });
    t.same(await claims({ studentEmails: ['ana@x.example', 'bo@x.example'] }), {
      devices: [device.id],
      students: ['ana@x.example'],
    });
    t.same(await claims({ studentEmails: ['bo@x.example'] }), { devices: [], students: undefined });
  },
);

promise('a new target state goes to the devices claimed, and to no other', async (t, fixture) => {
  const { store } = fixture;
  const { device, spare } = await school(fixture);
  const { id } = await session(fixture, { deviceIds: [device.id] });
  const before = await versions(fixture, [device.id, spare.id]);
  t.same(await store.classroomSessions.touchDevices(id), [device.id]);
  t.same(await versions(fixture, [device.id, spare.id]), [(before[0] ?? 0) + 1, before[1]]);
});

async function versions(
  { store }: Fixture,
  ids: readonly string[],
): Promise<readonly (number | undefined)[]> {
  return await Promise.all(ids.map(async (id) => (await store.devices.find(id))?.targetVersion));
}

promise('each step of a session’s life is taken once, in its order', async (t, fixture) => {
  const { store, clock } = fixture;
  const { id } = await session(fixture);
  const step = (to: 'active' | 'ended' | 'cancelled') =>
    store.classroomSessions.advance(id, { to, at: clock.now() });
  t.equal(await step('ended'), null, 'what has not begun does not end');
  t.equal((await step('active'))?.status, 'active');
  t.equal(await step('active'), null);
  t.equal(await step('cancelled'), null);
  t.equal((await step('ended'))?.endedAt, clock.now());
  t.equal(await step('ended'), null);
  t.equal(await store.classroomSessions.update(1, id, { name: 'Late' }, clock.now()), null);
  t.equal((await store.classroomSessions.get(1, id))?.name, 'Maths 9B');
  t.equal(await store.classroomSessions.get(2, id), null, 'another organisation does not see it');
});

promise('what starts or ends by itself is due at its moment, and not before', async (t, fixture) => {
  const { store, clock } = fixture;
  const start = clock.now() + 10 * MINUTE;
  const planned = await session(fixture, { startsAt: start });
  t.equal(await store.classroomSessions.nextChangeAt(), start);
  t.same(await store.classroomSessions.due(start - 1, 10), []);
  t.same(
    (await store.classroomSessions.due(start, 10)).map(({ id }) => id),
    [planned.id],
  );
  await store.classroomSessions.advance(planned.id, { to: 'active', at: start });
  t.equal(await store.classroomSessions.nextChangeAt(), planned.endsAt);
  await store.classroomSessions.update(1, planned.id, { durationMinutes: 60 }, start + 1);
  t.equal(await store.classroomSessions.nextChangeAt(), planned.endsAt + 10 * MINUTE);
  await store.classroomSessions.advance(planned.id, { to: 'ended', at: planned.endsAt });
  t.equal(await store.classroomSessions.nextChangeAt(), null);
});

promise('of a past moment the settings of then are known, and an early end', async (t, fixture) => {
  const { store, clock } = fixture;
  const { ouId, id, startsAt } = await session(fixture, { ouId: ROOT_OU });
  t.equal(ouId, ROOT_OU);
  await store.classroomSessions.advance(id, { to: 'active', at: startsAt });
  await clock.advance(10 * MINUTE);
  await store.classroomSessions.update(
    1,
    id,
    { mode: 'open', allowedUrls: [], durationMinutes: 60 },
    clock.now(),
  );
  await clock.advance(10 * MINUTE);
  await store.classroomSessions.advance(id, { to: 'ended', at: clock.now() });
  const at = async (minutes: number) =>
    (await store.classroomSessions.inForce(1, startsAt + minutes * MINUTE)).map(
      ({ mode, allowedUrls, ouPath, endsAt }) => ({
        mode,
        allowedUrls,
        ouPath,
        ends: (endsAt - startsAt) / MINUTE,
      }),
    );
  t.same(await at(-1), []);
  t.same(await at(0), [{ mode: 'focus', allowedUrls: ['geogebra.org'], ouPath: '/', ends: 20 }]);
  t.same(await at(10), [{ mode: 'open', allowedUrls: [], ouPath: '/', ends: 20 }]);
  t.same(await at(20), [], 'half-open');
  t.same(await store.classroomSessions.inForce(2, startsAt), []);
});

promise('a cancelled session was never in force', async (t, fixture) => {
  const { store, clock } = fixture;
  const startsAt = clock.now() + MINUTE;
  const { id } = await session(fixture, { startsAt });
  await store.classroomSessions.advance(id, { to: 'cancelled', at: clock.now() });
  t.same(await store.classroomSessions.inForce(1, startsAt), []);
  t.equal(await store.classroomSessions.nextChangeAt(), null);
});

promise('sessions are listed within a unit, by status, teacher and start', async (t, fixture) => {
  const { high, class9b, low } = await school(fixture);
  const { clock, store } = fixture;
  const inHigh = await session(fixture, { placeOuId: class9b.id, teacher: 'Art@x.example' });
  const inLow = await session(fixture, { placeOuId: low.id, startsAt: clock.now() + MINUTE });
  const ids = async (filter: object): Promise<readonly ClassroomSessionId[]> => {
    const page = await store.classroomSessions.list({
      organisationId: 1,
      filter,
      sort: [{ field: 'startsAt', descending: false }],
      limit: 10,
      from: { kind: 'page', page: 1 },
    });
    t.equal(page.total, page.rows.length);
    return page.rows.map(({ id }) => id);
  };
  t.same(await ids({}), [inHigh.id, inLow.id]);
  t.same(await ids({ withinOuPath: high.path }), [inHigh.id]);
  t.same(await ids({ teacher: ['art@X.example'] }), [inHigh.id]);
  t.same(await ids({ from: clock.now() + 1 }), [inLow.id]);
  t.same(await ids({ to: clock.now() + 1 }), [inHigh.id]);
  t.same(await ids({ status: ['active'] }), []);
});

promise('a conflict is kept with the session that loses, grows, and ends with either', async (t, fixture) => {
  const { store, clock } = fixture;
  const earlier = await session(fixture);
  const later = await session(fixture, { teacher: 'art@x.example' });
  const note = (emails: readonly string[]) =>
    store.classroomSessions.noteConflict({
      sessionId: earlier.id,
      bySessionId: later.id,
      studentEmails: emails,
      deviceIds: [],
      since: clock.now(),
    });
  await note(['ana@x.example']);
  await note(['ana@x.example', 'bo@x.example']);
  const read = async () => await store.classroomSessions.conflictsOf([earlier.id, later.id]);
  const [conflict, ...more] = await read();
  t.same(more, []);
  hasFields(t, conflict, {
    sessionId: earlier.id,
    bySessionId: later.id,
    byTeacher: 'art@x.example',
    endedAt: null,
  });
  t.same(conflict?.studentEmails, ['ana@x.example', 'bo@x.example']);
  t.ok(
    ((await store.classroomSessions.get(1, earlier.id))?.version ?? 0) > earlier.version,
    'the ETag changes',
  );
  await clock.advance(MINUTE);
  await store.classroomSessions.endConflicts(later.id, clock.now());
  t.equal((await read())[0]?.endedAt, clock.now());
});

promise('an override is told to the devices of its scope, whichever kind that is', async (t, fixture) => {
  const { store, clock } = fixture;
  const { high, low, device, spare, ana } = await school(fixture);
  const lesson = await session(fixture, { deviceIds: [device.id] });
  const scopes: OverrideRecord['scope'][] = [
    { type: 'device', id: device.id },
    { type: 'student', id: ana.id },
    { type: 'ou', id: high.id },
    { type: 'ou', id: low.id },
    { type: 'session', id: lesson.id },
  ];
  const made: string[] = [];
  for (const scope of scopes) {
    const { id } = await override(fixture, { scope });
    made.push(id);
    t.same(await store.overrides.touchDevices(id), [device.id], scope.type);
  }
  const told = await store.overrides.claiming(device.id, clock.now());
  t.same(told.map(({ id }) => id).sort(), [...made].sort());
  t.same(
    told.find(({ scope }) => scope.type === 'student')?.scope,
    { type: 'student', user: 'ana@x.example' },
    'by address, since a device knows no roster',
  );
  t.same(await store.overrides.claiming(spare.id, clock.now()), []);
  t.equal((await store.overrides.inForce(1, clock.now())).length, scopes.length);
});

promise(
  'an override ends once; taken back it is listed by its status alone, and stays in the past',
  async (t, fixture) => {
    const { store, clock } = fixture;
    const { id, createdAt, expiresAt } = await override(fixture);
    t.equal(await store.overrides.nextExpiryAt(), expiresAt);
    await clock.advance(MINUTE);
    const ended = await store.overrides.end(id, { by: 'ended', at: clock.now() });
    t.equal(ended?.endedAt, clock.now());
    t.equal(await store.overrides.end(id, { by: 'expired', at: expiresAt }), null);
    t.equal((await store.overrides.get(1, id))?.endedBy, 'ended');
    t.equal(await store.overrides.nextExpiryAt(), null);
    t.same(await store.overrides.inForce(1, createdAt + MINUTE), [], 'half-open');
    const [past, ...more] = await store.overrides.inForce(1, createdAt + MINUTE - 1);
    t.same(more, []);
    t.equal(past?.expiresAt, createdAt + MINUTE);
    t.same(await store.overrides.inForce(2, createdAt), []);
    const expiring = await override(fixture, { expiresAt: clock.now() + MINUTE });
    t.same(
      (await store.overrides.due(expiring.expiresAt, 5)).map((one) => one.id),
      [expiring.id],
    );
    await store.overrides.end(expiring.id, { by: 'expired', at: expiring.expiresAt });
    t.equal((await store.overrides.get(1, expiring.id))?.endedBy, 'expired', 'one that expired is shown');
    t.same(await statuses(fixture), { active: [], expired: [expiring.id], ended: [id] });
  },
);

async function statuses({ store }: Fixture): Promise<Record<string, readonly string[]>> {
  const ids = async (status: OverrideStatus): Promise<readonly string[]> => {
    const page = await store.overrides.list({
      organisationId: 1,
      filter: { status: [status] },
      sort: [],
      limit: 10,
      from: { kind: 'page', page: 1 },
    });
    return page.rows.map(({ id }) => id);
  };
  return { active: await ids('active'), expired: await ids('expired'), ended: await ids('ended') };
}

promise(
  'what is over for long is purged with all that belongs to it, and nothing that is not',
  async (t, fixture) => {
    const { store, clock } = fixture;
    const old = await session(fixture, { studentEmails: ['ana@x.example'] });
    const oldOverride = await override(fixture);
    await store.classroomSessions.advance(old.id, { to: 'active', at: clock.now() });
    await clock.advance(10 * MINUTE);
    await store.classroomSessions.advance(old.id, { to: 'ended', at: clock.now() });
    await store.overrides.end(oldOverride.id, { by: 'expired', at: clock.now() });
    const overAt = clock.now();
    const open = await session(fixture);
    const openOverride = await override(fixture);
    await clock.advance(60 * MINUTE);
    for (const over of [store.classroomSessions, store.overrides]) {
      t.equal(await over.purge(overAt, 10), 0, 'not before its time');
      t.equal(await over.purge(overAt + 1, 0), 0, 'so many');
      t.equal(await over.purge(clock.now(), 10), 1);
      t.equal(await over.purge(clock.now(), 10), 0);
    }
    t.equal(await store.classroomSessions.get(1, old.id), null);
    t.equal(await store.overrides.get(1, oldOverride.id), null);
    t.not(await store.classroomSessions.get(1, open.id), null, 'nobody has ended it yet');
    t.not(await store.overrides.get(1, openOverride.id), null);
  },
);
