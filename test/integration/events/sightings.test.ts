import t from 'tap';
import type { EventBody } from '../../../contracts/events/catalogue.ts';
import { hasFields } from '../../support/has-fields.ts';
import { until } from '../../support/until.ts';
import { createEventLab } from './event-lab.ts';

const MINUTE = 60_000;
const BLOCKED = {
  action: 'block',
  reason: 'block',
  policyId: 'pol_01h455vb4pex5vsknk084sn02q',
  ruleId: 'rul_01h455vb4pex5vsknk084sn02q',
  policyVersion: 3,
};

const countsOf = (events: readonly EventBody[]) => events.map(({ data }) => data.count);

t.test('a request that a rule stopped is told at once, with its entry in the log', async (t) => {
  const lab = await createEventLab(t);
  const { device, send } = await lab.laptop();
  await send({ ...BLOCKED, domain: 'Play.example', count: 2 }, { ...BLOCKED }, { domain: 'news.example' });
  const [event, ...others] = await lab.fired('policy.violation', 'game.detected');
  t.same(others, []);
  t.equal(event?.device_id, device.id);
  t.equal(event?.data.count, 3, 'with all that the batch holds');
  await lab.clock.advance(1_000);
  const { body } = await lab.rest.call('GET', `/v1/logs?deviceId=${device.id}&action=block`);
  t.equal(body.data.length, 2);
  const shown = body.data.find(({ count }: { count: number }) => count === 2);
  t.strictSame(event?.data.log, shown, 'the first of them, as GET /v1/logs shows it');
});

t.test(
  'what follows within five minutes is one event at their end, which begins the next five',
  async (t) => {
    const lab = await createEventLab(t);
    const { send } = await lab.laptop();
    await send(BLOCKED);
    await lab.clock.advance(MINUTE);
    await send(BLOCKED, { ...BLOCKED, count: 4 }, { ...BLOCKED, domain: 'other.example' });
    await send({ ...BLOCKED, count: 5 });
    t.same(countsOf(await lab.fired('policy.violation')), [1, 1], 'another domain is another window');
    await lab.clock.advance(3 * MINUTE);
    t.equal((await lab.fired('policy.violation')).length, 2);
    await lab.clock.advance(MINUTE + 2_000);
    const told = await lab.fired('policy.violation');
    t.same(countsOf(told), [1, 1, 10]);
    hasFields(
      t,
      told[2]?.data.log,
      { domain: 'play.example', count: 1 },
      'with the first of those it covers',
    );
    await send(BLOCKED);
    t.same(countsOf(await lab.fired('policy.violation')), [1, 1, 10], 'the next five minutes have begun');
    await lab.clock.advance(5 * MINUTE + 2_000);
    t.same(countsOf(await lab.fired('policy.violation')), [1, 1, 10, 1]);
    await lab.clock.advance(11 * MINUTE);
    await send(BLOCKED);
    t.same(countsOf(await lab.fired('policy.violation')), [1, 1, 10, 1, 1], 'after a pause at once again');
  },
);

t.test('only what a rule stopped is a violation, and every rule has its own', async (t) => {
  const lab = await createEventLab(t);
  const { send } = await lab.laptop();
  await send(
    { action: 'block', reason: 'default' },
    { action: 'block', reason: 'classroom' },
    { action: 'block' },
    { action: 'allow', reason: 'allow' },
    { ...BLOCKED, kind: 'visit' },
    { ...BLOCKED, reason: 'crisis_allow' },
  );
  t.same(await lab.fired('policy.violation'), []);
  await send(BLOCKED, { ...BLOCKED, reason: 'locked_block', ruleId: 'rul_01h455vb4pex5vsknk084sn03q' });
  const reasons = (await lab.fired('policy.violation')).map(
    ({ data }) => (data.log as { reason: string }).reason,
  );
  t.same(reasons, ['block', 'locked_block']);
});

t.test('a game is told of, allowed or blocked; a blocked one is a violation too', async (t) => {
  const lab = await createEventLab(t);
  const first = await lab.laptop();
  const second = await lab.laptop();
  await first.send({ category: 'games', action: 'allow', reason: 'default' });
  await second.send({ category: 'games', ...BLOCKED });
  hasFields(
    t,
    (await lab.fired('policy.violation', 'game.detected')).map(({ type, device_id }) => [type, device_id]),
    [
      ['game.detected', first.device.id],
      ['policy.violation', second.device.id],
      ['game.detected', second.device.id],
    ],
  );
});

t.test(
  'a game that the agent found shows the request if there is one, and else what was found',
  async (t) => {
    const lab = await createEventLab(t);
    const { send, link } = await lab.laptop();
    await send({ domain: 'retrobowl.github.io' });
    const event = { at: lab.clock.now(), kind: 'game' };
    await link().publish('events', {
      events: [
        {
          ...event,
          id: 'event-0001',
          details: { source: 'name', domain: 'retrobowl.github.io', name: 'retrobowl' },
        },
        { ...event, id: 'event-0002', details: { source: 'process', process: 'steam' } },
        { ...event, id: 'event-0003', details: { source: 'process', process: 'steam' } },
      ],
    });
    const told = await lab.fired('game.detected');
    t.equal(told.length, 2);
    hasFields(t, told[0]?.data, { log: { domain: 'retrobowl.github.io' }, count: 1, what: 'retrobowl' });
    t.strictSame(told[1]?.data, { log: null, count: 2, what: 'steam' });
    await link().publish('events', { events: [{ ...event, id: 'event-0003', details: {} }] });
    t.equal((await lab.fired('game.detected')).length, 2, 'a repeat has no effect');
  },
);

t.test('a batch that comes again counts nothing twice', async (t) => {
  const lab = await createEventLab(t);
  const { send, link } = await lab.laptop();
  const records = await send(BLOCKED, BLOCKED);
  await link().publish('activity', { records });
  await lab.clock.advance(6 * MINUTE);
  t.same(countsOf(await lab.fired('policy.violation')), [2]);
});

t.test('a record whose own time cannot be true is told with its entry too', async (t) => {
  const lab = await createEventLab(t);
  const { send, link, device } = await lab.laptop();
  const records = await send({ ...BLOCKED, at: lab.clock.now() + 86_400_000 });
  await lab.restart();
  await lab.clock.advance(MINUTE);
  const again = await device.connect(lab.school.url);
  t.teardown(() => again.client.end(true));
  t.ok(link().closed);
  await again.publish('activity', { records });
  const told = await lab.fired('policy.violation');
  t.equal(told.length, 2, 'a restart forgets which windows are open: at most one event more');
  t.strictSame(told[1]?.data.log, told[0]?.data.log, 'and stores nothing twice');
});

t.test('a gateway that stops tells what it has collected', async (t) => {
  const lab = await createEventLab(t);
  const { send } = await lab.laptop();
  await send(BLOCKED);
  await send({ ...BLOCKED, count: 7 });
  await lab.restart();
  t.same(countsOf(await lab.fired('policy.violation')), [1, 7]);
});

t.test('an event that cannot be stored is not lost: the batch comes again', async (t) => {
  let ill = false;
  const lab = await createEventLab(t, {
    between: (store) => ({
      ...store,
      transaction: (work, options) =>
        ill ? Promise.reject(new Error('disk full')) : store.transaction(work, options),
    }),
  });
  const laptop = await lab.laptop();
  const records = [
    {
      id: 'again-0001',
      at: lab.clock.now(),
      kind: 'request',
      user: 'ana',
      domain: 'play.example',
      ...BLOCKED,
    },
  ];
  ill = true;
  const first = laptop.link();
  first.publish('activity', { records }).catch(() => undefined);
  await until(() => first.closed, { what: 'the connection to be closed' });
  t.same(await lab.fired('policy.violation'), []);
  ill = false;
  await laptop.reconnect();
  await laptop.link().publish('activity', { records });
  t.same(countsOf(await lab.fired('policy.violation')), [1]);
  // The end of a window that cannot be written is tried again.
  await laptop.send({ ...BLOCKED, count: 3 });
  ill = true;
  await lab.clock.advance(5 * MINUTE + 2_000);
  t.same(countsOf(await lab.fired('policy.violation')), [1]);
  ill = false;
  await lab.clock.advance(5_000);
  t.same(countsOf(await lab.fired('policy.violation')), [1, 3]);
});
