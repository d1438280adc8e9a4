import { join } from 'node:path';
import t from 'tap';
import { ROOT, runNode } from '../support/child-process.ts';
import { dashboardWindows, skipWithoutBrowser } from '../support/dashboard-pages.ts';
import { hasFields } from '../support/has-fields.ts';
import { createSchool } from '../support/school.ts';
import { testFolder } from '../support/test-folder.ts';

const skip = await skipWithoutBrowser();

const AGENT = join(ROOT, 'agent/bin/schoolgate-agent.cjs');
const EMAIL = 'rosa.martin@school.example';
const PASSWORD = 'paper lantern orbit seven';

t.test(
  'from the sign-in link to the first locked laptop: five steps, and the laptop appears by itself',
  { skip },
  async (t) => {
    const folder = testFolder(t);
    const school = await createSchool(folder, t.teardown.bind(t));
    const open = await dashboardWindows(t, school);
    const { page, origin, seen } = await open();
    const next = page.getByRole('link', { name: 'Next', exact: true });

    await page.goto(await school.signInLink());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Set up your school' }).waitFor();
    t.equal(new URL(page.url()).pathname, '/setup/owner', 'an owner without a password is led to the set-up');

    await page.getByLabel('Your name').fill('Rosa Martín');
    await page.getByLabel('E-mail address').fill(EMAIL);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Save and stay signed in' }).click();
    await page.getByText(`You sign in with ${EMAIL} and your password.`).waitFor();
    await page.getByRole('heading', { name: 'Second factor' }).waitFor();
    await page.getByRole('link', { name: /Your account\s*Done/ }).waitFor();
    t.equal(new URL(page.url()).pathname, '/setup/owner', 'the owner stays signed in');
    await next.click();

    await page.getByLabel('Name of the school').fill('Colegio Cervantes');
    await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Europe/Madrid');
    await page.getByRole('button', { name: 'Save the school' }).click();
    await page.getByRole('link', { name: /Your school\s*Done/ }).waitFor();
    await page.getByLabel('Name of the campus').fill('Main building');
    await page.getByLabel('Networks').fill('10.20.0.0/16\n10.30.0.0/99');
    await page.getByRole('button', { name: 'Add the campus' }).click();
    await page.getByRole('alert').getByText('not a network in CIDR notation').first().waitFor();
    await page.getByLabel('Networks').fill('10.20.0.0/16');
    await page.getByRole('button', { name: 'Add the campus' }).click();
    await page.getByText('Known: Main building.').waitFor();
    const { body: settings } = await school.request('GET', '/v1/campuses');
    hasFields(t, settings.data[0], { name: 'Main building', cidrs: ['10.20.0.0/16'] });
    await next.click();

    await page.getByText('Licence: CC BY-SA 4.0').waitFor();
    for (const name of ['hagezi-bypass', 'hagezi-threats', 'hagezi-gambling', 'ut1'])
      await page.getByRole('checkbox', { name }).uncheck();
    await page.getByRole('button', { name: 'Add 1 list' }).click();
    await page.getByText('Waits to be read').waitFor();
    t.equal((await school.request('GET', '/v1/categories/sources')).body.data[0].id, 'urlhaus');
    await next.click();

    await page.getByText('No laptop has reported anything yet.').waitFor();
    await page.getByRole('link', { name: /First policy\s*Not done/ }).waitFor();
    await page.getByRole('radio', { name: 'School hours: no games and no social networks' }).check();
    await page.getByText('It follows the school hours in the settings (Mon, Tue, Wed, Thu and Fri').waitFor();
    await page.getByRole('button', { name: 'Make this policy' }).click();
    await page.getByText('Laptops are told now.').waitFor();
    const { body: policies } = await school.request('GET', '/v1/policies');
    hasFields(
      t,
      policies.data.find(({ priority }: { priority: number }) => priority === 100),
      {
        target: { everyone: true },
        schedule: { during: 'school-hours', exceptHolidays: true },
        rules: [{ effect: 'block', locked: false }],
      },
    );
    await next.click();

    await page.getByText('Waiting for the first laptop.').waitFor();
    await page.getByLabel('Unit').fill('/High/Grade-9');
    await page.getByRole('button', { name: 'Make the command' }).click();
    const command = page.getByRole('region', { name: 'Enrollment command' });
    await command.getByText('apt install ./schoolgate-agent_').waitFor();
    await page.getByRole('combobox', { name: 'System of the laptop' }).selectOption('Agent is there');
    await command.getByText('schoolgate-agent enroll').waitFor();
    const text = (await command.textContent()) ?? '';
    const state = join(folder, 'agent');
    const enrolled = await runNode([
      ...[AGENT, 'enroll', '--json', '--state-dir', state],
      ...['--server', /--server (\S+)/.exec(text)?.[1] ?? ''],
      ...['--token', /--token ([\w.-]+)/.exec(text)?.[1] ?? ''],
    ]);
    t.equal(enrolled.code, 0, enrolled.stderr);
    const { deviceId } = JSON.parse(enrolled.stdout) as { deviceId: string };
    await page.getByRole('heading', { name: 'Your first laptop is here' }).waitFor();
    school.runAgent(state);
    await page.getByText('Online', { exact: true }).first().waitFor();
    t.equal((await school.request('GET', `/v1/devices/${deviceId}`)).body.ou, '/High/Grade-9');

    const { body: device } = await school.request('GET', `/v1/devices/${deviceId}`);
    await page.getByRole('link', { name: device.name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: device.name }).waitFor();
    await page.getByRole('button', { name: /^Lock/ }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: /^Lock/ }).click();
    await page
      .getByText(/confirmed the lock/)
      .first()
      .waitFor();
    await school.device(deviceId, ({ lock }) => lock.state === 'locked', 'the laptop that is locked');
    t.pass('it confirmed the lock on its page');

    await page.goto(origin);
    await page.getByRole('heading', { level: 1 }).waitFor();
    t.not(new URL(page.url()).pathname, '/setup/owner', 'the set-up is over');
    t.same(seen.complaints, []);
    t.same(seen.foreign, []);
  },
);

t.test('every step can be skipped, in Spanish too', { skip }, async (t) => {
  const school = await createSchool(testFolder(t), t.teardown.bind(t));
  const open = await dashboardWindows(t, school);
  const { page, seen } = await open({ locale: 'es-ES' });
  await page.goto(await school.signInLink());
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.getByRole('heading', { level: 1, name: 'Prepare su centro' }).waitFor();
  for (const title of ['Su centro', 'Listas de sitios', 'Primera política', 'Primer portátil']) {
    await page.getByRole('link', { name: 'Omitir por ahora' }).click();
    await page.getByRole('heading', { level: 2, name: title }).waitFor();
  }
  await page.getByRole('link', { name: 'Atrás' }).click();
  await page.getByRole('heading', { level: 2, name: 'Primera política' }).waitFor();
  t.same(seen.complaints, []);
  t.same(seen.foreign, []);
});
