import { join } from 'node:path';
import t from 'tap';
import { dashboardWindows, signIn, skipWithoutBrowser } from '../support/dashboard-pages.ts';
import { createSchool } from '../support/school.ts';
import { testFolder } from '../support/test-folder.ts';

const skip = await skipWithoutBrowser();

t.test(
  'the sign-in link opens the dashboard once; it shows the fleet as it is, live in every tab, and asks nobody else',
  { skip },
  async (t) => {
    const folder = testFolder(t);
    const school = await createSchool(folder, t.teardown.bind(t));
    const { deviceId } = await school.enroll(join(folder, 'agent'));
    const { name } = (await school.request('GET', `/v1/devices/${deviceId}`)).body;
    const open = await dashboardWindows(t, school);
    const { page, origin, seen } = await open();

    await page.goto(`${origin}/devices?status=offline`);
    await page.waitForURL('**/sign-in?next=*');
    await page.getByText('sign-in-link').waitFor();
    t.pass('without a session it says how to get in');
    const link = await school.signInLink();
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation', { name: 'Main pages' }).first().waitFor();

    await page.goto(`${origin}/devices`);
    const row = page.getByRole('row', { name });
    await row.getByText('Offline').waitFor();
    t.pass('an enrolled device that was never heard is offline');
    const second = await page.context().newPage();
    await second.goto(`${origin}/devices`);
    await second.getByRole('row', { name }).waitFor();
    school.runAgent(join(folder, 'agent'));
    await row.getByText('Online').waitFor();
    await second.getByRole('row', { name }).getByText('Online').waitFor();
    t.pass('it becomes online without a reload, in both tabs');
    await school.request('POST', `/v1/devices/${deviceId}/lock`, {}, { prefer: 'wait=20' });
    await row
      .getByText(/^Locked/)
      .first()
      .waitFor();
    t.pass('and locked');

    const other = await open();
    await other.page.goto(link);
    await other.page.getByRole('button', { name: 'Sign in' }).click();
    await other.page.getByText('sign-in-link').waitFor();
    t.pass('a used link does not sign in again, and the page says how to get another');
    t.same(seen, { foreign: [], complaints: [] });
  },
);

t.test('it speaks Spanish where the person or the browser asks for it', { skip }, async (t) => {
  const school = await createSchool(testFolder(t), t.teardown.bind(t), {}, ['--demo']);
  const open = await dashboardWindows(t, school);
  const { page, origin, seen } = await open({ locale: 'es-MX' });
  await page.goto(await school.signInLink());
  await page
    .getByRole('button', { name: 'Iniciar sesión' })
    .or(page.getByRole('button', { name: 'Entrar' }))
    .click();
  await page.getByRole('navigation', { name: 'Páginas principales' }).first().waitFor();
  await page.goto(`${origin}/devices`);
  await page.getByRole('heading', { level: 1, name: /portátiles/i }).waitFor();
  await page.getByText('En línea').first().waitFor();
  t.equal(await page.getAttribute('html', 'lang'), 'es');

  await page.getByRole('button', { name: /^Cuenta de/ }).click();
  await page.getByRole('menuitem', { name: 'In English' }).click();
  await page.getByRole('heading', { level: 1, name: /laptops/i }).waitFor();
  t.equal(await page.getAttribute('html', 'lang'), 'en');
  const { language } = (await (await page.request.get(`${origin}/v1/account/preferences`)).json()) as {
    language: string;
  };
  t.equal(language, 'en', 'the account keeps it');
  t.same(seen, { foreign: [], complaints: [] });
});

t.test('Ctrl K finds a laptop by a few letters, and opens its lock dialog', { skip }, async (t) => {
  const folder = testFolder(t);
  const school = await createSchool(folder, t.teardown.bind(t));
  const { deviceId } = await school.enroll(join(folder, 'agent'));
  await school.request('PATCH', `/v1/devices/${deviceId}`, { name: 'LIB-017' });
  const open = await dashboardWindows(t, school);
  const { page, origin, seen } = await open();
  await signIn(page, school);
  await page.goto(`${origin}/devices`);
  await page.getByRole('row', { name: 'LIB-017' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('lib-0');
  await page.getByRole('option', { name: 'Lock LIB-017' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/devices/${deviceId}?act=lock`);
  await page.getByRole('dialog').getByRole('button', { name: /^Lock/ }).waitFor();
  t.same(seen, { foreign: [], complaints: [] });
});
