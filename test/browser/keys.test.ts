import t from 'tap';
import { dashboardWindows, signIn, skipWithoutBrowser } from '../support/dashboard-pages.ts';
import { createSchool } from '../support/school.ts';
import { testFolder } from '../support/test-folder.ts';

const skip = await skipWithoutBrowser();

t.test(
  'the secret of a key shows once; after a rotation both work, until they are ended or the key is revoked',
  { skip },
  async (t) => {
    const school = await createSchool(testFolder(t), t.teardown.bind(t));
    const openWindow = await dashboardWindows(t, school);
    const { page, origin, seen } = await openWindow();
    const statusOf = async (secret: string): Promise<number> => {
      const headers = { authorization: `Bearer ${secret}` };
      return (await fetch(`${origin}/v1/devices`, { headers })).status;
    };
    await signIn(page, school);
    await page.goto(`${origin}/keys`);
    await page.getByRole('button', { name: 'Create key' }).click();
    const making = page.getByRole('dialog', { name: 'New API key' });
    await making.getByRole('textbox', { name: 'Name' }).fill('SIS sync');
    await making.getByRole('button', { name: 'Create key' }).click();
    await making.getByText('Choose at least one right.').waitFor();
    await making.getByRole('checkbox', { name: 'devices:read' }).check();
    await making.getByRole('textbox', { name: 'Allowed networks' }).fill('not a network');
    await making.getByRole('button', { name: 'Create key' }).click();
    await making
      .getByText(/is neither an address nor a network/)
      .first()
      .waitFor();
    await making.getByRole('textbox', { name: 'Allowed networks' }).fill('127.0.0.0/8');
    await making.getByRole('button', { name: 'Create key' }).click();

    const takeSecret = async (): Promise<string> => {
      const field = page.getByRole('textbox', { name: 'API key' });
      const secret = await field.inputValue();
      await page.getByRole('button', { name: 'I have copied it' }).click();
      await field.waitFor({ state: 'hidden' });
      return secret;
    };
    const first = await takeSecret();
    await page.getByRole('heading', { level: 1, name: 'SIS sync' }).waitFor();
    t.equal(await statusOf(first), 200, 'the key works');
    t.notMatch(await page.content(), first, 'its secret is shown no more');

    await page.getByRole('button', { name: 'Make new secret' }).click();
    await page.getByRole('button', { name: 'Make secret' }).click();
    const dialog = page.getByRole('dialog', { name: 'New secret for SIS sync' });
    await dialog.getByText(/^Both secrets work until /).waitFor();
    const second = await takeSecret();
    t.same([await statusOf(first), await statusOf(second)], [200, 200], 'both work');

    await page.getByRole('button', { name: 'Make new secret' }).click();
    await dialog.getByText(/^Two secrets work until .* already\./).waitFor();
    await page.getByRole('button', { name: 'Make secret' }).click();
    await dialog.getByText('Only the new secret works now.').waitFor();
    const third = await takeSecret();
    t.same([await statusOf(first), await statusOf(second)], [401, 401], 'the old ones have ended');
    t.equal(await statusOf(third), 200);

    await page.getByText('The figures as a table').waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Revoke key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText(/^This key was revoked .*, for good\./).waitFor();
    t.equal(await statusOf(third), 401, 'a revoked key lets nobody in');
    await page.getByRole('link', { name: 'All keys' }).click();
    await page.getByRole('row', { name: /SIS sync Revoked/ }).waitFor();
    t.same(seen.foreign, []);
    t.same(seen.complaints, []);
  },
);
