import t from 'tap';
import { createOpenConnections } from '../../../../../agent/filter/connections/open-connections.ts';
import { silentLog } from '../../../../../kit/log.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createStandJudge, createStandRecorder } from '../../../../support/filter-stand.ts';

function setUp() {
  const judge = createStandJudge();
  const recorder = createStandRecorder();
  const clock = createFakeClock();
  let changes = 0;
  const open = createOpenConnections({
    judge,
    recorder,
    clock,
    log: silentLog,
    onChange: () => {
      changes += 1;
    },
  });
  t.teardown(() => open.stop());
  const connection = (host: string) => {
    const state = { bytes: 0, half: false, cuts: 0 };
    const remove = open.add({
      question: { host, url: null, app: null, via: 'relay' },
      bytes: () => state.bytes,
      halfClosed: () => state.half,
      cut: () => {
        state.cuts += 1;
        remove();
      },
    });
    return { state, remove };
  };
  return { judge, recorder, clock, open, connection, changes: () => changes };
}

t.test('use is recorded at most once a second, and once more at the end for what no tick saw', async (t) => {
  const { recorder, clock, open, connection } = setUp();
  await open.start();
  await open.start();
  const { state, remove } = connection('wiki.example');
  await clock.advance(3_000);
  t.same(recorder.uses, []);
  state.bytes = 5;
  await clock.advance(3_000);
  t.same(recorder.uses, ['wiki.example']);
  state.bytes = 6;
  remove();
  remove();
  t.same(recorder.uses, ['wiki.example', 'wiki.example']);
  t.equal(open.count(), 0);
});

t.test('what is silent for two hours, or half closed and silent for two minutes, is cut', async (t) => {
  const { clock, open, connection } = setUp();
  await open.start();
  const silent = connection('a.example').state;
  const half = connection('b.example').state;
  half.half = true;
  const busy = connection('c.example').state;
  for (let minute = 0; minute < 121; minute++) {
    busy.bytes += 1;
    await clock.advance(60_000);
    if (minute === 2) t.same([half.cuts, silent.cuts], [1, 0]);
  }
  t.same([silent.cuts, half.cuts, busy.cuts], [1, 1, 0]);
});

t.test('a recheck cuts what is blocked now, only when something has changed', async (t) => {
  const { judge, open, connection, changes } = setUp();
  const play = connection('play.example').state;
  const wiki = connection('wiki.example').state;
  open.recheck();
  t.equal(changes(), 0);
  judge.block('play.example');
  open.recheck();
  t.same([play.cuts, wiki.cuts, changes()], [1, 0, 1]);
  judge.setMode('locked');
  open.recheck();
  t.same([play.cuts, wiki.cuts], [1, 1]);
});
