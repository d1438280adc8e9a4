import type { OuId } from '../../../contracts/ids.ts';
import type { NewAlertNotifications } from '../../../store/ports/alert-notifications.ts';
import { type Fixture, promise, ROOT_OU } from './each-store.ts';

const settings = (
  emails: readonly string[],
  changes: Partial<NewAlertNotifications> = {},
): NewAlertNotifications => ({
  organisationId: 1,
  recipients: [{ ouId: ROOT_OU, emails, minSeverity: 'high' }],
  quietHours: { from: '18:00', to: '07:00', days: ['mon'] },
  updatedAt: 5,
  ...changes,
});

const append = ({ store, clock }: Fixture) =>
  store.events.append({ type: 'device.online', organisationId: 1, at: clock.now(), data: {} });

promise('who is mailed is kept as it was set, and its version grows', async (t, { store }) => {
  t.equal(await store.alertNotifications.get(1), null);
  const first = settings(['it@school.example']);
  t.same(await store.alertNotifications.set(first), { ...first, version: 1 });
  const second = settings([], { recipients: [], quietHours: null, updatedAt: 4 });
  t.same(await store.alertNotifications.set(second), { ...second, version: 2, updatedAt: 5 });
  t.same(await store.alertNotifications.get(1), { ...second, version: 2, updatedAt: 5 });
  t.equal(await store.alertNotifications.get(2), null);
});

promise('a new address begins at the present place, and others keep theirs', async (t, fixture) => {
  const { alertNotifications } = fixture.store;
  const { sequence: first } = await append(fixture);
  await alertNotifications.set(settings(['a@x.example', 'b@x.example']));
  const fresh = { organisationId: 1, sending: null, triedAt: null, failures: 0 };
  const at = (email: string, place: number) => ({
    ...{ ...fresh, email },
    ...{ toldUpTo: place, criticalUpTo: place },
  });
  t.same(await alertNotifications.mailboxes(1), [at('a@x.example', first), at('b@x.example', first)]);
  const { sequence: second } = await append(fixture);
  const other = { ouId: 'ou_01h455vb4pex5vsknk084sn02q' as OuId, minSeverity: 'low' } as const;
  const recipients = [
    { ...other, emails: ['b@x.example'] },
    { ...other, emails: ['b@x.example', 'c@x.example'] },
  ];
  await alertNotifications.set(settings([], { recipients }));
  const both = [at('b@x.example', first), at('c@x.example', second)];
  t.same(await alertNotifications.mailboxes(1), both);
  t.same(await alertNotifications.mailboxes(null), both);
  t.same(await alertNotifications.mailboxes(2), []);
});

promise('how far an address was told is kept; one that is gone stays gone', async (t, { store }) => {
  const { alertNotifications } = store;
  await alertNotifications.set(settings(['a@x.example']));
  const told = {
    ...{ organisationId: 1, email: 'a@x.example', toldUpTo: 7, criticalUpTo: 9 },
    sending: { upTo: 12, criticalOnly: true },
    triedAt: 99,
    failures: 3,
  };
  await alertNotifications.saveMailbox(told);
  t.same(await alertNotifications.mailboxes(1), [told]);
  await alertNotifications.saveMailbox({ ...told, sending: null });
  t.same(await alertNotifications.mailboxes(1), [{ ...told, sending: null }]);
  await alertNotifications.set(settings(['c@x.example']));
  await alertNotifications.saveMailbox(told);
  t.same(
    (await alertNotifications.mailboxes(1)).map(({ email }) => email),
    ['c@x.example'],
  );
});
