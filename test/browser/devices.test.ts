import type { Page } from 'playwright-core';
import t from 'tap';
import type { DeviceId } from '../../contracts/ids.ts';
import { dashboardWindows, signIn, skipWithoutBrowser } from '../support/dashboard-pages.ts';
import { createSchool } from '../support/school.ts';
import { schoolLaptops } from '../support/school-laptops.ts';
import { testFolder } from '../support/test-folder.ts';

const skip = await skipWithoutBrowser();

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });

async function openList(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/devices`);
  await page.getByRole('grid', { name: 'Laptops' }).waitFor();
}

t.test(
  'laptops found by a word and selected by keys are locked; the one that fails stands first with its reason, and is tried again',
  { skip },
  async (t) => {
    const school = await createSchool(testFolder(t), t.teardown.bind(t));
    const laptops = await schoolLaptops(t, school);
    const library = ['LIB-001', 'LIB-002', 'LIB-003', 'LIB-004'];
    const ids = await laptops.enroll('/Springfield/High/Library', library);
    await laptops.enroll('/Springfield/Elementary', ['ELEM-001']);
    let isBroken = true;
    for (const name of ['LIB-001', 'LIB-002', 'LIB-003']) {
      const id = ids.get(name) as DeviceId;
      await laptops.connect(id, () =>
        name === 'LIB-003' && isBroken ? 'The screen could not be covered.' : null,
      );
      await school.device(id, ({ status }) => status === 'online', `${name} to be online`);
    }
    const open = await dashboardWindows(t, school);
    const { page, origin, seen } = await open();
    await signIn(page, school);
    await openList(page, origin);
    await page.getByRole('heading', { name: '5 laptops' }).waitFor();

    await page.keyboard.press('/');
    await page.keyboard.type('lib-0');
    await row(page, 'ELEM-001').waitFor({ state: 'detached' });
    await page.waitForURL(/[?&]q=lib-0/);
    t.equal(await page.getByRole('grid').getAttribute('aria-rowcount'), '5', 'four rows and the head');

    await row(page, 'LIB-001').focus();
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    t.match(await page.locator(':focus').textContent(), /LIB-003/);
    await page.keyboard.press('Space');
    await page.getByRole('complementary', { name: 'About LIB-003' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('End');
    await page.keyboard.press('Shift+X');
    await page.getByText('4 selected').waitFor();

    const bar = page.getByRole('region', { name: 'Selected laptops' });
    await bar.getByRole('button', { name: 'Lock', exact: true }).click();
    await page.getByRole('textbox', { name: 'Message on the locked screen' }).fill('See the office');
    await page.getByRole('button', { name: 'See whom it hits' }).click();
    await page.getByText('3 lock now, 1 when it is back.').waitFor();
    await page.getByRole('button', { name: 'Lock 4 laptops' }).click();
    await page.waitForURL(/\/devices\/batches\/bat_/);
    const first = page.url();
    await page.getByRole('heading', { name: 'Failed: 1' }).waitFor();
    await page.getByText('2 of 4 confirmed.').waitFor();
    t.match(await page.getByRole('heading', { level: 2 }).first().textContent(), /Failed: 1/);
    const failed = page.getByRole('table', { name: 'Failed' });
    t.match(await failed.textContent(), /LIB-003.*The screen could not be covered\./);

    isBroken = false;
    await page.getByRole('button', { name: 'Try that one again' }).click();
    await page.getByRole('heading', { name: 'Lock 1 laptop' }).waitFor();
    await page.getByText('1 of 1 confirmed.').waitFor();
    t.match(await page.getByRole('table', { name: 'Confirmed' }).textContent(), /LIB-003/);

    await page.goto(first);
    await page.getByRole('button', { name: 'Withdraw what waits' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw what waits' }).click();
    await page.getByText('Withdrawn for 1 laptop.').waitFor();
    await page.getByRole('table', { name: 'Withdrawn or replaced' }).getByText('LIB-004').waitFor();
    t.same(seen.complaints, []);
    t.same(seen.foreign, []);
  },
);

t.test('an order goes to the laptops that were shown, or is shown again', { skip }, async (t) => {
  const school = await createSchool(testFolder(t), t.teardown.bind(t));
  const laptops = await schoolLaptops(t, school);
  const ids = await laptops.enroll('/Springfield', ['A-1', 'A-2', 'A-3']);
  const open = await dashboardWindows(t, school);
  const { page, origin, seen } = await open();
  await signIn(page, school);
  await openList(page, origin);
  for (const name of ids.keys()) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Self-test' }).click();
  await page.getByText('3 test themselves when they are back.').waitFor();
  await school.request('DELETE', `/v1/devices/${ids.get('A-2')}`);
  await page.getByRole('button', { name: 'Test 3 laptops' }).click();
  await page.getByText('This has changed since you looked.').waitFor();
  await page.getByText('1 laptop cannot').waitFor();
  t.equal((await school.request('GET', '/v1/commands/batches')).body.total, 0, 'nothing was sent');
  await page.getByRole('button', { name: 'Test 2 laptops' }).click();
  await page.waitForURL(/\/devices\/batches\/bat_/);
  await page.getByRole('heading', { name: 'Cannot have it: 1' }).waitFor();
  await page.getByRole('heading', { name: 'Waiting until back online: 2' }).waitFor();
  t.same(seen.complaints, []);
});

t.test('filters, views and Back keep what is shown; changes show without a reload', { skip }, async (t) => {
  const school = await createSchool(testFolder(t), t.teardown.bind(t));
  const laptops = await schoolLaptops(t, school);
  const open = await dashboardWindows(t, school);
  const { page, origin, seen } = await open();
  await signIn(page, school);
  await page.goto(`${origin}/devices`);
  await page.getByText('No laptop yet.').waitFor();

  const names = Array.from({ length: 130 }, (_, at) => `HIGH-${String(at).padStart(3, '0')}`);
  const ids = await laptops.enroll('/Springfield/High', names);
  await laptops.enroll('/Springfield/Elementary', ['ELEM-1']);
  await openList(page, origin);
  await row(page, 'HIGH-000').focus();
  await page.keyboard.press('End');
  await row(page, 'HIGH-129').waitFor();
  await page.locator(':focus', { hasText: 'HIGH-129' }).waitFor();
  t.ok((await page.getByRole('row').count()) < 80, 'rows that nobody sees are not drawn');

  await laptops.connect(ids.get('HIGH-129') as DeviceId);
  await row(page, 'HIGH-129').getByText('Online').waitFor();
  t.pass('it becomes online where it stands');

  await page.keyboard.press('Enter');
  await page.waitForURL(/\/devices\/dev_/);
  await page.goBack();
  await row(page, 'HIGH-129').waitFor();
  t.pass('Back finds the row again');

  await page.keyboard.press('f');
  await page.getByRole('checkbox', { name: 'Locked', exact: true }).check();
  await page.getByRole('combobox', { name: 'Unit' }).selectOption({ label: 'Springfield › Elementary' });
  await page.getByRole('button', { name: 'Show laptops' }).click();
  await page.getByText('No laptop fits in Elementary, 0 elsewhere.').waitFor();
  await page.getByRole('link', { name: 'Remove the filter Lock: Locked' }).click();
  await row(page, 'ELEM-1').waitFor();

  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('The small ones');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: /^All/ }).click();
  await row(page, 'HIGH-000').waitFor();
  await page.getByRole('link', { name: 'The small ones' }).click();
  await row(page, 'HIGH-000').waitFor({ state: 'detached' });
  await page.reload();
  await row(page, 'ELEM-1').waitFor();
  t.equal(await page.getByRole('grid').getAttribute('aria-rowcount'), '2');
  t.same(seen.complaints, []);
});
