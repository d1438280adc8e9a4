import { hasFields } from '../../support/has-fields.ts';
import { promise } from './each-store.ts';

promise('there is the default organisation, with its root unit', async (t, { store }) => {
  hasFields(t, await store.organisations.get(1), {
    id: 1,
    name: 'My school',
    kind: 'live',
    settingsVersion: 1,
    helpLine: null,
    heartbeatSeconds: 30,
  });
  hasFields(t, await store.ous.byPath(1, '/'), { path: '/', parentId: null, organisationId: 1 });
  t.equal(await store.organisations.get(2), null);
});

promise('a changed setting is kept and bumps settingsVersion once', async (t, { store }) => {
  await store.organisations.update(1, {
    name: 'Springfield',
    helpLine: '555 123',
    accountDomain: 'springfield.example',
  });
  hasFields(t, await store.organisations.get(1), {
    name: 'Springfield',
    helpLine: '555 123',
    accountDomain: 'springfield.example',
    timezone: 'UTC',
    settingsVersion: 2,
  });
});

promise('settings that are as they were bump nothing', async (t, { store }) => {
  await store.organisations.update(1, { name: 'My school', helpLine: null });
  await store.organisations.update(1, {});
  t.equal((await store.organisations.get(1))?.settingsVersion, 1);
});

promise('a help line can be taken away again', async (t, { store }) => {
  await store.organisations.update(1, { helpLine: '555 123' });
  await store.organisations.update(1, { helpLine: null });
  hasFields(t, await store.organisations.get(1), { helpLine: null, settingsVersion: 3 });
});
