import t from 'tap';
import { chatMessage } from '../../../../../api/webhooks/chat/message.ts';
import { device, eventBody, offline } from './hostile-batch.ts';

t.test('one event is told with its facts', async (t) => {
  t.same(chatMessage(offline(1, 'LIB-017')), {
    id: 'evt_00000000000000000000000001',
    thread: 'dev_00000000000000000000000001',
    title: 'LIB-017 went offline',
    lines: [],
    fields: [
      { name: 'Device', value: 'LIB-017' },
      { name: 'User', value: 'ana@x.example' },
      { name: 'Unit', value: '/Springfield/High' },
      { name: 'Why', value: 'no sign of life' },
    ],
    tone: 'warning',
    at: '2026-11-20T10:00:00.000Z',
  });
});

t.test('several events are one sentence with the first ten names and the number of the others', async (t) => {
  const message = chatMessage(offline(27, 'LIB'));
  t.equal(message.title, '27 devices went offline');
  t.equal(message.lines.length, 11);
  t.equal(message.lines[0], '1 LIB');
  t.equal(message.lines[10], 'and 17 more');
  t.equal(message.thread, 'device.offline', 'many devices share no thread of one of them');
  t.same(message.fields, []);
  t.same(chatMessage(offline(2, 'LIB')).lines, ['1 LIB', '2 LIB']);
});

t.test('one device that did it several times is named, not counted as several', async (t) => {
  const body = eventBody('device.offline', device('LIB-017'));
  const message = chatMessage({ bodies: [body, body, body], counts: { events: 3, devices: 1 } });
  t.equal(message.title, 'LIB-017 went offline, 3 times');
  t.equal(message.thread, body.device_id);
});

t.test('a device that came twice among others is listed and counted once', async (t) => {
  const a = eventBody('device.offline', device('A'));
  const b = eventBody('device.offline', device('B'), 2);
  const message = chatMessage({ bodies: [a, b, a], counts: { events: 3, devices: 2 } });
  t.equal(message.title, '2 devices went offline');
  t.same(message.lines, ['A', 'B']);
});

t.test('an event of a newer version is told as well', async (t) => {
  const body = eventBody('device.stolen', device('A'));
  t.equal(chatMessage({ bodies: [body], counts: { events: 1, devices: 1 } }).title, 'device.stolen');
  t.equal(
    chatMessage({ bodies: [body, body], counts: { events: 2, devices: 2 } }).title,
    'device.stolen, 2 times',
  );
});

t.test(
  'several events of one device share its thread; what is about no device has that of its type',
  async (t) => {
    const body = eventBody('policy.violation', { log: { domain: 'play.example' }, ...device('A') });
    const several = chatMessage({ bodies: [body, body], counts: { events: 2, devices: 1 } });
    t.equal(several.thread, body.device_id);
    t.equal(several.title, '2 sites were blocked', 'what does not count devices is counted');
    const { device_id: _none, ...ofNone } = eventBody('policy.updated', { policy: { name: 'P' } });
    for (const events of [1, 2])
      t.equal(chatMessage({ bodies: [ofNone], counts: { events, devices: 0 } }).thread, 'policy.updated');
  },
);

t.test('how many more there are is told, of those that were not shown too', async (t) => {
  const bodies = Array.from({ length: 12 }, (_, at) =>
    eventBody('policy.updated', { policy: { name: `P${at + 1}` } }),
  ) as never;
  const of = (events: number) => chatMessage({ bodies, counts: { events, devices: 0 } }).lines;
  t.same(of(12).slice(-2), ['P10', 'and 2 more']);
  t.equal(of(12).length, 11);
  t.same(of(40).at(-1), 'and 30 more');
  t.same(of(10).at(-1), 'P10', 'none more than are listed');
});

t.test('events that cannot be told apart are listed by nothing', async (t) => {
  const body = eventBody('webhook.test', { test: true });
  const message = chatMessage({ bodies: [body, body], counts: { events: 2, devices: 0 } });
  t.same([message.title, message.lines], ['Schoolgate reaches this chat. These are 2 tests.', []]);
});

t.test('things are called by the names that are known of them', async (t) => {
  const { bodies, counts } = offline(1, 'LIB-017');
  const [body] = bodies;
  const message = chatMessage({
    bodies: [
      { ...body, data: {} },
      { ...body, data: {}, device_id: 'dev_2' },
    ],
    counts: { ...counts, events: 2, devices: 2 },
    names: { [String(body.device_id)]: 'Known', dev_2: 'Other' },
  });
  t.same(message.lines, ['Known', 'Other']);
});
