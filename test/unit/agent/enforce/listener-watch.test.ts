import t from 'tap';
import { createListenerWatch } from '../../../../agent/enforce/listener-watch.ts';
import type { PortHolder } from '../../../../agent/ports/port-holders.ts';
import type { LayerListening } from '../../../../agent/worker/worker-side.ts';
import { silentLog } from '../../../../kit/log.ts';

const UP: readonly LayerListening[] = [
  { layer: 'dns', wanted: 5_300, port: 5_300, error: null },
  { layer: 'proxy', wanted: 8_123, port: 8_123, error: null },
];

/** Who holds port 5300: at the first look, the second and so on; the last stays. */
function setUp(
  start: readonly LayerListening[],
  holders: readonly (PortHolder | null)[] = [{ program: 'python3', uid: 1_000 }],
) {
  const rest = [...holders];
  let listening = start;
  let again = start;
  const told: string[] = [];
  const counts = { moves: 0, tries: 0 };
  const watch = createListenerWatch({
    worker: {
      listening: () => listening,
      listenAgain: async () => {
        counts.tries += 1;
        listening = again;
      },
    },
    holders: {
      holderOf: async (port) =>
        port === 5_300 ? ((rest.length > 1 ? rest.shift() : rest[0]) ?? null) : null,
    },
    log: silentLog,
    onProblem: (problem) => void told.push(problem),
    onMove: () => {
      counts.moves += 1;
    },
  });
  return {
    watch,
    told,
    counts,
    becomes: (next: readonly LayerListening[]) => {
      again = next;
    },
    is: (next: readonly LayerListening[]) => {
      listening = next;
    },
  };
}

t.test('layers that listen where they should are no problem, and are not asked again', async (t) => {
  const { watch, told, counts } = setUp(UP);
  await watch.look();
  await watch.look();
  t.same([watch.problems(), watch.obstacle(), told, counts.tries], [[], null, [], 0]);
});

t.test('a layer that had to move says so and names who is in the way, once', async (t) => {
  const { watch, told, counts } = setUp([
    { layer: 'dns', wanted: 5_300, port: 5_301, error: null },
    { layer: 'proxy', wanted: 8_123, port: 8_124, error: null },
  ]);
  await watch.look();
  await watch.look();
  const problems = [
    'port 5300 of the resolver is taken by python3 of user 1000; it listens on port 5301 instead',
    'port 8123 of the proxy is taken by another program; it listens on port 8124 instead',
  ];
  t.same(watch.problems(), problems);
  t.same(told, problems, 'told once');
  t.equal(watch.obstacle(), null, 'the filter holds all the same');
  t.same(counts, { moves: 1, tries: 0 });
});

t.test(
  'a resolver that does not listen is an obstacle, is tried again, and is none when it listens',
  async (t) => {
    const down: LayerListening = { layer: 'dns', wanted: 5_300, port: null, error: 'bind EADDRINUSE' };
    const { watch, counts, becomes } = setUp([down]);
    await watch.look();
    const problem =
      'the resolver does not listen: bind EADDRINUSE; port 5300 of the resolver is taken by python3 of user 1000';
    t.same([watch.obstacle(), watch.problems()], [problem, [problem]]);
    becomes(UP);
    await watch.look();
    t.same([watch.obstacle(), watch.problems()], [null, []]);
    t.same(counts, { moves: 2, tries: 2 });
  },
);

t.test('a port that any would do for cannot be taken', async (t) => {
  const { watch } = setUp([{ layer: 'proxy', wanted: 0, port: 40_000, error: null }]);
  await watch.look();
  t.same(watch.problems(), []);
});

t.test('a program without a name is looked for again until it has one, and the name is told', async (t) => {
  const unnamed = { program: null, uid: 1_000 };
  const { watch, told, counts } = setUp(
    [{ layer: 'dns', wanted: 5_300, port: 5_301, error: null }],
    [unnamed, unnamed, { program: 'python3', uid: 1_000 }, { program: 'of another look', uid: 1_000 }],
  );
  for (const _ of [1, 2, 3, 4]) await watch.look();
  const sentence = (who: string): string =>
    `port 5300 of the resolver is taken by ${who} of user 1000; it listens on port 5301 instead`;
  t.same(told, [sentence('a program'), sentence('python3')]);
  t.same(watch.problems(), [sentence('python3')]);
  t.equal(counts.moves, 1, 'nothing moved');
});

t.test('who let go of the port before it had a name stays in the sentence', async (t) => {
  const { watch, told } = setUp(
    [{ layer: 'dns', wanted: 5_300, port: 5_301, error: null }],
    [{ program: null, uid: 1_000 }, null],
  );
  for (const _ of [1, 2]) await watch.look();
  t.equal(told.length, 1);
  t.match(watch.problems()[0], /by a program of user 1000/);
});
