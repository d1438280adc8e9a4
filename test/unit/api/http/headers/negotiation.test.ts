import t from 'tap';
import {
  isAcceptable,
  preferredCoding,
  preferredFormat,
  readWait,
} from '../../../../../api/http/headers/negotiation.ts';

const FORMATS = { csv: 'text/csv', html: 'text/html' };

t.test('whoever says nothing, or takes everything, takes JSON', async (t) => {
  for (const header of [
    undefined,
    '*/*',
    'application/*',
    'application/json',
    'APPLICATION/JSON',
    ' */* ;q=0.1',
  ])
    t.equal(isAcceptable(header), true, String(header));
  for (const header of ['application/problem+json', 'application/yaml', 'text/html, application/json;q=0.2'])
    t.equal(isAcceptable(header), true, header);
});

t.test('whoever takes other types alone is told so, unless the call has them', async (t) => {
  for (const header of ['text/html', 'text/*', 'application/xml', '', 'text/csv;q=1'])
    t.equal(isAcceptable(header), false, header);
  for (const header of ['text/html', 'text/*', 'text/csv;q=0.001', 'application/xml, text/csv'])
    t.equal(isAcceptable(header, FORMATS), true, header);
  t.equal(isAcceptable('image/png', FORMATS), false);
});

t.test('a quality of nothing takes a type away, also from a range that has it', async (t) => {
  const none = 'application/json;q=0, application/problem+json;q=0.0, application/yaml;q=0.000, */*;q=0';
  t.equal(isAcceptable(none), false);
  t.equal(isAcceptable('application/json;q=0, */*'), true, 'a problem document may still be read');
  t.equal(isAcceptable('application/*;q=0, */*'), false, 'what is named more exactly counts');
  t.equal(isAcceptable('application/*;q=0, */*', FORMATS), true);
  t.equal(isAcceptable('*/*;q=0, application/json'), true, 'whatever the order');
});

t.test('a quality that is none counts as one; other parameters do not matter', async (t) => {
  for (const header of [
    'application/json;q=x',
    'application/json;q=',
    'application/json;q=0.00000',
    'application/json;charset=utf-8',
    'application/json;xq=0',
    'application/json;q=0x',
  ])
    t.equal(isAcceptable(header), true, header);
  t.equal(isAcceptable('application/json;charset=utf-8;q=0'), false);
  t.equal(isAcceptable('application/json ; Q=0'), false);
  t.equal(isAcceptable('application/json;q=.'), false, 'one that is no number counts as nothing');
});

t.test('the form that is liked best is sent, and JSON where it is all the same', async (t) => {
  for (const [header, name] of [
    [undefined, 'json'],
    ['*/*', 'json'],
    ['text/csv', 'csv'],
    ['text/html', 'html'],
    ['text/*', 'csv'],
    ['text/csv, application/json', 'json'],
    ['text/csv, application/json;q=0.9', 'csv'],
    ['text/csv;q=0.8, text/html;q=0.9, */*;q=0.1', 'html'],
    ['text/csv;q=0.9, text/html;q=0.8, */*;q=0.1', 'csv'],
    ['text/html, application/problem+json', 'json'],
    ['image/png', 'json'],
  ] as const)
    t.equal(preferredFormat(header, FORMATS), name, String(header));
});

t.test('a wait is read as RFC 7240 writes it, and is at most 30 seconds', (t) => {
  const cases: readonly [string | undefined, number][] = [
    [undefined, 0],
    ['', 0],
    ['wait=10', 10],
    ['Wait=10', 10],
    ['WAIT = 10', 10],
    ['wait="10"', 10],
    ['respond-async, wait=10', 10],
    ['respond-async; wait=10', 10],
    ['wait=10, handling=strict', 10],
    ['wait=31', 30],
    ['wait=0', 0],
    ['wait=-1', 0],
    ['wait=0x10', 0],
    ['wait=10.5', 0],
    ['await=10', 0],
    ['wait', 0],
    ['note="a, wait=10"', 0],
    ['note="wait=9", wait=3', 3],
    ['wait=3, wait=9', 3],
  ];
  for (const [header, seconds] of cases) t.equal(readWait(header), seconds, header ?? 'none');
  t.end();
});

t.test('only whole seconds of up to six digits are a wait', async (t) => {
  for (const [header, seconds] of [
    ['wait=30', 30],
    ['wait=29', 29],
    ['wait=999999', 30],
    ['wait=1000000', 0],
    ['wait="1x"', 0],
    ['wait=5;x', 5],
    ['wait=5 , x', 5],
    ['wait=5x', 0],
    ['x wait=5', 5],
    ['note="x"wait=5', 0],
    ['WAIT="7"', 7],
  ] as const)
    t.equal(readWait(header), seconds, header);
  t.equal(readWait(['wait=4', 'wait=9']), 4, 'of several header fields the first');
});

t.test('an answer is compressed as the client prefers, and not unless it says so', async (t) => {
  for (const [header, coding] of [
    [undefined, null],
    ['', null],
    ['identity', null],
    ['deflate, zstd', null],
    ['gzip', 'gzip'],
    ['GZIP, Br', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['*', 'br'],
    ['*;q=0', null],
    ['gzip;q=0', null],
    ['identity, gzip;q=0.5', null],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ] as const)
    t.equal(preferredCoding(header), coding, String(header));
});
