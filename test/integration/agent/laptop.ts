import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enrollmentName } from '../../../agent/enrollment/enroll.ts';
import { type Agent, createAgent } from '../../../agent/service/agent.ts';
import type { AgentDependencies } from '../../../agent/service/agent-dependencies.ts';
import { type AgentState, openAgentState } from '../../../agent/state/agent-state.ts';
import { createBootClock } from '../../../agent/state/boot-clock.ts';
import { loadDeviceKey, loadIdentity, saveIdentity } from '../../../agent/state/identity.ts';
import { prepareStateFolder, type StateFolder } from '../../../agent/state/state-folder.ts';
import { systemClock } from '../../../kit/clock.ts';
import { writeDurably } from '../../../kit/durable-file.ts';
import { silentLog } from '../../../kit/log.ts';
import { systemRandom } from '../../../kit/random.ts';
import { exportSigningKey, type SigningKey } from '../../../kit/signing.ts';
import { createFakeOs, type FakeOs, type FakeScript } from '../../support/fake-os.ts';
import { createFakeProbes } from '../../support/fake-probes.ts';
import { identityFor, type SchoolServer } from './school-server.ts';

export const FACTS: FakeScript = {
  hardware: {
    machineId: 'a'.repeat(32),
    serial: 'SN1',
    model: 'Book',
    manufacturer: 'Maker',
    hostname: 'lap',
    platform: 'linux',
    osVersion: 'Debian GNU/Linux 12 (bookworm)',
  },
  power: { batteryPercent: 71, charging: false },
  session: { user: 'ana', sessionId: '2' },
  network: {
    addresses: [{ interface: 'wlan0', address: '10.4.1.7', prefix: 16, family: 4 }],
    defaultGateways: [{ address: '10.4.0.1', interface: 'wlan0', mac: '02:00:00:00:00:01' }],
    wifi: { ssid: 'home', bssid: '02:00:00:00:00:02' },
  },
};

export interface Laptop {
  readonly agent: Agent;
  readonly os: FakeOs;
  readonly state: AgentState;
  readonly folder: StateFolder;
  /** Stops the agent and closes its state, as a clean end of the process does. */
  stop(): Promise<void>;
}

/** An enrolled agent in this process, on a pretended computer. */
export async function startLaptop(
  path: string,
  server: SchoolServer,
  key: SigningKey,
  options: Partial<Pick<AgentDependencies, 'filter' | 'workerStarter' | 'probes'>> = {},
): Promise<Laptop> {
  const folder = await prepareStateFolder(path);
  const identity = identityFor(server, 'device-key-test.pem');
  await writeDurably(join(path, identity.keyFile), exportSigningKey(key));
  await saveIdentity(folder, identity);
  return runLaptop(path, options);
}

/** The agent of a state folder that holds an enrollment. @param options.hardware that it was enrolled with */
export async function runLaptop(
  path: string,
  options: Partial<Pick<AgentDependencies, 'filter' | 'workerStarter' | 'probes'>> &
    Pick<FakeScript, 'hardware'> = {},
): Promise<Laptop> {
  const folder = await prepareStateFolder(path);
  const identity = await loadIdentity(folder);
  if (identity === null) throw new Error(`${path} is not enrolled`);
  const key = await loadDeviceKey(folder, identity);
  const state = await openAgentState({
    folder,
    clock: systemClock,
    log: silentLog,
    enrollment: enrollmentName(identity),
  });
  const { hardware = FACTS.hardware } = options;
  const os = createFakeOs({ ...FACTS, ...(hardware === undefined ? {} : { hardware }) });
  const agent = createAgent({
    folder,
    identity,
    key,
    state,
    os,
    boot: createBootClock(process.platform),
    clock: systemClock,
    random: { ...systemRandom, fraction: () => 0.1 },
    log: silentLog,
    lockPagePort: 0,
    onLockPage: () => undefined,
    observe: false,
    unenroll: () => Promise.reject(new Error('the program does that')),
    filter: options.filter ?? null,
    workerStarter: options.workerStarter ?? null,
    probes: options.probes ?? createFakeProbes(),
  });
  let stopped = false;
  await agent.start();
  return {
    agent,
    os,
    state,
    folder,
    async stop() {
      if (stopped) return;
      stopped = true;
      await agent.stop();
      state.close();
    },
  };
}

/** A folder that goes after everything that was set up later; tap's own goes before. */
export async function temporaryFolder(t: { teardown(end: () => Promise<void>): void }): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'schoolgate-agent-'));
  t.teardown(() => rm(path, { recursive: true, force: true }));
  return path;
}
