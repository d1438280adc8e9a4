import t from 'tap';
import { createAgreement } from '../../../../api/categories/agreement.ts';
import {
  cleanName,
  isProtected,
  isWellKnown,
  isWithinAny,
  someOf,
} from '../../../../api/categories/clean-name.ts';
import type { ListFacts } from '../../../../api/categories/list-file.ts';
import { NEUTRAL_EDGES, POPULAR_NAMES } from '../../../../api/categories/popular-names.ts';
import { suspicionOf } from '../../../../api/categories/source-step.ts';
import { mappedCategory } from '../../../../api/categories/ut1-mapping.ts';
import { SHIPPED_CATEGORIES } from '../../../../contracts/categories/shipped/shipped-categories.ts';
import { CRISIS_NAMES } from '../../../../contracts/policy/crisis.ts';
import { normaliseHost } from '../../../../contracts/policy/host.ts';
import { hasFields } from '../../../support/has-fields.ts';

t.test('public suffixes, addresses and what is no host are never taken', async (t) => {
  for (const suffix of ['com', 'co.uk', 'ORG.UK.', '*.com', 'localhost'])
    hasFields(t, cleanName(suffix), { kind: 'refused', why: 'public_suffix' }, suffix);
  for (const address of ['192.0.2.1', '0x7f.1', '[2001:db8::1]', '2001:db8::1'])
    hasFields(t, cleanName(address), { kind: 'refused', why: 'address' }, address);
  for (const nothing of ['', '.', 'a b.example', 'a..b', 'x'.repeat(300), '../../etc/passwd', '<html>'])
    hasFields(t, cleanName(nothing), { kind: 'refused', why: 'no_host' }, nothing);
});

t.test('crisis help is never taken, nor is a name below it; a name above it is protected', async (t) => {
  for (const { domain } of CRISIS_NAMES) {
    hasFields(t, cleanName(domain), { kind: 'refused', why: 'crisis_help' }, domain);
    hasFields(t, cleanName(`chat.${domain}`), { kind: 'refused', why: 'crisis_help' });
  }
});

t.test('well-known names, those above them, edges and suffixes of companies are protected', async (t) => {
  for (const name of [
    'google.com',
    'github.com',
    'akamaiedge.net',
    '*.akamaiedge.net',
    'github.io',
    'khanacademy.org',
    'colorado.edu',
    'WIKIPEDIA.org.',
  ])
    hasFields(t, cleanName(name), { kind: 'protected' }, name);
  for (const name of [
    'someone.github.io',
    'e1.akamaiedge.net',
    'bad.example',
    'ec2-192-0-2-1.compute-1.amazonaws.com',
  ])
    hasFields(t, cleanName(name), { kind: 'name' }, name);
  t.ok(isProtected('github.io'));
  t.notOk(isWellKnown('hopto.org'), 'no reason to hold an update');
  for (const name of [...POPULAR_NAMES, ...NEUTRAL_EDGES]) t.equal(normaliseHost(name), name, name);
});

t.test('a name is stored in ASCII, lower case, without a dot at its end', async (t) => {
  t.same(cleanName('BÜCHER.Example.'), { kind: 'name', name: 'xn--bcher-kva.example' });
});

t.test('no name that ships by hand is crisis help, an address or no host', async (t) => {
  for (const { domains } of SHIPPED_CATEGORIES)
    for (const domain of domains.trim().split(/\s+/)) {
      const cleaned = cleanName(domain);
      t.equal(cleaned.name, domain);
      t.ok(cleaned.kind !== 'refused' || cleaned.why === 'public_suffix', domain);
    }
});

t.test('a protected name needs a second source, what ships, or a person', async (t) => {
  const agrees = createAgreement(
    [
      {
        id: 'a',
        claims: [
          ['google.com', 'adult'],
          ['github.com', 'phishing'],
          ['reddit.com', 'social'],
        ],
        vouched: [],
      },
      {
        id: 'b',
        claims: [
          ['github.com', 'phishing'],
          ['google.com', 'search'],
        ],
        vouched: ['wikipedia.org'],
      },
    ],
    SHIPPED_CATEGORIES,
  );
  t.notOk(agrees('a', 'google.com', 'adult'), 'the other source says something else');
  t.ok(agrees('a', 'github.com', 'phishing'), 'two sources');
  t.ok(agrees('a', 'reddit.com', 'social'), 'it ships so');
  t.ok(agrees('b', 'wikipedia.org', 'adult'), 'a person has vouched');
  t.notOk(agrees('a', 'wikipedia.org', 'adult'), 'for the other source');
});

const FACTS: ListFacts = {
  names: 1_000,
  counts: {},
  refused: {},
  suffixes: ['com'],
  claims: [['google.com', 'adult']],
  exceptions: [],
};
const nobody = (): boolean => false;

t.test('a list that suddenly names what everybody knows, or a public suffix, is suspicious', async (t) => {
  t.equal(suspicionOf(null, FACTS, nobody), null, 'the first reading is an administrator’s own act');
  t.equal(suspicionOf(FACTS, FACTS, nobody), null, 'what it named before is left out, as before');
  const claims: ListFacts['claims'] = [...FACTS.claims, ['github.com', 'phishing']];
  t.match(suspicionOf(FACTS, { ...FACTS, claims }, nobody) ?? '', /github\.com \(phishing\)/);
  t.equal(
    suspicionOf(FACTS, { ...FACTS, claims }, () => true),
    null,
    'somebody else says so too',
  );
  t.equal(suspicionOf(FACTS, { ...FACTS, claims: [...FACTS.claims, ['hopto.org', 'adult']] }, nobody), null);
  t.match(
    suspicionOf(FACTS, { ...FACTS, suffixes: ['co.uk', 'com'] }, nobody) ?? '',
    /public suffix: co\.uk/,
  );
});

t.test('a list that lost half of its names, or grew by far, is suspicious', async (t) => {
  t.match(suspicionOf(FACTS, { ...FACTS, names: 499 }, nobody) ?? '', /499 names now, after 1000/);
  t.equal(suspicionOf(FACTS, { ...FACTS, names: 500 }, nobody), null);
  t.equal(suspicionOf({ ...FACTS, names: 10 }, { ...FACTS, names: 1 }, nobody), null);
  t.match(suspicionOf(FACTS, { ...FACTS, names: 60_000 }, nobody) ?? '', /60000 names now/);
  t.equal(suspicionOf(FACTS, { ...FACTS, names: 10_000 }, nobody), null);
});

t.test('names of categories of archives are ours by table, by the administrator, or left out', async (t) => {
  t.equal(mappedCategory('drogue', {}), 'drugs');
  t.equal(mappedCategory('liste_blanche', {}), null);
  t.equal(mappedCategory('educational_games', {}), 'education');
  t.equal(mappedCategory('travel', {}), 'travel');
  t.equal(mappedCategory('games', { games: null }), null);
  t.equal(mappedCategory('manga', { manga: 'humour' }), 'humour');
  t.equal(mappedCategory('__proto__', {}), null);
  const ours = new Set(SHIPPED_CATEGORIES.map(({ id }) => id));
  for (const theirs of ['adult', 'vpn', 'doh', 'warez', 'bank', 'tricheur', 'sect'])
    t.ok(ours.has(mappedCategory(theirs, {}) ?? ''), theirs);
});

t.test('names and what lies below them are found in a set; long lists are cut short', async (t) => {
  t.ok(isWithinAny('a.b.example', new Set(['b.example'])));
  t.notOk(isWithinAny('ab.example', new Set(['b.example'])));
  t.equal(someOf(['a', 'b']), 'a, b');
  t.equal(someOf(['a', 'b', 'c', 'd', 'e', 'f', 'g']), 'a, b, c, d, e and 2 more');
});
