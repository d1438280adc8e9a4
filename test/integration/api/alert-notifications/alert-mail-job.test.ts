import t, { type Test } from 'tap';
import { createAlertMailJob } from '../../../../api/alert-notifications/alert-mail-job.ts';
import type { Mailer } from '../../../../api/outbound/mailer.ts';
import type { Severity } from '../../../../contracts/alerts/rules.ts';
import { silentLog } from '../../../../kit/log.ts';
import { createSmtpMailer } from '../../../../server/mail/smtp-mailer.ts';
import type { AlertNotificationsRecord } from '../../../../store/ports/alert-notifications.ts';
import { toAlert } from '../../../../store/views/alert.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { hasText } from '../../../support/has-fields.ts';
import { mailServer } from '../../../support/mail-server.ts';
import { createTestStore } from '../../../support/test-store.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const COUNSELLOR = 'counsellor@school.example';
const IT = 'it@school.example';

const smtp = (port: number): Mailer =>
  createSmtpMailer(
    {
      ...{ host: '127.0.0.1', port, secure: false, user: null, password: null },
      from: 'Schoolgate <alerts@school.example>',
    },
    silentLog,
  );

/** A school in Madrid on a Thursday at noon, local time. The counsellor is told of High, IT of all that is high. */
async function lab(
  t: Test,
  mailer: Mailer | null,
  quietHours: AlertNotificationsRecord['quietHours'] = null,
) {
  const clock = createFakeClock(Date.parse('2026-11-19T11:00:00Z'));
  const store = await createTestStore(t, { clock });
  await store.organisations.update(1, { timezone: 'Europe/Madrid' });
  const high = await store.ous.ensurePath(1, '/High', clock.now());
  const root = await store.ous.ensurePath(1, '/', clock.now());
  const logged: unknown[] = [];
  const note = (...all: unknown[]): void => void logged.push(all);
  const set = (
    recipients: AlertNotificationsRecord['recipients'] = [
      { ouId: high.id, emails: [COUNSELLOR], minSeverity: 'medium' },
      { ouId: root.id, emails: [IT], minSeverity: 'high' },
    ],
  ) => store.alertNotifications.set({ organisationId: 1, recipients, quietHours, updatedAt: clock.now() });
  await set();
  let made = 0;
  const job = createAlertMailJob({
    ...{ store, clock },
    mail: async () => (mailer === null ? null : { mailer, recipients: [] }),
    log: { ...silentLog, info: note, warn: note },
    link: () => 'https://school.example:8080',
  });
  return {
    ...{ clock, store, logged, set, high, root },
    async raise(ou: string, severity: Severity, title = `Search about self-harm by ana@x.example`) {
      const unit = await store.ous.ensurePath(1, ou, clock.now());
      made += 1;
      await store.transaction(async (tx) => {
        const { alert } = await tx.alerts.raise({
          ...{ organisationId: 1, type: 'self_harm_search', severity, title, deviceId: null, user: null },
          ...{ ouId: unit.id, policyId: null, details: {}, count: 1, sameAs: `n${made}`, joinsForMs: 1 },
          at: clock.now(),
        });
        const data = { alert: toAlert(alert) };
        await tx.events.append({ type: 'alert.created', organisationId: 1, at: clock.now(), data });
      });
    },
    run: () => job.run(new AbortController().signal),
    /** A run each minute. */
    async pass(ms: number) {
      for (let passed = 0; passed < ms; passed += MINUTE) {
        clock.jump(MINUTE);
        await job.run(new AbortController().signal);
      }
    },
  };
}

type Mails = Awaited<ReturnType<typeof mailServer>>['received'];
const subjects = (mails: Mails): readonly string[] =>
  mails.map(({ to, raw }) => `${to.join()}: ${/^Subject: (.*)$/m.exec(raw)?.[1]?.trim()}`);
const messageId = ({ raw }: Mails[number]): string => /^Message-ID: (.*)$/m.exec(raw)?.[1]?.trim() ?? '';

t.test('each address gets one mail about the new alerts of its units, and none again', async (t) => {
  const server = await mailServer(t);
  const { raise, run, pass, logged } = await lab(t, smtp(server.port));
  await raise('/High/Grade-9', 'medium', 'Tampering with the agent on LIB-017');
  await raise('/High', 'critical');
  await raise('/Higher', 'high', 'LIB-018 is unprotected');
  await raise('/High', 'low', 'Game on LIB-019');
  await run();
  t.same(subjects(server.received), [
    `${COUNSELLOR}: Schoolgate: 2 new alerts (up to critical)`,
    `${IT}: Schoolgate: 2 new alerts (up to critical)`,
  ]);
  const raw = server.received[0]?.raw ?? '';
  for (const text of [
    'Tampering with the agent on LIB-017',
    'medium, 2026-11-19 12:00, /High/Grade-9',
    'Search about self-harm by ana@x.example',
    'https://school.example:8080',
  ])
    hasText(t, raw.replaceAll('=\r\n', ''), text);
  t.notOk(raw.includes('LIB-018') || raw.includes('LIB-019'));
  t.ok(raw.indexOf('self-harm') < raw.indexOf('Tampering'), 'the most severe first');
  await pass(HOUR);
  t.equal(server.received.length, 2);
  const text = JSON.stringify(logged);
  t.notOk(text.includes('@') || text.includes('LIB'), text);
});

t.test('a flood of alerts is few mails, and none of them is lost', async (t) => {
  const server = await mailServer(t);
  const { raise, pass } = await lab(t, smtp(server.port));
  const minutes = 30;
  for (let minute = 0; minute < minutes; minute++) {
    await raise('/Low', 'high', 'LIB-018 is unprotected');
    await pass(MINUTE);
  }
  await pass(10 * MINUTE);
  const numbers = server.received.map(({ raw }) => Number(/(\d+) new alert/.exec(raw)?.[1]));
  t.same(numbers, [1, 10, 10, 9]);
  await raise('/Low', 'critical');
  await pass(MINUTE);
  t.equal(server.received.length, 5, 'a critical one does not wait for ten minutes');
});

t.test('a long mail names the first fifty', async (t) => {
  const server = await mailServer(t);
  const { raise, run } = await lab(t, smtp(server.port));
  for (let number = 0; number < 60; number++) await raise('/Low', 'high', `LIB-${number} is unprotected`);
  await run();
  const raw = server.received[0]?.raw.replaceAll('=\r\n', '') ?? '';
  t.match(raw, /Subject: Schoolgate: 60 new alerts \(up to high\)/);
  t.match(raw, /and 10 more/);
});

t.test('in quiet hours critical alerts alone are mailed; the rest comes together at their end', async (t) => {
  const server = await mailServer(t);
  const { raise, pass, clock } = await lab(t, smtp(server.port), {
    ...{ from: '18:00', to: '07:00' },
    days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  });
  clock.jump(7 * HOUR);
  await raise('/Low', 'high', 'LIB-018 is unprotected');
  await pass(MINUTE);
  await raise('/Low', 'critical');
  await raise('/Low', 'high', 'LIB-019 is unprotected');
  await pass(MINUTE);
  t.same(subjects(server.received), [`${IT}: Schoolgate: 1 new alert (critical)`]);
  clock.jump(11 * HOUR + 50 * MINUTE);
  await pass(7 * MINUTE);
  t.equal(server.received.length, 1, 'a minute before seven');
  await pass(2 * MINUTE);
  t.same(subjects(server.received).slice(1), [`${IT}: Schoolgate: 2 new alerts (up to high)`]);
  await pass(HOUR);
  t.equal(server.received.length, 2);
});

t.test('a mail that failed before quiet hours does not come in them', async (t) => {
  const server = await mailServer(t);
  const { raise, run, pass, clock } = await lab(t, smtp(server.port), {
    ...{ from: '12:02', to: '13:00' },
    days: ['thu'],
  });
  server.ill = true;
  await raise('/Low', 'high', 'LIB-018 is unprotected');
  await t.rejects(run(), /could not be sent/);
  server.ill = false;
  clock.jump(2 * MINUTE);
  await pass(10 * MINUTE);
  t.same(server.received, []);
  await raise('/Low', 'critical');
  await pass(MINUTE);
  t.same(subjects(server.received), [`${IT}: Schoolgate: 1 new alert (critical)`]);
  await pass(50 * MINUTE);
  t.same(subjects(server.received).slice(1), [`${IT}: Schoolgate: 1 new alert (high)`]);
});

t.test('a mail that could not be sent is made again of the same alerts, later and later', async (t) => {
  const server = await mailServer(t);
  const { raise, run, pass, store, logged } = await lab(t, smtp(server.port));
  server.ill = true;
  await raise('/Low', 'high', 'LIB-018 is unprotected');
  await t.rejects(run(), /^1 mails about alerts could not be sent/);
  await raise('/Low', 'high', 'LIB-019 is unprotected');
  await t.rejects(pass(MINUTE), /could not be sent/);
  await pass(MINUTE);
  t.equal(server.tries, 2, 'two minutes after the second failure');
  t.notOk(JSON.stringify(logged).includes('@'));
  server.ill = false;
  await pass(MINUTE);
  t.same(subjects(server.received), [`${IT}: Schoolgate: 1 new alert (high)`]);
  t.same(
    (await store.alertNotifications.mailboxes(1)).map(({ failures }) => failures),
    [0, 0],
  );
  await pass(10 * MINUTE);
  t.equal(server.received.length, 2);
});

t.test('a mail that a crash interrupted is sent again as the same message', async (t) => {
  const server = await mailServer(t);
  const mailer = smtp(server.port);
  const { raise, run, store, clock } = await lab(t, mailer);
  await raise('/Low', 'high', 'LIB-018 is unprotected');
  const [, before] = await store.alertNotifications.mailboxes(1);
  await run();
  const [, after] = await store.alertNotifications.mailboxes(1);
  if (before === undefined || after === undefined) throw new Error('there are two addresses');
  // What is stored when the power goes between the mail and its mark.
  const sending = { upTo: after.toldUpTo, criticalOnly: false };
  await store.alertNotifications.saveMailbox({ ...before, sending, triedAt: clock.now() });
  await raise('/Low', 'high', 'LIB-019 is unprotected');
  clock.jump(10 * MINUTE);
  await run();
  const [first, second] = server.received;
  if (first === undefined || second === undefined) throw new Error('there are two mails');
  t.equal(messageId(first), messageId(second));
  t.notOk(second.raw.includes('LIB-019'));
  clock.jump(10 * MINUTE);
  await run();
  hasText(t, server.received[2]?.raw ?? '', 'LIB-019');
});

t.test('one address that is refused does not keep the others from their mails', async (t) => {
  const server = await mailServer(t, {
    onRcptTo: ({ address }, _session, done) =>
      done(
        address === COUNSELLOR
          ? Object.assign(new Error(`no mailbox ${address}`), { responseCode: 550 })
          : null,
      ),
  });
  const { raise, run, logged } = await lab(t, smtp(server.port));
  await raise('/High', 'critical');
  await t.rejects(run(), /^1 mails about alerts could not be sent/);
  t.same(subjects(server.received), [`${IT}: Schoolgate: 1 new alert (critical)`]);
  t.notOk(JSON.stringify(logged).includes('@'));
  hasText(t, JSON.stringify(logged), '550');
});

t.test('without a mail server nothing happens; what is older than three days is no news', async (t) => {
  const server = await mailServer(t);
  const none = await lab(t, null);
  await none.raise('/Low', 'critical');
  await none.run();
  const [, mailbox] = await none.store.alertNotifications.mailboxes(1);
  t.equal(mailbox?.toldUpTo, 0);
  const { raise, run, clock } = await lab(t, smtp(server.port));
  await raise('/Low', 'critical', 'old');
  clock.jump(72 * HOUR + 1);
  await raise('/Low', 'critical', 'new');
  await run();
  t.same(subjects(server.received), [`${IT}: Schoolgate: 1 new alert (critical)`]);
});

t.test(
  'a new address is told of what comes after it; a mail about a unit that is gone is none',
  async (t) => {
    const server = await mailServer(t);
    const { raise, run, set, root, high, store, clock } = await lab(t, smtp(server.port));
    await raise('/Low', 'critical');
    const late = { ouId: root.id, emails: ['late@school.example'], minSeverity: 'info' } as const;
    await set([late, { ouId: high.id, emails: [COUNSELLOR], minSeverity: 'info' }]);
    await store.ous.delete(1, high.id, clock.now());
    await run();
    t.same(server.received, []);
    await raise('/Low', 'info', 'Battery of LIB-018 is at 9 %');
    await run();
    t.same(subjects(server.received), ['late@school.example: Schoolgate: 1 new alert (info)']);
  },
);
