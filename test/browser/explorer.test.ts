import t from 'tap';
import { browserObstacle, browserRequired, openBrowser } from '../support/browser.ts';
import { createSchool } from '../support/school.ts';
import { testFolder } from '../support/test-folder.ts';

const obstacle = await browserObstacle();
const skip = obstacle !== null && !browserRequired() ? obstacle : false;

t.test(
  'the explorer shows the API, asks nobody else, and calls it with a pasted key',
  { skip },
  async (t) => {
    const school = await createSchool(testFolder(t), t.teardown.bind(t));
    const browser = await openBrowser();
    t.teardown(() => browser.close());
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    const origin = `http://127.0.0.1:${school.httpPort}`;
    const foreign: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => {
      const { protocol, origin: asked } = new URL(request.url());
      if (protocol.startsWith('http') && asked !== origin) foreign.push(request.url());
    });
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));

    await page.goto(`${origin}/docs`);
    await page.waitForSelector('text=List devices');

    await page.fill('input[placeholder="Token"]', school.key);
    await page.click('text=List devices');
    await page.locator('button:has-text("Test Request")').first().click();
    const [answer] = await Promise.all([
      page.waitForResponse((response) => new URL(response.url()).pathname === '/v1/devices'),
      page
        .locator('button:visible', { hasText: /^\s*Send(?! a)/ })
        .last()
        .click(),
    ]);
    t.equal(answer.status(), 200, 'the pasted key opens the API');
    t.same((await answer.json()).data, []);
    t.same(foreign, []);
    t.same(complaints, []);
  },
);
