import t from 'tap';
import { LOOKS, STRANGERS_LOOKS } from '../dashboard/looks.ts';
import { axeFaults } from '../support/axe.ts';
import { dashboardWindows, settled, signIn, skipWithoutBrowser } from '../support/dashboard-pages.ts';
import { createSchool } from '../support/school.ts';
import { testFolder } from '../support/test-folder.ts';

const skip = await skipWithoutBrowser();
const AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

t.test('every page and dialog passes axe for WCAG 2.2 AA', { skip }, async (t) => {
  const school = await createSchool(testFolder(t), t.teardown.bind(t), {}, ['--demo']);
  const open = await dashboardWindows(t, school);
  const { page, origin, seen } = await open({ bypassCSP: true, reducedMotion: 'reduce' });
  await signIn(page, school);
  const stranger = await open({ bypassCSP: true, reducedMotion: 'reduce' });
  for (const [looks, shown] of [
    [LOOKS, page],
    [STRANGERS_LOOKS, stranger.page],
  ] as const)
    for (const { name, path, act } of looks) {
      await shown.goto(new URL(typeof path === 'string' ? path : await path(school), origin).href);
      await settled(shown);
      await act?.(shown);
      await settled(shown);
      t.same(await axeFaults(shown, { runOnly: AA }), [], name);
    }
  t.same(seen.foreign, []);
});
