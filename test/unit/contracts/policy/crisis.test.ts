import { readFileSync } from 'node:fs';
import t from 'tap';
import { isPublicSuffix } from '../../../../api/input/public-suffix.ts';
import { CRISIS_NAMES, crisisNameOf } from '../../../../contracts/policy/crisis.ts';
import { normaliseHost } from '../../../../contracts/policy/host.ts';

t.test(
  'the shipped table has many names of many countries, each once, each a host and none a public suffix',
  (t) => {
    t.ok(CRISIS_NAMES.length >= 60, `${CRISIS_NAMES.length} names`);
    t.ok(new Set(CRISIS_NAMES.map(({ country }) => country)).size >= 30);
    t.equal(new Set(CRISIS_NAMES.map(({ domain }) => domain)).size, CRISIS_NAMES.length);
    for (const { domain, country, what, source } of CRISIS_NAMES) {
      t.equal(normaliseHost(domain), domain);
      t.notOk(isPublicSuffix(domain), domain);
      t.ok(country === null || /^[A-Z]{2}$/.test(country), domain);
      t.ok(what.length > 3 && source.length > 1, domain);
      t.equal(crisisNameOf(`www.${domain}`)?.domain, domain, 'none lies below another');
    }
    t.end();
  },
);

t.test('a host belongs to the help that it lies within', (t) => {
  t.equal(crisisNameOf('chat.988lifeline.org')?.country, 'US');
  t.equal(crisisNameOf('not988lifeline.org'), null);
  t.equal(crisisNameOf('org'), null);
  t.end();
});

t.test('the document has a row for every name', (t) => {
  const text = readFileSync(new URL('../../../../docs/crisis-help.md', import.meta.url), 'utf8');
  const rows = CRISIS_NAMES.map(
    ({ domain, country, what, source }) => `| \`${domain}\` | ${country ?? 'many'} | ${what} | ${source} |`,
  );
  t.same(
    text.split('\n').filter((line) => line.startsWith('| `')),
    rows,
  );
  t.end();
});
