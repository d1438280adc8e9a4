import t from 'tap';
import { HeldBack } from '../../../../agent/link/connection.ts';
import { createUplink } from '../../../../agent/link/uplink.ts';
import type { OutboxRow, OutboxTopic } from '../../../../agent/state/outbox.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

/** An outbox in memory, and a server that answers as told. */
function setUp() {
  const clock = createFakeClock();
  const rows: Record<OutboxTopic, OutboxRow[]> = { activity: [], events: [], results: [] };
  const sent: string[] = [];
  const destroyed: string[] = [];
  let seq = 0;
  let answer: (topic: string) => Error | null = () => null;
  const uplink = createUplink({
    connection: {
      async publish(topic) {
        const error = answer(topic);
        sent.push(`${clock.monotonic()} ${topic}${error === null ? '' : ' held'}`);
        if (error !== null) throw error;
      },
      destroy: (reason) => void destroyed.push(reason),
    },
    outbox: {
      peek: (topic) => rows[topic].slice(0, 1),
      remove(gone) {
        for (const topic of ['activity', 'events', 'results'] as const)
          rows[topic] = rows[topic].filter((row) => !gone.includes(row));
      },
      discard: () => undefined,
    },
    clock,
    random: { bytes: (count) => new Uint8Array(count), fraction: () => 0.5 },
  });
  return {
    clock,
    uplink,
    rows,
    sent,
    destroyed,
    add: (topic: OutboxTopic) => rows[topic].push({ seq: ++seq, body: '{}', bytes: 2 }),
    answerWith: (by: typeof answer) => {
      answer = by;
    },
  };
}

t.test(
  'what the server holds back stays, is sent again ever more rarely, and keeps nothing else',
  async (t) => {
    const { clock, uplink, rows, sent, destroyed, add, answerWith } = setUp();
    answerWith((topic) => (topic === 'activity' ? new HeldBack('no room') : null));
    add('activity');
    add('activity');
    uplink.kick();
    await clock.advance(0);
    add('results');
    for (let n = 0; n < 100; n++) uplink.kick();
    await clock.advance(1_980_000);
    t.same(sent, [
      '0 activity held',
      '0 results',
      '60000 activity held',
      '180000 activity held',
      '420000 activity held',
      '900000 activity held',
      '1500000 activity held',
    ]);
    t.equal(rows.activity.length, 2, 'nothing is lost');
    answerWith(() => null);
    await clock.advance(120_000);
    t.same(sent.slice(-2), ['2100000 activity', '2100000 activity']);
    t.equal(rows.activity.length, 0);
    t.same(destroyed, []);
  },
);

t.test('a stop ends the wait, and any other failure the connection', async (t) => {
  const { clock, uplink, sent, add, answerWith } = setUp();
  answerWith(() => new HeldBack('no room'));
  add('events');
  uplink.kick();
  await clock.advance(0);
  uplink.stop();
  await clock.advance(3_600_000);
  t.same(sent, ['0 events held']);
  t.equal(clock.pending(), 0);
  const other = setUp();
  other.answerWith(() => new Error('gone'));
  other.add('events');
  other.uplink.kick();
  await other.clock.advance(0);
  t.same(other.destroyed, ['cannot send reports: gone']);
});
