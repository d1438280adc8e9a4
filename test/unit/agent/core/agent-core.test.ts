import { setImmediate as turn } from 'node:timers/promises';
import t from 'tap';
import { createAgentCore } from '../../../../agent/core/agent-core.ts';
import type { JournalEntry, LoadedLock } from '../../../../agent/core/core-store.ts';
import type { LockRecord } from '../../../../agent/core/lock/lock-record.ts';
import { createTrustedTime, type TimeAnchor } from '../../../../agent/core/time/trusted-time.ts';
import { createFakeOs } from '../../../../agent/os/fake/fake-os.ts';
import type { LockTarget, TargetState } from '../../../../contracts/mqtt/messages.ts';
import { silentLog } from '../../../../kit/log.ts';
import { createIdSource, systemRandom } from '../../../../kit/random.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { commandIdOf, commandOf, ISSUED_AT, pinned, signed, targetOf } from './signed-messages.ts';

const HOUR = 3_600_000;

function recordOf(sequence: number, until: number | null): LockRecord {
  return {
    format: 1,
    held: { commandId: commandIdOf(sequence), sequence, message: null, since: 0, until, pin: null },
    sequence,
    pinTries: { failed: 0, blockedUntil: null, total: 0 },
    releases: [],
  };
}

function lockOf(sequence: number, extra: Partial<LockTarget> = {}): LockTarget {
  const target = { wanted: true, commandId: commandIdOf(sequence), sequence };
  return { ...target, message: null, until: null, durationMinutes: null, pin: null, ...extra };
}

interface Given {
  readonly lock: LoadedLock;
  readonly target: TargetState | null;
  readonly unfinished?: readonly JournalEntry[];
  /** The computer was restarted since: what was kept of its time. */
  readonly kept?: TimeAnchor;
  readonly wall?: number;
}

/** An agent as a start of the computer finds it. Loads and saves wait a turn. */
async function setUp({ lock, target, unfinished = [], kept, wall = ISSUED_AT }: Given) {
  const clock = createFakeClock(wall);
  const time = createTrustedTime({
    clock,
    boot: { bootId: 'now', uptimeMs: () => clock.monotonic() },
    stored: kept ?? null,
  });
  if (kept === undefined) time.learn(ISSUED_AT);
  const os = createFakeOs();
  const saved: LockRecord[] = [];
  const results: string[] = [];
  const stored = target === null ? null : { jws: await signed(target), version: target.version };
  const never = (): never => t.fail('not asked here') as never;
  const core = createAgentCore({
    os,
    store: {
      target: { load: () => stored, save: never },
      commands: {
        highWater: () => 9,
        find: never,
        accept: never,
        finish: ({ commandId, state }) => void results.push(`${commandId} ${state}`),
        unfinished: () => unfinished,
      },
      outbox: { addEvent: () => undefined, addResult: never },
      lock: {
        load: async () => {
          await turn();
          return lock;
        },
        save: async (record) => {
          await turn();
          saved.push(record);
        },
      },
    },
    trust: pinned,
    time,
    clock,
    ids: createIdSource({ clock, random: systemRandom }),
    log: silentLog,
    matches: never,
    verifyPin: never,
    reachable: () => ({ servers: ['192.0.2.1'], resolvers: [] }),
    organisation: 'Springfield',
    diagnostics: never,
    selfTest: never,
    policyVersion: () => 0,
    user: () => null,
    onChange: () => undefined,
    onReport: () => undefined,
  });
  const names = () => os.calls.map(({ name }) => name);
  return { clock, time, os, core, saved, results, names };
}

t.test('the saved lock is in force before the stored target is weighed against it', async (t) => {
  const { os, core, saved, names } = await setUp({
    lock: { found: 'record', record: recordOf(5, null), damage: null },
    // Stored by a crash between the two: it knows nothing of the lock yet.
    target: targetOf(3, { lock: lockOf(4, { wanted: false }) }),
  });
  os.setNetworkLock('engaged');
  await core.start();
  t.strictSame(names(), ['engage', 'lock', 'show'], 'nothing is opened in between');
  const { state, commandId } = core.lock.report();
  t.strictSame({ state, commandId }, { state: 'locked', commandId: commandIdOf(5) });
  t.strictSame(saved, []);
});

t.test('a newer target that a crash left behind is obeyed at the start', async (t) => {
  const { core, names } = await setUp({
    lock: { found: 'record', record: recordOf(5, null), damage: null },
    target: targetOf(3, { lock: lockOf(6, { wanted: false }) }),
  });
  await core.start();
  t.strictSame(names(), ['engage', 'lock', 'show', 'release', 'hide', 'unlock']);
  t.equal(core.lock.report().state, 'unlocked');
});

t.test('it has started when the lock is in force: what comes next may touch the network', async (t) => {
  const { core, names } = await setUp({
    lock: { found: 'record', record: recordOf(5, null), damage: null },
    target: null,
  });
  await core.start();
  t.strictSame(names(), ['engage', 'lock', 'show']);
});

t.test(
  'an unlock that a crash interrupted comes after a target that locks anew, and opens nothing',
  async (t) => {
    const command = commandOf(6, { type: 'unlock', lock: lockOf(6, { wanted: false }) });
    const { commandId, sequence, type } = command;
    const { core, names, results } = await setUp({
      lock: { found: 'record', record: recordOf(5, null), damage: null },
      target: targetOf(3, { lock: lockOf(7) }),
      unfinished: [{ commandId, sequence, type, jws: await signed(command), outcome: null }],
    });
    await core.start();
    await core.idle();
    t.equal(core.lock.report().commandId, commandIdOf(7));
    t.notOk(names().includes('release'));
    t.strictSame(results, [`${commandId} failed`], 'a newer lock was obeyed before');
  },
);

t.test('with the firmware clock a year ahead neither record nor target lets the lock end', async (t) => {
  const until = ISSUED_AT + 2 * HOUR;
  for (const lock of [
    { found: 'record', record: recordOf(5, until), damage: null },
    { found: 'lost', damage: 'not JSON' },
  ] as const) {
    const { clock, time, core, names } = await setUp({
      lock,
      target: targetOf(3, { lock: lockOf(5, { until }) }),
      kept: { serverTime: ISSUED_AT + HOUR, uptimeMs: 1, bootId: 'before', wallTime: ISSUED_AT + HOUR },
      wall: ISSUED_AT + 365 * 24 * HOUR,
    });
    await core.start();
    for (let second = 0; second < 30; second++) {
      await clock.advance(1_000);
      await core.tick();
    }
    const { state, commandId, until: end } = core.lock.report();
    t.strictSame(
      { state, commandId, end },
      { state: 'locked', commandId: commandIdOf(5), end: until },
      lock.found,
    );
    t.notOk(names().includes('release'));
    time.learn(until);
    await core.tick();
    t.equal(core.lock.report().state, 'unlocked', 'the server’s time ends it');
  }
});
