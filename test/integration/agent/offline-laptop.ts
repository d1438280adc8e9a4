import { createAgentCore } from '../../../agent/core/agent-core.ts';
import { createClockDoubt } from '../../../agent/core/time/clock-doubt.ts';
import { createTrustedTime } from '../../../agent/core/time/trusted-time.ts';
import { createPolicyKeepers } from '../../../agent/enforce/policy-keepers.ts';
import { createStateComposer } from '../../../agent/enforce/state-composer.ts';
import { createJudge } from '../../../agent/filter/create-judge.ts';
import { openIndexFile } from '../../../agent/filter/index-file.ts';
import type { Layer } from '../../../agent/filter/judge.ts';
import { createRecorder } from '../../../agent/filter/record/create-recorder.ts';
import type { PolicySource } from '../../../agent/ports/policy-source.ts';
import { type AgentState, openAgentState } from '../../../agent/state/agent-state.ts';
import { prepareStateFolder } from '../../../agent/state/state-folder.ts';
import type { DeviceId } from '../../../contracts/ids.ts';
import type { ActivityRecord } from '../../../contracts/mqtt/messages.ts';
import { createAddressMatcher } from '../../../kit/addresses.ts';
import { every } from '../../../kit/clock.ts';
import { silentLog } from '../../../kit/log.ts';
import { verifyPin } from '../../../kit/pin-hash.ts';
import { createIdSource, systemRandom } from '../../../kit/random.ts';
import { importPublicKey } from '../../../kit/signing.ts';
import type { FakeClock } from '../../support/fake-clock.ts';
import { createFakeOs } from '../../support/fake-os.ts';

/** Whoever ends it decides whether the computer was shut down or fell. */
export interface OfflineLaptop {
  readonly state: AgentState;
  /** Everything that the recorder gave to the outbox in this run. */
  readonly recorded: readonly ActivityRecord[];
  readonly faults: readonly string[];
  /** As the link gives it on. */
  receive(jws: string): Promise<void>;
  /** The agent's clocks are told; the server is there for this moment only. */
  learnTime(serverTime: number): void;
  /** Looks at clock, lessons and lock, as each second of the agent does. */
  tick(): Promise<void>;
  signIn(user: string | null): void;
  /** Asks for a name as a program does, and records it. @returns action and reason */
  ask(host: string, via?: Layer): string;
  policyVersion(): number | null;
  indexFile(): string | null;
  /** Shuts down in good order. */
  stop(): Promise<void>;
}

export interface OfflineLaptopOptions {
  readonly folder: string;
  readonly clock: FakeClock;
  readonly deviceId: DeviceId;
  readonly serverPublicKey: string;
  readonly source: PolicySource;
  /** Names this start of the computer. */
  readonly bootId: string;
}

/** Ticks come more often in a real agent; between two of them a test calls `tick` itself. */
const TICK_MS = 600_000;

/**
 * The deciding half of the agent over a folder on disk: core with lock and lessons, keepers of bundle and index, composer, judge, recorder, outbox. Without network,
 * sockets and system.
 */
export async function startOfflineLaptop(options: OfflineLaptopOptions): Promise<OfflineLaptop> {
  const { clock, deviceId, bootId } = options;
  const folder = await prepareStateFolder(options.folder);
  const state = await openAgentState({ folder, clock, log: silentLog, enrollment: 'the school' });
  const started = clock.monotonic();
  const boot = { bootId, uptimeMs: () => clock.monotonic() - started };
  const time = createTrustedTime({ clock, boot, stored: state.loadTime() });
  const recorded: ActivityRecord[] = [];
  const faults: string[] = [];
  let user: string | null = 'ana';

  const judge = createJudge({
    clock,
    openIndex: openIndexFile,
    onFault: ({ what, detail }) => faults.push(`${what}: ${detail}`),
  });
  const recorder = createRecorder({
    judge,
    clock,
    random: systemRandom,
    log: silentLog,
    sink(records) {
      state.outbox.addActivity(records);
      recorded.push(...records);
    },
    onBypass: () => undefined,
    onName: () => undefined,
  });
  const core = createAgentCore({
    os: createFakeOs({}),
    store: state,
    trust: { publicKey: importPublicKey(options.serverPublicKey), deviceId },
    time,
    clock,
    ids: createIdSource({ clock, random: systemRandom }),
    log: silentLog,
    matches: createAddressMatcher(),
    verifyPin,
    reachable: () => ({ servers: [], resolvers: [] }),
    organisation: 'Springfield High',
    unenroll: () => Promise.reject(new Error('not asked here')),
    diagnostics: () => ({
      agentVersion: '0.0.0-test',
      observe: false,
      uptimeSeconds: 0,
      outbox: { rows: 0, bytes: 0, dropped: 0 },
      connections: 0,
      lockPage: 'ready',
      filter: {},
    }),
    selfTest: () => Promise.resolve([]),
    policyVersion: () => judge.state().bundle?.version ?? 0,
    user: () => user,
    onChange: () => undefined,
    onReport: () => undefined,
  });
  const composer = createStateComposer();
  const clockDoubt = createClockDoubt({ clock, boot, time });
  const keepers = createPolicyKeepers({
    stateFolder: folder.path,
    sharedFolder: `${folder.path}/categories`,
    source: options.source,
    shipped: () => Promise.reject(new Error('nothing ships')),
    clock,
    random: { ...systemRandom, fraction: () => 0.5 },
    log: silentLog,
    onChange: () => undefined,
    onFault: ({ what, code }) => faults.push(`${what}: ${code}`),
  });
  const follow = (): void => {
    judge.apply(
      composer.state({
        deviceId,
        target: core.target(),
        bundle: keepers.bundle.current(),
        indexFile: keepers.index.current()?.path ?? null,
        account: user,
        accounts: undefined,
        campus: core.campus.current().state,
        lockedBy: core.lock.lockedBy(),
        portal: { open: false, location: null, hosts: [] },
        network: { epoch: 0, proven: true, portal: false },
        localNetworks: [],
        server: { addresses: [], isReached: false },
        clockWrong: false,
        clockOffsetMs: time.offsetMs(),
        doubtOffsetMs: clockDoubt.look(),
        networkResolvers: [],
        serverNames: ['school.example'],
        organisation: 'Springfield High',
      }),
    );
  };
  const tick = async (): Promise<void> => {
    await core.tick();
    state.saveTime(time.anchor());
    follow();
  };

  await keepers.start();
  await core.start();
  const stored = core.target();
  if (stored !== null) await keepers.want(stored);
  follow();
  await recorder.start();
  const ticking = every(clock, TICK_MS, tick, (error) => faults.push(String(error)));

  return {
    state,
    recorded,
    faults,
    async receive(jws) {
      await core.receive('target', jws);
      await core.idle();
      const target = core.target();
      if (target !== null) await keepers.want(target);
      follow();
    },
    learnTime: (serverTime) => time.learn(serverTime),
    tick,
    signIn(next) {
      user = next;
    },
    ask(host, via = 'dns') {
      const judgement = judge.judgeName(host);
      recorder.decided({ host, url: null, app: null, via }, judgement);
      return `${judgement.action} ${judgement.reason}`;
    },
    policyVersion: () => judge.state().bundle?.version ?? null,
    indexFile: () => judge.state().indexFile,
    async stop() {
      await ticking.stop();
      await recorder.stop();
      await keepers.stop();
      await core.stop();
      state.close();
    },
  };
}
