import t from 'tap';
import { createLifecycle, type Service } from '../../../kit/lifecycle.ts';

const service = (name: string, calls: string[], fails: 'start' | 'stop' | 'never' = 'never'): Service => ({
  async start() {
    calls.push(`start ${name}`);
    if (fails === 'start') throw new Error(`${name} cannot start`);
  },
  async stop() {
    calls.push(`stop ${name}`);
    if (fails === 'stop') throw new Error(`${name} cannot stop`);
  },
});

t.test('services start in order, stop in reverse, and a second call does nothing', async (t) => {
  const calls: string[] = [];
  const lifecycle = createLifecycle([service('a', calls), service('b', calls)]);
  await lifecycle.start();
  await lifecycle.start();
  await lifecycle.stop();
  await lifecycle.stop();
  t.same(calls, ['start a', 'start b', 'stop b', 'stop a']);
});

t.test('when one cannot start, those before it are stopped and the error is told', async (t) => {
  const calls: string[] = [];
  const lifecycle = createLifecycle([service('a', calls), service('b', calls, 'start'), service('c', calls)]);
  await t.rejects(lifecycle.start(), { message: 'b cannot start' });
  t.same(calls, ['start a', 'start b', 'stop a']);
});

t.test('one that cannot stop does not keep the others running', async (t) => {
  const calls: string[] = [];
  const lifecycle = createLifecycle([service('a', calls), service('b', calls, 'stop')]);
  await lifecycle.start();
  await t.rejects(lifecycle.stop(), { message: /b cannot stop/ });
  t.same(calls.slice(2), ['stop b', 'stop a']);
});
