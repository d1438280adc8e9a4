import { join } from 'node:path';
import type { Page } from 'playwright-core';
import t from 'tap';
import { browserObstacle, browserRequired, openBrowser } from '../support/browser.ts';
import { createSchool } from '../support/school.ts';
import { testFolder } from '../support/test-folder.ts';

/** What a page must not do: complain, or ask anybody but the school server. */
interface Watch {
  readonly complaints: string[];
  readonly foreign: string[];
}

function watch(page: Page, origin: string): Watch {
  const seen: Watch = { complaints: [], foreign: [] };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') seen.complaints.push(message.text());
  });
  page.on('pageerror', (error) => seen.complaints.push(error.message));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) seen.foreign.push(request.url());
  });
  return seen;
}

const obstacle = await browserObstacle();
const skip = obstacle !== null && !browserRequired() ? obstacle : false;

t.test(
  'the sign-in link opens the overview once; it shows the fleet as it is and asks nobody else',
  { skip },
  async (t) => {
    const folder = testFolder(t);
    const school = await createSchool(folder, t.teardown.bind(t));
    const { deviceId } = await school.enroll(join(folder, 'agent'));
    const { name } = (await school.request('GET', `/v1/devices/${deviceId}`)).body;
    const browser = await openBrowser();
    t.teardown(() => browser.close());
    const page = await browser.newPage();
    const origin = `http://127.0.0.1:${school.httpPort}`;
    const seen = watch(page, origin);

    await page.goto(origin);
    t.match(await page.textContent('main'), /sign-in-link/, 'without a session it says how to get in');

    const link = await school.signInLink();
    await page.goto(link);
    await page.click('button[type=submit]');
    await page.waitForSelector(`tr:has-text("${name}")`);
    t.match(await page.textContent('body'), /Offline/, 'an enrolled device that was never heard is offline');

    school.runAgent(join(folder, 'agent'));
    await page.waitForSelector('tr:has-text("Online")', { timeout: 30_000 });
    t.pass('it becomes online without a reload');
    await school.request('POST', `/v1/devices/${deviceId}/lock`, {}, { prefer: 'wait=20' });
    await page.waitForSelector('tr:has-text("Locked")', { timeout: 30_000 });
    t.pass('and locked');

    const other = await browser.newPage();
    await other.goto(link);
    await other.click('button[type=submit]');
    t.notMatch(await other.textContent('h1'), /Welcome/, 'a used link does not sign in again');
    t.same(seen.foreign, []);
    t.same(seen.complaints, []);
  },
);
