// A process that logs many lines and then ends in the way that it is told: see log.test.ts.
import { createBufferedLog } from '../../../kit/log.ts';
import { endInOrder } from '../../../server/cli/end-in-order.ts';

const [, , way = '', count = '0'] = process.argv;
const buffered = createBufferedLog('info');
const { log } = buffered;
endInOrder({ stop: async () => log.info({}, 'stopped') }, buffered, 0);
// Something keeps a server alive.
const life = setInterval(() => undefined, 1_000);
for (let line = 0; line < Number(count); line++) log.info({ line, padding: 'x'.repeat(200) }, 'a line');
const ways: Readonly<Record<string, () => unknown>> = {
  exit: () => process.exit(7),
  throw: () => {
    throw new Error('nobody caught this');
  },
  reject: () => void Promise.reject(new Error('nobody caught this')),
  drain: () => clearInterval(life),
  wait: async () => {
    await buffered.flush();
    process.stdout.write('flushed\n');
  },
  slow: () => process.stdout.write('waiting\n'),
};
await ways[way]?.();
