import t from 'tap';
import { LOOKS } from '../dashboard/looks.ts';
import { axeFaults } from '../support/axe.ts';
import { dashboardWindows, settled, signIn, skipWithoutBrowser } from '../support/dashboard-pages.ts';
import { createSchool } from '../support/school.ts';
import { testFolder } from '../support/test-folder.ts';

const skip = await skipWithoutBrowser();

t.test(
  'in the dark every page keeps its contrast, and at 320 pixels none scrolls sideways (WCAG 2.2, 1.4.3 and 1.4.10)',
  { skip },
  async (t) => {
    const school = await createSchool(testFolder(t), t.teardown.bind(t), {}, ['--demo']);
    const open = await dashboardWindows(t, school);
    const { page, origin } = await open({ colorScheme: 'dark', bypassCSP: true, reducedMotion: 'reduce' });
    await signIn(page, school);
    for (const { name, path } of LOOKS) {
      await page.setViewportSize({ width: 1_366, height: 900 });
      await page.goto(new URL(typeof path === 'string' ? path : await path(school), origin).href);
      await settled(page);
      t.same(await axeFaults(page, { runOnly: { type: 'rule', values: ['color-contrast'] } }), [], name);
      await page.setViewportSize({ width: 320, height: 640 });
      await settled(page);
      const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      t.ok(beyond <= 0, `${name} fits`, { beyond });
    }
  },
);
