import t from 'tap';
import { createLinuxPrograms } from '../../../../../agent/filter/relay/linux-programs.ts';
import type { SocketName } from '../../../../../agent/ports/socket-programs.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

const SOCKET = { inode: 13, uid: 1_000 };

function setUp({ wanted = true, answer = async (): Promise<string | null> => 'curl' } = {}) {
  const asked: SocketName[] = [];
  const clock = createFakeClock();
  const programs = createLinuxPrograms({
    programOf(socket) {
      asked.push(socket);
      return answer();
    },
    wanted: () => wanted,
    clock,
  });
  return { programs, asked, clock };
}

t.test('the agent is asked for the socket', async (t) => {
  const { programs, asked } = setUp();
  t.equal(await programs.programOf(SOCKET), 'curl');
  t.same(asked, [{ inode: 13, uid: 1_000 }]);
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

t.test('an agent that does not answer leaves the program unknown', async (t) => {
  const { programs } = setUp({ answer: () => Promise.reject(new Error('no answer to program in time')) });
  t.equal(await programs.programOf(SOCKET), null);
});

t.test('a flood of connections does not become a flood of questions', async (t) => {
  const { programs, asked, clock } = setUp();
  const answers = await Promise.all(Array.from({ length: 500 }, () => programs.programOf(SOCKET)));
  t.equal(asked.length, 100);
  t.equal(answers.at(-1), null);
  await clock.advance(1_000);
  t.equal(await programs.programOf(SOCKET), 'curl', 'the next second is another');
});
