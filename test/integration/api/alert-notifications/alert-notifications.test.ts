import t, { type Test } from 'tap';
import type { ApiOptions } from '../../../../api/api.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasFields, hasText } from '../../../support/has-fields.ts';
import { signedIn } from '../people.ts';
import { startRestServer } from '../rest-server.ts';

const PATH = '/v1/alert-notifications';
const HIGH = { ou: '/High', emails: ['counsellor@school.example'], minSeverity: 'medium' } as const;
const LOW = { ou: '/Low', emails: ['it@school.example'], minSeverity: 'high' } as const;
const NIGHT = { from: '18:00', to: '07:00', days: ['mon', 'tue'] } as const;

async function lab(t: Test, api: Partial<ApiOptions> = {}) {
  const clock = createFakeClock();
  const server = await startRestServer(t, { clock, api });
  await server.store.organisations.update(1, { timezone: 'Europe/Madrid' });
  const high = await server.store.ous.ensurePath(1, '/High', 0);
  await server.store.ous.ensurePath(1, '/Low', 0);
  return { ...server, server, clock, high, patch: (body: unknown) => server.call('PATCH', PATH, { body }) };
}

t.test('at first nobody is mailed, and it is said that there is no mail server', async (t) => {
  const { call } = await lab(t);
  const { status, body } = await call('GET', PATH);
  t.equal(status, 200);
  t.same(body, {
    mailServer: false,
    timezone: 'Europe/Madrid',
    recipients: [],
    quietHours: null,
    failing: [],
    updatedAt: null,
  });
  const sending = await lab(t, {
    mail: async () => ({ mailer: { send: async () => undefined }, recipients: [] }),
  });
  hasFields(t, (await sending.call('GET', PATH)).body, { mailServer: true });
});

t.test('recipients are kept by unit, follow its name, and stand without it', async (t) => {
  const { patch, call, store, high, clock } = await lab(t);
  const emails = ['Counsellor@School.example', 'counsellor@school.example'];
  const set = await patch({
    recipients: [
      { ...HIGH, emails },
      { ...LOW, minSeverity: undefined },
    ],
  });
  hasFields(t, set, {
    status: 200,
    body: { recipients: [HIGH, LOW], quietHours: null, updatedAt: new Date(clock.now()).toISOString() },
  });
  hasFields(t, (await patch({ quietHours: NIGHT })).body, { recipients: [HIGH, LOW], quietHours: NIGHT });
  await store.ous.update(1, high.id, { name: 'Upper' }, clock.now());
  hasFields(t, (await call('GET', PATH)).body.recipients, [{ ...HIGH, ou: '/Upper' }, LOW]);
  await store.ous.delete(1, high.id, clock.now());
  hasFields(t, (await call('GET', PATH)).body.recipients, [LOW]);
  hasFields(t, (await patch({ recipients: null, quietHours: null })).body, {
    recipients: [],
    quietHours: null,
  });
});

t.test('what cannot be is refused, and says what', async (t) => {
  const { patch, call } = await lab(t);
  const refused = async (body: unknown, status: number, detail: string) => {
    const answer = await patch(body);
    t.equal(answer.status, status, JSON.stringify(body).slice(0, 100));
    hasText(t, JSON.stringify(answer.body), detail);
  };
  await refused({ recipients: [{ ...HIGH, ou: '/None' }] }, 422, '#/recipients/0/ou');
  await refused({ quietHours: { ...NIGHT, to: '18:00' } }, 400, 'end at another time');
  await refused({ quietHours: { from: '18:00' } }, 400, 'to');
  await refused({ quietHours: { ...NIGHT, from: '25:00' } }, 400, '#/quietHours/from');
  await refused({ quietHours: { ...NIGHT, days: [] } }, 400, '#/quietHours/days');
  for (const email of ['x', 'a@b\r\nBcc: c@d.example', 'Ana <a@b.example>', 'a@b.example,c@d.example'])
    await refused({ recipients: [{ ...HIGH, emails: [email] }] }, 400, '#/recipients/0/emails/0');
  const many = (count: number, from: number) =>
    Array.from({ length: count }, (_, n) => `a${from + n}@x.example`);
  await refused({ recipients: [{ ...HIGH, emails: many(21, 0) }] }, 400, '20');
  const recipients = Array.from({ length: 11 }, (_, n) => ({ ...HIGH, emails: many(20, n * 20) }));
  await refused({ recipients }, 400, '200 are the most');
  await refused({ mailServer: true }, 400, 'mailServer');
  hasFields(t, (await call('GET', PATH)).body, { recipients: [], updatedAt: null });
});

t.test('who is limited to a unit sees its recipients alone, and changes nothing', async (t) => {
  const { patch, call, makeKey, store } = await lab(t);
  await patch({ recipients: [HIGH, LOW] });
  for (const mailbox of await store.alertNotifications.mailboxes(1))
    await store.alertNotifications.saveMailbox({ ...mailbox, failures: 1 });
  hasFields(t, (await call('GET', PATH)).body, { failing: [...HIGH.emails, ...LOW.emails] });
  const { key } = await makeKey({ ouPath: '/High' });
  const { body } = await call('GET', PATH, { key });
  hasFields(t, body.recipients, [HIGH]);
  t.equal(body.recipients.length, 1);
  t.same(body.failing, HIGH.emails);
  hasFields(t, await call('PATCH', PATH, { key, body: { recipients: [HIGH] } }), {
    status: 403,
    body: { code: 'ou_not_permitted' },
  });
});

t.test('addresses are for those who may change them', async (t) => {
  const { server, clock, call, makeKey, patch } = await lab(t);
  await patch({ recipients: [HIGH] });
  for (const [role, status] of [
    ['owner', 200],
    ['admin', 200],
    ['helpdesk', 403],
    ['teacher', 403],
    ['viewer', 403],
  ] as const) {
    const person = await signedIn(server, role, { clock });
    hasFields(t, await person.call('GET', PATH), { status }, role);
    hasFields(t, await person.call('PATCH', PATH, { quietHours: NIGHT }), { status }, role);
  }
  const { key } = await makeKey({ scopes: ['alerts:read'] });
  hasFields(t, await call('GET', PATH, { key }), { status: 403 });
});

t.test('two people do not overwrite one another, and the audit has before and after', async (t) => {
  const { server, clock, call } = await lab(t);
  const owner = await signedIn(server, 'owner', { clock });
  const etag = (await call('GET', PATH)).headers.get('etag') ?? '';
  hasFields(t, await owner.call('PATCH', PATH, { recipients: [LOW] }, { 'if-match': etag }), {
    status: 200,
  });
  hasFields(t, await owner.call('PATCH', PATH, { recipients: [] }, { 'if-match': etag }), {
    status: 412,
    body: { code: 'precondition_failed' },
  });
  const { body } = await owner.call('GET', '/v1/audit?action=alert_notifications.updated');
  hasFields(t, body.data, [{ actor: owner.account.id, target: null }]);
  hasFields(t, body.data[0].changes, { before: { recipients: [] }, after: { recipients: [LOW] } });
});

t.test('addresses that cannot be mailed need somebody', async (t) => {
  const { call, patch, store } = await lab(t);
  await patch({ recipients: [HIGH] });
  const kinds = async () =>
    (await call('GET', '/v1/attention')).body.data.map(({ kind }: { kind: string }) => kind);
  t.notOk((await kinds()).includes('failing_alert_mail'));
  for (const mailbox of await store.alertNotifications.mailboxes(1))
    await store.alertNotifications.saveMailbox({ ...mailbox, failures: 4 });
  t.ok((await kinds()).includes('failing_alert_mail'));
});
