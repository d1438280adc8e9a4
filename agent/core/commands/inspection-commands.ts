import type { AddressMatcher, CampusDefinition, CampusJudgement } from '../../../contracts/device/campus.ts';
import { messageOf } from '../../../kit/fault.ts';
import type { AgentOs } from '../../ports/agent-os.ts';
import type { SystemFacts } from '../../ports/system-facts.ts';
import type { LockReport } from '../lock/lock-report.ts';
import { listedEvidence } from '../network-state/campus-watch.ts';
import type { Proof } from '../self-check/proofs.ts';
import type { TargetKeeper } from '../target/target-keeper.ts';
import type { TrustedTime } from '../time/trusted-time.ts';
import { type CommandHandlers, failedWith, succeeded } from './command-outcome.ts';

/** What the agent reports about itself: numbers and codes, nothing personal. */
export interface Diagnostics {
  readonly agentVersion: string;
  readonly observe: boolean;
  readonly uptimeSeconds: number;
  readonly outbox: { readonly rows: number; readonly bytes: number; readonly dropped: number };
  readonly connections: number;
  readonly lockPage: string;
  /** Protection, versions and proofs of the filter. */
  readonly filter: Readonly<Record<string, unknown>>;
}

export interface InspectionDependencies {
  readonly os: AgentOs;
  readonly targets: TargetKeeper;
  readonly time: TrustedTime;
  readonly lock: () => LockReport;
  readonly campus: () => CampusJudgement;
  readonly campuses: () => readonly CampusDefinition[];
  readonly matches: AddressMatcher;
  readonly diagnostics: () => Diagnostics;
  /** The proofs of the filter, tried now; empty = no filter runs here. */
  readonly selfTest: () => Promise<readonly Proof[]>;
  /** The version of the policy that is enforced; 0 = none. */
  readonly policyVersion: () => number;
  /** Brings the computer to the stored target once more. */
  readonly reconcile: () => Promise<void>;
}

/** The agent works with a wrong clock, but certificates and sign-ins do not. The self-test reports a clock that is off by more than this (milliseconds). */
const CLOCK_OFF_MS = 120_000;

interface Check {
  readonly ok: boolean;
  readonly detail: string;
}

/** The commands that look and tell. */
export function createInspectionCommands(
  deps: InspectionDependencies,
): Pick<CommandHandlers, 'sync_policy' | 'locate' | 'self_test' | 'collect_diagnostics'> {
  const { os, targets } = deps;
  return {
    async sync_policy() {
      const version = await targets.recheck();
      if (version === null)
        return failedWith('no_target', 'no target state that verifies is stored on the device');
      await deps.reconcile();
      return succeeded({ targetVersion: version, policyVersion: deps.policyVersion() });
    },
    async locate() {
      const network = await os.facts.network();
      const { state, campusId } = deps.campus();
      return succeeded({
        campus: state,
        campusId,
        ...listedEvidence(network, deps.campuses(), deps.matches),
      });
    },
    async self_test() {
      const checks = await selfTest(deps);
      const failing = Object.entries(checks).flatMap(([name, { ok }]) => (ok ? [] : [name]));
      return succeeded({ ok: failing.length === 0, failing, checks });
    },
    async collect_diagnostics() {
      return succeeded(await collect(deps));
    },
  };
}

async function selfTest(deps: InspectionDependencies): Promise<Record<string, Check>> {
  const { os, targets, time, lock, diagnostics } = deps;
  const { outbox, lockPage } = diagnostics();
  const proofs = await deps.selfTest();
  const wanted = lock().commandId !== null || lock().lesson !== null;
  return {
    hardware: await check(async () => {
      const { machineId, osVersion } = await os.facts.hardware();
      return {
        ok: machineId !== null,
        detail: `machine id ${machineId === null ? 'not found' : 'known'}, ${osVersion ?? 'unknown system'}`,
      };
    }),
    power: await check(async () => {
      const { batteryPercent } = await os.facts.power();
      return { ok: true, detail: batteryPercent === null ? 'no battery' : 'battery readable' };
    }),
    session: await check(async () => {
      const { user } = await os.facts.session();
      return { ok: true, detail: user === null ? 'nobody signed in' : 'a user is signed in' };
    }),
    network: await check(async () => {
      const { addresses, defaultGateways } = await os.facts.network();
      return {
        ok: addresses.length > 0,
        detail: `${addresses.length} addresses, ${defaultGateways.length} gateways`,
      };
    }),
    firewall: await check(async () => {
      const state = await os.networkLock.state();
      return { ok: state === (wanted ? 'engaged' : 'released'), detail: `the lock's object is ${state}` };
    }),
    target: await check(async () => {
      const version = await targets.recheck();
      return {
        ok: version !== null,
        detail: version === null ? 'none stored' : `version ${version} verifies`,
      };
    }),
    clock: await check(() => {
      const offset = time.offsetMs();
      return {
        ok: Math.abs(offset) <= CLOCK_OFF_MS,
        detail: `${offset} ms behind the server${time.exact() ? '' : ', estimated'}`,
      };
    }),
    outbox: await check(() => ({
      ok: outbox.dropped === 0,
      detail: `${outbox.rows} rows wait, ${outbox.dropped} were dropped`,
    })),
    lockPage: await check(() => ({ ok: lockPage === 'ready', detail: lockPage })),
    // A proof that could not be tried does not fail the self-test.
    ...Object.fromEntries(proofs.map(({ name, ok, detail }) => [name, { ok: ok !== false, detail }])),
  };
}

async function check(look: () => Promise<Check> | Check): Promise<Check> {
  try {
    return await look();
  } catch (error) {
    return { ok: false, detail: messageOf(error) };
  }
}

/** The computer without names, addresses and networks. */
export async function computerInBrief(facts: SystemFacts): Promise<Readonly<Record<string, unknown>>> {
  const [{ platform, osVersion, model }, { batteryPercent, charging }, network] = await Promise.all([
    facts.hardware(),
    facts.power(),
    facts.network(),
  ]);
  return {
    platform,
    osVersion,
    model,
    power: { batteryPercent, charging },
    network: {
      addresses: network.addresses.length,
      gateways: network.defaultGateways.length,
      wifi: network.wifi !== null,
    },
  };
}

/** No names, addresses, networks or hosts: it may be pasted into a public issue. */
async function collect({
  os,
  targets,
  time,
  lock,
  campus,
  diagnostics,
}: InspectionDependencies): Promise<Record<string, unknown>> {
  const { state, network: firewall, session, window, until } = lock();
  return {
    ...diagnostics(),
    ...(await computerInBrief(os.facts)),
    campus: campus().state,
    lock: { state, firewall, session, window, until },
    targetVersion: targets.current()?.version ?? 0,
    clock: { offsetMs: time.offsetMs(), exact: time.exact() },
  };
}
