import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { createSocketPrograms } from '../../../../../agent/os/linux/socket-programs.ts';
import type { Clock } from '../../../../../kit/clock.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { testFolder } from '../../../../support/test-folder.ts';

const UID = process.getuid?.() ?? 0;
const skip = process.platform === 'win32' ? 'Windows has no symbolic links for everyone' : false;
const SECOND = 1_000;

type Folder = Record<string, NonNullable<Parameters<typeof testFolder>[1]>>;

/** A /proc with a browser (sockets 11 and 12) and a program that was replaced (socket 21). */
function setUp(t: Test, more: Folder = {}) {
  const to = (path: string) => t.fixture('symlink', path);
  const root = testFolder(t, {
    self: {},
    meminfo: '',
    '100': {
      exe: to('/usr/bin/firefox'),
      fd: { 0: to('/dev/null'), 3: to('socket:[11]'), 4: to('socket:[12]') },
    },
    '200': { exe: to('/usr/bin/updated (deleted)'), fd: { 3: to('socket:[21]') } },
    '300': { fd: { 3: to('socket:[31]') } },
    '400': {},
    ...more,
  });
  const clock = createFakeClock();
  const programs = createSocketPrograms({ clock, root });
  const programOf = (inode: number, uid = UID) => programs.programOf({ inode, uid }, SECOND);
  /** The answer after the whole second. */
  const waitFor = async (inode: number): Promise<string | null> => {
    const answer = programOf(inode);
    await clock.advance(SECOND);
    return answer;
  };
  return { root, clock, programs, programOf, waitFor };
}

/** Each look at this clock takes some milliseconds: work costs time. */
function costly(clock: Clock, ms: number): Clock & { readonly spent: () => number } {
  let spent = 0;
  return {
    ...clock,
    spent: () => spent,
    monotonic() {
      spent += ms;
      return clock.monotonic() + spent;
    },
  };
}

t.test('a socket is traced to the file name of the program that holds it', { skip }, async (t) => {
  const { programOf, waitFor, clock } = setUp(t);
  t.equal(await programOf(12), 'firefox');
  t.equal(await programOf(21), 'updated', 'whose file was replaced');
  t.equal(await programOf(11, UID + 1), 'firefox', 'a program of root’s, or hidden');
  t.equal(await programOf(0), null, 'a socket that is closed');
  t.equal(await waitFor(99), null);
  t.equal(await waitFor(31), null, 'a program that has ended meanwhile');
  await clock.advance(SECOND);
  t.equal(clock.pending(), 0, 'no search goes on for nobody');
});

t.test('an answer is kept for some seconds, a failure is not', { skip }, async (t) => {
  const { programOf, waitFor, root, clock } = setUp(t);
  t.equal(await programOf(11), 'firefox');
  t.equal(await waitFor(99), null);
  rmSync(join(root, '100/fd/3'));
  symlinkSync('socket:[99]', join(root, '100/fd/5'));
  t.equal(await programOf(11), 'firefox');
  t.equal(await programOf(99), 'firefox');
  await clock.advance(6_000);
  t.equal(await waitFor(11), null, 'the number may be another’s by now');
});

t.test('a socket that a process takes over while it is looked for is found', { skip }, async (t) => {
  const { programOf, root, clock } = setUp(t);
  const answer = programOf(99);
  await clock.advance(500);
  symlinkSync('socket:[99]', join(root, '100/fd/5'));
  await clock.advance(499);
  t.equal(await answer, 'firefox');
});

t.test('whoever asks says how long he waits', { skip }, async (t) => {
  const { programs, root, clock } = setUp(t);
  const answer = programs.programOf({ inode: 99, uid: UID }, 200);
  await clock.advance(200);
  symlinkSync('socket:[99]', join(root, '100/fd/5'));
  t.equal(await answer, null);
});

t.test(
  'calls for the same socket share one search, and too many at once get no answer',
  { skip },
  async (t) => {
    const { programOf, clock } = setUp(t);
    const hidden = programOf(999);
    t.equal(programOf(999), hidden);
    const many = Array.from({ length: 300 }, (_, at) => programOf(1_000 + at));
    t.equal(await programOf(12), null, 'not even one that could be found');
    await clock.advance(SECOND);
    t.same(new Set(await Promise.all([hidden, ...many])), new Set([null]));
    t.equal(await programOf(12), 'firefox', 'later it is');
  },
);

t.test('a program with more files than others is read to its end', { skip }, async (t) => {
  const to = (path: string) => t.fixture('symlink', path);
  const fd = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [at, to('/dev/null')]));
  const { programOf } = setUp(t, {
    500: { exe: to('/usr/bin/hog'), fd: { ...fd, 3000: to('socket:[51]') } },
  });
  t.equal(await programOf(51), 'hog');
});

t.test(
  'programs that take all the time of the search do not hide the others for ever',
  { skip },
  async (t) => {
    const to = (path: string) => t.fixture('symlink', path);
    // The wanted one is the oldest.
    const { root, clock } = setUp(t, {
      ...Object.fromEntries(
        Array.from({ length: 60 }, (_, at) => [1_000 + at, { fd: { 3: to(`socket:[${1_000 + at}]`) } }]),
      ),
    });
    const programs = createSocketPrograms({ root, clock: costly(clock, 4) });
    const answers: (string | null)[] = [];
    for (let round = 0; round < 20; round++) {
      const answer = programs.programOf({ inode: 11, uid: UID }, SECOND);
      await clock.advance(SECOND);
      answers.push(await answer);
    }
    t.equal(answers[0], null, 'its second is over before it is its turn');
    t.ok(answers.includes('firefox'), `but one of the next finds it: ${answers}`);
  },
);

t.test('searches that find nothing do not keep the agent busy', { skip }, async (t) => {
  const { root, clock } = setUp(t);
  const busy = costly(clock, 1);
  const programs = createSocketPrograms({ root, clock: busy });
  for (let second = 0; second < 5; second += 1) {
    const answers = Array.from({ length: 50 }, (_, at) =>
      programs.programOf({ inode: 1_000 + second * 100 + at, uid: UID }, SECOND),
    );
    await clock.advance(SECOND);
    t.same(new Set(await Promise.all(answers)), new Set([null]));
  }
  t.ok(busy.spent() < 2_500, `it looked for ${busy.spent()} of 5,000 ms`);
  t.equal(await programs.programOf({ inode: 11, uid: UID }, SECOND), 'firefox', 'what is there is found');
});
