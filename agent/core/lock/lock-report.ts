import type { Outcome } from '../../ports/outcome.ts';
import type { LessonLock } from '../target/classroom.ts';
import type { LockEffect } from './lock-actuator.ts';
import type { LockRecord } from './lock-record.ts';

/**
 * The lock as the device reports it: what is in force, not what was asked for. `state`, `commandId`, `since` and `until` describe the commanded lock,
 * `lesson` that of a classroom session. The parts describe whichever of the two is in force.
 */
export interface LockReport {
  readonly state: 'locked' | 'unlocked';
  readonly commandId: string | null;
  readonly since: number | null;
  readonly until: number | null;
  /** The lock of the classroom session that is on, and whether it holds; null = none. */
  readonly lesson: (LessonLock & { readonly locked: boolean }) | null;
  readonly network: PartState;
  readonly session: PartState;
  readonly window: PartState;
  /** Why a part is not in force, by its name. */
  readonly problems: Readonly<Record<string, string>>;
}

/** `observed`: the agent only observes, and would have turned this part on. */
export type PartState = 'on' | 'off' | 'failed' | 'observed';

/**
 * Reports `locked` when at least one part is in force. The firewall is the lock, but a laptop with only a locked screen is not usable either, so that
 * it counts, and `problems` names the missing part. Without any part in force the report is `unlocked`, whatever was wanted. A firewall that still
 * holds after an unlock makes it `locked`.
 */
export function reportLock(record: LockRecord, effect: LockEffect, lesson: LessonLock | null): LockReport {
  const { held } = record;
  const wanted = held !== null || lesson !== null;
  const network = networkState(wanted, effect);
  const session = wanted ? outcomeState(effect.session) : 'off';
  const window = windowState(wanted, effect);
  const parts = [network, session, window];
  const inForce =
    parts.some((part) => part === 'on' || part === 'observed') || (!wanted && firewallHolds(effect));
  return {
    // A part that is in force for the lesson alone does not make the commanded lock `locked`.
    state: inForce && (held !== null || lesson === null) ? 'locked' : 'unlocked',
    commandId: held?.commandId ?? null,
    since: held?.since ?? null,
    until: held?.until ?? null,
    lesson: lesson === null ? null : { ...lesson, locked: inForce },
    network,
    session,
    window,
    problems: problemsOf(effect, { network, session, window }),
  };
}

function networkState(wanted: boolean, { network, firewall }: LockEffect): PartState {
  if (!wanted) return firewall === 'released' || network?.observed === true ? 'off' : 'failed';
  if (network?.observed === true) return 'observed';
  return firewall === 'engaged' && network?.done === true ? 'on' : 'failed';
}

function outcomeState(outcome: Outcome | null): PartState {
  if (outcome === null) return 'off';
  if (outcome.observed) return 'observed';
  return outcome.done ? 'on' : 'failed';
}

/** A firewall that cannot be read does not count as locked: a computer on which we have no right to it would be reported as locked for ever. */
function firewallHolds({ network, firewall }: LockEffect): boolean {
  return firewall === 'engaged' && network?.observed !== true;
}

function windowState(wanted: boolean, { window, network }: LockEffect): PartState {
  if (!wanted) return 'off';
  if (window.state === 'shown') return 'on';
  return window.state === 'hidden' && network?.observed === true ? 'observed' : 'failed';
}

function problemsOf(
  effect: LockEffect,
  parts: Readonly<Record<'network' | 'session' | 'window', PartState>>,
): Record<string, string> {
  const problems: Record<string, string> = {};
  if (parts.network === 'failed')
    problems.network = effect.network?.detail ?? `the firewall is ${effect.firewall}`;
  if (parts.session === 'failed') problems.session = effect.session?.detail ?? 'not locked';
  if (parts.window === 'failed' && effect.window.state === 'unavailable')
    problems.window = effect.window.reason;
  return problems;
}
