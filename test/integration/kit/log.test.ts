import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import t from 'tap';
import { ROOT, startNode } from '../../support/child-process.ts';

const CHILD = new URL('./log-child.ts', import.meta.url).pathname;
const LINES = 5_000;

/** What the lines of a log say, each of which must be whole. */
function read(stderr: string): { readonly numbers: readonly number[]; readonly others: readonly string[] } {
  const lines: { line?: number; msg: string }[] = stderr
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  return {
    numbers: lines.flatMap(({ line }) => line ?? []),
    others: lines.filter(({ line }) => line === undefined).map(({ msg }) => msg),
  };
}

const ALL = Array.from({ length: LINES }, (_, line) => line);

for (const [way, code, others] of [
  ['exit', 7, []],
  ['drain', 0, []],
  ['throw', 1, ['an error that nobody caught; stopping', 'stopped']],
  ['reject', 1, ['an error that nobody caught; stopping', 'stopped']],
] as const) {
  t.test(`every line is written, in its order, when a process ends by: ${way}`, async (t) => {
    const child = startNode([CHILD, way, String(LINES)]);
    t.equal((await child.ended).code, code);
    const seen = read(child.stderr());
    t.same(seen.numbers, ALL);
    t.same(seen.others, others);
  });
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  t.test(`every line is written when a process stops by ${signal}, to the last of its stop`, async (t) => {
    const child = startNode([CHILD, 'slow', String(LINES)]);
    await child.line(/waiting/);
    t.equal((await child.end(signal)).code, 0);
    const seen = read(child.stderr());
    t.same(seen.numbers, ALL);
    t.same(seen.others, ['stopped']);
  });
}

t.test('a process that is killed has written what it said before its last write', async (t) => {
  const child = startNode([CHILD, 'wait', String(LINES)]);
  await child.line(/flushed/);
  await child.end('SIGKILL');
  t.same(read(child.stderr()).numbers, ALL);
});

t.test('a process goes on while nobody reads its log, and the log says what was lost', async (t) => {
  // Ten times what may wait.
  const lines = 160_000;
  const child = spawn(process.execPath, [CHILD, 'slow', String(lines)], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  child.stderr.pause();
  const [first] = await once(createInterface({ input: child.stdout }), 'line');
  t.equal(first, 'waiting', 'all was said');
  const chunks: Buffer[] = [];
  let said = '';
  let isStopped = false;
  child.stderr.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    // Once: a second signal ends the process at once.
    if (isStopped) return;
    said = `${said.slice(-1_000)}${chunk.toString()}`;
    isStopped = said.includes('were dropped') && child.kill('SIGTERM');
  });
  const closed = once(child, 'close');
  child.stderr.resume();
  const [code] = await closed;
  t.equal(code, 0);
  const log = Buffer.concat(chunks).toString();
  const { numbers, others } = read(log);
  t.same(
    numbers,
    Array.from({ length: numbers.length }, (_, line) => line),
    'the first ones, without a hole',
  );
  t.same(others, ['lines of this log were dropped, since nobody was reading them', 'stopped']);
  t.match(log, new RegExp(`"lines":${lines - numbers.length},`), 'how many');
});
