import t from 'tap';
import { createLinuxPrograms } from '../../../../../agent/filter/relay/linux-programs.ts';
import type { SocketName } from '../../../../../agent/ports/socket-programs.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

const SOCKET = { inode: 13, uid: 1_000 };
const never = () => new Promise<null>(() => undefined);

function setUp({ wanted = true, answer = async (): Promise<string | null> => 'curl' } = {}) {
  const asked: (SocketName & { readonly withinMs: number })[] = [];
  const clock = createFakeClock();
  const programs = createLinuxPrograms({
    programOf(socket, withinMs) {
      asked.push({ ...socket, withinMs });
      return answer();
    },
    wanted: () => wanted,
    clock,
  });
  const ask = (count: number, { uid = 1_000, from = 1 } = {}): Promise<string | null>[] =>
    Array.from({ length: count }, (_, at) => programs.programOf({ inode: from + at, uid }));
  return { programs, asked, clock, ask };
}

t.test('the agent is asked for the socket, and has a second', async (t) => {
  const { programs, asked, clock } = setUp();
  t.equal(await programs.programOf(SOCKET), 'curl');
  t.same(asked, [{ inode: 13, uid: 1_000, withinMs: 1_000 }]);
  t.equal(clock.pending(), 0, 'nothing waits any more');
});

t.test('nothing is asked without a rule for programs, or for a socket that is closed', async (t) => {
  for (const [options, inode] of [
    [{ wanted: false }, 13],
    [{ wanted: true }, 0],
  ] as const) {
    const { programs, asked } = setUp(options);
    t.equal(await programs.programOf({ ...SOCKET, inode }), null);
    t.same(asked, []);
  }
});

t.test('an agent that says no leaves the program unknown', async (t) => {
  const { programs } = setUp({ answer: () => Promise.reject(new Error('too many calls')) });
  t.equal(await programs.programOf(SOCKET), null);
});

t.test('an agent that is stuck leaves the program unknown after a second', async (t) => {
  const { programs, clock } = setUp({ answer: never });
  const answer = programs.programOf(SOCKET);
  await clock.advance(1_000);
  t.equal(await answer, null);
});

t.test('a flood of connections waits for its turn, and each is still found', async (t) => {
  const { asked, clock, ask } = setUp();
  const answers = Promise.all(ask(800));
  await clock.advance(0);
  t.equal(asked.length, 500, 'as many as the agent is asked at once');
  await clock.advance(900);
  t.equal(asked.length, 800);
  t.same(new Set(await answers), new Set(['curl']));
});

t.test('what a flood keeps from its turn for a second is unknown', async (t) => {
  const { asked, clock, ask } = setUp();
  const answers = Promise.all(ask(2_000));
  await clock.advance(1_000);
  const found = (await answers).filter((name) => name === 'curl').length;
  t.equal(found, asked.length);
  t.ok(found >= 900 && found <= 1_000, `${found} had their turn`);
  t.equal(clock.pending(), 0, 'nothing waits any more');
});

t.test('more connections than may wait are unknown at once', async (t) => {
  const { clock, ask } = setUp({ answer: never });
  const answers = ask(4_300);
  t.equal(await answers.at(-1), null);
  await clock.advance(1_000);
  t.same(new Set(await Promise.all(answers)), new Set([null]));
});

t.test('of one account the newest has its turn first, with the time that is left to it', async (t) => {
  const { asked, clock, ask } = setUp({ answer: never });
  ask(100);
  ask(1, { from: 7_000 });
  await clock.advance(400);
  ask(1, { from: 8_000 });
  await clock.advance(600);
  t.equal(asked.length, 100, 'these are not answered');
  await clock.advance(0);
  t.notOk(
    asked.some(({ inode }) => inode === 7_000),
    'its second is over',
  );
});

t.test('accounts take turns: one that floods keeps nobody else from his', async (t) => {
  const { asked, clock, ask } = setUp();
  const answers = [...ask(3_000), ...ask(1, { uid: 1_001, from: 9_000 })];
  await clock.advance(10);
  t.ok(
    asked.some(({ inode }) => inode === 9_000),
    'the other account was asked about soon',
  );
  await clock.advance(1_000);
  await Promise.all(answers);
});
