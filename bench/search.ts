import type { ApiReady } from './api.ts';
import type { BenchSizes } from './load/size.ts';
import { figure, percentile, table } from './load/statistics.ts';
import { startPeer } from './peers/peer-process.ts';

interface SearchSize {
  readonly devices: number;
  readonly people: number;
  /** Of each question. */
  readonly samples: number;
}

export const SEARCH_SIZES: BenchSizes<SearchSize> = {
  whole: { devices: 50_000, people: 50_000, samples: 200 },
  tiny: { devices: 3, people: 3, samples: 3 },
};

/** What a console asks all the time, with the place of its number in it. */
const QUESTIONS: Readonly<Record<string, (number: number) => string>> = {
  'search, the beginning of a name': (number) => `/v1/search?q=student ${number}`,
  'search, a word of many': () => '/v1/search?q=dent',
  'search, a word of nothing': (number) => `/v1/search?q=zz${number} none`,
  'what needs somebody': () => '/v1/attention',
  'devices by state': () => '/v1/devices/summary',
};

/** How long a console waits, one question after another. */
export async function benchSearch(size: SearchSize): Promise<void> {
  const peer = await startPeer<ApiReady>('schoolgate-api.ts', [String(size.devices), String(size.people)]);
  try {
    const { port, keys } = peer.ready;
    const rows: string[][] = [];
    for (const [name, pathOf] of Object.entries(QUESTIONS)) {
      const took: number[] = [];
      for (let number = 0; number < size.samples; number++) {
        const startedAt = performance.now();
        const answer = await fetch(`http://127.0.0.1:${port}${pathOf(number)}`, {
          headers: { authorization: `Bearer ${keys[number % keys.length] ?? ''}` },
        });
        if (answer.status !== 200) throw new Error(`${name}: ${await answer.text()}`);
        await answer.text();
        took.push(performance.now() - startedAt);
      }
      rows.push([name, ...[0.5, 0.99].map((share) => figure(percentile(took, share), 1))]);
    }
    console.log(`\nsearch: ${figure(size.devices)} devices, ${figure(size.people)} people`);
    console.log(table([['', 'p50 ms', 'p99 ms'], ...rows]));
    console.log('(aim: p99 of a search under 50 ms)');
  } finally {
    await peer.stop();
  }
}
