import t from 'tap';
import { factsOf } from '../../../../../api/webhooks/chat/facts.ts';
import { eventBody, isWhole } from './hostile-batch.ts';

const factOf = (value: unknown): string | null => factsOf(eventBody('x.y', { value })).text('value');

t.test('a fact is one line without control characters and marks of direction', async (t) => {
  t.equal(factOf('a\r\nb\u0000c\u2028d\te  f'), 'a b c d e f');
  t.equal(factOf('invoice\u202Egpj.exe'), 'invoice gpj.exe');
  t.equal(factOf('a\uD800b'), 'ab');
});

t.test('a fact is no longer than 200 characters, and never half a character', async (t) => {
  const cut = factOf('😀'.repeat(5_000)) ?? '';
  t.equal([...cut].length, 200);
  t.ok(isWhole(cut));
  t.ok(cut.endsWith('😀…'));
  t.equal(factOf('x'.repeat(200)), 'x'.repeat(200));
});

t.test('what is no text is no fact', async (t) => {
  for (const value of [null, undefined, '', '  \n ', {}, [], true]) t.equal(factOf(value), null);
  t.equal(factOf(0), '0');
  const facts = factsOf(eventBody('x.y', { a: 'text', b: null }));
  for (const path of ['a.b', 'b.c', 'constructor.name', '__proto__', 'a.length', 'none'])
    t.equal(facts.text(path), null, path);
});

t.test('moments are told in minutes and UTC; what is none is left out', async (t) => {
  const facts = factsOf(eventBody('x.y', { at: '2026-11-20T10:05:59.999Z', bad: 'soon' }));
  t.equal(facts.moment('at'), '2026-11-20 10:05 UTC');
  t.equal(facts.moment('bad'), null);
});

t.test('what an event names by id is called by its name when it is known', async (t) => {
  const names = { dev_1: 'LIB\n-017', pol_1: '', cam_1: 'High' };
  const body = {
    ...eventBody('x.y', { log: { policyId: 'pol_1', campus: 'cam_1', other: 'pol_2' } }),
    device_id: 'dev_1',
  };
  const facts = factsOf(body, names);
  t.equal(facts.device, 'LIB -017');
  t.equal(facts.named('log.campus'), 'High');
  t.equal(facts.named('log.policyId'), 'pol_1', 'an empty name is none');
  t.equal(facts.named('log.other'), 'pol_2');
  t.equal(facts.named('log.none'), null);
  t.equal(factsOf({ ...body, device_id: 'constructor' }, names).device, 'constructor');
});

t.test('the device of an event is named wherever the event names it', async (t) => {
  const { device_id: _none, ...bare } = eventBody('x.y', {});
  for (const [data, device] of [
    [{ device: { name: 'LIB-017', id: 'dev_1' } }, 'LIB-017'],
    [{ device: { id: 'dev_1' } }, 'dev_1'],
    [{ alert: { deviceId: 'dev_2' }, log: { deviceId: 'dev_3' } }, 'dev_2'],
    [{ log: { deviceId: 'dev_3' } }, 'dev_3'],
    [{}, null],
  ] as const)
    t.equal(factsOf({ ...bare, data }).device, device);
  t.equal(factsOf({ ...bare, device_id: 'dev_4', data: { log: { deviceId: 'dev_3' } } }).device, 'dev_4');
});

t.test('a fact of 201 characters is cut to 199 and a mark', async (t) => {
  t.equal(factOf('x'.repeat(201)), `${'x'.repeat(199)}…`);
  t.equal(factOf(7.5), '7.5');
  t.equal(factOf('a ⁦b⁩ c'), 'a b c');
});

t.test('no moment is made of what is absent', async (t) => {
  t.equal(factsOf(eventBody('x.y', {})).moment('at'), null);
});
