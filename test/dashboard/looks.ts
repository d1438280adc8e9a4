import type { Page } from 'playwright-core';
import type { School } from '../support/school.ts';

/** Something of the dashboard to look at. */
export interface Look {
  readonly name: string;
  /** The address, or how to find it. */
  readonly path: string | ((school: School) => Promise<string>);
  /** What is pressed there before the picture. */
  readonly act?: (page: Page) => Promise<unknown>;
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

/** A device of the demonstration that is on-line. */
const device =
  (tab = '') =>
  async (school: School): Promise<string> => {
    const { body } = await school.request('GET', '/v1/devices?status=online&limit=1&sort=name');
    return `/devices/${body.data[0].id}${tab}`;
  };

/** Every page, and the main dialogs. */
export const LOOKS: readonly Look[] = [
  { name: 'overview', path: '/' },
  { name: 'requests', path: '/requests' },
  { name: 'laptops', path: '/devices' },
  { name: 'laptops-unprotected', path: '/devices?protection=unprotected' },
  { name: 'laptops-none', path: '/devices?q=nothing-is-called-so' },
  {
    name: 'laptops-selected',
    path: '/devices',
    async act(page) {
      await page.getByRole('checkbox').nth(2).click();
      await page.getByRole('checkbox').nth(3).click();
    },
  },
  { name: 'laptop', path: device() },
  { name: 'laptop-policy', path: device('/policy') },
  { name: 'laptop-activity', path: device('/activity') },
  { name: 'laptop-commands', path: device('/commands') },
  { name: 'lock', path: async (school) => `${await device()(school)}?act=lock` },
  { name: 'enroll', path: '/devices/enroll' },
  { name: 'permissions', path: '/overrides' },
  { name: 'explain', path: '/explain' },
  { name: 'categories', path: '/categories' },
  { name: 'category-sources', path: '/categories/sources' },
  { name: 'settings', path: '/settings' },
  { name: 'accounts', path: '/accounts' },
  { name: 'keys', path: '/keys' },
  { name: 'key-new', path: '/keys', act: press(/^Create key|^Crear/) },
  { name: 'webhooks', path: '/webhooks' },
  { name: 'audit', path: '/audit' },
  { name: 'account', path: '/account' },
  { name: 'setup-owner', path: '/setup/owner' },
  { name: 'setup-school', path: '/setup/school' },
  { name: 'setup-lists', path: '/setup/lists' },
  { name: 'setup-policy', path: '/setup/policy' },
  { name: 'setup-laptop', path: '/setup/laptop' },
  { name: 'palette', path: '/', act: (page) => page.keyboard.press('Control+k') },
  { name: 'shortcuts', path: '/', act: (page) => page.keyboard.press('?') },
  { name: 'not-found', path: '/settings/nothing/here' },
];

/** What a stranger sees. */
export const STRANGERS_LOOKS: readonly Look[] = [
  { name: 'sign-in', path: '/sign-in' },
  { name: 'sign-in-link', path: (school) => school.signInLink() },
  { name: 'forgot', path: '/forgot' },
  { name: 'reset', path: `/reset/${'x'.repeat(43)}` },
];
