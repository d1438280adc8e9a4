import type { BrowserContext, Page } from 'playwright-core';
import t from 'tap';
import type { Role } from '../../contracts/roles.ts';
import { dashboardWindows, signIn, skipWithoutBrowser } from '../support/dashboard-pages.ts';
import { createSchool } from '../support/school.ts';
import { testFolder } from '../support/test-folder.ts';

const skip = await skipWithoutBrowser();
const PASSWORD = 'paper lantern orbit seven';

/** The pages that each role finds in its sidebar, and one that it does not open. */
const BORDERS: Readonly<
  Record<Exclude<Role, 'owner'>, { readonly has: readonly string[]; readonly not: string }>
> = {
  admin: {
    has: [
      'Overview',
      'Access requests',
      'Laptops',
      'Explain an address',
      'Permissions',
      'Categories',
      'Settings',
      'Accounts',
      'Webhooks',
      'Audit log',
    ],
    not: '/keys',
  },
  helpdesk: {
    has: ['Overview', 'Access requests', 'Laptops', 'Explain an address', 'Permissions', 'Categories'],
    not: '/settings',
  },
  teacher: {
    has: ['Overview', 'Access requests', 'Laptops', 'Permissions'],
    not: '/accounts',
  },
  viewer: {
    has: ['Overview', 'Laptops', 'Explain an address', 'Permissions', 'Categories'],
    not: '/requests',
  },
};

/** Makes an account as the owner, takes its invitation, and signs a new window in as that person. */
async function signInAs(role: Role, owner: Page, context: BrowserContext, origin: string): Promise<void> {
  const { csrfToken } = (await (await owner.request.get(`${origin}/v1/session`)).json()) as {
    csrfToken: string;
  };
  const post = async (path: string, data: object) =>
    (await (
      await owner.request.post(origin + path, { data, headers: { 'x-csrf-token': csrfToken } })
    ).json()) as {
      id: string;
      token: string;
    };
  const email = `${role}@school.example`;
  const { id } = await post('/v1/accounts', { email, name: role, role });
  const { token } = await post(`/v1/accounts/${id}/invite`, {});
  await context.request.post(`${origin}/v1/session/invite`, { data: { token, password: PASSWORD } });
}

t.test(
  'each role finds the pages that it may open, and is told whom to ask for the others',
  { skip },
  async (t) => {
    const school = await createSchool(testFolder(t), t.teardown.bind(t), {}, ['--demo']);
    const open = await dashboardWindows(t, school);
    const owner = await open();
    await signIn(owner.page, school);
    for (const [role, { has, not }] of Object.entries(BORDERS)) {
      const { page, origin, seen } = await open();
      await signInAs(role as Role, owner.page, page.context(), origin);
      await page.goto(origin);
      const menu = page.getByRole('navigation', { name: 'Main pages' }).first();
      await menu.waitFor();
      const links = await Promise.all(
        (await menu.getByRole('link').all()).map((link) => link.getAttribute('title')),
      );
      t.same(links, has, role);
      await page.goto(origin + not);
      await page.getByRole('heading', { name: 'This page is not for your role' }).waitFor();
      for (const name of has) {
        await menu.getByRole('link', { name }).click();
        await page.getByRole('heading', { level: 1 }).waitFor();
      }
      t.equal(await page.getByRole('alert').count(), 0, `no page of ${role} shows a refusal`);
      t.same(seen, { foreign: [], complaints: [] }, role);
    }
  },
);
