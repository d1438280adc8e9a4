import t from 'tap';
import { factsOf } from '../../../../../api/webhooks/chat/facts.ts';
import { SENTENCES, unknownSentence } from '../../../../../api/webhooks/chat/sentences.ts';
import { EVENT_TYPES, type EventType } from '../../../../../contracts/events/catalogue.ts';
import { eventBody } from './hostile-batch.ts';

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

t.test('the sentences say who and what', async (t) => {
  const say = (type: EventType, data: Readonly<Record<string, unknown>>): string =>
    SENTENCES[type].one(factsOf(eventBody(type, data)));
  t.equal(say('device.offline', { device: { name: 'LIB-017' } }), 'LIB-017 went offline');
  t.equal(
    say('device.protection_changed', { device: { name: 'LIB-017' }, from: 'enforcing', to: 'unprotected' }),
    'The protection of LIB-017 is unprotected now',
  );
  t.equal(say('alert.created', { alert: { title: 'Game on LIB-017' } }), 'Alert: Game on LIB-017');
  t.equal(say('policy.updated', { policy: { name: 'School day' } }), 'The policy “School day” was changed');
  t.equal(say('policy.violation', { log: { domain: 'play.example' } }), 'play.example was blocked');
  t.equal(say('command.failed', { command: { type: 'open_url' } }), 'The command “open url” failed');
  t.equal(
    say('override.created', { override: { site: 'wiki.example' } }),
    'wiki.example is allowed for a while',
  );
});

t.test('an event of a newer version is told of by its name', async (t) => {
  t.equal(unknownSentence('device.stolen').one(factsOf(eventBody('device.stolen', {}))), 'device.stolen');
});
