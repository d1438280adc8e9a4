import t from 'tap';
import { done, failed } from '../../../../agent/ports/outcome.ts';
import type { OutboxRow } from '../../../../agent/state/outbox.ts';
import { createAgentSide } from '../../../../agent/worker/agent-side.ts';
import { encodeId } from '../../../../contracts/ids.ts';
import { silentLog } from '../../../../kit/log.ts';
import { systemRandom } from '../../../../kit/random.ts';
import { generateSigningKey } from '../../../../kit/signing.ts';

function setUp() {
  const rows: OutboxRow[] = [1, 2, 3].map((seq) => ({ seq, body: `{"id":${seq}}`, bytes: 10 }));
  const removed: OutboxRow[] = [];
  const learned: unknown[] = [];
  const openings: unknown[] = [];
  const agent = createAgentSide({
    identity: {
      deviceId: encodeId('dev', new Uint8Array(16).fill(1)),
      serverUrl: 'https://school.example',
      mqttUrls: ['mqtts://mqtt.school.example'],
    },
    key: generateSigningKey(),
    state: {
      outbox: {
        peek: () => [...rows],
        remove: (gone: readonly OutboxRow[]) => void removed.push(...gone),
        discard(row: OutboxRow) {
          removed.push(row);
          if (rows.includes(row)) rows.splice(rows.indexOf(row), 1);
        },
      },
      nextEpoch: () => 5,
      epoch: () => 5,
    } as never,
    claims: { now: () => 1_000, hear: () => undefined, proven: () => undefined },
    random: systemRandom,
    log: silentLog,
    receive: () => Promise.resolve(),
    heartbeat: () => ({}) as never,
    onLinkStatus: () => undefined,
    onLookUps: (found) => void learned.push(Object.fromEntries(found)),
    onEvent: () => undefined,
    onSeen: () => {
      throw new Error('broken');
    },
    allowHelp: (addresses, ttlSeconds) => {
      openings.push({ addresses, ttlSeconds });
      return Promise.resolve(done('open'));
    },
    giveOut: () => Promise.resolve(failed('not pinned')),
    onReport: () => undefined,
    programs: { programOf: async ({ inode }) => (inode === 7 ? 'curl' : null) },
  });
  return { agent, rows, removed, learned, openings };
}

t.test('rows leave the outbox as they are here, and only those that were given out', async (t) => {
  const { agent, removed } = setUp();
  await agent.remove({ seqs: [1] });
  t.same(removed, [], 'nobody peeked');
  await agent.peek({ topic: 'events', rows: 10, bytes: 100 });
  await agent.remove({ seqs: [1, 77] });
  t.same(removed, [{ seq: 1, body: '{"id":1}', bytes: 10 }]);
  await agent.remove({ seqs: [1] });
  t.equal(removed.length, 1, 'once');
});

t.test('a password is made for the present epoch only', async (t) => {
  const { agent } = setUp();
  t.match(await agent.password({ epoch: 5 }), /^[\w-]+\.[\w-]+\.[\w-]+$/);
  await t.rejects(agent.password({ epoch: 6 }), /present epoch/);
});

t.test('look-ups of other names, and what is no address, are not kept', async (t) => {
  const { agent, learned } = setUp();
  await agent.lookUps({
    found: {
      'school.example': ['192.0.2.1', 'not an address'],
      'evil.example': ['198.51.100.1'],
      'mqtt.school.example': ['2001:db8::1'],
    },
  });
  t.same(learned, [{ 'school.example': ['192.0.2.1'], 'mqtt.school.example': ['2001:db8::1'] }]);
});

t.test('a self-check that breaks does not reach the worker', async (t) => {
  const { agent } = setUp();
  await t.resolves(agent.seen({ nonce: 'abc' }));
});

t.test('addresses are opened as IP literals only, and the worker hears whether they are', async (t) => {
  const { agent, openings } = setUp();
  const addresses = ['192.0.2.7', 'not an address', 'fe80::1%lo', '2001:db8::7'];
  t.equal(await agent.allowHelp({ addresses, ttlSeconds: 60 }), true);
  t.same(openings, [{ addresses: ['192.0.2.7', '2001:db8::7'], ttlSeconds: 60 }]);
  t.equal(await agent.allowHelp({ addresses: ['; flush ruleset'], ttlSeconds: 60 }), false);
  t.equal(openings.length, 1, 'nothing was asked of the firewall');
  t.equal(
    await agent.giveOut({ addresses: ['192.0.2.7'], ttlSeconds: 60 }),
    false,
    'what is refused is told',
  );
});

t.test('of a program the worker hears no more than its name', async (t) => {
  const { agent } = setUp();
  t.equal(await agent.program({ inode: 7, uid: 1_000, withinMs: 1_000 }), 'curl');
  t.equal(await agent.program({ inode: 8, uid: 1_000, withinMs: 1_000 }), null);
});

t.test('a row that fits into no message is dropped, and those behind it are given out', async (t) => {
  const { agent, rows, removed } = setUp();
  const long: OutboxRow = { seq: 0, body: 'ü'.repeat(600_000), bytes: 1_200_000 };
  rows.unshift(long);
  t.same(
    await agent.peek({ topic: 'events', rows: 10, bytes: 100 }),
    [1, 2, 3].map((seq) => ({ seq, body: `{"id":${seq}}`, bytes: 10 })),
  );
  t.same(removed, [long]);
});
