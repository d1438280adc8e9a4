import type { CampusJudgement } from '../../contracts/device/campus.ts';
import type { HeartbeatMessage, ProtectionState } from '../../contracts/mqtt/messages.ts';
import type { LockReport } from '../core/lock/lock-report.ts';
import type { ClassroomState } from '../core/target/classroom.ts';
import type { Power, Session } from '../ports/system-facts.ts';

/** What is enforced: facts of the filter, and what the self-check has proven. */
export interface EnforcedFacts {
  readonly policy: { readonly version: number; readonly hash: string | null };
  readonly categories: { readonly version: number; readonly hash: string } | null;
  readonly protection: { readonly state: ProtectionState; readonly since: number };
}

export interface HeartbeatFacts {
  /** Server time as the device knows it, epoch milliseconds. */
  readonly at: number;
  readonly session: Session;
  readonly power: Power;
  readonly campus: CampusJudgement;
  readonly lock: LockReport;
  readonly classroom: ClassroomState;
  readonly targetVersion: number;
  /** What is really enforced; null = no filter runs here. */
  readonly enforcement: EnforcedFacts | null;
  readonly agentVersion: string;
  readonly osVersion: string | null;
  /** Of the computer. */
  readonly uptimeMs: number;
  readonly droppedRecords: number;
  readonly observe: boolean;
}

/**
 * Makes a heartbeat of facts. It claims only what is enforced: without a filter the protection is unknown and the policy version 0. Of the campus it
 * has the verdict only; the evidence stays on the device.
 */
export function composeHeartbeat(facts: HeartbeatFacts): HeartbeatMessage {
  const { session, power, campus, lock, enforcement } = facts;
  return {
    at: facts.at,
    user: session.user?.slice(0, 254) ?? null,
    battery: power.batteryPercent,
    charging: power.charging,
    campus: { state: campus.state, campusId: campus.campusId },
    policy: enforcement?.policy ?? { version: 0, hash: null },
    target: { version: facts.targetVersion },
    categories: enforcement?.categories ?? null,
    lock: { state: lock.state, commandId: lock.commandId, since: lock.since, until: lock.until },
    protection: {
      state: enforcement?.protection.state ?? 'unknown',
      since: enforcement?.protection.since ?? null,
    },
    agentVersion: facts.agentVersion,
    osVersion: (facts.osVersion ?? '').slice(0, 80),
    uptimeSeconds: Math.max(0, Math.floor(facts.uptimeMs / 1_000)),
    droppedRecords: facts.droppedRecords,
    observe: facts.observe,
    classroom: classroomOf(facts),
  };
}

function classroomOf({
  classroom: { deciding },
  lock,
}: HeartbeatFacts): NonNullable<HeartbeatMessage['classroom']> | null {
  if (deciding === null) return null;
  const { id, startsAt, endsAt } = deciding;
  const locked = lock.lesson?.sessionId === id && lock.lesson.locked;
  return { sessionId: id, locked, since: startsAt, until: endsAt };
}
