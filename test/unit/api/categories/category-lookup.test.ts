import t from 'tap';
import { createCategoryLookup } from '../../../../api/categories/category-lookup.ts';
import { SHIPPED_CATEGORIES } from '../../../../contracts/categories/shipped/shipped-categories.ts';
import { normaliseHost } from '../../../../contracts/policy/host.ts';

t.test('a host has the categories of its own name and of every name above it', (t) => {
  const lookup = createCategoryLookup([
    { id: 'video', name: 'Video', description: 'Films.', domains: 'tube.example other.example' },
    { id: 'music', name: 'Music', description: 'Songs.', domains: '\n  music.tube.example\n  tune.example ' },
  ]);
  t.same(lookup.categoriesOf('tube.example'), ['video']);
  t.same(lookup.categoriesOf('a.music.tube.example'), ['music', 'video']);
  t.same(lookup.categoriesOf('nottube.example'), []);
  t.same(lookup.categoriesOf('example'), []);
  t.same(lookup.categoriesOf('192.0.2.1'), []);
  t.same(lookup.categories(), [
    { id: 'video', name: 'Video', domainCount: 2 },
    { id: 'music', name: 'Music', domainCount: 2 },
  ]);
  t.ok(lookup.has('video'));
  t.notOk(lookup.has('toString'));
  t.end();
});

t.test('what ships has what policies need, in order, with well-formed ids', (t) => {
  const lookup = createCategoryLookup();
  const ids = lookup.categories().map(({ id }) => id);
  t.same(ids, [...new Set(ids)].sort());
  for (const id of ids) t.ok(/^[a-z][a-z_]{1,39}$/.test(id), id);
  for (const id of [
    'adult',
    'gambling',
    'games',
    'social',
    'video',
    'malware',
    'phishing',
    'vpn_proxy',
    'education',
  ])
    t.ok(lookup.has(id), id);
  for (const { id, domainCount } of lookup.categories()) t.ok(domainCount > 0, id);
  t.same(lookup.categoriesOf('www.roblox.com'), ['games']);
  t.end();
});

t.test('every shipped name is a host in the form that is looked up, and no whole suffix', (t) => {
  for (const { id, domains } of SHIPPED_CATEGORIES) {
    const names = domains.split(/\s+/);
    t.equal(new Set(names).size, names.length, `${id} has each name once`);
    for (const name of names) {
      t.equal(normaliseHost(name), name);
      t.ok(name.includes('.') && !['co.uk', 'github.io', 'amazonaws.com'].includes(name), name);
    }
  }
  t.end();
});
