import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import t from 'tap';
import { chainSentence, reasonSentence } from '../../words/reasons.ts';
import { dashboardWindows, signIn, skipWithoutBrowser } from '../support/dashboard-pages.ts';
import { hasFields } from '../support/has-fields.ts';
import { createSchool } from '../support/school.ts';
import { testFolder } from '../support/test-folder.ts';
import { until } from '../support/until.ts';

const STUDENT = 'ana@school.example';
const QUIZ = 'https://quiz.play.example/round/1';

t.test(
  'the explain page says what happens to an address and why, in the words of the block page, now and in the past',
  { skip: await skipWithoutBrowser() },
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
    const made = await school.request('POST', '/v1/policies', {
      name: 'School day',
      target: { ous: ['/Springfield/High'] },
      rules: [
        {
          effect: 'block',
          locked: true,
          reason: 'No games in lessons <b>',
          match: { domains: ['play.example'] },
        },
        { effect: 'allow', match: { domains: ['quiz.play.example'] } },
        { effect: 'block', match: { apps: ['steam'] } },
        { effect: 'block', match: { domains: ['chat.example'] } },
      ],
    });
    t.equal(made.status, 201, JSON.stringify(made.body));

    const open = await dashboardWindows(t, school);
    const { page, origin, seen } = await open();
    await page.goto(`${origin}/explain`);
    await page.waitForURL((url) => url.pathname === '/sign-in');
    t.equal(new URL(page.url()).searchParams.get('next'), '/explain', 'from the sign-in it leads back');
    await signIn(page, school);
    await page
      .getByRole('navigation', { name: 'Main pages' })
      .first()
      .getByRole('link', { name: 'Explain' })
      .click();

    const field = (label: string): Locator =>
      page.getByLabel(label, { exact: true }).and(page.locator('input'));
    const region = (title: string | RegExp): Locator =>
      page.getByRole('region', { name: title, exact: typeof title === 'string' });
    const steps = (within: Locator): Locator =>
      within.getByRole('list', { name: 'Steps of the decision' }).getByRole('listitem');
    const ask = async (fields: Readonly<Record<string, string>>): Promise<void> => {
      for (const [label, value] of Object.entries(fields)) await field(label).fill(value);
      // Enter, not the button: suggestions may lie over it as long as a field has the focus.
      await field('Address').press('Enter');
    };
    const shot = async (file: string): Promise<void> => {
      const to = process.env.SCHOOLGATE_SCREENSHOTS;
      if (to !== undefined) await page.screenshot({ path: join(to, file), fullPage: true });
    };

    await ask({ Address: QUIZ });
    await page.getByRole('alert').getByText('Name a person, a laptop or both.').waitFor();
    await field('Person').fill('an');
    await page.locator(`datalist option[value="${STUDENT}"]`).waitFor({ state: 'attached' });
    await field('Person').fill(STUDENT);
    await ask({ Laptop: name });
    const answer = region('Answer');
    await answer.getByText('Blocked', { exact: true }).waitFor();
    const explained = await school.request('POST', '/v1/policies/explain', {
      url: QUIZ,
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
    await answer.getByText('quiz.play.example', { exact: true }).waitFor();
    await answer
      .getByText(reasonSentence({ reason: 'locked_block', action: 'block', category: null }, 'en'), {
        exact: true,
      })
      .waitFor();
    t.equal(
      await answer.locator('blockquote').textContent(),
      'No games in lessons <b>',
      'text, never markup',
    );
    t.same(
      await steps(answer).allTextContents(),
      chain.map((sentence, index) => `${sentence} ${index === 0 ? 'Decided' : 'Would allow.'}`),
    );
    await answer.getByText(name, { exact: true }).waitFor();
    t.match(await answer.textContent(), new RegExp(`${STUDENT}.*${name}.*/Springfield/High`));
    await answer.getByText('No permission opens it.').waitFor();
    t.equal(new URL(page.url()).searchParams.get('device'), name, 'the address holds the question');
    await page.reload();
    await answer.getByText('Blocked', { exact: true }).waitFor();
    await until(async () => ((await field('Laptop').inputValue()) === name ? true : null), {
      what: 'the name of the laptop that the address names by its id',
      timeoutMs: 60_000,
    });
    await shot('explain.png');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 380, height: 900 });
    await shot('explain-small-dark.png');
    await page.setViewportSize({ width: 1_366, height: 900 });

    await ask({ Address: 'https://school.example/', Program: 'steam' });
    const asked = answer.filter({ hasText: 'school.example' });
    await asked.getByText('Blocked', { exact: true }).waitFor();
    t.match(await asked.textContent(), /Program ?steam/, 'a rule for the program decides');
    await ask({ Program: '' });
    await asked.getByText('Allowed', { exact: true }).waitFor();

    await ask({ Address: QUIZ, Moment: '2025-11-01T10:00' });
    const before = region(/^Then: /);
    await before.getByText('Allowed', { exact: true }).waitFor();
    await before
      .getByText(reasonSentence({ reason: 'default', action: 'allow', category: null }, 'en'), {
        exact: true,
      })
      .waitFor();
    t.same(
      await steps(before).allTextContents(),
      ['The filter, where no policy applies, allows it. Decided'],
      'the policy did not exist then',
    );
    await region('Now').getByText('Blocked', { exact: true }).waitFor();
    await page.getByText('It is decided differently now.').waitFor();

    await ask({ Laptop: 'no such laptop', Moment: '' });
    await page.getByRole('alert').getByText('There is no laptop “no such laptop”.').waitFor();
    t.equal(await answer.count(), 0, 'no old answer stands beside a new question');

    await ask({ Address: 'chat.example', Laptop: '' });
    await answer.getByText('Blocked', { exact: true }).waitFor();
    await answer.getByRole('button', { name: 'Allow for 1 h' }).click();
    await answer.getByText('Allowed', { exact: true }).waitFor();
    const { body } = await school.request('GET', '/v1/overrides?status=active');
    t.equal(body.data.length, 1);
    hasFields(t, body.data[0], { site: 'chat.example', scope: { type: 'student' } });

    t.same(seen, { complaints: [], foreign: [] });
  },
);
