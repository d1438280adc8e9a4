import t, { type Test } from 'tap';
import { createCategoryLookup } from '../../../api/categories/category-lookup.ts';
import { createSession, stopSession } from '../../../api/classroom/sessions.ts';
import { updateDevice } from '../../../api/devices/devices.ts';
import { endOverride } from '../../../api/overrides/end-override.ts';
import { createOverride } from '../../../api/overrides/overrides.ts';
import type { ClassroomSessionInput } from '../../../contracts/rest/classroom.ts';
import type { OverrideInput } from '../../../contracts/rest/overrides.ts';
import { createSchoolTimes } from '../../../store/rules/school-times.ts';
import { hasFields } from '../../support/has-fields.ts';
import { startStopwatch } from '../../support/stopwatch.ts';
import type { TestLink } from '../../support/test-device.ts';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.ts';
import { until } from '../../support/until.ts';

/** From the call to the device. */
const PROMISED_MS = 2_000;

const REACH = { organisationId: 1, ouPath: null };
const CALLER = { reach: REACH, teacher: null, actor: 'key_1' };

async function laptop(t: Test, school: TestGateway) {
  const device = await school.device();
  const link = await device.connect(school.url);
  t.teardown(() => link.client.end(true));
  await until(() => link.targets.length > 0, { what: 'the first target state' });
  await link.heartbeat({ user: null, target: { version: newest(link).version } });
  return { device, link };
}

function newest(link: TestLink) {
  const target = link.targets.at(-1);
  if (target === undefined) throw new Error('no target yet');
  return target;
}

const create = (school: TestGateway, input: Partial<ClassroomSessionInput>) =>
  school.store.transaction((tx) =>
    createSession(tx, school, CALLER, {
      name: 'Maths',
      teacher: 'tea@x.example',
      durationMinutes: 50,
      ...input,
    }),
  );
const override = (school: TestGateway, input: Pick<OverrideInput, 'scope'>) =>
  school.store.transaction((tx) =>
    createOverride(
      tx,
      { ...school, categories: createCategoryLookup(), schoolTimes: createSchoolTimes() },
      { reach: REACH, createdBy: 'key_1' },
      { site: 'wiki.example', ttlMinutes: 5, ...input },
    ),
  );

async function targetVersion({ store }: TestGateway, id: string): Promise<number> {
  return (await store.devices.find(id))?.targetVersion ?? 0;
}

/** Waits for a target that fits. */
async function target(link: TestLink, fits: (target: ReturnType<typeof newest>) => boolean): Promise<void> {
  await until(() => fits(newest(link)), { what: 'the target state' });
}

t.test('a session reaches the device it names, signed, and no other', async (t) => {
  const school = await createTestGateway(t);
  const mine = await laptop(t, school);
  const other = await laptop(t, school);
  const before = newest(other.link).version;
  const stored = await targetVersion(school, other.device.id);
  const begun = startStopwatch();
  const session = await create(school, {
    deviceIds: [mine.device.id],
    mode: 'focus',
    allowedUrls: ['geogebra.org'],
  });
  await target(mine.link, ({ sessions }) => sessions?.length === 1);
  begun.within(t, PROMISED_MS, 'the session');
  t.same(newest(mine.link).sessions, [
    {
      id: session.id,
      name: 'Maths',
      mode: 'focus',
      allowedUrls: ['geogebra.org'],
      startsAt: session.startsAt,
      endsAt: session.startsAt + 50 * 60_000,
      students: null,
    },
  ]);
  await mine.link.heartbeat({ user: null, target: { version: newest(mine.link).version } });
  const stopped = startStopwatch();
  await school.store.transaction((tx) => stopSession(tx, school, session));
  await target(mine.link, ({ sessions }) => sessions?.length === 0);
  stopped.within(t, PROMISED_MS, 'its end');
  t.equal(await targetVersion(school, other.device.id), stored, 'untouched');
  t.equal(newest(other.link).version, before);
});

t.test('a student’s session follows the student from one laptop to the next', async (t) => {
  const school = await createTestGateway(t);
  const one = await laptop(t, school);
  const two = await laptop(t, school);
  await create(school, { studentEmails: ['Ana@school.local'] });
  const signIn = async ({ link }: typeof one, user: string | null): Promise<void> => {
    await link.heartbeat({ user, target: { version: newest(link).version } });
    const claimed = user === 'ana' ? 1 : 0;
    await target(link, ({ sessions }) => sessions?.length === claimed);
  };
  const signedIn = startStopwatch();
  await signIn(one, 'ana');
  // A heartbeat waits for up to a second before it is written.
  signedIn.within(t, PROMISED_MS, 'the session of the student');
  t.same(newest(one.link).sessions?.[0]?.students, ['ana@school.local']);
  t.same(newest(two.link).sessions, []);
  await signIn(one, 'bo');
  await signIn(two, 'ana');
  t.same(newest(two.link).sessions?.[0]?.students, ['ana@school.local']);
  const before = await targetVersion(school, one.device.id);
  await one.link.heartbeat({ user: 'cy', target: { version: newest(one.link).version } });
  await until(async () => (await school.store.devices.find(one.device.id))?.user === 'cy@school.local', {
    what: 'the heartbeat',
  });
  t.equal(await targetVersion(school, one.device.id), before, 'whom nothing claims gets nothing new');
});

t.test('a device that was away learns of the session when it comes back', async (t) => {
  const school = await createTestGateway(t);
  const device = await school.device();
  await create(school, { deviceIds: [device.id], mode: 'locked' });
  const link = await device.connect(school.url);
  t.teardown(() => link.client.end(true));
  await until(() => link.targets.length > 0, { what: 'the target state' });
  hasFields(t, newest(link).sessions, [{ mode: 'locked' }]);
});

t.test('a planned session is told ahead, with its start', async (t) => {
  const school = await createTestGateway(t);
  const { device, link } = await laptop(t, school);
  const startsAt = school.clock.now() + 3_600_000;
  await create(school, { deviceIds: [device.id], startsAt: new Date(startsAt).toISOString() });
  await target(link, ({ sessions }) => sessions?.[0]?.startsAt === startsAt);
  t.equal(newest(link).sessions?.length, 1);
});

t.test('an override reaches its device, and so does its end', async (t) => {
  const school = await createTestGateway(t);
  const { device, link } = await laptop(t, school);
  const begun = startStopwatch();
  const made = await override(school, { scope: { type: 'device', id: device.id } });
  await target(link, ({ overrides }) => overrides?.length === 1);
  begun.within(t, PROMISED_MS, 'the override');
  t.same(newest(link).overrides, [
    {
      id: made.id,
      site: 'wiki.example',
      scope: { type: 'device', deviceId: device.id },
      startsAt: made.createdAt,
      expiresAt: made.createdAt + 5 * 60_000,
    },
  ]);
  await link.heartbeat({ user: null, target: { version: newest(link).version } });
  const stopped = startStopwatch();
  await school.store.transaction((tx) => endOverride(tx, made, { by: 'ended', at: school.clock.now() }));
  await target(link, ({ overrides }) => overrides?.length === 0);
  stopped.within(t, PROMISED_MS, 'its end');
});

t.test('a laptop that is moved into the unit of a session, or out of it, learns of it', async (t) => {
  const school = await createTestGateway(t);
  const { device, link } = await laptop(t, school);
  await school.store.ous.ensurePath(1, '/High', school.clock.now());
  await create(school, { ou: '/High' });
  const move = async (ou: string, sessions: number): Promise<void> => {
    await link.heartbeat({ user: null, target: { version: newest(link).version } });
    const call = { reach: REACH, id: device.id, now: school.clock.now(), checkVersion: () => undefined };
    await school.store.transaction((tx) => updateDevice(tx, call, { ou }));
    await target(link, (wanted) => wanted.sessions?.length === sessions);
  };
  await move('/High', 1);
  await move('/', 0);
  t.same(newest(link).sessions, []);
});
