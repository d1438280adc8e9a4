import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import t from 'tap';
import { LOOKS, STRANGERS_LOOKS } from '../dashboard/looks.ts';
import { dashboardWindows, signIn, skipWithoutBrowser } from '../support/dashboard-pages.ts';
import { createSchool } from '../support/school.ts';
import { testFolder } from '../support/test-folder.ts';

const skip = await skipWithoutBrowser();
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe finds against WCAG 2.2 A and AA on the page as it is now, each as a line. */
async function faults(page: Page): Promise<readonly string[]> {
  await page.addScriptTag({ path: AXE });
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    }),
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}

t.test('every page and dialog passes axe for WCAG 2.2 AA, light and dark', { skip }, async (t) => {
  const school = await createSchool(testFolder(t), t.teardown.bind(t), {}, ['--demo']);
  const open = await dashboardWindows(t, school);
  for (const colorScheme of ['light', 'dark'] as const) {
    // The tool itself is a script of the test's, which the page's policy would refuse.
    const { page, origin, seen } = await open({ colorScheme, bypassCSP: true, reducedMotion: 'reduce' });
    await signIn(page, school);
    const stranger = await open({ colorScheme, bypassCSP: true, reducedMotion: 'reduce' });
    for (const [looks, shown] of [
      [LOOKS, page],
      [STRANGERS_LOOKS, stranger.page],
    ] as const)
      for (const { name, path, act } of looks) {
        await shown.goto(new URL(typeof path === 'string' ? path : await path(school), origin).href);
        await shown.getByRole('heading', { level: 1 }).waitFor();
        await act?.(shown);
        await shown.waitForFunction(() => document.querySelector('.skeleton, [aria-busy="true"]') === null);
        t.same(await faults(shown), [], `${name}, ${colorScheme}`);
      }
    t.same(seen.foreign, []);
  }
});

t.test('at 320 pixels no page scrolls sideways (WCAG 2.2, 1.4.10)', { skip }, async (t) => {
  const school = await createSchool(testFolder(t), t.teardown.bind(t), {}, ['--demo']);
  const open = await dashboardWindows(t, school);
  const { page, origin } = await open({ viewport: { width: 320, height: 640 } });
  await signIn(page, school);
  for (const { name, path } of LOOKS) {
    await page.goto(new URL(typeof path === 'string' ? path : await path(school), origin).href);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForFunction(() => document.querySelector('.skeleton, [aria-busy="true"]') === null);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    t.ok(beyond <= 0, `${name} fits`, { beyond });
  }
});
