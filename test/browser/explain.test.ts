import { join } from 'node:path';
import t from 'tap';
import { chainSentence, reasonSentence } from '../../words/reasons.ts';
import { browserObstacle, browserRequired, openBrowser } from '../support/browser.ts';
import { createSchool } from '../support/school.ts';
import { testFolder } from '../support/test-folder.ts';

const obstacle = await browserObstacle();
const skip = obstacle !== null && !browserRequired() ? obstacle : false;
const STUDENT = 'ana@school.example';

t.test(
  'the explain page says what happens to an address and why, in the words of the block page, now and in the past',
  { skip },
  async (t) => {
    const folder = testFolder(t);
    const school = await createSchool(folder, t.teardown.bind(t));
    const { deviceId } = await school.enroll(join(folder, 'agent'));
    const { name } = (await school.request('GET', `/v1/devices/${deviceId}`)).body;
    await school.request('POST', '/v1/users', {
      name: 'Ana',
      email: STUDENT,
      role: 'student',
      ou: '/Springfield/High',
    });
    const rules = [
      {
        effect: 'block',
        locked: true,
        reason: 'No games in lessons <b>',
        match: { domains: ['play.example'] },
      },
      { effect: 'allow', match: { domains: ['quiz.play.example'] } },
      { effect: 'block', match: { apps: ['steam'] } },
    ];
    const made = await school.request('POST', '/v1/policies', {
      name: 'School day',
      target: { ous: ['/Springfield/High'] },
      rules,
    });
    t.equal(made.status, 201, JSON.stringify(made.body));

    const browser = await openBrowser();
    t.teardown(() => browser.close());
    const page = await browser.newPage({ viewport: { width: 1_200, height: 900 } });
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(`http://127.0.0.1:${school.httpPort}/explain`);
    t.match(await page.textContent('main'), /sign-in-link/, 'without a session it says how to get in');
    await page.goto(await school.signInLink());
    await page.click('button[type=submit]');
    await page.click('text=Explain an address');
    // Loaded: before its script runs, the form would be sent the browser's own way.
    await page.waitForURL('**/explain', { waitUntil: 'load' });
    const shot = async (file: string): Promise<void> => {
      const to = process.env.SCHOOLGATE_SCREENSHOTS;
      if (to !== undefined) await page.screenshot({ path: join(to, file), fullPage: true });
    };
    const ask = async (fields: Readonly<Record<string, string>>): Promise<void> => {
      for (const [field, value] of Object.entries(fields)) await page.fill(`[name=${field}]`, value);
      await page.click('button:has-text("Explain")');
      await page.waitForSelector('#question button:enabled');
    };

    await ask({ url: 'https://quiz.play.example/round/1' });
    t.equal(await page.textContent('#problem'), 'Name a person, a device or both.');
    await page.fill('[name=user]', 'an');
    await page.waitForSelector(`#users option[value="${STUDENT}"]`, { state: 'attached' });
    await ask({ user: STUDENT, device: name });
    const explained = await school.request('POST', '/v1/policies/explain', {
      url: 'https://quiz.play.example/round/1',
      user: STUDENT,
      deviceId,
    });
    const reasons = ['No games in lessons <b>', null, null, null];
    const policyNames = ['School day', 'School day', 'School day', 'Default'];
    const chain: string[] = explained.body.chain.map(
      (link: Parameters<typeof chainSentence>[0], index: number) =>
        chainSentence(
          link,
          { policyName: policyNames[index] ?? null, ruleReason: reasons[index] ?? null },
          'en',
        ),
    );
    t.equal(chain.length, 4);
    t.equal(await page.textContent('#action'), 'Blocked');
    t.equal(await page.textContent('#host'), 'quiz.play.example');
    t.equal(
      await page.textContent('#sentence'),
      reasonSentence({ reason: 'locked_block', action: 'block', category: null }, 'en'),
    );
    t.equal(await page.textContent('#reason'), 'No games in lessons <b>', 'text, never markup');
    t.same(await page.locator('#chain li').allTextContents(), [`${chain[0]} Decided`, ...chain.slice(1)]);
    t.equal(await page.locator('#chain li.decided').count(), 1);
    t.match(await page.textContent('#facts'), new RegExp(`${STUDENT}.*${name}.*/Springfield/High`));
    await shot('explain.png');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 380, height: 900 });
    await shot('explain-small-dark.png');

    const bySteam = { url: 'https://school.example/', user: STUDENT, device: name, app: 'steam' };
    await ask(bySteam);
    t.equal(await page.textContent('#action'), 'Blocked', 'a rule for the program decides');
    t.match(await page.textContent('#facts'), /Program ?steam/);
    await ask({ ...bySteam, app: '' });
    t.equal(await page.textContent('#action'), 'Allowed', 'which nobody named');

    await ask({ url: 'https://quiz.play.example/round/1', at: '2025-11-01T10:00' });
    t.equal(await page.textContent('#action'), 'Allowed', 'the policy did not exist then');
    t.equal(
      await page.textContent('#sentence'),
      reasonSentence({ reason: 'default', action: 'allow', category: null }, 'en'),
    );
    t.same(await page.locator('#chain li').allTextContents(), [
      'The filter, where no policy applies, allows it. Decided',
    ]);

    await ask({ device: 'no such laptop' });
    t.match(await page.textContent('#problem'), /no device/);
    t.equal(await page.isVisible('#result'), false, 'no old answer stands beside a new question');
    for (const link of await page.locator('a').all()) {
      const href = (await link.getAttribute('href')) ?? '';
      if (!href.startsWith('#'))
        t.equal((await page.request.get(new URL(href, page.url()).href)).status(), 200, href);
    }
    t.same(complaints, []);
  },
);
