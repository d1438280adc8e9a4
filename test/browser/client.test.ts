import { join } from 'node:path';
import t from 'tap';
import { browserObstacle, browserRequired, openBrowser } from '../support/browser.ts';
import { createSchool } from '../support/school.ts';
import { installNodeClient } from '../support/sdk-node-package.ts';
import { testFolder } from '../support/test-folder.ts';

const obstacle = await browserObstacle();
const skip = obstacle !== null && !browserRequired() ? obstacle : false;

/** What a page of the server itself does with the client. */
const IN_THE_PAGE = `(async () => {
  const { NotFoundError, Schoolgate } = await import('/client/index.js');
  let csrfToken;
  const client = new Schoolgate({ baseUrl: location.origin, session: { csrfToken: () => csrfToken } });
  const unproven = await client.ous.create({ name: 'Grade-8' }).catch((error) => error.status);
  csrfToken = (await client.session.get()).csrfToken;
  const made = await client.ous.create({ name: 'Grade-9' });
  const names = [];
  for await (const ou of client.ous.list({ limit: 1 })) names.push(ou.name);
  const missing = await client.ous.get('ou_01kafw3v5xe8m9t2q4r6y8b0cd').catch((error) => error instanceof NotFoundError);
  return { unproven, made: made.name, names, missing };
})()`;

t.test('the client for Node works in a page of the server, by the session', { skip }, async (t) => {
  const folder = testFolder(t);
  const school = await createSchool(join(folder, 'school'), t.teardown.bind(t));
  installNodeClient(folder);
  const browser = await openBrowser();
  t.teardown(() => browser.close());
  const page = await browser.newPage();
  const client = join(folder, 'node_modules/@schoolgate/sdk/dist');
  await page.route('**/client/**', (route) =>
    route.fulfill({ path: join(client, new URL(route.request().url()).pathname.replace('/client/', '')) }),
  );
  await page.goto(await school.signInLink());
  await page.click('button[type=submit]');
  await page.waitForSelector('main');
  const told = (await page.evaluate(IN_THE_PAGE)) as Record<string, unknown>;
  t.equal(told.unproven, 403, 'a change without the token is refused');
  t.equal(told.made, 'Grade-9');
  t.ok((told.names as string[]).includes('Grade-9'), 'it goes over the pages');
  t.equal(told.missing, true, 'errors have their kinds');
});
