import t from 'tap';
import { KNOWN_SOURCES, knownSourceRequest } from '../../../../api/categories/known-sources.ts';
import { addSource, removeSource } from '../../../../api/categories/manage-sources.ts';
import { systemClock } from '../../../../kit/clock.ts';
import { createTestStore } from '../../../support/test-store.ts';

const REQUEST = {
  organisationId: 1,
  id: 'x',
  format: 'plain',
  location: '/srv/list',
  category: 'games',
  mapping: {},
} as const;

t.test('a source that cannot be is refused in a sentence, and nothing is stored', async (t) => {
  const tools = { store: await createTestStore(t), clock: systemClock };
  const fails = async (changes: object, detail: RegExp): Promise<void> => {
    await t.rejects(addSource(tools, { ...REQUEST, ...changes }), { code: 'unprocessable', detail });
  };
  await fails({ location: 'list.txt' }, /absolute path/);
  await fails({ location: 'ftp://lists.example/x' }, /http or https/);
  await fails({ location: 'file:///etc/passwd' }, /http or https/);
  await fails({ location: 'https://a:b@lists.example/' }, /no user name or password/);
  await fails({ location: 'http://' }, /no address/);
  await fails({ location: `/${'x'.repeat(3_000)}` }, /too long/);
  await fails({ category: 'nonsense' }, /no category “nonsense”/);
  await fails({ category: null }, /needs a category/);
  await fails({ format: 'ut1' }, /names its categories itself/);
  await fails({ format: 'ut1', category: null, mapping: { adult: 'nonsense' } }, /no category/);
  await fails({ mapping: { adult: 'adult' } }, /Only an archive/);
  await fails({ format: 'csv' }, /is no format/);
  await fails({ id: 'X Y' }, /small letters/);
  t.same(await tools.store.categorySources.list(1), []);
});

t.test('a name is taken once, and what is not there cannot be removed', async (t) => {
  const tools = { store: await createTestStore(t), clock: systemClock };
  await addSource(tools, REQUEST);
  await t.rejects(addSource(tools, REQUEST), { code: 'already_exists' });
  await removeSource(tools, REQUEST);
  await t.rejects(removeSource(tools, REQUEST), { code: 'not_found' });
});

t.test('each list of the catalogue can be added as it stands', async (t) => {
  const tools = { store: await createTestStore(t), clock: systemClock };
  for (const source of KNOWN_SOURCES) await addSource(tools, knownSourceRequest(1, source));
  const added = await tools.store.categorySources.list(1);
  t.same(
    added.map(({ id, location }) => [id, location]),
    KNOWN_SOURCES.map(({ id, location }) => [id, location]),
  );
  t.ok(added.every(({ location }) => location.startsWith('https://')));
});
