import t, { type Test } from 'tap';
import type { AlertRecord } from '../../../store/ports/alerts.ts';
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts';
import { hasFields } from '../../support/has-fields.ts';
import type { TestDevice, TestLink } from '../../support/test-device.ts';
import { createTestGateway, type TestGateway } from '../../support/test-gateway.ts';
import { until } from '../../support/until.ts';

const MINUTE = 60_000;

interface Lab {
  readonly clock: FakeClock;
  readonly school: TestGateway;
  readonly laptop: TestDevice;
  readonly link: TestLink;
  alerts(): Promise<readonly AlertRecord[]>;
  /** Sends activity; ids are given where they are missing. */
  send(...records: readonly Readonly<Record<string, unknown>>[]): Promise<void>;
  /** Sends a heartbeat and lets it be read and written. */
  beat(changes: Parameters<TestLink['heartbeat']>[0]): Promise<void>;
}

async function lab(
  t: Test,
  before: (school: TestGateway) => Promise<void> = async () => undefined,
): Promise<Lab> {
  const clock = createFakeClock();
  const school = await createTestGateway(t, { clock });
  await before(school);
  const laptop = await school.device();
  const link = await laptop.connect(school.url);
  t.teardown(() => link.client.end(true));
  return { ...over(school, laptop, link), clock };
}

/** Alerts of students who ask are off. */
const NO_REQUESTS = {
  organisationId: 1,
  type: 'access_request',
  settings: { enabled: false },
  updatedAt: 1,
} as const;

let made = 0;

function over(school: TestGateway, laptop: TestDevice, link: TestLink): Omit<Lab, 'clock'> {
  const { clock } = school;
  return {
    school,
    laptop,
    link,
    alerts: async () =>
      (
        await school.store.alerts.list({
          organisationId: 1,
          filter: {},
          sort: [{ field: 'timestamp', descending: true }],
          limit: 100,
          from: { kind: 'page', page: 1 },
        })
      ).rows,
    async send(...records) {
      const whole = records.map((record) => {
        made += 1;
        return {
          id: `record-${String(made).padStart(6, '0')}`,
          at: clock.now(),
          kind: 'request',
          user: 'ana',
          domain: `site-${made}.example`,
          action: 'allow',
          ...record,
        };
      });
      // As a good laptop does, it tells who is signed in before it tells of them.
      for (const user of new Set(whole.map((record) => record.user))) {
        await link.heartbeat({ user });
        await link.publish('activity', { records: whole.filter((record) => record.user === user) });
      }
    },
    async beat(changes) {
      const heard = school.gateway.stats().heartbeatsWritten;
      await link.heartbeat(changes);
      await until(
        async () => {
          await (clock as FakeClock).advance(1_000);
          return school.gateway.stats().heartbeatsWritten > heard;
        },
        { what: 'the heartbeat to be written' },
      );
    },
  };
}

t.test(
  'a game makes one alert of a device and person; what follows is counted, and its event fires once',
  async (t) => {
    const { send, alerts, school, laptop } = await lab(t);
    await send(
      { category: 'games', domain: 'play.example', action: 'block', reason: 'block' },
      { category: 'news' },
      { category: 'games', domain: 'chess.example' },
    );
    await send({ category: 'games', domain: 'play.example', count: 3 });
    const found = await alerts();
    t.equal(found.length, 1);
    hasFields(t, found, [
      {
        type: 'game_detected',
        severity: 'low',
        status: 'open',
        title: 'Game on test-laptop',
        deviceId: laptop.id,
        user: 'ana@school.local',
        count: 5,
        details: { domains: ['play.example', 'chess.example'] },
      },
    ]);
    const fired = school.events.filter(({ type }) => type.startsWith('alert.'));
    t.equal(fired.length, 1);
    hasFields(t, fired, [
      {
        type: 'alert.created',
        deviceId: laptop.id,
        data: { alert: { type: 'game_detected', details: { count: 2 } } },
      },
    ]);
    await send({ category: 'games', user: 'ben' });
    t.equal((await alerts()).length, 2, 'another person is another alert');
  },
);

t.test('a batch that comes again counts nothing twice', async (t) => {
  const { link, alerts, clock } = await lab(t);
  const records = [
    {
      id: 'twice-0001',
      at: clock.now(),
      kind: 'request',
      user: 'ana',
      domain: 'play.example',
      category: 'games',
      action: 'allow',
    },
  ];
  await link.publish('activity', { records });
  await link.publish('activity', { records });
  hasFields(t, await alerts(), [{ count: 1 }]);
});

t.test(
  'searches about self-harm and violence make alerts that name the phrase, not the search',
  async (t) => {
    const { send, alerts } = await lab(t);
    await send(
      { kind: 'search', domain: 'search.example', title: 'please i want to die what now', action: undefined },
      { url: 'http://search.example/?q=how+to+make+a+pipe+bomb' },
      { kind: 'search', title: 'suicide hotline i want to die', user: 'ben' },
      { kind: 'search', title: 'photosynthesis', user: 'cem' },
    );
    const found = await alerts();
    t.equal(found.length, 2);
    const harm = found.find(({ type }) => type === 'self_harm_search');
    hasFields(t, harm, {
      severity: 'critical',
      user: 'ana@school.local',
      title: 'Search about self-harm by ana@school.local',
      details: { term: 'i want to die', language: 'en' },
    });
    t.notMatch(JSON.stringify(harm), 'what now');
    hasFields(
      t,
      found.find(({ type }) => type === 'violence_search'),
      { severity: 'high', details: { term: 'how to make a pipe bomb' } },
    );
  },
);

t.test('help in a crisis makes no alert, whatever is searched there', async (t) => {
  const { send, alerts } = await lab(t);
  await send({ kind: 'search', title: 'i want to die', reason: 'crisis_allow' });
  t.same(await alerts(), []);
});

t.test(
  'twenty blocked pages of one person in ten minutes are one alert; trackers and slow ones are none',
  async (t) => {
    const { send, alerts, clock } = await lab(t);
    const blocked = { action: 'block', reason: 'block', policyId: 'pol_x' };
    const many = (count: number, record: object) => Array.from({ length: count }, () => ({ ...record }));
    await send(...many(30, { ...blocked, category: 'ads', user: 'tracked' }));
    await send(...many(30, { ...blocked, reason: 'default', user: 'defaulted' }));
    await send(...many(19, blocked));
    await send(...many(19, { ...blocked, user: 'ben' }));
    t.same(await alerts(), []);
    await send({ ...blocked, at: clock.now() - 11 * MINUTE });
    t.same(await alerts(), [], 'the twentieth was eleven minutes before');
    await send(blocked);
    hasFields(t, await alerts(), [
      {
        type: 'repeated_violations',
        severity: 'medium',
        user: 'ana@school.local',
        title: '20 blocked pages in 10 minutes by ana@school.local',
        details: { violations: 20, periodMinutes: 10 },
      },
    ]);
    t.equal((await alerts()).length, 1);
  },
);

t.test('a blocked proxy and tampering with the agent are attempts to get round the filter', async (t) => {
  const { send, alerts, link } = await lab(t);
  await send(
    { category: 'vpn_proxy', action: 'block', domain: 'vpn.example' },
    { category: 'doh', action: 'allow' },
  );
  const event = {
    id: 'event-0001',
    at: 1,
    kind: 'tamper',
    details: { what: 'the nftables table\nwas gone' },
  };
  await link.publish('events', { events: [event, { ...event, id: 'event-0002', kind: 'self_test' }] });
  await link.publish('events', { events: [event] });
  const found = await alerts();
  t.equal(found.length, 2);
  hasFields(
    t,
    found.find(({ severity }) => severity === 'high'),
    {
      type: 'bypass_attempt',
      title: 'Tampering with the agent on test-laptop',
      count: 1,
      details: { what: 'the nftables table was gone' },
    },
  );
  hasFields(
    t,
    found.find(({ severity }) => severity === 'medium'),
    { type: 'bypass_attempt', count: 1, details: { domains: ['vpn.example'] } },
  );
});

t.test(
  'a low battery makes one alert until it is charged, also when somebody resolved it meanwhile',
  async (t) => {
    const { beat, alerts, school, clock } = await lab(t);
    await beat({ battery: 16 });
    t.same(await alerts(), []);
    await beat({ battery: 15 });
    hasFields(t, await alerts(), [
      { type: 'low_battery', severity: 'info', status: 'open', details: { battery: 15 } },
    ]);
    const [alert] = await alerts();
    await school.store.alerts.change(1, alert?.id ?? '', {
      status: 'resolved',
      note: null,
      by: 'acc_x',
      at: clock.now(),
    });
    await beat({ battery: 9 });
    await beat({ battery: 24 });
    await beat({ battery: 15 });
    t.equal((await alerts()).length, 1, 'not before 25 %');
    await beat({ battery: 25 });
    await beat({ battery: 14 });
    t.equal((await alerts()).length, 2);
    await beat({ battery: 80 });
    hasFields(t, await alerts(), [{ status: 'resolved', resolvedBy: null }, { resolvedBy: 'acc_x' }]);
    t.same(
      school.events.filter(({ type }) => type.startsWith('alert.')).map(({ type }) => type),
      ['alert.created', 'alert.created', 'alert.resolved'],
    );
  },
);

t.test('a device without protection for five minutes is an alert that ends by itself', async (t) => {
  const { beat, alerts, clock } = await lab(t);
  const unprotected = { protection: { state: 'unprotected' as const, since: 1 } };
  await beat(unprotected);
  await clock.advance(2 * MINUTE);
  await beat({ protection: { state: 'enforcing', since: 1 } });
  await clock.advance(MINUTE);
  await beat(unprotected);
  await clock.advance(4 * MINUTE);
  await beat(unprotected);
  t.same(await alerts(), [], 'it was protected in between');
  clock.jump(60 * MINUTE);
  await beat(unprotected);
  t.same(await alerts(), [], 'a jump of the clock is no time');
  await clock.advance(MINUTE);
  await beat(unprotected);
  hasFields(t, await alerts(), [{ type: 'unprotected_device', severity: 'high', status: 'open' }]);
  await beat({ protection: { state: 'unknown', since: 1 } });
  hasFields(t, await alerts(), [{ status: 'open' }]);
  await beat({ protection: { state: 'stale', since: 1 } });
  hasFields(t, await alerts(), [{ status: 'resolved', resolvedBy: null }]);
});

t.test('a gateway that starts again knows which states have their alert', async (t) => {
  const { beat, alerts, school, laptop, link, clock } = await lab(t);
  await beat({ battery: 10 });
  await link.stop();
  await school.gateway.stop();
  const again = await school.restart();
  const second = await laptop.connect(again.url);
  t.teardown(() => second.client.end(true));
  const later = over(again, laptop, second);
  await clock.advance(MINUTE);
  await later.beat({ battery: 8 });
  t.equal((await alerts()).length, 1);
  await later.beat({ battery: 90 });
  hasFields(t, await alerts(), [{ status: 'resolved' }]);
});

t.test(
  'a laptop that leaves a campus with a geofence for five minutes is an alert; a moment outside is none',
  async (t) => {
    const campus = { cidrs: [], gatewayMacs: ['aa:bb:cc:dd:ee:ff'], bssids: [], ssids: [] };
    const high = 'cam_01h455vb4pex5vsknk084sn02q' as const;
    const low = 'cam_01h455vb4pex5vsknk084sn03q' as const;
    const { beat, alerts, clock } = await lab(t, async ({ store }) => {
      await store.campuses.create(
        1,
        high,
        { ...campus, name: 'High', geofence: { lat: 1, lon: 1, radiusMeters: 100 } },
        1,
      );
      await store.campuses.create(1, low, { ...campus, name: 'Low', geofence: null }, 1);
    });
    const on = (campusId: string) => ({ campus: { state: 'on-campus' as const, campusId } });
    const off = { campus: { state: 'off-campus' as const, campusId: null } };
    const pause = async (minutes: number) => clock.advance(minutes * MINUTE);
    await beat(on(low));
    await beat(off);
    await pause(6);
    await beat(off);
    t.same(await alerts(), [], 'that campus has no geofence');
    await beat(on(high));
    await beat(off);
    await pause(3);
    await beat(on(high));
    await beat(off);
    await pause(4);
    await beat({ campus: { state: 'unknown', campusId: null } });
    await beat(off);
    t.same(await alerts(), []);
    await pause(1);
    await beat(off);
    await pause(10);
    await beat(off);
    const found = await alerts();
    t.equal(found.length, 1);
    hasFields(t, found, [
      {
        type: 'geofence_breach',
        severity: 'medium',
        title: 'test-laptop left the campus High',
        details: { campusId: high },
      },
    ]);
    await beat(on(low));
    hasFields(t, await alerts(), [{ status: 'resolved' }]);
  },
);

t.test('a laptop that has left a campus before a restart is found to have left it', async (t) => {
  const high = 'cam_01h455vb4pex5vsknk084sn02q' as const;
  const { beat, school, laptop, link, clock } = await lab(t, async ({ store }) => {
    const evidence = { cidrs: [], gatewayMacs: ['aa:bb:cc:dd:ee:ff'], bssids: [], ssids: [] };
    const geofence = { lat: 1, lon: 1, radiusMeters: 100 };
    await store.campuses.create(1, high, { ...evidence, name: 'High', geofence }, 1);
  });
  const off = { campus: { state: 'off-campus' as const, campusId: null } };
  await beat({ campus: { state: 'on-campus', campusId: high } });
  await beat(off);
  await link.stop();
  await school.gateway.stop();
  const again = await school.restart();
  const second = await laptop.connect(again.url);
  t.teardown(() => second.client.end(true));
  const later = over(again, laptop, second);
  await later.beat(off);
  await clock.advance(4 * MINUTE);
  await later.beat(off);
  t.same(await later.alerts(), []);
  await clock.advance(MINUTE);
  await later.beat(off);
  hasFields(t, await later.alerts(), [{ type: 'geofence_breach', details: { campusId: high } }]);
  t.equal(again.events.filter(({ type }) => type === 'geofence.breached').length, 1, 'as its event says');
});

t.test(
  'a rule that the school has switched off makes nothing; one that it has changed follows it',
  async (t) => {
    const { send, beat, alerts } = await lab(t, async ({ store }) => {
      const of = { organisationId: 1, updatedAt: 0 };
      await store.alerts.setRule({ ...of, type: 'game_detected', settings: { enabled: false } });
      const settings = { low: 30, recovered: 40, severity: 'high' } as const;
      await store.alerts.setRule({ ...of, type: 'low_battery', settings });
    });
    await send({ category: 'games' });
    await beat({ battery: 29 });
    await beat({ battery: 29 });
    hasFields(t, await alerts(), [{ type: 'low_battery', severity: 'high' }]);
    t.equal((await alerts()).length, 1);
  },
);

t.test(
  'an alert that cannot be stored is not acknowledged; the batch comes again and makes it',
  async (t) => {
    let ill = false;
    const clock = createFakeClock();
    const school = await createTestGateway(t, {
      clock,
      between: (store) => ({
        ...store,
        transaction: (work) => (ill ? Promise.reject(new Error('disk full')) : store.transaction(work)),
      }),
    });
    const laptop = await school.device();
    const first = await laptop.connect(school.url);
    const { alerts } = over(school, laptop, first);
    const records = [
      {
        id: 'again-0001',
        at: clock.now(),
        kind: 'request',
        user: 'ana',
        domain: 'play.example',
        category: 'games',
        action: 'allow',
      },
    ];
    ill = true;
    first.publish('activity', { records }).catch(() => undefined);
    await until(() => first.closed, { what: 'the connection to be closed' });
    t.same(await alerts(), []);
    ill = false;
    const second = await laptop.connect(school.url);
    t.teardown(() => second.client.end(true));
    await second.publish('activity', { records });
    hasFields(t, await alerts(), [{ type: 'game_detected', count: 1 }]);
  },
);

t.test(
  'what one laptop makes up about a child takes in nothing that the child does on another',
  async (t) => {
    const { school, laptop, send, alerts } = await lab(t);
    const SEARCH = { kind: 'search', title: 'i want to die' };
    await send(SEARCH);
    const own = await school.device();
    const link = await own.connect(school.url);
    t.teardown(() => link.client.end(true));
    await over(school, own, link).send(SEARCH);
    const found = (await alerts()).filter(({ type }) => type === 'self_harm_search');
    t.same(found.map(({ deviceId }) => deviceId).sort(), [laptop.id, own.id].sort());
    t.same(
      found.map(({ user, count }) => [user, count]),
      Array(2).fill(['ana@school.local', 1]),
    );
  },
);

t.test(
  'after what a shared laptop made up was taken for a false alarm, the child’s own next search stands up as new',
  async (t) => {
    for (const status of ['acknowledged', 'resolved'] as const) {
      const { school, clock, send, alerts } = await lab(t);
      const search = { kind: 'search', title: 'i want to die' };
      await send(search);
      const [forged] = await alerts();
      if (forged === undefined) throw new Error('no alert');
      const change = { status, note: 'false alarm', by: 'staff', at: clock.now() };
      await school.store.alerts.change(1, forged.id, change);
      await clock.advance(MINUTE);
      await send(search);
      await send(search);
      hasFields(t, await alerts(), [
        { status: 'open', count: 2, user: 'ana@school.local' },
        { status, count: 1 },
      ]);
      t.equal(school.events.filter(({ type }) => type === 'alert.created').length, 2);
    }
  },
);

t.test(
  'a student who asks makes a request, with an alert where these are on; the laptop hears the answer',
  async (t) => {
    const { school, laptop, link, alerts, clock } = await lab(t);
    const ask = (id: string, details: object) =>
      link.publish('events', { events: [{ id, at: clock.now(), kind: 'access_request', details }] });
    const requests = async () =>
      (
        await school.store.accessRequests.list({
          ...{ organisationId: 1, filter: {}, limit: 10 },
          sort: [{ field: 'createdAt', descending: false }],
          from: { kind: 'page', page: 1 },
        })
      ).rows;
    await link.heartbeat({ user: 'ana' });
    const address = 'http://me:pw@wiki.example/page?q=1';
    await ask('ask-00001', { host: 'Wiki.example', url: address, note: 'for history', ruleId: 'nonsense' });
    await ask('ask-00002', { host: 'wiki.example', url: 'http://other.example/' });
    const [alert] = await alerts();
    const [request] = await requests();
    hasFields(t, await requests(), [
      {
        ...{ host: 'wiki.example', url: 'http://wiki.example/page?q=1', note: 'for history', ruleId: null },
        ...{ user: 'ana@school.local', count: 2, status: 'open', deviceId: laptop.id },
      },
    ]);
    t.equal(request?.alertId, alert?.id);

    await school.store.alerts.setRule(NO_REQUESTS);
    await ask('ask-00003', { host: 'quiet.example' });
    t.equal((await alerts()).length, 1);
    hasFields(t, (await requests())[1], { host: 'quiet.example', alertId: null });

    await school.store.transaction(async (tx) => {
      const end = {
        status: 'refused',
        by: 'acc_1',
        words: 'Not now',
        overrideIds: [],
        at: clock.now(),
      } as const;
      if (request !== undefined) await tx.accessRequests.end(request.id, end);
      tx.wake({ kind: 'device', deviceId: laptop.id });
    });
    await until(() => link.targets.at(-1)?.answers?.length === 1, { what: 'the answer on the laptop' });
    hasFields(t, link.targets.at(-1)?.answers, [
      { id: request?.id, host: 'wiki.example', user: 'ana@school.local', state: 'refused', words: 'Not now' },
    ]);
  },
);

t.test('a laptop cannot store requests without end while alerts of them are off', async (t) => {
  const { school, link, clock } = await lab(
    t,
    async ({ store }) => void (await store.alerts.setRule(NO_REQUESTS)),
  );
  await link.publish('events', {
    events: Array.from({ length: 40 }, (_, n) => ({
      ...{ id: `ask-many-${n}`, at: clock.now(), kind: 'access_request' },
      details: { host: `site-${n}.example` },
    })),
  });
  const { total } = await school.store.accessRequests.list({
    ...{ organisationId: 1, filter: {}, limit: 1 },
    sort: [{ field: 'createdAt', descending: false }],
    from: { kind: 'page', page: 1 },
  });
  t.equal(total, 12);
});
