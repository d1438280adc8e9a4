import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { createSocketPrograms } from '../../../../../agent/os/linux/socket-programs.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { testFolder } from '../../../../support/test-folder.ts';

const UID = process.getuid?.() ?? 0;
const skip = process.platform === 'win32' ? 'Windows has no symbolic links for everyone' : false;

/** A /proc with a browser (sockets 11 and 12) and a program that was replaced (socket 21). */
function setUp(t: Test) {
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
  });
  const clock = createFakeClock();
  return { root, clock, programs: createSocketPrograms({ clock, root }) };
}

t.test('a socket is traced to the file name of the program that holds it', { skip }, async (t) => {
  const { programs } = setUp(t);
  t.equal(await programs.programOf({ inode: 12, uid: UID }), 'firefox');
  t.equal(await programs.programOf({ inode: 21, uid: UID }), 'updated', 'whose file was replaced');
  t.equal(await programs.programOf({ inode: 11, uid: UID + 1 }), 'firefox', 'a program of root’s, or hidden');
  t.equal(await programs.programOf({ inode: 99, uid: UID }), null);
  t.equal(await programs.programOf({ inode: 0, uid: UID }), null, 'a socket that is closed');
  t.equal(await programs.programOf({ inode: 31, uid: UID }), null, 'a program that has ended meanwhile');
});

t.test('an answer is kept for some seconds, a failure is not', { skip }, async (t) => {
  const { programs, root, clock } = setUp(t);
  t.equal(await programs.programOf({ inode: 11, uid: UID }), 'firefox');
  t.equal(await programs.programOf({ inode: 99, uid: UID }), null);
  rmSync(join(root, '100/fd/3'));
  symlinkSync('socket:[99]', join(root, '100/fd/5'));
  t.equal(await programs.programOf({ inode: 11, uid: UID }), 'firefox');
  t.equal(await programs.programOf({ inode: 99, uid: UID }), 'firefox');
  await clock.advance(6_000);
  t.equal(await programs.programOf({ inode: 11, uid: UID }), null, 'the number may be another’s by now');
});

t.test(
  'calls for the same socket share one search, and too many at once get no answer',
  { skip },
  async (t) => {
    const { programs } = setUp(t);
    const first = programs.programOf({ inode: 11, uid: UID });
    t.equal(programs.programOf({ inode: 11, uid: UID }), first);
    const many = Array.from({ length: 200 }, (_, at) => programs.programOf({ inode: 1_000 + at, uid: UID }));
    t.equal(await programs.programOf({ inode: 12, uid: UID }), null, 'not even one that could be found');
    t.same(new Set(await Promise.all(many)), new Set([null]));
    t.equal(await first, 'firefox');
    t.equal(await programs.programOf({ inode: 12, uid: UID }), 'firefox', 'later it is');
  },
);

t.test('a search that takes too long ends without an answer', { skip }, async (t) => {
  const { root } = setUp(t);
  let now = 0;
  const slow = createSocketPrograms({
    root,
    clock: {
      monotonic() {
        now += 15;
        return now;
      },
    },
  });
  t.equal(await slow.programOf({ inode: 11, uid: UID }), null);
});

t.test('programs that take all the time of a search do not hide the others for ever', { skip }, async (t) => {
  const to = (path: string) => t.fixture('symlink', path);
  // Each costs a third of a search; the wanted one is the oldest.
  const root = testFolder(t, {
    100: { exe: to('/usr/bin/firefox'), fd: { 3: to('socket:[11]') } },
    ...Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [200 + at, { fd: { 3: to(`socket:[${1_000 + at}]`) } }]),
    ),
  });
  let now = 0;
  const programs = createSocketPrograms({
    root,
    clock: {
      monotonic() {
        now += 4;
        return now;
      },
    },
  });
  const answers: (string | null)[] = [];
  for (let round = 0; round < 12; round++) {
    now = round * 1_000;
    answers.push(await programs.programOf({ inode: 11, uid: UID }));
  }
  t.equal(answers[0], null, 'the first search runs out of time');
  t.ok(answers.includes('firefox'), `but one of the next finds it: ${answers}`);
});

t.test('searches that find nothing do not keep the agent busy', { skip }, async (t) => {
  const { root } = setUp(t);
  let now = 0;
  const programs = createSocketPrograms({
    root,
    clock: {
      monotonic() {
        now += 1;
        return now;
      },
    },
  });
  const foundAt: number[] = [];
  for (let inode = 1_000; now < 900; inode += 1) {
    const before = now;
    await programs.programOf({ inode, uid: UID });
    foundAt.push(now - before);
  }
  const searched = foundAt.filter((ms) => ms > 5).reduce((sum, ms) => sum + ms, 0);
  t.ok(searched >= 250 && searched < 400, `it searched for ${searched} ms of the first second`);
  now = 1_000;
  t.equal(await programs.programOf({ inode: 11, uid: UID }), 'firefox', 'the next second is another');
});
