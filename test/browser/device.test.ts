import t from 'tap';
import { dashboardWindows, signIn, skipWithoutBrowser } from '../support/dashboard-pages.ts';
import { createSchool } from '../support/school.ts';
import { startSimulatedLaptop } from '../support/simulated-laptop.ts';
import { testFolder } from '../support/test-folder.ts';

const skip = await skipWithoutBrowser();

t.test(
  'a lock is requested until the laptop confirms it; for an absent laptop it waits, and can be withdrawn',
  { skip },
  async (t) => {
    const school = await createSchool(testFolder(t), t.teardown.bind(t));
    const { device, id } = await startSimulatedLaptop(t, school);
    const openWindow = await dashboardWindows(t, school);
    const { page, origin, seen } = await openWindow();
    await signIn(page, school);
    await page.goto(`${origin}/devices/${id}`);
    await page.getByRole('heading', { level: 1, name: 'SIM' }).waitFor();
    const connection = page.getByRole('region', { name: 'Connection' });
    await connection.getByText('Online', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Lock laptop' }).click();
    const dialog = page.getByRole('dialog', { name: 'Lock SIM' });
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Bring it to room 12');
    await dialog.getByRole('checkbox', { name: 'A PIN unlocks it' }).check();
    const pin = await dialog.getByRole('textbox', { name: 'PIN' }).inputValue();
    t.match(pin, /^\d{6}$/, 'a PIN is made');
    const screen = dialog.getByRole('figure');
    await screen.getByText('Bring it to room 12').waitFor();
    await screen.getByText('PIN from your school').waitFor();
    await dialog.getByRole('button', { name: 'Lock laptop' }).click();
    await dialog.getByText(/^Requested \d\d:\d\d:\d\d$/).waitFor();
    await dialog.getByText(/^Confirmed \d\d:\d\d:\d\d$/).waitFor();
    await dialog.getByText('SIM confirmed the lock.').waitFor();
    t.equal(device.isLocked(), true, 'the laptop has it');
    t.equal(await dialog.getByRole('textbox', { name: 'PIN' }).inputValue(), pin, 'the PIN shows this once');
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const lock = page.getByRole('region', { name: 'Lock' });
    await lock.getByText('Bring it to room 12').waitFor();
    t.notMatch(await page.content(), pin, 'then never again');

    await page.getByRole('button', { name: 'Unlock laptop' }).click();
    await lock.getByText('SIM confirmed the unlock.').waitFor();
    await page.getByRole('button', { name: 'Lock laptop' }).waitFor();
    t.equal(device.isLocked(), false);

    await device.vanish();
    await connection
      .getByText(/^Offline/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Lock laptop' }).click();
    await dialog.getByText('SIM is offline. It locks when it is back online, within seven days.').waitFor();
    await dialog.getByRole('button', { name: 'Lock laptop' }).click();
    await dialog.getByText(/^It locks when it is back online\. The request expires /).waitFor();
    t.equal(
      await dialog.getByText(/^Confirmed/).count(),
      0,
      'nothing is confirmed before the laptop said so',
    );
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await lock.getByText('Lock requested').first().waitFor();
    await lock.getByRole('button', { name: 'Withdraw' }).click();
    await lock.getByText(/^Withdrawn \d\d:\d\d:\d\d$/).waitFor();
    await lock.getByText('Not locked').first().waitFor();
    const { body } = await school.request('GET', `/v1/devices/${id}/commands?type=lock&limit=1`);
    t.equal(body.data[0].status, 'cancelled');

    for (const [tab, text] of [
      ['Policy', 'Policies in order of effect'],
      ['Activity', 'Looking is recorded: who looked, when, and at which laptop.'],
      ['Commands', 'Withdrawn'],
      ['State', 'Seven days'],
    ] as const) {
      await page
        .getByRole('navigation', { name: 'About this laptop' })
        .getByRole('link', { name: tab })
        .click();
      await page.getByText(text).first().waitFor();
    }
    t.same(seen.foreign, []);
    t.same(seen.complaints, []);
  },
);

t.test('a laptop that is not enrolled any more says so in place of its page', { skip }, async (t) => {
  const school = await createSchool(testFolder(t), t.teardown.bind(t));
  const { device, id } = await startSimulatedLaptop(t, school);
  const openWindow = await dashboardWindows(t, school);
  const { page, origin, seen } = await openWindow();
  await signIn(page, school);
  await page.goto(`${origin}/devices/${id}`);
  await page.getByRole('heading', { level: 1, name: 'SIM' }).waitFor();
  await page.getByRole('button', { name: 'Rename SIM' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('LIB-017');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'LIB-017' }).waitFor();

  await device.stop();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Remove from school' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove LIB-017' });
  await dialog.getByRole('radio', { name: 'Show the removal code' }).check();
  await dialog.getByRole('button', { name: 'Show code' }).click();
  await dialog.getByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/).waitFor();
  await dialog.getByRole('radio', { name: 'Only cut it off' }).check();
  await dialog.getByRole('button', { name: 'Cut laptop off' }).click();
  await page.getByRole('heading', { level: 1, name: 'LIB-017 is not enrolled any more' }).waitFor();
  t.same(seen.foreign, []);
  t.same(seen.complaints, []);
});

t.test('a token brings laptops in, and they show as they come', { skip }, async (t) => {
  const school = await createSchool(testFolder(t), t.teardown.bind(t));
  const openWindow = await dashboardWindows(t, school);
  const { page, origin, seen } = await openWindow();
  await signIn(page, school);
  await page.goto(`${origin}/devices/enroll`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Library cart');
  await page.getByRole('button', { name: 'Make token' }).click();
  const command = page.getByRole('region', { name: 'Command for Debian, Ubuntu' });
  t.match(
    await command.textContent(),
    /^sudo SCHOOLGATE_SERVER=\S+ SCHOOLGATE_ENROLLMENT_TOKEN=sget_\S+ apt install /,
  );
  await page.getByRole('img', { name: 'The command as a QR code' }).waitFor();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  t.notMatch(await page.content(), /sget_/, 'the token shows once');
  await page.getByRole('cell', { name: 'Library cart', exact: true }).waitFor();

  await startSimulatedLaptop(t, school);
  await page.getByRole('link', { name: /^SIM is here, \d\d:\d\d$/ }).waitFor();
  await page.getByRole('button', { name: 'End the token Library cart' }).click();
  await page.getByRole('button', { name: 'End token' }).click();
  await page.getByRole('cell', { name: 'Library cart', exact: true }).waitFor({ state: 'detached' });
  t.same(seen.foreign, []);
  t.same(seen.complaints, []);
});
