import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { SMTPServer } from 'smtp-server';
import t, { type Test } from 'tap';
import { totpCode } from '../../kit/totp.ts';
import { browserObstacle, browserRequired, openBrowser } from '../support/browser.ts';
import { createSchool } from '../support/school.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';

const obstacle = await browserObstacle();
const skip = obstacle !== null && !browserRequired() ? obstacle : false;

const OWNER = 'owner@school.local';
const PASSWORD = 'paper lantern orbit seven';

/** A mail server on this machine, and what it was given. */
async function mailServer(t: Test): Promise<{ readonly port: number; readonly mails: string[] }> {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        // Soft line ends of quoted-printable (RFC 2045 section 6.7).
        mails.push(Buffer.concat(chunks).toString('utf8').replaceAll('=\r\n', ''));
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { port: (server.server.address() as AddressInfo).port, mails };
}

/** Calls the API in the session of a page. */
async function call(page: Page, origin: string, path: string, data: object) {
  const { request } = page.context();
  const { csrfToken } = await (await request.get(`${origin}/v1/session`)).json();
  const answer = await request.post(`${origin}${path}`, {
    data,
    headers: { 'x-csrf-token': csrfToken ?? '' },
  });
  return await answer.json();
}

t.test(
  'the link of a mail sets a password, with which a person signs in, and with a code',
  { skip },
  async (t) => {
    const mail = await mailServer(t);
    const school = await createSchool(testFolder(t), t.teardown.bind(t), {
      SCHOOLGATE_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      SCHOOLGATE_SMTP_FROM: 'Schoolgate <reports@school.example>',
    });
    const browser = await openBrowser();
    t.teardown(() => browser.close());
    const page = await browser.newPage();
    const origin = `http://127.0.0.1:${school.httpPort}`;
    await page.goto(await school.signInLink());
    await page.click('button[type=submit]');
    await page.waitForSelector('#enroll');
    await call(page, origin, '/v1/session/password', { newPassword: 'correct horse battery' });

    await page.context().clearCookies();
    await call(page, origin, '/v1/password-resets', { email: OWNER });
    const link = await until(
      () => /http:\/\/127\.0\.0\.1:\d+\/reset\/[0-9A-Za-z]{43}/.exec(mail.mails.join())?.[0],
      {
        what: 'the mail with the link',
      },
    );
    t.ok(link.startsWith(`${origin}/`), 'it names this server');
    await page.goto(link);
    await page.fill('input[name=password]', PASSWORD);
    await page.click('button[type=submit]');
    await page.waitForSelector('#said:has-text("is changed")');

    const signIn = async (): Promise<void> => {
      await page.goto(origin);
      await page.fill('input[name=email]', OWNER);
      await page.fill('input[name=password]', PASSWORD);
      await page.click('button[type=submit]');
    };
    await signIn();
    await page.waitForSelector('#enroll');
    t.pass('the new password signs in');

    const { secret } = await call(page, origin, '/v1/account/second-factor', { password: PASSWORD });
    const now = Date.now();
    const { codes } = await call(page, origin, '/v1/account/second-factor/confirm', {
      code: totpCode(secret, now),
    });
    t.equal(codes.length, 10);
    await page.context().clearCookies();
    await signIn();
    await page.waitForSelector('input[name=code]');
    await page.fill('input[name=code]', totpCode(secret, now + 30_000));
    await page.click('button[type=submit]');
    await page.waitForSelector('#enroll');
    t.pass('and with the second factor a code does');
  },
);
