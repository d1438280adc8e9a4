import t from 'tap';
import { until } from '../../support/until.ts';

t.test('until resolves with the first truthy value', async (t) => {
  const values = [false, 0, null, 'here'];
  t.equal(await until(() => values.shift(), { what: 'a value', intervalMs: 1 }), 'here');
});

t.test('a condition that throws counts as not yet', async (t) => {
  let looks = 0;
  const look = () => {
    looks += 1;
    if (looks < 3) throw new Error('not listening');
    return Promise.resolve(looks);
  };
  t.equal(await until(look, { what: 'the server', intervalMs: 1 }), 3);
});

t.test('giving up names what was awaited and keeps the last error as the cause', async (t) => {
  const look = () => {
    throw new Error('not listening');
  };
  await t.rejects(until(look, { what: 'the server to listen', timeoutMs: 5, intervalMs: 1 }), {
    message: 'gave up waiting for the server to listen after 5 ms',
    cause: { message: 'not listening' },
  });
});

t.test('a look that hangs is given up with the rest, and its signal is aborted', async (t) => {
  let aborted = false;
  const look = (signal: AbortSignal) =>
    new Promise<never>(() => {
      signal.addEventListener('abort', () => {
        aborted = true;
      });
    });
  await t.rejects(until(look, { what: 'an answer', timeoutMs: 5 }), {
    message: 'gave up waiting for an answer after 5 ms',
    cause: { message: 'the last look did not come to an end' },
  });
  t.ok(aborted);
});
