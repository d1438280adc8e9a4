import type { Page } from 'playwright-core';
import t from 'tap';
import { totpCode } from '../../kit/totp.ts';
import { dashboardWindows, signIn, skipWithoutBrowser } from '../support/dashboard-pages.ts';
import { mailServer } from '../support/mail-server.ts';
import { startOpenIdProvider } from '../support/openid-provider.ts';
import { createSchool } from '../support/school.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';

const skip = await skipWithoutBrowser();

const OWNER = 'owner@school.local';
const FIRST_PASSWORD = 'correct horse battery';
const PASSWORD = 'paper lantern orbit seven';
const CODE_MS = 30_000;

/** Types into the form of the sign-in page, and sends it. */
async function signInByPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(OWNER);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const frame = (page: Page) => page.getByRole('navigation', { name: 'Main pages' }).first();

t.test('the link signs in once; a used one says so, and how to get another', { skip }, async (t) => {
  const school = await createSchool(testFolder(t), t.teardown.bind(t));
  const open = await dashboardWindows(t, school);
  const { page, origin, seen } = await open();
  await page.goto(`${origin}/devices?status=online`);
  await page.getByRole('heading', { name: 'Sign in to Schoolgate' }).waitFor();
  t.match(page.url(), /\/sign-in\?next=/, 'a stranger is led to the sign-in, and from there back');
  await page.getByText('schoolgate sign-in-link').waitFor();

  const link = await school.signInLink();
  await page.goto(link);
  await page.getByRole('heading', { name: 'Welcome to Schoolgate' }).waitFor();
  const asked = await page.evaluate(() =>
    performance.getEntriesByType('resource').filter(({ name }) => name.includes('/v1/')),
  );
  t.same(asked, [], 'the page asks the API nothing');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await frame(page).waitFor();

  const other = await open();
  await other.page.goto(link);
  await other.page.getByRole('button', { name: 'Sign in' }).click();
  await other.page.getByText('This link does not work any more').waitFor();
  await other.page.getByText('schoolgate sign-in-link').waitFor();
  t.same([...seen.complaints, ...other.seen.complaints], []);
  t.same([...seen.foreign, ...other.seen.foreign], []);
});

t.test(
  'the link of a mail sets a password, with which a person signs in, and with a code',
  { skip },
  async (t) => {
    const mail = await mailServer(t);
    const school = await createSchool(testFolder(t), t.teardown.bind(t), {
      SCHOOLGATE_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      SCHOOLGATE_SMTP_FROM: 'Schoolgate <reports@school.example>',
    });
    const open = await dashboardWindows(t, school);
    const { page, origin, seen } = await open();
    await signIn(page, school);

    await page.goto(`${origin}/account`);
    await page.getByLabel('New password').fill(FIRST_PASSWORD);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('Password changed.').waitFor();
    t.equal(new URL(page.url()).pathname, '/account', 'the person stays signed in');

    await page.context().clearCookies();
    await page.goto(`${origin}/sign-in`);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    // The form of the sign-in has a field of the same name.
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    await page.getByLabel('E-mail address').fill(OWNER);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('Look at your mail').waitFor();
    const link = await until(
      () => {
        // Soft line ends of quoted-printable (RFC 2045 section 6.7).
        const text = mail.received
          .map(({ raw }) => raw)
          .join()
          .replaceAll('=\r\n', '');
        return /http:\/\/127\.0\.0\.1:\d+\/reset\/[0-9A-Za-z]{43}/.exec(text)?.[0];
      },
      { what: 'the mail with the link' },
    );
    t.ok(link.startsWith(`${origin}/`), 'it names this server');

    await page.goto(link);
    await page.getByLabel('New password').fill('aaaaaaaaaaaaaa');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByRole('alert').waitFor();
    t.equal(
      await page.getByLabel('New password').inputValue(),
      'aaaaaaaaaaaaaa',
      'a refusal keeps what was typed',
    );
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('Your password is changed.').waitFor();

    await page.goto(`${origin}/sign-in?next=${encodeURIComponent('/account')}`);
    await signInByPassword(page, 'not the password at all');
    await page.getByRole('alert').getByText('is wrong').waitFor();
    await signInByPassword(page, PASSWORD);
    await page.getByRole('heading', { name: 'Second factor' }).waitFor();
    t.equal(new URL(page.url()).pathname, '/account', 'the new password leads where the person wanted to go');

    const factor = page.getByRole('region', { name: 'Second factor' });
    await factor.getByLabel('Your password').fill(PASSWORD);
    await factor.getByRole('button', { name: 'Turn on the second factor' }).click();
    const secret = (await factor.getByRole('region', { name: 'Secret' }).textContent())?.trim() ?? '';
    const now = Date.now();
    await factor.getByLabel('Code that the program shows').fill(totpCode(secret, now));
    await factor.getByRole('button', { name: 'Confirm the second factor' }).click();
    const codes = await factor.getByRole('region', { name: 'Recovery codes' }).textContent();
    t.equal(codes?.trim().split('\n').length, 10, 'ten recovery codes, shown once');
    await factor.getByRole('button', { name: 'I have copied it' }).click();
    await factor.getByText('Recovery codes left').waitFor();

    await page.context().clearCookies();
    await page.goto(`${origin}/sign-in?next=${encodeURIComponent('//elsewhere.example/')}`);
    await signInByPassword(page, PASSWORD);
    await page.getByLabel('Code', { exact: true }).fill(totpCode(secret, now + CODE_MS));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await frame(page).waitFor();
    t.equal(page.url(), `${origin}/`, 'a foreign address leads nowhere');
    t.same(seen.complaints, []);
    t.same(seen.foreign, []);
  },
);

t.test('an invitation lets a colleague choose a password, once', { skip }, async (t) => {
  const school = await createSchool(testFolder(t), t.teardown.bind(t));
  const open = await dashboardWindows(t, school);
  const { page, origin, seen } = await open();
  await signIn(page, school);
  await page.goto(`${origin}/accounts`);
  await page.getByRole('button', { name: 'Invite a person' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Hana Ito');
  await dialog.getByLabel('E-mail address').fill('hana@school.example');
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Helpdesk');
  await dialog.getByRole('button', { name: 'Make the invitation' }).click();
  const link = await dialog.getByLabel('Invitation link').inputValue();
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('row', { name: /Hana Ito.*Helpdesk.*No password yet/ }).waitFor();

  const colleague = await open();
  await colleague.page.goto(link);
  await colleague.page.getByLabel('New password').fill(PASSWORD);
  await colleague.page.getByRole('button', { name: 'Set the password and sign in' }).click();
  await frame(colleague.page).waitFor();
  t.equal(await frame(colleague.page).getByRole('link', { name: 'Accounts' }).count(), 0, 'in no menu');

  await page.getByRole('link', { name: 'Hana Ito' }).click();
  await page.getByRole('button', { name: 'Disable account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable account' }).click();
  await page.getByRole('button', { name: 'Enable account' }).waitFor();
  await colleague.page.getByRole('heading', { name: 'Sign in to Schoolgate' }).waitFor();
  t.pass('a disabled person is led to the sign-in without a click');

  await colleague.page.goto(link);
  await colleague.page.getByLabel('New password').fill(PASSWORD);
  await colleague.page.getByRole('button', { name: 'Set the password and sign in' }).click();
  await colleague.page.getByText('This invitation does not work any more').waitFor();
  t.same([...seen.complaints, ...colleague.seen.complaints], []);
  t.same([...seen.foreign, ...colleague.seen.foreign], []);
});

t.test('a refused sign-in at the school’s provider says why, and what to do', { skip }, async (t) => {
  const provider = await startOpenIdProvider(t);
  const client = { id: 'schoolgate', secret: 'a client secret of some length' };
  const school = await createSchool(testFolder(t), t.teardown.bind(t), {
    SCHOOLGATE_SIGN_IN_ISSUER: provider.issuer,
    SCHOOLGATE_SIGN_IN_CLIENT_ID: client.id,
    SCHOOLGATE_SIGN_IN_CLIENT_SECRET: client.secret,
    SCHOOLGATE_SIGN_IN_ALLOW_HTTP_CIDRS: '127.0.0.1/32',
  });
  const open = await dashboardWindows(t, school);
  const { page, origin } = await open();
  provider.register({ ...client, redirectUri: `${origin}/sign-in/oidc/callback` });
  provider.people.set('nobody', { email: 'nobody@school.example', email_verified: true, name: 'Nobody' });
  // The provider's own pages ask for a font from elsewhere.
  await page.route(/^https:/, (route) => route.abort());

  await page.goto(origin);
  await page.getByRole('link', { name: 'Sign in with your school account' }).click();
  await page.locator('input[name=login]').fill('nobody');
  await page.locator('input[name=password]').fill('x');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: /continue/i }).click();
  await page.getByText('There is no dashboard account for you.').waitFor();
  t.ok(page.url().startsWith(`${origin}/sign-in/oidc/callback?`));
  await page.getByRole('link', { name: 'Sign in with your school account' }).waitFor();

  await page.goto(`${origin}/sign-in/oidc/callback?error=access_denied&state=another`);
  await page.getByText('was begun in another window').waitFor();
  t.pass('an answer that nobody here asked for is told as such');
});
