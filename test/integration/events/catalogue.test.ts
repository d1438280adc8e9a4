import t from 'tap';
import { createDueChanges } from '../../../api/classroom/due-changes.ts';
import { expiringKeys } from '../../../api/keys/expiring-keys.ts';
import { createWeeklyReportJob } from '../../../api/reports/weekly-report-job.ts';
import { EVENT_TYPES, type EventType } from '../../../contracts/events/catalogue.ts';
import { EVENT_DATA } from '../../../contracts/events/data.ts';
import { JWS_TYPES } from '../../../contracts/mqtt/messages.ts';
import { silentLog } from '../../../kit/log.ts';
import { generateSigningKey, sha256, signJws } from '../../../kit/signing.ts';
import { hasFields } from '../../support/has-fields.ts';
import { until } from '../../support/until.ts';
import { signedIn } from '../api/people.ts';
import { createEventLab, type Laptop } from './event-lab.ts';

/** The names that were promised first, but the test call’s. */
const PROMISED = [
  ...['device.offline', 'device.online', 'device.enrolled', 'device.locked', 'device.unlocked'],
  ...['device.low_battery', 'device.protection_changed'],
  ...['policy.violation', 'game.detected', 'geofence.breached'],
  ...['alert.created', 'alert.acknowledged', 'alert.resolved'],
  ...['policy.created', 'policy.updated', 'policy.deleted'],
  ...['override.created', 'override.ended'],
  ...['command.succeeded', 'command.failed', 'command.expired', 'command.cancelled', 'command.superseded'],
  ...['classroom.session_started', 'classroom.session_ended'],
  ...['api_key.expiring', 'webhook.disabled'],
];

/** Ours beyond it. */
const MORE = ['classroom.session_conflict', 'report.weekly'];

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const CAMPUS = 'cam_01h455vb4pex5vsknk084sn02q' as const;

t.test('the catalogue has every event that was promised, and each its schema', async (t) => {
  t.strictSame([...EVENT_TYPES].sort(), [...PROMISED, ...MORE].sort());
  t.strictSame(Object.keys(EVENT_DATA).sort(), [...EVENT_TYPES, 'webhook.test'].sort());
});

// One school, one life: what happens in it fires every event of the catalogue.
const lab = await createEventLab(t);
const { rest, clock } = lab;
const moments = createDueChanges({ store: rest.store, clock, log: silentLog });
await moments.start();
t.teardown(() => moments.stop());

async function call(method: string, path: string, body?: unknown) {
  const answer = await rest.call(method, path, body === undefined ? {} : { body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** How often each event was fired since the last look, all of them checked. */
let seen = 0;
async function news(): Promise<readonly string[]> {
  const all = await lab.fired();
  const fresh = all.slice(seen).map(({ type }) => type);
  seen = all.length;
  return fresh;
}

async function comes(type: EventType): Promise<void> {
  await until(
    async () => {
      await clock.advance(1_000);
      return (await lab.fired(type)).length > 0;
    },
    { what: type },
  );
}

async function commandOf({ device, link }: Laptop, order: object): Promise<string> {
  const { id } = await call('POST', `/v1/devices/${device.id}/command`, order);
  await until(
    async () => {
      await clock.advance(500);
      return link().commands.some(({ commandId }) => commandId === id);
    },
    { what: 'the command at the device' },
  );
  return id;
}

t.test('a laptop enrolls, comes, is silent and comes again', async (t) => {
  const { token } = await call('POST', '/v1/enrollment-tokens', { name: 'Cart', ou: '/High' });
  const key = generateSigningKey();
  await call('POST', '/agent/v1/enroll', {
    token,
    publicKey: key.publicKey,
    proof: await signJws(sha256(token), key, JWS_TYPES.enrollment),
    hardware: {
      ...{ machineId: 'm-1', serial: 'S1', hostname: 'LIB-017', platform: 'linux', osVersion: 'Debian 13' },
      ...{ manufacturer: null, model: null },
    },
    agentVersion: '1.0.0',
  });
  t.same(await news(), ['device.enrolled']);
  const laptop = await lab.laptop();
  t.same(await news(), ['device.online']);
  await laptop.link().stop();
  await comes('device.offline');
  hasFields(t, await lab.fired('device.offline'), [{ data: { reason: 'stopped' } }]);
  await laptop.reconnect();
  t.same(await news(), ['device.offline', 'device.online']);
});

t.test('commands of every end, and the lock with them', async (t) => {
  const laptop = await lab.laptop();
  const { device, link } = laptop;
  await news();
  const lock = await commandOf(laptop, { type: 'lock', params: {} });
  await link().result(lock, 'succeeded');
  t.same(await news(), ['device.locked', 'command.succeeded']);
  hasFields(t, await lab.fired('device.locked'), [{ device_id: device.id, data: { commandId: lock } }]);
  const unlock = await commandOf(laptop, { type: 'unlock' });
  await link().result(unlock, 'succeeded');
  t.same(await news(), ['device.unlocked', 'command.succeeded']);
  const restart = await commandOf(laptop, { type: 'restart' });
  await link().result(restart, 'failed', { error: { code: 'not_possible', detail: 'Busy.' } });
  t.same(await news(), ['command.failed']);
  const absent = await rest.makeDevice();
  const waiting = await call('POST', `/v1/devices/${absent.id}/command`, { type: 'locate' });
  await call('POST', `/v1/commands/${waiting.id}/cancel`);
  t.same(await news(), ['command.cancelled']);
  await call('POST', `/v1/devices/${absent.id}/lock`, {});
  await call('POST', `/v1/devices/${absent.id}/command`, { type: 'unlock' });
  t.same(await news(), ['command.superseded']);
  await call('POST', `/v1/devices/${absent.id}/command`, { type: 'locate', expiresInSeconds: 10 });
  await comes('command.expired');
});

t.test('policies and overrides come and go', async (t) => {
  const device = await rest.makeDevice();
  await news();
  const policy = await call('POST', '/v1/policies', { name: 'Homework' });
  await call('PATCH', `/v1/policies/${policy.id}`, { name: 'Quiet homework' });
  await call('DELETE', `/v1/policies/${policy.id}`);
  t.same(await news(), ['policy.created', 'policy.updated', 'policy.deleted']);
  const scope = { type: 'device', id: device.id };
  const override = await call('POST', '/v1/overrides', { site: 'wiki.example', ttlMinutes: 5, scope });
  await call('DELETE', `/v1/overrides/${override.id}`);
  t.same(await news(), ['override.created', 'override.ended']);
  await call('POST', '/v1/overrides', { site: 'news.example', ttlMinutes: 5, scope });
  await clock.advance(5 * MINUTE + 1_000);
  hasFields(t, await lab.fired('override.ended'), [
    { data: { reason: 'ended' } },
    { data: { reason: 'expired' } },
  ]);
});

t.test('a lesson begins, meets another, and ends', async (t) => {
  await news();
  const device = await rest.makeDevice({ ou: '/Room 9' });
  const lesson = { name: 'Maths', durationMinutes: 10, ou: '/Room 9' };
  await call('POST', '/v1/classroom/sessions', { ...lesson, teacher: 'tea@x.example' });
  await call('POST', '/v1/classroom/sessions', { ...lesson, teacher: 'art@x.example' });
  t.same([...(await news())].sort(), [
    'classroom.session_conflict',
    'classroom.session_started',
    'classroom.session_started',
  ]);
  hasFields(t, await lab.fired('classroom.session_conflict'), [
    { data: { conflict: { deviceIds: [device.id] } } },
  ]);
  await clock.advance(10 * MINUTE + 1_000);
  hasFields(t, await lab.fired('classroom.session_ended'), [
    { data: { reason: 'time' } },
    { data: { reason: 'time' } },
  ]);
});

t.test('a game, a rule, a battery, a filter that is off, a campus that is left', async (t) => {
  await rest.store.campuses.create(
    1,
    CAMPUS,
    {
      ...{ name: 'High', cidrs: [], gatewayMacs: ['aa:bb:cc:dd:ee:ff'], bssids: [], ssids: [] },
      geofence: { lat: 1, lon: 1, radiusMeters: 100 },
    },
    clock.now(),
  );
  await lab.restart();
  const laptop = await lab.laptop();
  await laptop.beat({ campus: { state: 'on-campus', campusId: CAMPUS } });
  await news();
  await laptop.send({
    category: 'games',
    action: 'block',
    reason: 'block',
    policyId: 'pol_x',
    ruleId: 'rul_x',
  });
  t.same([...(await news())].sort(), ['alert.created', 'game.detected', 'policy.violation']);
  await laptop.beat({ battery: 12, campus: { state: 'off-campus', campusId: null } });
  t.same([...(await news())].sort(), ['alert.created', 'device.low_battery']);
  await laptop.beat({ battery: 80, protection: { state: 'unprotected', since: 1 } });
  t.same([...(await news())].sort(), ['alert.resolved', 'device.protection_changed']);
  for (let minute = 0; minute < 6; minute += 1) {
    await clock.advance(MINUTE - 5_000);
    await laptop.beat({ campus: { state: 'off-campus', campusId: null } });
  }
  hasFields(t, await lab.fired('geofence.breached'), [{ data: { campusId: CAMPUS } }]);
});

t.test('somebody takes an alert on and settles it', async (t) => {
  const { data } = await call('GET', '/v1/alerts?status=open&type=game_detected');
  await news();
  const person = await signedIn(rest, 'admin', { clock });
  for (const status of ['acknowledged', 'resolved']) {
    const { status: code } = await person.call('PATCH', `/v1/alerts/${data[0].id}`, { status });
    t.equal(code, 200);
  }
  t.same(await news(), ['alert.acknowledged', 'alert.resolved']);
});

t.test('what ends by itself: a key, a webhook, a week', async (t) => {
  await rest.makeKey({ expiresAt: clock.now() + 13 * DAY });
  await news();
  await expiringKeys({ store: rest.store, clock });
  t.same(await news(), ['api_key.expiring']);
  const webhook = await call('POST', '/v1/webhooks', {
    url: 'https://sis.example/hooks',
    events: ['device.*'],
  });
  await call('PATCH', `/v1/webhooks/${webhook.id}`, { enabled: false });
  t.same(await news(), ['webhook.disabled']);
  const job = createWeeklyReportJob({
    store: rest.store,
    clock,
    log: silentLog,
    mail: async () => null,
  });
  await job.run(new AbortController().signal);
  t.same(await news(), ['report.weekly']);
});

t.test(
  'every event that is declared was fired by the real thing, in one sequence without a hole',
  async (t) => {
    const all = await lab.fired();
    const fired = new Set<string>(all.map(({ type }) => type));
    t.same(
      EVENT_TYPES.filter((type) => !fired.has(type)),
      [],
    );
    t.same(
      all.map(({ sequence }) => sequence),
      all.map((_event, index) => index + 1),
    );
  },
);
