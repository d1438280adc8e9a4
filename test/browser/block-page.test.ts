import t from 'tap';
import { createStand, startProxy } from '../integration/agent/filter/stand-servers.ts';
import { browserObstacle, browserRequired, openBrowser } from '../support/browser.ts';
import { until } from '../support/until.ts';

const obstacle = await browserObstacle();
const skip = obstacle !== null && !browserRequired() ? obstacle : false;

t.test(
  'a browser behind the proxy shows the block page of a blocked site and asks for it, without scripts and without asking anybody else',
  { skip },
  async (t) => {
    const stand = createStand(t.teardown.bind(t));
    stand.judge.block('play.example');
    const { port, asked } = await startProxy(stand, t.teardown.bind(t));
    const browser = await openBrowser();
    t.teardown(() => browser.close());
    const context = await browser.newContext({
      proxy: { server: `http://127.0.0.1:${port}` },
      javaScriptEnabled: false,
    });
    const page = await context.newPage();
    const foreign: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => {
      const { host } = new URL(request.url());
      if (host !== 'play.example' && host !== 'schoolgate.internal') foreign.push(request.url());
    });
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });

    const shown = await page.goto('http://play.example/level?1');
    t.equal(shown?.status(), 403);
    t.equal(await page.textContent('h1'), 'This page is blocked');
    t.equal(await page.textContent('blockquote'), 'No games in lessons');
    const box = await page.locator('main').boundingBox();
    t.ok(box !== null && box.width < 700, 'the style passes our own Content-Security-Policy');
    await page.fill('textarea', 'For physics');
    await page.click('button');
    await until(() => asked.length === 1, { what: 'the request' });
    t.equal(asked[0]?.note, 'For physics');
    t.equal(asked[0]?.url, 'http://play.example/level?1');
    t.equal(await page.textContent('h1'), 'Your request is on its way');
    await page.click('footer a');
    t.equal(await page.textContent('h1'), 'The filter on this laptop');
    await page.fill('input[name=url]', 'play.example');
    await page.click('button');
    t.equal(await page.textContent('h1'), 'This address is blocked');

    t.same(foreign, []);
    t.same(
      complaints.filter((text) => !text.includes('403 (Forbidden)')),
      [],
    );
  },
);
