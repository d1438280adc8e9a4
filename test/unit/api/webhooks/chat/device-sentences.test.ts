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

t.test('of each event of a device is said what happened, to which, and with what', async (t) => {
  const of = (device: Data, data: Data = {}) => ({ device: { ...DEVICE, ...device }, ...data });
  for (const [type, data, tone, one, many, fields] of [
    ['device.offline', of({}), 'warning', 'LIB-017 went offline', '3 devices went offline', []],
    ['device.online', of({}), 'good', 'LIB-017 came back online', '3 devices came back online', []],
    [
      'device.enrolled',
      of({ platform: 'linux', serial: 'S1' }),
      'good',
      'LIB-017 enrolled',
      '3 devices enrolled',
      ['Platform: linux', 'Serial: S1'],
    ],
    [
      'device.locked',
      of({ lock: { message: 'Come to the office', until: '2026-11-20T12:00:00Z' } }),
      'neutral',
      'LIB-017 was locked',
      '3 devices were locked',
      ['Message: Come to the office', 'Until: 2026-11-20 12:00 UTC'],
    ],
    ['device.unlocked', of({}), 'neutral', 'LIB-017 was unlocked', '3 devices were unlocked', []],
    [
      'device.low_battery',
      of({ battery: 14 }),
      'warning',
      'LIB-017 has little battery left',
      '3 devices have little battery left',
      ['Battery: 14 %'],
    ],
    [
      'device.protection_changed',
      of({}, { from: 'enforcing', to: 'unprotected' }),
      'bad',
      'The protection of LIB-017 is unprotected now',
      '3 devices changed their protection',
      ['Before: enforcing', 'Now: unprotected'],
    ],
    [
      'geofence.breached',
      of({}, { campusId: 'cam_1' }),
      'bad',
      'LIB-017 left its campus',
      '3 devices left their campus',
      ['Campus: cam_1'],
    ],
  ] as const) {
    t.same(said(type, data), {
      tone,
      one,
      many,
      name: 'LIB-017',
      fields: [...BESIDE, ...fields],
      countsDevices: true,
    });
  }
});

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
    t.match(
      sentence?.one(facts),
      type === 'device.protection_changed' ? /of A device is another now/ : /^A device /,
    );
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

t.test('of each command is said how it ended', async (t) => {
  const data = {
    command: { type: 'open_url', error: { detail: 'Nobody is signed in.', code: 'x' } },
    device: DEVICE,
  };
  for (const [type, tone, one, many] of [
    ['command.succeeded', 'good', 'was carried out', 'were carried out'],
    ['command.failed', 'bad', 'failed', 'failed'],
    ['command.expired', 'warning', 'was not carried out in time', 'were not carried out in time'],
    ['command.cancelled', 'neutral', 'was taken back', 'were taken back'],
    ['command.superseded', 'neutral', 'gave way to a later one', 'gave way to later ones'],
  ] as const)
    t.same(said(type, data), {
      tone,
      one: `The command “open url” ${one}`,
      many: `5 commands ${many}`,
      name: 'open url on LIB-017',
      fields: ['Device: LIB-017', 'Error: Nobody is signed in.'],
      countsDevices: false,
    });
  const coded = said('command.failed', { command: { error: { code: 'not_possible' } }, device: DEVICE });
  t.same(coded.fields, ['Device: LIB-017', 'Error: not_possible'], 'a code, where nobody said more');
  t.same([coded.one, coded.name], ['The command “unknown” failed', 'unknown on LIB-017']);
});
