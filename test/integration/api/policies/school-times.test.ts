import { gunzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import type { PreviewRequest, PreviewResult } from '../../../../api/policies/preview/preview-engine.ts';
import type { PolicyBundle } from '../../../../contracts/policy/bundle.ts';
import { createDeviceBundles } from '../../../../store/rules/device-bundles.ts';
import { SHIPPED_BUNDLE_DEFAULTS } from '../../../../store/rules/shipped-bundle-defaults.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { signedIn } from '../people.ts';
import { startRestServer } from '../rest-server.ts';

const HOURS = [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '08:00', to: '14:00' }];
const GAMES = [{ effect: 'block', match: { domains: ['play.example'] } }];

/** A school in Madrid on a Friday, with a device and a policy for everyone with this schedule. */
async function school(t: Test, schedule: object) {
  const clock = createFakeClock(Date.parse('2026-11-20T10:00:00Z'));
  const server = await startRestServer(t, { clock });
  const { call, store, makeDevice } = server;
  const admin = await signedIn(server, 'admin', { clock });
  const set = async (body: object) => {
    const answer = await admin.call('PATCH', '/v1/organization', body);
    t.equal(answer.status, 200, JSON.stringify(answer.body));
  };
  await set({ timeZone: 'Europe/Madrid', schoolHours: HOURS });
  const made = await call('POST', '/v1/policies', {
    body: { name: 'Lessons', target: { everyone: true }, schedule, rules: GAMES },
  });
  t.equal(made.status, 201, JSON.stringify(made.body));
  const device = await makeDevice();
  const bundles = createDeviceBundles({ store });
  const inBundle = async () => {
    const organisation = await store.organisations.get(1);
    if (organisation === null) throw new Error('no organisation');
    const { bundle } = await bundles.of(device, organisation);
    const { policies } = JSON.parse(gunzipSync(bundle?.packed ?? '').toString()) as PolicyBundle;
    return policies.find(({ name }) => name === 'Lessons')?.schedule;
  };
  const actionAt = async (at: string) => {
    const body = { deviceId: device.id, url: 'play.example', at };
    return (await call('POST', '/v1/policies/explain', { body })).body.action;
  };
  return { ...server, set, policy: made.body, inBundle, actionAt };
}

t.test('a schedule during school hours follows them, in bundles and in explanations', async (t) => {
  const { policy, set, inBundle, actionAt } = await school(t, { during: 'school-hours' });
  hasFields(t, policy.schedule, { during: 'school-hours', windows: [] });
  t.same(await inBundle(), { timezone: 'Europe/Madrid', windows: HOURS, exceptDates: [] });
  t.equal(await actionAt('2026-11-23T08:00:00Z'), 'block', 'Monday at nine');
  t.equal(await actionAt('2026-11-23T14:00:00Z'), 'allow', 'Monday at three');

  await set({ schoolHours: [{ days: ['mon'], from: '14:00', to: '16:00' }], timeZone: 'UTC' });
  t.same(await inBundle(), {
    timezone: 'UTC',
    windows: [{ days: ['mon'], from: '14:00', to: '16:00' }],
    exceptDates: [],
  });
  t.equal(await actionAt('2026-11-23T08:00:00Z'), 'allow');
  t.equal(await actionAt('2026-11-23T14:00:00Z'), 'block');
  await set({ schoolHours: [] });
  t.equal(await actionAt('2026-11-22T03:00:00Z'), 'block', 'lessons that are always are each day and night');
});

t.test('holidays are excepted where the schedule asks for it, and follow what is set', async (t) => {
  const exceptDates = ['2026-11-24'];
  const { policy, set, inBundle, actionAt } = await school(t, {
    during: 'school-hours',
    exceptHolidays: true,
    exceptDates,
  });
  hasFields(t, policy.schedule, { exceptHolidays: true, exceptDates });
  await set({ holidays: [{ from: '2026-11-23', to: '2026-11-25', name: 'Mid-term' }] });
  t.same((await inBundle())?.exceptDates, ['2026-11-23', '2026-11-24', '2026-11-25']);
  t.equal(await actionAt('2026-11-23T08:00:00Z'), 'allow');
  t.equal(await actionAt('2026-11-26T08:00:00Z'), 'block');
  await set({ holidays: null });
  t.same((await inBundle())?.exceptDates, exceptDates);
  t.equal(await actionAt('2026-11-23T08:00:00Z'), 'block');
});

t.test('a preview tries a draft with the school’s own times', async (t) => {
  const asked: PreviewRequest[] = [];
  const none = { visits: 0, users: 0, topDomains: [], belowMinimum: true };
  const run = async (request: PreviewRequest): Promise<PreviewResult> => {
    asked.push(request);
    const { from, to } = request;
    const nothing = { evaluated: 0, warnings: [], newlyAllowed: none, newlyBlocked: none };
    return { from, to, ...nothing, someLeftOut: false };
  };
  const { call } = await startRestServer(t, { api: { preview: { run } } });
  const policy = { name: 'Draft', schedule: { during: 'school-hours', exceptHolidays: true } };
  hasFields(t, await call('POST', '/v1/policies/preview', { body: { policy } }), { status: 200 });
  t.same(asked[0]?.policy.schedule, {
    timezone: 'UTC',
    windows: SHIPPED_BUNDLE_DEFAULTS.schoolHours,
    exceptDates: [],
  });
});

t.test('a schedule that says nothing of the school’s times is as before', async (t) => {
  const schedule = { timezone: 'UTC', windows: HOURS, exceptDates: [] };
  const { policy, set, inBundle } = await school(t, schedule);
  t.strictSame(policy.schedule, schedule);
  await set({ holidays: [{ from: '2026-11-23', to: '2026-11-25', name: 'Mid-term' }], schoolHours: [] });
  t.same(await inBundle(), schedule);
});

t.test('a device never gets more excepted dates than it takes: the earliest are left out', async (t) => {
  const own = Array.from({ length: 300 }, (_, day) =>
    new Date(Date.parse('2025-01-01') + day * 86_400_000).toISOString().slice(0, 10),
  );
  const { set, inBundle } = await school(t, { windows: HOURS, exceptHolidays: true, exceptDates: own });
  await set({ holidays: [{ from: '2026-01-01', to: '2026-10-27', name: 'Long' }] });
  const dates = (await inBundle())?.exceptDates ?? [];
  t.equal(dates.length, 400);
  t.equal(dates.at(-1), '2026-10-27');
  t.equal(dates[0], own[200]);
});

t.test('school hours and windows take each other’s place, and both together are refused', async (t) => {
  const { call, policy } = await school(t, { windows: HOURS, exceptHolidays: true });
  const path = `/v1/policies/${policy.id}`;
  const patch = async (schedule: object) => await call('PATCH', path, { body: { schedule } });
  hasFields(t, await patch({ during: 'school-hours' }), {
    status: 200,
    body: { schedule: { during: 'school-hours', windows: [], exceptHolidays: true } },
  });
  const back = await patch({ windows: HOURS, exceptHolidays: false });
  t.strictSame(back.body.schedule, { timezone: 'Europe/Madrid', windows: HOURS, exceptDates: [] });
  hasFields(t, await patch({ during: 'school-hours', windows: HOURS }), {
    status: 400,
    body: { errors: [{ pointer: '#/schedule/windows', code: 'conflict' }] },
  });
  hasFields(t, await patch({ during: 'night' }), { status: 400 });
});

t.test('an override that a lesson’s locked block does not cover for ever is made', async (t) => {
  const { call, policy, set } = await school(t, { during: 'school-hours' });
  const rules = [{ ...GAMES[0], locked: true }];
  await call('PATCH', `/v1/policies/${policy.id}`, { body: { rules } });
  const person = await call('POST', '/v1/users', {
    body: { email: 'ana@x.example', name: 'Ana', role: 'student' },
  });
  const body = { scope: { type: 'student', id: person.body.id }, site: 'play.example', ttlMinutes: 1_440 };
  hasFields(t, await call('POST', '/v1/overrides', { body }), { status: 201 });
  await set({ schoolHours: [] });
  hasFields(t, await call('POST', '/v1/overrides', { body: { ...body, site: 'a.play.example' } }), {
    status: 422,
    body: { code: 'locked_by_policy' },
  });
});
