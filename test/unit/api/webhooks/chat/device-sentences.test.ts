import t from 'tap';
import { COMMAND_SENTENCES, DEVICE_SENTENCES } from '../../../../../api/webhooks/chat/device-sentences.ts';
import { factsOf } from '../../../../../api/webhooks/chat/facts.ts';
import type { Sentence } from '../../../../../api/webhooks/chat/sentence.ts';
import { eventBody } from './hostile-batch.ts';

type Data = Readonly<Record<string, unknown>>;

const ALL: Readonly<Record<string, Sentence>> = { ...DEVICE_SENTENCES, ...COMMAND_SENTENCES };

const DEVICE = { name: 'LIB-017', user: 'ana@x.example', ou: '/High' };
const BESIDE = ['Device: LIB-017', 'User: ana@x.example', 'Unit: /High'];

/** All that is said of an event with this data. */
function said(type: string, data: Data) {
  const sentence = ALL[type];
  if (sentence === undefined) throw new Error(`nothing is said of ${type}`);
  const facts = factsOf(eventBody(type, data));
  return {
    tone: sentence.tone(facts),
    one: sentence.one(facts),
    many: sentence.many({ events: 5, devices: 3 }),
    name: sentence.name(facts),
    fields: sentence.fields(facts).flatMap((each) => (each === null ? [] : [`${each.name}: ${each.value}`])),
    countsDevices: sentence.countsDevices === true,
  };
}

t.test('what an event does not carry is left out, and a device without a name is one', async (t) => {
  for (const type of Object.keys(DEVICE_SENTENCES)) {
    const { device_id: _none, ...bare } = eventBody(type, {});
    const sentence = ALL[type];
    const facts = factsOf(bare);
    t.same(
      sentence?.fields(facts).filter((each) => each !== null),
      [],
      type,
    );
    const one = sentence?.one(facts) ?? '';
    if (type === 'device.protection_changed') t.match(one, /of A device is another now/);
    else t.match(one, /^A device /);
  }
});

t.test('why a device is offline is told in words', async (t) => {
  for (const [reason, words] of [
    ['stopped', 'shut down or stopped'],
    ['connection_lost', 'the connection was lost'],
    ['silence', 'no sign of life'],
    ['something new', 'something new'],
  ])
    t.same(said('device.offline', { device: DEVICE, reason }).fields, [...BESIDE, `Why: ${words}`]);
});

t.test('how a change of protection feels depends on what it is now', async (t) => {
  for (const [to, tone] of [
    ['enforcing', 'good'],
    ['unprotected', 'bad'],
    ['degraded', 'warning'],
    [null, 'warning'],
  ])
    t.equal(said('device.protection_changed', { to }).tone, tone);
});

t.test('of a command without words its code is told, and what is not known of it', async (t) => {
  const coded = said('command.failed', { command: { error: { code: 'not_possible' } }, device: DEVICE });
  t.same(coded.fields, ['Device: LIB-017', 'Error: not_possible']);
  t.same([coded.one, coded.name], ['The command “unknown” failed', 'unknown on LIB-017']);
});
