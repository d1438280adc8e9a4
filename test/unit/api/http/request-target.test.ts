import t from 'tap';
import { targetFault } from '../../../../api/http/request-target.ts';

t.test('what is written the one normal way passes', (t) => {
  for (const target of [
    '/',
    '/docs/',
    '/v1/devices',
    '/v1/devices/dev_01h455vb4pex5vsknk084sn02q/lock',
    '/v1/devices?q=Zo%C3%AB&ou=/Springfield/High&sort=-name,%20x',
    '/v1/devices?ou=//&q=..%2f&user=a+b@x.example',
    '/v1/x%2Fy',
    '/v1/x%00',
    '/v1/x..y',
    '/v1/.hidden',
    '/v1/dev~1.json',
  ])
    t.equal(targetFault(target), null, target);
  t.end();
});

t.test('what changes when normalised, or cannot be read, is malformed', (t) => {
  for (const target of [
    '',
    '*',
    'v1/devices',
    'http://x.example/v1/devices',
    '//x.example/v1',
    '/v1//devices',
    '/./v1',
    '/v1/.',
    '/v1/..',
    '/v1/../v1/devices',
    '/%761/devices',
    '/v1/%7e',
    '/v1/%2E%2e/x',
    '/v1/%2d',
    '/v1/%5F',
    '/v1/%zz',
    '/v1/%',
    '/v1/%ff',
    '/v1/%c0%af',
    '/v1/%ed%a0%80',
    '/v1\\devices',
    '/v1/devices#x',
    '/v1/devices?q=#',
    '/v1/devices?q=%ff',
    '/v1/devices?%zz',
    '/v1/devi\u00e9',
    '/v1/de vices',
    '/v1/de\tvices',
  ])
    t.equal(targetFault(target)?.code, 'malformed_target', target);
  t.equal(targetFault(`/${'x'.repeat(8_192)}`)?.code, 'uri_too_long');
  t.end();
});

t.test('the reason of a refusal is told, and the longest address is', async (t) => {
  t.equal(targetFault(`/${'x'.repeat(8_191)}`), null);
  for (const [target, detail] of [
    [`/${'x'.repeat(8_192)}`, /at most 8192 characters/],
    ['/é', /printable ASCII/],
    ['/a?é', /printable ASCII/],
    ['/a/../b', /not in its normal form/],
    ['/%41', /not in its normal form/],
    ['/%ff', /not UTF-8/],
    ['/a?%ff', /not UTF-8/],
  ] as const)
    t.match(targetFault(target)?.detail, detail);
});

t.test('no letter, digit or mark is escaped that need not be', async (t) => {
  for (const character of 'azAZ09-._~') {
    const code = character.charCodeAt(0).toString(16);
    for (const written of [code, code.toUpperCase()])
      t.equal(targetFault(`/v1/%${written}`)?.code, 'malformed_target', character);
    t.equal(targetFault(`/v1/x?%${code}`), null, 'a query may have them');
  }
  for (const written of ['2f', '3a', '40', '5b', '60', '7b', '7f', '20'])
    t.equal(targetFault(`/v1/%${written}`), null, written);
});

t.test('a question mark in a query is a part of it', async (t) => {
  t.equal(targetFault('/v1?q=a?b'), null);
  t.equal(targetFault('/v1?'), null);
});
