import t from 'tap';
import {
  createInspectionCommands,
  type InspectionDependencies,
} from '../../../../../agent/core/commands/inspection-commands.ts';
import { NEVER_LOCKED } from '../../../../../agent/core/lock/lock-record.ts';
import { type LockReport, reportLock } from '../../../../../agent/core/lock/lock-report.ts';
import type { TargetKeeper } from '../../../../../agent/core/target/target-keeper.ts';
import type { TrustedTime } from '../../../../../agent/core/time/trusted-time.ts';
import { createAddressMatcher } from '../../../../../kit/addresses.ts';
import { createFakeOs, type FakeScript } from '../../../../support/fake-os.ts';
import { hasFields } from '../../../../support/has-fields.ts';
import { commandOf, targetOf } from '../signed-messages.ts';

const CAMPUS = {
  id: 'cam_1',
  name: 'High',
  cidrs: ['10.4.0.0/16'],
  gatewayMacs: ['02:00:00:00:00:01'],
  bssids: [],
  ssids: ['school'],
};

const FACTS = {
  hardware: {
    machineId: 'm1',
    serial: 'S-1',
    model: 'ThinkPad',
    manufacturer: 'Lenovo',
    hostname: 'anas-laptop',
    platform: 'linux',
    osVersion: 'Debian 12',
  },
  power: { batteryPercent: 80, charging: false },
  session: { user: 'ana', sessionId: '2' },
  network: {
    addresses: [
      { interface: 'wlan0', address: '10.4.1.1', prefix: 16, family: 4 },
      { interface: 'eth0', address: '192.168.1.9', prefix: 24, family: 4 },
    ],
    defaultGateways: [{ interface: 'wlan0', address: '10.4.0.1', mac: '02:00:00:00:00:01' }],
    wifi: { ssid: 'school', bssid: '02:00:00:00:00:99' },
  },
} as const satisfies FakeScript;

const DIAGNOSTICS = {
  agentVersion: '1.2.3',
  observe: false,
  uptimeSeconds: 60,
  outbox: { rows: 4, bytes: 500, dropped: 0 },
  connections: 2,
  lockPage: 'ready',
  filter: { state: 'enforcing' },
};

const UNLOCKED = reportLock(
  NEVER_LOCKED,
  { network: null, session: null, window: { state: 'hidden' }, firewall: 'released' },
  null,
);
const never = (): never => {
  throw new Error('not asked here');
};

interface Given {
  readonly script?: FakeScript;
  readonly stored?: number | null;
  readonly offsetMs?: number;
  readonly exact?: boolean;
  readonly lock?: LockReport;
  readonly more?: Partial<InspectionDependencies>;
}

/** A laptop at school, with all as it is to be. */
function setUp({
  script = FACTS,
  stored = 7,
  offsetMs = 0,
  exact = true,
  lock = UNLOCKED,
  more,
}: Given = {}) {
  const os = createFakeOs(script);
  const done: string[] = [];
  const targets: TargetKeeper = {
    start: never,
    receive: never,
    current: () => (stored === null ? null : targetOf(stored)),
    recheck: async () => stored,
  };
  const time: TrustedTime = {
    now: never,
    certain: never,
    learn: never,
    anchor: never,
    exact: () => exact,
    offsetMs: () => offsetMs,
  };
  const commands = createInspectionCommands({
    os,
    targets,
    time,
    lock: () => lock,
    campus: () => ({ state: 'on-campus', campusId: 'cam_1' }),
    campuses: () => [CAMPUS],
    matches: createAddressMatcher(),
    diagnostics: () => DIAGNOSTICS,
    selfTest: async () => [],
    policyVersion: () => (done.includes('reconciled') ? 5 : 4),
    reconcile: async () => void done.push('reconciled'),
    ...more,
  });
  const run = (type: keyof typeof commands) => commands[type](commandOf(1, { type }));
  const checks = async () => (await run('self_test')).result?.checks as Record<string, unknown>;
  return { os, done, run, checks };
}

t.test('the stored target is checked and carried out anew, and both versions are told', async (t) => {
  const { run, done } = setUp();
  t.strictSame(await run('sync_policy'), {
    state: 'succeeded',
    result: { targetVersion: 7, policyVersion: 5 },
    error: null,
  });
  t.strictSame(done, ['reconciled']);
});

t.test('without a target that verifies nothing is carried out', async (t) => {
  const { run, done } = setUp({ stored: null });
  t.strictSame(await run('sync_policy'), {
    state: 'failed',
    result: null,
    error: { code: 'no_target', detail: 'no target state that verifies is stored on the device' },
  });
  t.strictSame(done, []);
});

t.test('the place is told with what a campus lists, and nothing else', async (t) => {
  t.strictSame((await setUp().run('locate')).result, {
    campus: 'on-campus',
    campusId: 'cam_1',
    addresses: ['10.4.1.1'],
    gatewayMacs: ['02:00:00:00:00:01'],
    bssid: null,
    ssid: 'school',
  });
});

t.test('a self-test of a sound laptop holds in each check', async (t) => {
  const { state, result } = await setUp().run('self_test');
  t.equal(state, 'succeeded');
  t.strictSame(result, {
    ok: true,
    failing: [],
    checks: {
      hardware: { ok: true, detail: 'machine id known, Debian 12' },
      power: { ok: true, detail: 'battery readable' },
      session: { ok: true, detail: 'a user is signed in' },
      network: { ok: true, detail: '2 addresses, 1 gateways' },
      firewall: { ok: true, detail: "the lock's object is released" },
      target: { ok: true, detail: 'version 7 verifies' },
      clock: { ok: true, detail: '0 ms behind the server' },
      outbox: { ok: true, detail: '4 rows wait, 0 were dropped' },
      lockPage: { ok: true, detail: 'ready' },
    },
  });
});

t.test('each check fails by itself and is named', async (t) => {
  const { run } = setUp({
    script: {
      ...FACTS,
      hardware: { ...FACTS.hardware, machineId: null, osVersion: null },
      network: { addresses: [], defaultGateways: [], wifi: null },
    },
    stored: null,
    offsetMs: -120_001,
    exact: false,
    more: {
      diagnostics: () => ({
        ...DIAGNOSTICS,
        outbox: { rows: 9, bytes: 1, dropped: 1 },
        lockPage: 'no port is free',
      }),
    },
  });
  const { state, result } = await run('self_test');
  t.equal(state, 'succeeded', 'the test itself was carried out');
  const broken = {
    hardware: { ok: false, detail: 'machine id not found, unknown system' },
    network: { ok: false, detail: '0 addresses, 0 gateways' },
    target: { ok: false, detail: 'none stored' },
    clock: { ok: false, detail: '-120001 ms behind the server, estimated' },
    outbox: { ok: false, detail: '9 rows wait, 1 were dropped' },
    lockPage: { ok: false, detail: 'no port is free' },
  };
  hasFields(t, result, { ok: false, failing: Object.keys(broken), checks: broken });
});

t.test('a computer without battery, with nobody signed in, is sound', async (t) => {
  const { checks } = setUp({
    script: {
      ...FACTS,
      power: { batteryPercent: null, charging: null },
      session: { user: null, sessionId: null },
    },
  });
  hasFields(t, await checks(), {
    power: { ok: true, detail: 'no battery' },
    session: { ok: true, detail: 'nobody signed in' },
  });
});

t.test('a clock may be two minutes off, either way', async (t) => {
  for (const [offsetMs, ok] of [
    [120_000, true],
    [-120_000, true],
    [120_001, false],
  ] as const)
    hasFields(t, await setUp({ offsetMs }).checks(), { clock: { ok } }, `${offsetMs} ms`);
});

t.test('the firewall is to hold the lock while something locks, and only then', async (t) => {
  const locked = { ...UNLOCKED, commandId: 'cmd_1' };
  const lesson = {
    ...UNLOCKED,
    lesson: { sessionId: 'cls_1', name: 'Maths', since: 1, until: 2, locked: true },
  };
  for (const [lock, firewall, ok] of [
    [UNLOCKED, 'engaged', false],
    [UNLOCKED, 'damaged', false],
    [locked, 'engaged', true],
    [locked, 'released', false],
    [lesson, 'engaged', true],
    [lesson, 'released', false],
  ] as const) {
    const { os, checks } = setUp({ lock });
    os.setNetworkLock(firewall);
    hasFields(t, await checks(), { firewall: { ok, detail: `the lock's object is ${firewall}` } });
  }
});

t.test('a look that throws fails its own check, with the reason', async (t) => {
  const { session: _unknown, ...rest } = FACTS;
  const { result } = await setUp({ script: rest }).run('self_test');
  hasFields(t, result, {
    ok: false,
    failing: ['session'],
    checks: { session: { ok: false, detail: 'fake OS: "session" was asked but not scripted' } },
  });
});

t.test(
  'the proofs of the filter stand beside the checks; what could not be tried is no failure',
  async (t) => {
    const proof = { at: 1, failures: 0 };
    const { result } = await setUp({
      more: {
        selfTest: async () => [
          { ...proof, name: 'must_block', ok: true, detail: 'blocked' },
          { ...proof, name: 'must_allow', ok: null, detail: 'no answer' },
          { ...proof, name: 'canary', ok: false, detail: 'it resolves' },
        ],
      },
    }).run('self_test');
    hasFields(t, result, {
      ok: false,
      failing: ['canary'],
      checks: {
        must_block: { ok: true, detail: 'blocked' },
        must_allow: { ok: true, detail: 'no answer' },
        canary: { ok: false, detail: 'it resolves' },
        lockPage: { ok: true },
      },
    });
  },
);

t.test('diagnostics are numbers and codes, without names, addresses or hosts', async (t) => {
  const { result } = await setUp({ offsetMs: 250, exact: false }).run('collect_diagnostics');
  t.strictSame(result, {
    ...DIAGNOSTICS,
    platform: 'linux',
    osVersion: 'Debian 12',
    model: 'ThinkPad',
    power: { batteryPercent: 80, charging: false },
    network: { addresses: 2, gateways: 1, wifi: true },
    campus: 'on-campus',
    lock: { state: 'unlocked', firewall: 'off', session: 'off', window: 'off', until: null },
    targetVersion: 7,
    clock: { offsetMs: 250, exact: false },
  });
});

t.test('diagnostics of a laptop without Wi-Fi and target', async (t) => {
  const { result } = await setUp({
    script: { ...FACTS, network: { ...FACTS.network, wifi: null } },
    stored: null,
  }).run('collect_diagnostics');
  hasFields(t, result, { network: { wifi: false }, targetVersion: 0 });
});
