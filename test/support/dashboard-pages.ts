import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Test } from 'tap';
import { browserObstacle, browserRequired, openBrowser } from './browser.ts';
import type { School } from './school.ts';
import { type Watch, watchPage } from './watch-page.ts';

/** A shared machine may be slow; nothing here asserts a time (milliseconds). */
const PATIENCE_MS = 120_000;

/** For the option `skip` of a test: false where a browser starts, else why none does. */
export async function skipWithoutBrowser(): Promise<string | false> {
  const obstacle = await browserObstacle();
  return obstacle !== null && !browserRequired() ? obstacle : false;
}

/** A browser window of the dashboard. */
export interface DashboardPage {
  readonly page: Page;
  readonly origin: string;
  readonly seen: Watch;
}

/** Opens windows of one browser, each with cookies of its own; the browser closes with the test. */
export async function dashboardWindows(
  t: Test,
  school: Pick<School, 'httpPort'>,
): Promise<(options?: BrowserContextOptions) => Promise<DashboardPage>> {
  const browser: Browser = await openBrowser();
  t.teardown(() => browser.close());
  const origin = `http://127.0.0.1:${school.httpPort}`;
  return async (options = {}) => {
    const context = await browser.newContext({
      locale: 'en-GB',
      viewport: { width: 1_366, height: 900 },
      ...options,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    return { page, origin, seen: watchPage(page, origin) };
  };
}

/** Signs the owner in by a link, and waits for the frame. */
export async function signIn(page: Page, school: Pick<School, 'signInLink'>): Promise<void> {
  await page.goto(await school.signInLink());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main pages' }).first().waitFor();
}

/** Waits until the page shows what it has read: a live page is never idle. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('.skeleton, [aria-busy="true"]').first().waitFor({ state: 'detached' });
}
