import t from 'tap';
import { createListenerWatch } from '../../../../agent/enforce/listener-watch.ts';
import type { LayerListening } from '../../../../agent/worker/worker-side.ts';
import { silentLog } from '../../../../kit/log.ts';

const UP: readonly LayerListening[] = [
  { layer: 'dns', wanted: 5_300, port: 5_300, error: null },
  { layer: 'proxy', wanted: 8_123, port: 8_123, error: null },
];

function setUp(start: readonly LayerListening[]) {
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
    holders: { holderOf: async (port) => (port === 5_300 ? 'python3 of user 1000' : null) },
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
