import t from 'tap';
import { systemRandom } from '../../kit/random.ts';
import { recordId } from '../../server/simulated-laptop/messages.ts';
import { createStand, startProxy } from '../integration/agent/filter/stand-servers.ts';
import { dashboardWindows, signIn, skipWithoutBrowser } from '../support/dashboard-pages.ts';
import { hasFields } from '../support/has-fields.ts';
import { createSchool } from '../support/school.ts';
import { startSimulatedLaptop } from '../support/simulated-laptop.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';

const skip = await skipWithoutBrowser();

t.test(
  'what a student asks on the block page appears to whoever decides, is allowed by one key, and ended by another',
  { skip },
  async (t) => {
    const school = await createSchool(testFolder(t), t.teardown.bind(t));
    const policy = {
      name: 'No encyclopaedias',
      target: { everyone: true },
      rules: [{ effect: 'block', match: { domains: ['wiki.example'] }, reason: 'Use the library' }],
    };
    t.equal((await school.request('POST', '/v1/policies', policy)).status, 201);
    const laptop = await startSimulatedLaptop(t, school);
    const open = await dashboardWindows(t, school);
    const { page, origin, seen } = await open();
    await signIn(page, school);
    await page.goto(`${origin}/requests`);
    await page.getByText('No one waits.').first().waitFor();

    const stand = createStand(t.teardown.bind(t));
    stand.judge.block('wiki.example');
    const { port, asked } = await startProxy(stand, t.teardown.bind(t));
    const student = await open({ proxy: { server: `http://127.0.0.1:${port}` } });
    await student.page.goto('http://wiki.example/physics');
    await student.page.fill('textarea', 'For physics');
    await student.page.locator('button').click();
    const told = await until(() => asked[0], { what: 'the request at the laptop' });
    const details = { host: told.host, url: told.url, note: told.note, ruleId: null };
    await laptop.device.sendEvents([
      { id: recordId(systemRandom), at: Date.now(), kind: 'access_request', details },
    ]);

    await page
      .getByRole('link', { name: /wiki\.example/ })
      .first()
      .click();
    await page.getByText('For physics').first().waitFor();
    await page
      .getByRole('heading', { name: /wiki\.example/ })
      .first()
      .waitFor();
    await page.keyboard.press('a');
    await page
      .getByText(/^Allowed .* until/)
      .first()
      .waitFor();
    const overrides = async (): Promise<readonly { site: string; endedAt: string | null }[]> =>
      (await school.request('GET', '/v1/overrides')).body.data;
    hasFields(t, await overrides(), [{ site: 'wiki.example', endedAt: null }]);
    await page.keyboard.press('u');
    await until(async () => (await overrides()).every(({ endedAt }) => endedAt !== null), {
      what: 'the end of the permission',
    });
    t.same(seen, { foreign: [], complaints: [] });
  },
);
