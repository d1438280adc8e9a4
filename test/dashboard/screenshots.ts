// `npm run screenshots -- [NAME…] [--out FOLDER]`: pictures of every page and of the main dialogs of the dashboard, with the demonstration, for people to look at.
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { openBrowser } from '../support/browser.ts';
import { settled } from '../support/dashboard-pages.ts';
import { createSchool, type School } from '../support/school.ts';
import { LOOKS, type Look, STRANGERS_LOOKS } from './looks.ts';

const DESK = { width: 1_366, height: 850 };

const SHAPES: Readonly<Record<string, BrowserContextOptions>> = {
  light: { viewport: DESK, colorScheme: 'light', locale: 'en-GB' },
  dark: { viewport: DESK, colorScheme: 'dark', locale: 'en-GB' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', locale: 'en-GB', hasTouch: true },
  spanish: { viewport: DESK, colorScheme: 'light', locale: 'es-ES' },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'dist/screenshots' },
    shape: { type: 'string', multiple: true, default: Object.keys(SHAPES) },
  },
});
const isWanted = ({ name }: Look): boolean => positionals.length === 0 || positionals.includes(name);

const folder = await mkdtemp(join(tmpdir(), 'schoolgate-looks-'));
const ends: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
try {
  const school = await createSchool(folder, (end) => void ends.unshift(end), {}, ['--demo']);
  const browser = await openBrowser();
  ends.unshift(() => browser.close());
  mkdirSync(values.out, { recursive: true });
  const cookies = await ownerCookies(browser, school);
  for (const shape of values.shape)
    for (const [looks, carried] of [
      [LOOKS, cookies],
      [STRANGERS_LOOKS, []],
    ] as const) {
      const context = await browser.newContext(SHAPES[shape]);
      await context.addCookies([...carried]);
      for (const look of looks.filter(isWanted)) await takePicture({ context, school, shape, look });
      await context.close();
    }
} finally {
  for (const end of ends) await end();
}

async function ownerCookies(browser: Browser, school: School) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(await school.signInLink(), { timeout: 120_000 });
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation').first().waitFor({ state: 'attached', timeout: 120_000 });
  return await context.cookies();
}

/** What a page left in the browser's storage changes no other. */
async function takePicture(parts: {
  readonly context: BrowserContext;
  readonly school: School;
  readonly shape: string;
  readonly look: Look;
}): Promise<void> {
  const { context, school, shape, look } = parts;
  const page = await context.newPage();
  try {
    page.on('pageerror', (error) => console.error(`${look.name}: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') console.error(`${look.name}: ${message.text()}`);
    });
    const path = typeof look.path === 'string' ? look.path : await look.path(school);
    await page.goto(new URL(path, `http://127.0.0.1:${school.httpPort}`).href);
    await settled(page);
    await look.act?.(page);
    await settled(page);
    // Pictures are for people: what fades in has come.
    await page.waitForTimeout(700);
    await page.screenshot({ path: resolve(values.out, `${look.name}-${shape}.png`), animations: 'disabled' });
    await page.evaluate('localStorage.clear()');
  } catch (error) {
    console.error(`${look.name}, ${shape}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
  } finally {
    await page.close();
  }
}
