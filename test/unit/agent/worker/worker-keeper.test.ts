import type { Duplex } from 'node:stream';
import t, { type Test } from 'tap';
import type { Handlers } from '../../../../agent/channel/calls.ts';
import { createChannel } from '../../../../agent/channel/channel.ts';
import {
  MAX_TO_AGENT_BYTES,
  MAX_TO_WORKER_BYTES,
  TO_AGENT,
  TO_WORKER,
  type ToAgent,
  type ToWorker,
} from '../../../../agent/worker/wire.ts';
import { createWorkerKeeper } from '../../../../agent/worker/worker-keeper.ts';
import { silentLog } from '../../../../kit/log.ts';
import { systemRandom } from '../../../../kit/random.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { line } from '../../../support/line.ts';

/** A keeper whose workers load, answer and hang when the test says so. */
async function setUp(t: Test) {
  const clock = createFakeClock();
  const deaths: (string | null)[] = [];
  const workers: { readonly stream: Duplex; end(how: string): void }[] = [];
  const keeper = createWorkerKeeper({
    starter: {
      start() {
        const [stream, inside] = line();
        let end: (how: string) => void = () => undefined;
        const ended = new Promise<string>((resolve) => {
          end = resolve;
        });
        workers.push({ stream: inside, end });
        return { pid: workers.length, stream, ended, kill: () => end('killed by SIGKILL') };
      },
    },
    handlers: {} as Handlers<ToAgent>,
    clock,
    random: systemRandom,
    log: silentLog,
    brief: async () => undefined,
    onGone: (why) => void deaths.push(why),
  });
  await keeper.start();
  t.teardown(async () => {
    const stopping = keeper.stop();
    await clock.advance(4_000);
    await stopping;
  });
  /** The newest worker has loaded: it answers until the returned call. */
  const load = (): (() => void) => {
    let hangs = false;
    const ping = () => (hangs ? new Promise<void>(() => undefined) : Promise.resolve());
    createChannel({
      stream: workers.at(-1)?.stream ?? line()[0],
      clock,
      takes: TO_WORKER,
      handlers: { ping } as unknown as Handlers<ToWorker>,
      makes: TO_AGENT,
      maxBytes: MAX_TO_WORKER_BYTES,
      maxSentBytes: MAX_TO_AGENT_BYTES,
      otherSide: 'trusted',
    });
    return () => {
      hangs = true;
    };
  };
  return { clock, deaths, workers, load };
}

t.test('a worker that loads slowly is waited for; one that has answered and hangs is ended', async (t) => {
  const { clock, deaths, workers, load } = await setUp(t);
  await clock.advance(25_000);
  const hang = load();
  await clock.advance(60_000);
  t.same([workers.length, deaths], [1, []]);
  hang();
  await clock.advance(11_000);
  t.same([workers.length, deaths], [2, ['killed by SIGKILL; killed by SIGKILL']]);
});

t.test('a worker that hangs right after its start is ended as soon as any other', async (t) => {
  const { clock, deaths, load } = await setUp(t);
  const hang = load();
  await clock.advance(1_000);
  hang();
  await clock.advance(11_000);
  t.strictSame(deaths, ['killed by SIGKILL; killed by SIGKILL']);
});

t.test('a worker that never answers is ended', async (t) => {
  const { clock, deaths } = await setUp(t);
  await clock.advance(36_000);
  t.equal(deaths.length, 1);
});

t.test('a worker that dies has a successor at once, and only those after it wait', async (t) => {
  const { clock, workers, load } = await setUp(t);
  load();
  await clock.advance(1_000);
  workers[0]?.end('killed by SIGKILL');
  await clock.advance(0);
  t.equal(workers.length, 2, 'in no time');
  workers[1]?.end('killed by SIGKILL');
  await clock.advance(0);
  t.equal(workers.length, 2);
  await clock.advance(200);
  t.equal(workers.length, 3);
});
