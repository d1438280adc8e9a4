import t, { type Test } from 'tap';
import type { Mailer } from '../../../../api/outbound/mailer.ts';
import { createWeeklyReportJob } from '../../../../api/reports/weekly-report-job.ts';
import { createScheduler } from '../../../../api/scheduler/scheduler.ts';
import { every } from '../../../../kit/clock.ts';
import { silentLog } from '../../../../kit/log.ts';
import { systemRandom } from '../../../../kit/random.ts';
import { createSmtpMailer } from '../../../../server/mail/smtp-mailer.ts';
import type { Store } from '../../../../store/ports/store.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { hasFields, hasText } from '../../../support/has-fields.ts';
import { mailServer } from '../../../support/mail-server.ts';
import { createTestStore } from '../../../support/test-store.ts';
import { until } from '../../../support/until.ts';
import { withPorts } from '../../../support/with-ports.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const smtp = (port: number, changes: object = {}) =>
  createSmtpMailer(
    {
      host: '127.0.0.1',
      port,
      secure: false,
      user: null,
      password: null,
      from: 'Schoolgate <reports@school.example>',
      ...changes,
    },
    silentLog,
  );

interface Lab {
  readonly clock: FakeClock;
  readonly store: Store;
  /** Lets time pass, minute by minute of the scheduler, with all that it does. */
  pass(ms: number): Promise<void>;
  events(): Promise<readonly string[]>;
}

/** A school in Madrid on a Sunday evening, with the scheduler at work. */
async function lab(t: Test, mailer: Mailer | null, startAt = '2026-11-22T18:00:00Z'): Promise<Lab> {
  const clock = createFakeClock(Date.parse(startAt));
  const store = await createTestStore(t, { clock });
  await store.organisations.update(1, { timezone: 'Europe/Madrid', name: 'Springfield High' });
  const fired: string[] = [];
  const watched: Store = {
    ...store,
    transaction: (work) =>
      store.transaction((tx) =>
        work(
          withPorts(tx, {
            events: {
              ...tx.events,
              append: (event) => {
                fired.push(`${event.type} ${(event.data.report as { week: string }).week}`);
                return tx.events.append(event);
              },
            },
          }),
        ),
      ),
  };
  const tools = { store: watched, clock, log: silentLog };
  let ticking: { stop(): Promise<void> } | null = null;
  const scheduler = createScheduler({
    ...tools,
    random: systemRandom,
    jobs: [
      createWeeklyReportJob({
        ...tools,
        mail: async () =>
          mailer === null ? null : { mailer, recipients: ['office@school.example', 'head@school.example'] },
      }),
    ],
    tick: {
      start(onTick) {
        ticking = every(clock, MINUTE, onTick, () => undefined);
      },
      stop: async () => ticking?.stop(),
    },
  });
  t.teardown(() => scheduler.stop());
  await scheduler.start();
  await scheduler.settled();
  return {
    clock,
    store,
    async pass(ms) {
      for (let passed = 0; passed < ms; passed += 5 * MINUTE) {
        await clock.advance(5 * MINUTE);
        await scheduler.settled();
      }
    },
    events: async () => fired,
  };
}

t.test('on Monday at six, local time, the report is kept, fired once and mailed once', async (t) => {
  const server = await mailServer(t);
  const { store, pass, events } = await lab(t, smtp(server.port));
  await store.telemetry.appendActivity([
    {
      deviceId: 'dev_01h455vb4pex5vsknk084sn02q',
      organisationId: 1,
      receivedAt: Date.parse('2026-11-18T12:00:00Z'),
      ouPath: '/',
      record: {
        id: 'record-1',
        at: Date.parse('2026-11-18T12:00:00Z'),
        kind: 'request',
        user: 'ana@x.example',
        domain: 'play.example',
        action: 'block',
      },
    },
  ]);
  await pass(10 * HOUR + 55 * MINUTE);
  t.equal(await store.reports.get(1, '2026-W47'), null, 'five to six');
  await pass(5 * MINUTE);
  await until(() => server.received.length > 0, { what: 'the message' });
  await pass(2 * HOUR);
  hasFields(t, await store.reports.get(1, '2026-W47'), {
    report: { week: '2026-W47', totals: { requests: 1, blocked: 1 } },
    madeAt: Date.parse('2026-11-23T05:00:00Z'),
    mailedAt: Number,
  });
  t.same(await events(), ['report.weekly 2026-W47']);
  t.equal(server.received.length, 1);
  const [message] = server.received;
  t.same(message?.to, ['office@school.example', 'head@school.example']);
  t.equal(message?.from, 'reports@school.example');
  const raw = message?.raw ?? '';
  t.match(raw, /^Subject: =\?UTF-8\?.*2026-W47/m);
  t.match(raw, /^Message-ID: <rpt_[0-9a-z]{26}@school\.example>/m);
  t.match(raw, /^Content-Type: text\/plain/m);
  t.match(raw, /^Content-Type: text\/html/m);
  t.match(raw, /filename="?schoolgate-2026-W47\.csv/);
  const attached =
    /\r\n\r\n([A-Za-z0-9+/=\r\n]+)\r\n--[^\r\n]*--\r\n/.exec(raw.slice(raw.indexOf('.csv')))?.[1] ?? '';
  hasText(t, Buffer.from(attached, 'base64').toString(), 'top blocked domain,play.example,,,1');
  await pass(7 * 24 * HOUR);
  t.same(await events(), ['report.weekly 2026-W47', 'report.weekly 2026-W48']);
});

t.test('a mail server that is away is asked again, later and later; the event is not repeated', async (t) => {
  const server = await mailServer(t);
  server.ill = true;
  const { store, pass, events } = await lab(t, smtp(server.port), '2026-11-23T04:55:00Z');
  await pass(5 * MINUTE);
  await until(() => server.tries === 1, { what: 'the first try' });
  await until(async () => (await store.jobs.ensure('reports.weekly', 0)).failures === 1, {
    what: 'the failure to be noted',
  });
  hasFields(t, await store.jobs.ensure('reports.weekly', 0), { lastError: /come back later/ });
  hasFields(t, await store.reports.get(1, '2026-W47'), { mailedAt: null });
  await pass(5 * MINUTE);
  await until(async () => (await store.jobs.ensure('reports.weekly', 0)).failures === 2, {
    what: 'the second failure',
  });
  server.ill = false;
  await pass(5 * MINUTE);
  t.equal(server.received.length, 0, 'ten minutes after the second');
  await pass(5 * MINUTE);
  await until(() => server.received.length === 1, { what: 'the message' });
  await until(async () => (await store.jobs.ensure('reports.weekly', 0)).failures === 0, {
    what: 'the success to be noted',
  });
  t.same(await events(), ['report.weekly 2026-W47']);
  hasFields(t, await store.reports.get(1, '2026-W47'), { mailedAt: Number });
});

t.test('without a mail server the report is kept and fired all the same', async (t) => {
  const { store, pass, events } = await lab(t, null, '2026-11-23T04:55:00Z');
  await pass(10 * MINUTE);
  hasFields(t, await store.reports.get(1, '2026-W47'), { mailedAt: null });
  t.same(await events(), ['report.weekly 2026-W47']);
  hasFields(t, await store.jobs.ensure('reports.weekly', 0), { failures: 0 });
});

t.test('after weeks of downtime the last week is made up for, and no other', async (t) => {
  const { clock, store, pass, events } = await lab(t, null, '2026-11-01T12:00:00Z');
  clock.jump(Date.parse('2026-11-25T12:00:00Z') - clock.now());
  await pass(5 * MINUTE);
  t.same(await events(), ['report.weekly 2026-W47']);
  t.equal(await store.reports.get(1, '2026-W46'), null);
});

t.test('name and password are given to a mail server that wants them, and a wrong one says so', async (t) => {
  const server = await mailServer(t, {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (username === 'reports' && password === 'right') return done(null, { user: username });
      done(new Error('Invalid username or password'));
    },
  });
  const message = {
    to: ['a@b.example'],
    subject: 'x',
    text: 'x',
    html: 'x',
    attachments: [],
    id: 'rpt_x',
  };
  await smtp(server.port, { user: 'reports', password: 'right' }).send(message);
  t.equal(server.received.length, 1);
  const failure = await smtp(server.port, { user: 'reports', password: 'secret-but-wrong' })
    .send(message)
    .then(
      () => null,
      (error: unknown) => String(error),
    );
  t.match(failure, /Invalid/);
  t.notMatch(failure, 'secret-but-wrong');
});

t.test('a password never goes to another machine without TLS', async (t) => {
  let passwords = 0;
  const server = await mailServer(t, {
    allowInsecureAuth: true,
    onAuth(_auth, _session, done) {
      passwords += 1;
      done(null, { user: 'reports' });
    },
  });
  const message = { to: ['a@b.example'], subject: 'x', text: 'x', html: 'x', attachments: [], id: 'rpt_x' };
  // An address of this machine that does not look like one.
  const host = '0.0.0.0';
  await smtp(server.port, { host }).send(message);
  t.equal(server.received.length, 1, 'without a password it goes');
  await t.rejects(smtp(server.port, { host, user: 'reports', password: 'x' }).send(message), /STARTTLS/);
  t.equal(passwords, 0);
  t.equal(server.received.length, 1);
});
