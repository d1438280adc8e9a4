// `npm run measure -- dashboard`: how the list of laptops does with 20,000 of them, in a real browser, in figures, one a line as JSON. Programs must be built first.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { openBrowser } from '../support/browser.ts';
import { createSchool, type School } from '../support/school.ts';
import { until } from '../support/until.ts';
import { fillSchool, type LoadedLaptop, sendHeartbeats } from './school-load.ts';

const DEVICES = 20_000;
/**
 * How many laptops bring another battery level each second: they are the first of the list, so that what changes is seen. The server tells of up to 100 laptops
 * singly at a time, and of more by one word, after which the page reads again what it shows.
 */
const RATES = { singly: 80, 'by one word': 200 } as const;
const LIVE_SECONDS = 40;
/** What is typed, digit by digit: each digit leaves fewer laptops. */
const TYPED = ['1972', '4308', '7561', '2946', '8137', '6053', '3819', '9240'];
const PATIENCE_MS = 120_000;
/** The list, when nothing is searched for. */
const ALL_ROWS = `[role="grid"][aria-rowcount="${DEVICES + 1}"]`;

/** The goals (milliseconds): design, “20,000 rows”. A cold page is the first of a browser, a warm one has its files. */
const COLD_MS = 1_400;
const WARM_MS = 400;
const KEYSTROKE_MS = 186;
/** Percent of the page's main thread. The design's figure is for 200 laptops a second, told singly; this server tells so many by one word. */
const BUSY_PERCENT = 9;
/** What the collector finds again, and what it does not give back at once (MB). */
const GROWTH_MB = 4;

interface Figure {
  readonly figure: string;
  readonly value: number;
  readonly unit: string;
  readonly bound: number | null;
}

const ends: (() => unknown)[] = [];
const folder = mkdtempSync(join(tmpdir(), 'schoolgate-dashboard-'));
try {
  const school = await createSchool(folder, (end) => void ends.push(end));
  const laptops = await fillSchool(school, DEVICES);
  const browser = await openBrowser();
  ends.push(() => browser.close());
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1_366, height: 900 } });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript({ path: join(import.meta.dirname, 'watch-rows.js') });
  const page = await context.newPage();
  await page.goto(await school.signInLink());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main pages' }).first().waitFor();

  await measureOpening(page, school);
  await measureTyping(page);
  for (const [how, count] of Object.entries(RATES))
    await measureLive(page, school, { how, speaking: laptops.slice(0, count) });
} finally {
  for (const end of ends.reverse()) await end();
  rmSync(folder, { recursive: true, force: true });
}

function tell({ bound, ...figure }: Figure): void {
  const ok = bound === null || figure.value <= bound;
  const value = Math.round(figure.value * 10) / 10;
  process.stdout.write(`${JSON.stringify({ ...figure, value, bound, ok })}\n`);
}

async function measureOpening(page: Page, school: School): Promise<void> {
  const address = `http://127.0.0.1:${school.httpPort}/devices`;
  const client = await page.context().newCDPSession(page);
  await client.send('Network.clearBrowserCache');
  const opened = async (): Promise<number> => {
    await page.goto(address);
    return await until(() => page.evaluate('rowsAt') as Promise<number | null>, { what: 'the first row' });
  };
  tell({ figure: 'open, cold', value: await opened(), unit: 'ms', bound: COLD_MS });
  const warm: number[] = [];
  for (let round = 0; round < 5; round++) warm.push(await opened());
  tell({ figure: 'open, warm, median', value: middle(warm), unit: 'ms', bound: WARM_MS });
  tell({
    figure: 'rows in the document',
    value: await page.locator('[role="row"]').count(),
    unit: '',
    bound: 60,
  });
}

async function measureTyping(page: Page): Promise<void> {
  const search = page.getByRole('searchbox', { name: 'Search laptops' });
  let typed = 0;
  for (const text of TYPED) {
    await search.fill('');
    await page.locator(ALL_ROWS).waitFor();
    for (const digit of text) {
      await search.press(digit);
      typed += 1;
      await until(() => page.evaluate(`keystrokes.length >= ${typed}`), { what: `rows for ${text}` });
    }
  }
  const took = (await page.evaluate('keystrokes')) as readonly number[];
  await search.fill('');
  await page.locator(ALL_ROWS).waitFor();
  tell({ figure: 'keystroke to rows, median', value: middle(took), unit: 'ms', bound: KEYSTROKE_MS });
  tell({ figure: 'keystroke to rows, slowest', value: Math.max(...took), unit: 'ms', bound: null });
}

async function measureLive(
  page: Page,
  school: School,
  { how, speaking }: { readonly how: string; readonly speaking: readonly LoadedLaptop[] },
): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'timeTicks' });
  const authority = readFileSync(join(school.dataDir, 'certificates/ca.crt'), 'utf8');
  const load = await sendHeartbeats(school, speaking, { authority, perSecond: speaking.length });
  const live = await countLive(page, school);
  try {
    // The first seconds bring each laptop on-line, and fill what then stays.
    await page.waitForTimeout(10_000);
    const firstRow = page.locator('[role="row"][data-index="0"]');
    const shown = await firstRow.textContent();
    const before = { heap: await heapOf(client), busy: await busyOf(client), heard: live.heard() };
    const startedAt = performance.now();
    await page.waitForTimeout(LIVE_SECONDS * 1_000);
    const seconds = (performance.now() - startedAt) / 1_000;
    const busy = (((await busyOf(client)) - before.busy) / seconds) * 100;
    const heard = live.heard();
    const heap = await heapOf(client);
    const figures: readonly Omit<Figure, 'figure'>[] = [
      { value: (heard.singly - before.heard.singly) / seconds, unit: 'laptops/s', bound: null },
      { value: (heard.byOneWord - before.heard.byOneWord) / seconds, unit: 'words/s', bound: null },
      { value: busy, unit: '% of the main thread', bound: BUSY_PERCENT },
      { value: heap, unit: 'MB of heap', bound: null },
      { value: heap - before.heap, unit: 'MB of heap more', bound: GROWTH_MB },
    ];
    for (const one of figures) tell({ ...one, figure: `changes told ${how}: ${one.unit}` });
    if ((await firstRow.textContent()) === shown) throw new Error('the list did not follow the laptops');
  } finally {
    live.stop();
    await load.stop();
  }
}

interface Heard {
  readonly singly: number;
  readonly byOneWord: number;
}

/** Counts the messages about laptops on a stream of the same person's, beside that of the page. */
async function countLive(
  page: Page,
  school: School,
): Promise<{ readonly heard: () => Heard; readonly stop: () => void }> {
  const cookies = await page.context().cookies();
  const end = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${school.httpPort}/v1/live`, {
    headers: { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
    signal: end.signal,
  });
  if (answer.body === null || !answer.ok) throw new Error(`no live stream: ${answer.status}`);
  const text = answer.body.pipeThrough(new TextDecoderStream());
  let heard: Heard = { singly: 0, byOneWord: 0 };
  const read = async (): Promise<void> => {
    for await (const part of text)
      heard = {
        singly: heard.singly + part.split('event: device\n').length - 1,
        byOneWord: heard.byOneWord + part.split('event: many\n').length - 1,
      };
  };
  read().catch((error: unknown) => {
    if (!end.signal.aborted) throw error;
  });
  return { heard: () => heard, stop: () => end.abort() };
}

/** Seconds that the page's main thread has worked. */
async function busyOf(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

async function heapOf(client: CDPSession): Promise<number> {
  await client.send('HeapProfiler.collectGarbage');
  const { usedSize } = await client.send('Runtime.getHeapUsage');
  return usedSize / 1_048_576;
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
