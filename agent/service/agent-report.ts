import type { HeartbeatMessage } from '../../contracts/mqtt/messages.ts';
import type { AgentCore } from '../core/agent-core.ts';
import type { Diagnostics } from '../core/commands/inspection-commands.ts';
import { composeHeartbeat } from '../report/heartbeat.ts';
import { AGENT_VERSION } from '../report/version.ts';
import type { RunningStatus } from '../state/status-file.ts';
import type { AgentDependencies, AgentParts } from './agent-dependencies.ts';

type Reported = Pick<AgentParts, 'core' | 'facts' | 'time' | 'enforcement' | 'page' | 'linkStatus'>;

export function heartbeatOf(
  deps: AgentDependencies,
  { core, facts, time, enforcement }: Pick<Reported, 'core' | 'facts' | 'time' | 'enforcement'>,
): HeartbeatMessage {
  return composeHeartbeat({
    at: time.now(),
    session: facts.session(),
    power: facts.power(),
    campus: core.campus.current(),
    lock: core.lock.report(),
    classroom: core.classroom.state(),
    targetVersion: core.targetVersion(),
    enforcement: enforcement?.report() ?? null,
    agentVersion: AGENT_VERSION,
    osVersion: facts.hardware()?.osVersion ?? null,
    uptimeMs: deps.boot.uptimeMs(),
    droppedRecords: deps.state.outbox.dropped(),
    observe: deps.observe,
  });
}

export function diagnosticsOf(
  { state, boot, observe }: AgentDependencies,
  { page, enforcement }: Pick<Reported, 'enforcement'> & { readonly page: Pick<Reported['page'], 'problem'> },
): Diagnostics {
  return {
    agentVersion: AGENT_VERSION,
    observe,
    uptimeSeconds: Math.floor(boot.uptimeMs() / 1_000),
    outbox: { ...state.outbox.size(), dropped: state.outbox.dropped() },
    connections: state.epoch(),
    lockPage: page.problem() ?? 'ready',
    filter: filterStatusOf(enforcement),
  };
}

export function statusOf(deps: AgentDependencies, parts: Reported, startedAt: number): RunningStatus {
  const { core, facts, page, time } = parts;
  const { outbox } = deps.state;
  return {
    pid: process.pid,
    startedAt,
    writtenAt: deps.clock.now(),
    observe: deps.observe,
    link: parts.linkStatus(),
    lock: core.lock.report(),
    lockPage: page.url() ?? page.problem() ?? 'not started',
    classroom: classroomStatusOf(core),
    filter: filterStatusOf(parts.enforcement),
    targetVersion: core.targetVersion(),
    campus: core.campus.current().state,
    battery: facts.power().batteryPercent,
    charging: facts.power().charging,
    userSignedIn: facts.session().user !== null,
    outbox: { ...outbox.size(), dropped: outbox.dropped() },
    clockOffsetMs: time.offsetMs(),
  };
}

function filterStatusOf(enforcement: AgentParts['enforcement']): NonNullable<RunningStatus['filter']> {
  if (enforcement === null) {
    return {
      protection: 'unknown',
      reason: 'no filter runs on this computer',
      policyVersion: 0,
      categoriesVersion: null,
      network: null,
      problems: [],
      proofs: [],
    };
  }
  const { protection, policy, categories, network, problems, proofs } = enforcement.report();
  return {
    protection: protection.state,
    reason: protection.reason,
    since: protection.since,
    policyVersion: policy.version,
    categoriesVersion: categories?.version ?? null,
    network,
    problems,
    proofs: proofs.map(({ name, ok, detail, at }) => ({ name, ok, detail, at })),
  };
}

function classroomStatusOf({ classroom }: Pick<AgentCore, 'classroom'>): RunningStatus['classroom'] {
  const { sessions, overrides, deciding } = classroom.state();
  return {
    session:
      deciding === null
        ? null
        : { id: deciding.id, name: deciding.name, mode: deciding.mode, until: deciding.endsAt },
    sessions: sessions.length,
    overrides: overrides.map(({ id, site, expiresAt }) => ({ id, site, until: expiresAt })),
  };
}
