import t from 'tap';
import { createBufferedLines, type LineSink } from '../../../kit/buffered-lines.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { until } from '../../support/until.ts';

/** A sink whose writes are let go one by one. */
function createScene({ atOnce = Number.POSITIVE_INFINITY } = {}) {
  const clock = createFakeClock();
  const dropped: number[] = [];
  const waiting: ((error?: NodeJS.ErrnoException) => void)[] = [];
  let written = '';
  const take = (bytes: Uint8Array): number => {
    const part = bytes.subarray(0, atOnce);
    written += Buffer.from(part).toString();
    return part.length;
  };
  const sink: LineSink = {
    write: (bytes) =>
      new Promise((resolve, reject) => {
        waiting.push((error) => (error === undefined ? resolve(take(bytes)) : reject(error)));
      }),
    writeSync: take,
  };
  const lines = createBufferedLines({ sink, clock, onDropped: (count) => dropped.push(count) });
  const release = async (error?: NodeJS.ErrnoException): Promise<void> => {
    await until(() => waiting.length > 0, { what: 'a write' });
    waiting.shift()?.(error);
    await new Promise(setImmediate);
  };
  return { clock, lines, dropped, release, written: () => written, underWay: () => waiting.length };
}

const failure = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code });

t.test('lines that come during a write go out with the next, in their order', async (t) => {
  const { lines, release, written, underWay } = createScene();
  for (const line of ['a\n', 'b\n', 'c\n']) lines.write(line);
  t.equal(written(), '', 'nobody waited for the write');
  await release();
  t.equal(written(), 'a\n');
  lines.write('d\n');
  await release();
  t.equal(written(), 'a\nb\nc\n');
  const flushed = lines.flush();
  await release();
  await flushed;
  t.equal(written(), 'a\nb\nc\nd\n');
  t.equal(underWay(), 0);
});

t.test('what a write has left over is written before anything else', async (t) => {
  const { lines, release, written } = createScene({ atOnce: 3 });
  lines.write('12345\n');
  lines.write('678\n');
  for (let n = 0; n < 4; n++) await release();
  await lines.flush();
  t.equal(written(), '12345\n678\n');
});

t.test('a full disk or pipe is tried again, and costs no line', async (t) => {
  for (const code of ['EAGAIN', 'ENOSPC']) {
    const { clock, lines, release, written } = createScene();
    lines.write('a\n');
    lines.write('b\n');
    await release(failure(code));
    await clock.advance(50);
    await release();
    await release();
    await lines.flush();
    t.equal(written(), 'a\nb\n', code);
  }
});

t.test('once nobody listens any more nothing is kept', async (t) => {
  const { lines, release, written, underWay } = createScene();
  lines.write('a\n');
  lines.write('b\n');
  await release(failure('EPIPE'));
  await lines.flush();
  lines.write('c\n');
  lines.flushSync();
  t.same([written(), underWay()], ['', 0]);
});

t.test('lines above four megabytes are dropped while nothing can be written, and counted', async (t) => {
  const { lines, release, written, dropped } = createScene();
  const line = `${'x'.repeat(1_048_575)}\n`;
  for (let n = 0; n < 8; n++) lines.write(line);
  for (let n = 0; n < 5; n++) await release();
  await lines.flush();
  t.equal(written().length, 5 * line.length, 'one under way and four that waited');
  t.same(dropped, [3]);
});

t.test(
  'at the end of the process what waits is written at once, but for what a thread writes already',
  async (t) => {
    const { lines, written } = createScene({ atOnce: 3 });
    for (const line of ['under way\n', 'first\n', 'second\n']) lines.write(line);
    lines.flushSync();
    t.equal(written(), 'first\nsecond\n');
    lines.write('third\n');
    lines.flushSync();
    t.equal(written(), 'first\nsecond\nthird\n');
  },
);
