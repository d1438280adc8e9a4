import t from 'tap';
import { createSerial } from '../../../kit/serial.ts';

/** A piece of work that ends when the test says so. */
function piece() {
  let end: () => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const ended = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  return { ended, end: () => end(), fail: (message: string) => fail(new Error(message)) };
}

t.test('a piece begins when the one before has ended, in the order of asking', async (t) => {
  const serial = createSerial();
  const order: string[] = [];
  const first = piece();
  const results = [
    serial.run(async () => {
      order.push('first begins');
      await first.ended;
      order.push('first ends');
      return 1;
    }),
    serial.run(() => {
      order.push('second');
      return 2;
    }),
  ];
  await Promise.resolve();
  t.strictSame(order, ['first begins']);
  first.end();
  t.strictSame(await Promise.all(results), [1, 2]);
  t.strictSame(order, ['first begins', 'first ends', 'second']);
});

t.test('a piece that fails or throws rejects its own promise, and the next runs', async (t) => {
  const serial = createSerial();
  const failing = piece();
  const rejected = serial.run(() => failing.ended);
  const thrown = serial.run(() => {
    throw new Error('thrown');
  });
  const after = serial.run(() => 'after');
  failing.fail('rejected');
  await t.rejects(rejected, { message: 'rejected' });
  await t.rejects(thrown, { message: 'thrown' });
  t.equal(await after, 'after');
  t.equal(serial.pending(), 0);
});

t.test('it tells how many wait or run', async (t) => {
  const serial = createSerial();
  t.equal(serial.pending(), 0);
  const first = piece();
  const running = serial.run(() => first.ended);
  const waiting = serial.run(() => undefined);
  t.equal(serial.pending(), 2);
  first.end();
  await running;
  await waiting;
  t.equal(serial.pending(), 0);
});

t.test('it is idle when all that was asked for has ended, failures too', async (t) => {
  const serial = createSerial();
  await serial.idle();
  const first = piece();
  const failed = serial.run(() => first.ended);
  let idle = false;
  const waiting = serial.idle().then(() => {
    idle = true;
  });
  await Promise.resolve();
  t.equal(idle, false);
  first.fail('broken');
  await t.rejects(failed);
  await waiting;
  t.equal(idle, true);
});
