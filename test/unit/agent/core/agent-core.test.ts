import { setImmediate as turn } from 'node:timers/promises';
import t from 'tap';
import { type CoreStore, createAgentCore } from '../../../../agent/core/agent-core.ts';
import type { JournalEntry } from '../../../../agent/core/commands/command-intake.ts';
import type { LockRecord } from '../../../../agent/core/lock/lock-record.ts';
import type { LoadedLock } from '../../../../agent/core/lock/stored-lock.ts';
import { createTrustedTime, type TimeAnchor } from '../../../../agent/core/time/trusted-time.ts';
import { HEARTBEAT_SECONDS } from '../../../../contracts/device/presence.ts';
import type { LockTarget, ResultMessage, TargetState } from '../../../../contracts/mqtt/messages.ts';
import { createAddressMatcher } from '../../../../kit/addresses.ts';
import { silentLog } from '../../../../kit/log.ts';
import { createIdSource, systemRandom } from '../../../../kit/random.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { createFakeOs } from '../../../support/fake-os.ts';
import { hasFields } from '../../../support/has-fields.ts';
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
    unenroll: () => Promise.reject(new Error('not asked here')),
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

/** What an agent keeps, in memory. */
function memoryStore(stored: ReturnType<CoreStore['target']['load']> = null) {
  const disk = { target: stored, results: [] as ResultMessage[] };
  const journal = new Map<string, JournalEntry>();
  const store: CoreStore = {
    target: {
      load: () => disk.target,
      save: (target) => {
        disk.target = target;
      },
    },
    commands: {
      highWater: () => Math.max(0, ...[...journal.values()].map(({ sequence }) => sequence)),
      find: (commandId) => journal.get(commandId) ?? null,
      accept: (entry) => void journal.set(entry.commandId, { ...entry, outcome: null }),
      finish: (outcome) => void disk.results.push(outcome),
      unfinished: () => [],
    },
    outbox: { addEvent: () => undefined, addResult: () => undefined },
    lock: { load: async () => ({ found: 'none' }), save: async () => undefined },
  };
  return { disk, store };
}

/** An agent at work. */
async function atWork(target: TargetState | null = null) {
  const clock = createFakeClock(ISSUED_AT);
  const time = createTrustedTime({
    clock,
    boot: { bootId: 'now', uptimeMs: () => clock.monotonic() },
    stored: null,
  });
  time.learn(ISSUED_AT);
  const os = createFakeOs({
    network: {
      addresses: [{ interface: 'w', address: '10.4.1.1', prefix: 16, family: 4 }],
      defaultGateways: [],
      wifi: null,
    },
  });
  const { disk, store } = memoryStore(
    target === null ? null : { jws: await signed(target), version: target.version },
  );
  const heard = { targets: [] as number[], changes: 0, reports: 0, goals: 0, errors: [] as unknown[] };
  const faults = { reachable: false };
  const core = createAgentCore({
    os,
    store,
    trust: pinned,
    time,
    clock,
    ids: createIdSource({ clock, random: systemRandom }),
    log: { ...silentLog, error: ({ error }, message) => void heard.errors.push([message, error]) },
    matches: createAddressMatcher(),
    verifyPin: async () => false,
    reachable: () => {
      if (faults.reachable) throw new Error('no addresses are known');
      return { servers: ['192.0.2.1'], resolvers: [] };
    },
    organisation: 'Enrolled School',
    onTarget: ({ version }) => void heard.targets.push(version),
    onLockGoal: () => {
      heard.goals += 1;
    },
    diagnostics: () => t.fail('not asked here') as never,
    selfTest: async () => [],
    unenroll: () => Promise.reject(new Error('not asked here')),
    policyVersion: () => 3,
    user: () => 'ana',
    onChange: () => {
      heard.changes += 1;
    },
    onReport: () => {
      heard.reports += 1;
    },
  });
  const names = () => os.calls.map(({ name }) => name);
  const tell = async (extra: Partial<TargetState> & { readonly version: number }): Promise<void> => {
    await core.receive('target', await signed(targetOf(extra.version, extra)));
    await core.idle();
  };
  const command = async (sequence: number, extra: Parameters<typeof commandOf>[1]) => {
    await core.receive('commands', await signed(commandOf(sequence, extra)));
    await core.idle();
    return disk.results.at(-1);
  };
  return { clock, os, core, disk, heard, faults, names, tell, command };
}

const lessonOf = (startsAt: number, endsAt: number): NonNullable<TargetState['sessions']>[number] => ({
  id: 'cls_01h455vb4pex5vsknk084sn02q',
  name: 'Maths',
  mode: 'locked',
  allowedUrls: [],
  students: null,
  startsAt,
  endsAt,
});

t.test('before the first target the agent works by what its enrollment said', async (t) => {
  const { core } = await atWork();
  await core.start();
  t.strictSame(core.settings(), {
    heartbeatSeconds: HEARTBEAT_SECONDS,
    organisation: 'Enrolled School',
    helpLine: null,
    campuses: [],
  });
  t.strictSame([core.target(), core.targetVersion()], [null, 0]);
});

t.test('a newer target is told, kept and carried out; the same again is told to nobody', async (t) => {
  const { core, disk, heard, names, tell } = await atWork();
  await core.start();
  await tell({ version: 4, lock: lockOf(1) });
  t.strictSame([core.targetVersion(), core.target()?.version, disk.target?.version], [4, 4, 4]);
  t.equal(core.settings().organisation, 'Springfield');
  t.strictSame(names(), ['engage', 'lock', 'show']);
  t.ok(heard.goals > 0, 'before the firewall is touched');
  t.strictSame(heard.targets, [4]);
  await tell({ version: 4, lock: lockOf(1) });
  t.strictSame(heard.targets, [4]);
});

t.test('a target that locks nothing is a change too: other settings are in force', async (t) => {
  const { core, heard, tell } = await atWork();
  await core.start();
  const before = heard.changes;
  await tell({ version: 1 });
  t.equal(heard.changes, before + 1);
});

t.test('a target that is refused changes nothing', async (t) => {
  const { core, disk, heard, names, tell } = await atWork();
  await core.start();
  const { changes } = heard;
  await tell({ version: 1, lock: lockOf(1), expiresAt: ISSUED_AT });
  t.strictSame([core.target(), disk.target, heard.targets, heard.changes], [null, null, [], changes]);
  t.strictSame(names(), []);
});

t.test('a target that cannot be carried out is told, and the next one is obeyed', async (t) => {
  const { core, heard, faults, names, tell } = await atWork();
  await core.start();
  faults.reachable = true;
  await tell({ version: 1, lock: lockOf(1) });
  t.strictSame(heard.errors, [['cannot reconcile the target', 'no addresses are known']]);
  faults.reachable = false;
  await tell({ version: 2, lock: lockOf(2) });
  t.strictSame(names(), ['engage', 'lock', 'show']);
});

t.test('a lesson begins and ends by the clock, and each is told as a change', async (t) => {
  const { clock, core, heard, names, tell } = await atWork();
  await core.start();
  await tell({ version: 1, sessions: [lessonOf(ISSUED_AT + 60_000, ISSUED_AT + 120_000)] });
  const changesAfter = async (ms: number): Promise<number> => {
    const before = heard.changes;
    await clock.advance(ms);
    await core.tick();
    return heard.changes - before;
  };
  t.equal(await changesAfter(59_999), 0);
  t.strictSame(names(), []);
  t.ok((await changesAfter(1)) > 0);
  t.strictSame(names(), ['engage', 'lock', 'show']);
  t.equal(await changesAfter(1_000), 0, 'nothing new');
  t.ok((await changesAfter(59_000)) > 0);
  t.strictSame(names().slice(3), ['release', 'hide', 'unlock']);
});

t.test('a lesson that shuts nothing is a change too', async (t) => {
  const { clock, core, heard, names, tell } = await atWork();
  await core.start();
  await tell({
    version: 1,
    sessions: [{ ...lessonOf(ISSUED_AT + 60_000, ISSUED_AT + 120_000), mode: 'focus' }],
  });
  const before = heard.changes;
  await clock.advance(60_000);
  await core.tick();
  t.equal(heard.changes, before + 1);
  t.strictSame(names(), []);
});

t.test('a start in the middle of a lesson opens nothing on the way to its lock', async (t) => {
  const lesson = lessonOf(ISSUED_AT - 1_000, ISSUED_AT + 60_000);
  const { core, os, names } = await atWork(targetOf(3, { sessions: [lesson] }));
  os.setNetworkLock('engaged');
  await core.start();
  t.strictSame(names(), ['engage', 'lock', 'show']);
});

t.test('each command goes to what carries it out', async (t) => {
  const { core, names, tell, command } = await atWork();
  await core.start();
  const campus = {
    id: 'cam_01h455vb4pex5vsknk084sn02q',
    name: 'High',
    gatewayMacs: [],
    bssids: [],
    ssids: [],
    cidrs: ['10.4.0.0/16'],
  };
  await tell({ version: 1, settings: { ...targetOf(1).settings, campuses: [campus] } });
  hasFields(t, await command(1, { type: 'message', params: { text: 'Hello' } }), { state: 'succeeded' });
  t.strictSame(names(), ['showMessage']);
  hasFields(t, await command(2, { type: 'locate' }), {
    state: 'succeeded',
    result: { campus: 'unknown', addresses: ['10.4.1.1'] },
  });
  hasFields(t, await command(3, { type: 'sync_policy' }), {
    state: 'succeeded',
    result: { targetVersion: 1, policyVersion: 3 },
  });
  hasFields(t, await command(4, { type: 'update_agent' }), {
    state: 'failed',
    error: { code: 'not_supported', detail: 'this agent cannot update itself yet; install the new package' },
  });
  hasFields(t, await command(5, { type: 'lock', lock: lockOf(5) }), { state: 'succeeded' });
  t.equal(core.lock.report().commandId, commandIdOf(5));
});

t.test('when it stops, the window goes and the lock stays', async (t) => {
  const { core, names, tell } = await atWork();
  await core.start();
  await tell({ version: 1, lock: lockOf(1) });
  await core.stop();
  t.strictSame(names(), ['engage', 'lock', 'show', 'hide']);
});
