import t from 'tap';
import { withParents } from '../../../../contracts/policy/host.ts';
import {
  compileUrlPattern,
  matchesUrl,
  pathOf,
  splitUrlPattern,
} from '../../../../contracts/policy/url-pattern.ts';
import { fc } from '../../../support/property.ts';

function fits(written: string, host: string, url: string | null): boolean {
  const pattern = compileUrlPattern(written);
  if (pattern === null) return false;
  if (pattern.anchor !== null && !withParents(host).includes(pattern.anchor)) return false;
  return matchesUrl(pattern, host, pathOf(url));
}

t.test('a path counts for plain http, as a prefix', (t) => {
  for (const written of [
    'wiki.example/private',
    'http://wiki.example/private',
    'HTTPS://Wiki.Example:8080/private',
  ]) {
    t.ok(fits(written, 'wiki.example', 'http://wiki.example/private'), written);
    t.ok(fits(written, 'wiki.example', 'http://wiki.example/private/a?b=c'), written);
    t.notOk(fits(written, 'wiki.example', 'http://wiki.example/'), written);
    t.notOk(fits(written, 'wiki.example', 'http://wiki.example'), written);
    t.notOk(fits(written, 'wiki.example', 'http://wiki.example/public/private'), written);
    t.notOk(fits(written, 'wiki.test', 'http://wiki.test/private'), written);
  }
  t.end();
});

t.test('where the path cannot be seen, the host decides', (t) => {
  t.ok(fits('wiki.example/private', 'wiki.example', 'https://wiki.example/public'));
  t.ok(fits('wiki.example/private', 'wiki.example', null));
  t.notOk(fits('wiki.example/private', 'other.example', null));
  t.end();
});

t.test('a host means all hosts below it too, with and without stars', (t) => {
  t.ok(fits('wiki.example', 'en.wiki.example', null));
  t.notOk(fits('wiki.example', 'mywiki.example', null));
  t.ok(fits('*.wiki.example', 'en.wiki.example', null));
  t.notOk(fits('*.wiki.example', 'wiki.example', null));
  t.ok(fits('wiki.*', 'wiki.test', null));
  t.ok(fits('*game*.example/play', 'mygames.example', 'http://mygames.example/play/1'));
  t.notOk(fits('*game*.example/play', 'mygames.example', 'http://mygames.example/learn'));
  t.end();
});

t.test('stars in the path and in the query', (t) => {
  t.ok(fits('video.example/watch?v=*&list=', 'video.example', 'http://video.example/watch?v=1&list=2'));
  t.notOk(fits('video.example/watch?v=*&list=', 'video.example', 'http://video.example/watch?v=1'));
  t.ok(fits('wiki.example/*/secret', 'wiki.example', 'http://wiki.example/a/b/secret/c'));
  t.end();
});

t.test('another writing of the path does not get past a rule', (t) => {
  const disguises = [
    '/%70rivate',
    '/x/../private',
    '/./private',
    '\\private',
    '/a/b/../../private/x',
    '/private#public',
  ];
  for (const path of disguises)
    t.ok(fits('wiki.example/private', 'wiki.example', `http://wiki.example${path}`), path);
  t.notOk(
    fits('wiki.example/private', 'wiki.example', 'http://wiki.example/#/private'),
    'a fragment is no path',
  );
  t.notOk(fits('wiki.example/private', 'wiki.example', 'http://wiki.example/a%2fprivate'));
  t.end();
});

t.test('what has no host fits nothing', (t) => {
  for (const written of ['', '/path', 'a b/c', 'http://', '..', 'a..b/c', '*..b'])
    t.equal(compileUrlPattern(written), null, written);
  t.end();
});

t.test('a pattern says where its hosts lie, so that it can be found', (t) => {
  const anchor = (written: string): string | null | undefined => compileUrlPattern(written)?.anchor;
  t.equal(anchor('Wiki.Example/x'), 'wiki.example');
  t.equal(anchor('*.wiki.example/x'), 'wiki.example');
  t.equal(anchor('a*.b*c.wiki.example'), 'wiki.example');
  t.equal(anchor('wiki.*'), null);
  t.equal(anchor('*'), null);
  t.end();
});

t.test('stars in a host mean: some name from the host upwards fits as a text', (t) => {
  const pieces = fc.array(fc.constantFrom('*', 'a', 'b', '.', 'ab', '*.'), { minLength: 1, maxLength: 6 });
  const names = fc.array(fc.constantFrom('a', 'b', 'ab', 'ba'), { minLength: 1, maxLength: 5 });
  const met = new Set<boolean>();
  const property = fc.property(pieces, names, (parts, labels) => {
    const written = parts.join('');
    const pattern = compileUrlPattern(written);
    if (pattern === null || !written.includes('*')) return true;
    const bare = written.replace(/\.+$/, '');
    const expression = new RegExp(`^${bare.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
    const host = labels.join('.');
    const expected = withParents(host).some((name) => expression.test(name));
    met.add(expected);
    return fits(written, host, null) === expected;
  });
  t.doesNotThrow(() => fc.assert(property, { numRuns: 2_000 }));
  t.equal(met.size, 2);
  t.end();
});

t.test(
  'a pattern that begins with a star is asked once for the longest name, not again for each domain above',
  (t) => {
    const pattern = compileUrlPattern(`${'*a'.repeat(1_000)}*b`);
    let searches = 0;
    let cuts = 0;
    class CountedName extends String {
      override indexOf(part: string, from?: number): number {
        searches += 1;
        return super.indexOf(part, from);
      }
      override slice(from?: number, to?: number): string {
        cuts += 1;
        return super.slice(from, to);
      }
    }
    const host = new CountedName(`${'a.'.repeat(126)}a`) as unknown as string;
    t.notOk(pattern === null || matchesUrl(pattern, host, null));
    t.equal(searches, 128, 'a search for each of its letters, and the one that finds no more');
    t.equal(cuts, 0, 'no domain above is made of it');
    t.end();
  },
);

t.test('a written pattern is a host and a path', (t) => {
  for (const [written, host, path] of [
    ['wiki.example', 'wiki.example', ''],
    [' https://wiki.example/a ', 'wiki.example', '/a'],
    ['wiki.example/go/http://b.example', 'wiki.example', '/go/http://b.example'],
    ['wiki.example?a=b', 'wiki.example', '/?a=b'],
    ['/path', '', '/path'],
    ['?a=b', '', '/?a=b'],
  ] as const)
    t.strictSame(splitUrlPattern(written), { host, path }, written);
  t.end();
});

t.test('a pattern without a path, or with the root, fits every path', (t) => {
  for (const written of ['wiki.example', 'wiki.example/', '*.example/']) {
    t.equal(compileUrlPattern(written)?.path, null, written);
    t.ok(fits(written, 'wiki.example', 'http://wiki.example/a/b?c'), written);
  }
  t.end();
});

t.test('the path of a plain http address, as it is compared', (t) => {
  for (const [url, path] of [
    ['http://a.example', '/'],
    ['http://a.example/', '/'],
    ['http://a.example/abc', '/abc'],
    ['HTTP://A.example/Abc', '/Abc'],
    ['http://a.example?b=c', '/?b=c'],
    ['http://a.example/x#/y', '/x'],
    ['http://a.example#/y', '/'],
    ['http://a.example/x?y=%41%2f..%2F', '/x?y=A%2F..%2F'],
    ['http://a.example/x?y=/../z\\', '/x?y=/../z\\'],
    ['http://a.example/%7e%2f%5C', '/~%2F%5C'],
    ['http://a.example/a/b/..', '/a/'],
    ['http://a.example/a/b/.', '/a/b/'],
    ['http://a.example/a/./b', '/a/b'],
    ['http://a.example/a/../../b', '/b'],
    ['http://a.example/..', '/'],
    ['http://a.example/.hidden/..x', '/.hidden/..x'],
    ['http://a.example\\a\\..\\b', '/b'],
  ] as const)
    t.equal(pathOf(url), path, url);
  for (const url of [
    null,
    '',
    'a.example/x',
    'https://a.example/x',
    'https://a.example/?to=http://b.example/x',
  ])
    t.equal(pathOf(url), null, String(url));
  t.end();
});

t.test('a host with stars may end in dots; what no host has, and half a Unicode label, is none', (t) => {
  t.equal(compileUrlPattern('*.wiki.example..')?.anchor, 'wiki.example');
  for (const written of [
    '*.wi ki.example',
    'ü*.example',
    '*.example.dé',
    '*.münchen.de',
    'wiki.example:80x',
    '*:x',
  ])
    t.equal(compileUrlPattern(written), null, written);
  t.equal(compileUrlPattern('*.example:8080/x')?.anchor, 'example');
  t.equal(compileUrlPattern('*.0.2.1')?.anchor, null, 'an address lies within itself alone');
  t.end();
});
