import t from 'tap';
import { isAddress, isWithinDomain, normaliseHost, withParents } from '../../../../contracts/policy/host.ts';

t.test('one host in all its writings is one text', (t) => {
  const same: readonly [string, readonly string[]][] = [
    [
      'play.example',
      ['play.example', 'PLAY.Example', 'play.example.', 'Play.EXAMPLE..', 'ｐｌａｙ．example'],
    ],
    [
      'xn--mnchen-3ya.de',
      ['münchen.de', 'MÜNCHEN.de', 'xn--mnchen-3ya.de', 'XN--MNCHEN-3YA.DE.', 'münchen。de'],
    ],
    ['192.0.2.1', ['192.0.2.1', '192.0.2.1.', '0xc0.0.2.1', '3221225985']],
    ['[2001:db8::1]', ['2001:db8::1', '[2001:db8::1]', '[2001:DB8:0:0:0:0:0:1]']],
    ['_dns.resolver.arpa', ['_dns.resolver.arpa']],
    ['r3---sn-x.video.example', ['r3---sn-x.video.example']],
  ];
  for (const [host, writings] of same)
    for (const writing of writings) t.equal(normaliseHost(writing), host, writing);
  t.end();
});

t.test('what is no host is null', (t) => {
  const label = 'a'.repeat(64);
  const wrong = [
    '',
    '.',
    '...',
    'a..b',
    '.a.example',
    `${label}.example`,
    `${'a.'.repeat(130)}example`,
    'a b.example',
  ];
  const more = [
    'a.example/path',
    'a.example:80',
    'user@a.example',
    'a.example#x',
    'a.example?x',
    'a\\b',
    '1.2.3.4.5',
  ];
  for (const text of [
    ...wrong,
    ...more,
    '256.1.1.1',
    '[::1',
    '::1]',
    '[::1]:80',
    'a.1',
    'a\u0000b',
    '*.example',
    'x'.repeat(5_000),
  ]) {
    t.equal(normaliseHost(text), null, JSON.stringify(text.slice(0, 40)));
  }
  t.end();
});

t.test('a host lies within itself and the domains above it, by whole labels', (t) => {
  t.ok(isWithinDomain('play.example', 'play.example'));
  t.ok(isWithinDomain('a.b.play.example', 'play.example'));
  t.notOk(isWithinDomain('display.example', 'play.example'));
  t.notOk(isWithinDomain('example', 'play.example'));
  t.same(withParents('a.b.example'), ['a.b.example', 'b.example', 'example']);
  t.end();
});

t.test('an address has no domains above it', (t) => {
  t.same(withParents('192.0.2.1'), ['192.0.2.1']);
  t.same(withParents('[2001:db8::1]'), ['[2001:db8::1]']);
  t.ok(isAddress('192.0.2.1') && isAddress('[::1]'));
  t.notOk(isAddress('a.example'));
  t.end();
});

t.test('letters, digits, hyphen and underscore are a host’s, from the first to the last of each', (t) => {
  for (const host of [
    'a.example',
    'az.example',
    'z.example',
    '09.example',
    '0.example',
    '9.example',
    'a-_z.b',
  ])
    t.equal(normaliseHost(host), host);
  for (const [host, normal] of [
    ['AZ.example', 'az.example'],
    ['A.Z', 'a.z'],
    ['play.example。', 'play.example'],
    ['a\u00adb.example', 'ab.example'],
  ] as const)
    t.equal(normaliseHost(host), normal);
  for (const host of ['a@b', 'a[b', 'a`b', 'a{b', 'a/b', 'a:b', 'a,b'])
    t.equal(normaliseHost(host), null, host);
  t.end();
});

t.test('a label has at most 63 characters, a name 253, and what is read 1,000', (t) => {
  const label = 'a'.repeat(63);
  for (const host of [
    `${label}.example`,
    `a.${label}`,
    label,
    `b${'a'.repeat(40)}.example`,
    `${'a.'.repeat(126)}a`,
  ])
    t.equal(normaliseHost(host), host);
  for (const host of [`a${label}.example`, `b.a${label}`, `a${label}`, `${'a.'.repeat(126)}ab`])
    t.equal(normaliseHost(host), null, host);
  // Soft hyphens are read, and are no part of the name.
  const padded = (length: number): string => `a${'\u00ad'.repeat(length - 9)}.example`;
  t.equal(normaliseHost(padded(1_000)), 'a.example');
  t.equal(normaliseHost(padded(1_001)), null);
  t.end();
});
