import { fileURLToPath } from 'node:url';
import t from 'tap';
import { factsOf } from '../../../../../api/webhooks/chat/facts.ts';
import type { Sentence } from '../../../../../api/webhooks/chat/sentence.ts';
import { SENTENCES, unknownSentence } from '../../../../../api/webhooks/chat/sentences.ts';
import { sampleEvent } from '../../../../../api/webhooks/event-samples.ts';
import { EVENT_TYPES, type EventBody } from '../../../../../contracts/events/catalogue.ts';
import { goldenText } from '../../../../support/golden.ts';
import { eventBody } from './hostile-batch.ts';

const SAID = fileURLToPath(new URL('../../../../fixtures/chat-sentences.txt', import.meta.url));
const ALL: Readonly<Record<string, Sentence>> = SENTENCES;
const EXAMPLE = { id: 'evt_01kafw3v5xe8m9t2q4r6y8b0cd', at: Date.UTC(2026, 10, 20, 10) } as const;

/** All that is said of an event with this data. */
function said(body: EventBody) {
  const sentence = ALL[body.event];
  if (sentence === undefined) throw new Error(`nothing is said of ${body.event}`);
  const facts = factsOf(body);
  return {
    tone: sentence.tone(facts),
    one: sentence.one(facts),
    many: sentence.many({ events: 5, devices: 3 }),
    name: sentence.name(facts),
    fields: sentence.fields(facts).flatMap((each) => (each === null ? [] : [`${each.name}: ${each.value}`])),
    countsDevices: sentence.countsDevices === true,
  };
}

const saidOf = (type: string, data: Readonly<Record<string, unknown>>) =>
  said(eventBody(type, { device: { name: 'LIB-017' }, ...data }));

t.test('every event of the catalogue, and the test call, has its own sentence', async (t) => {
  t.same(Object.keys(SENTENCES).sort(), [...EVENT_TYPES, 'webhook.test'].sort());
});

t.test(
  'every sentence can be said of an event that carries nothing, in the singular and the plural',
  async (t) => {
    const titles = new Set<string>();
    for (const [type, { one, many, name, fields, tone }] of Object.entries(SENTENCES)) {
      const { device_id: _, ...bare } = eventBody(type, {});
      const facts = factsOf(bare);
      const title = one(facts);
      t.ok(title.length > 5 && !/undefined|null|NaN|\[object/.test(title), `${type}: ${title}`);
      t.ok(many({ events: 27, devices: 26 }).includes('2'), type);
      t.ok(name(facts) === null || name(facts) !== '', type);
      t.same(
        fields(facts).filter((each) => each !== null && each.value === ''),
        [],
        type,
      );
      t.ok(['bad', 'warning', 'good', 'neutral'].includes(tone(facts)), type);
      titles.add(title);
    }
    t.equal(titles.size, Object.keys(SENTENCES).length, 'no two events sound the same');
  },
);

t.test('of the sample of each event is said what is committed', async (t) => {
  const text = ([...EVENT_TYPES, 'webhook.test'] as const)
    .map((type) => {
      const { tone, one, many, name, fields, countsDevices } = said(sampleEvent(type, EXAMPLE));
      const beside = [name, ...fields].filter((each) => each !== null).join('; ');
      return `${type}, ${tone}: ${one}\n  ${countsDevices ? 'of devices' : 'of events'}: ${many}\n  ${beside}`.trimEnd();
    })
    .join('\n');
  t.equal(`${text}\n`, goldenText(SAID, `${text}\n`));
});

t.test('where the better fact is missing another stands for it', async (t) => {
  const title = (type: string, data: Readonly<Record<string, unknown>>) => saidOf(type, data).one;
  t.equal(title('alert.created', { alert: { type: 'game' } }), 'Alert: game');
  t.equal(title('policy.updated', { policy: { id: 'pol_1' } }), 'The policy “pol_1” was changed');
  t.equal(title('classroom.session_started', { session: { id: 'cls_1' } }), 'Lesson began: cls_1');
  t.equal(title('api_key.expiring', { keyId: 'key_1' }), 'The API key “key_1” expires soon');
  t.same(saidOf('webhook.disabled', { reason: null }).fields, []);
  const times = { endedAt: '2026-11-20T11:00:00Z', expiresAt: '2026-11-20T12:00:00Z' };
  t.same(saidOf('override.ended', { override: times }).fields, ['Until: 2026-11-20 11:00 UTC']);
  const session = { endedAt: '2026-11-20T11:00:00Z', endsAt: '2026-11-20T12:00:00Z' };
  t.same(saidOf('classroom.session_ended', { session }).fields, ['Ends: 2026-11-20 11:00 UTC']);
});

t.test('a site of no known device is listed by itself, and nothing by nothing', async (t) => {
  const nameOf = (data: Readonly<Record<string, unknown>>) => {
    const { device_id: _none, ...body } = eventBody('policy.violation', data);
    return said(body).name;
  };
  t.equal(nameOf({ log: { domain: 'play.example' } }), 'play.example');
  t.equal(nameOf({ device: { name: 'LIB-017' } }), null);
});

t.test('how an alert feels depends on how severe it is', async (t) => {
  for (const [severity, tone] of [
    ['critical', 'bad'],
    ['high', 'bad'],
    ['medium', 'warning'],
    ['low', 'neutral'],
    ['info', 'neutral'],
    [null, 'warning'],
  ])
    t.equal(saidOf('alert.created', { alert: { severity } }).tone, tone, String(severity));
});

t.test('an event of a newer version is told of by its name, with its device', async (t) => {
  const { tone, one, many, name, fields } = unknownSentence('device.stolen');
  const facts = factsOf(eventBody('device.stolen', { device: { name: 'LIB-017' } }));
  t.same(
    [tone(facts), one(facts), many({ events: 5, devices: 3 }), name(facts), fields(facts)],
    ['neutral', 'device.stolen', 'device.stolen, 5 times', 'LIB-017', [{ name: 'Device', value: 'LIB-017' }]],
  );
});
