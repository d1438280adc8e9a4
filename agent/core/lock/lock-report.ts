import type { Outcome } from '../../ports/outcome.ts';
import type { LessonLock } from '../target/classroom.ts';
import type { LockEffect } from './lock-actuator.ts';
import type { LockRecord } from './lock-record.ts';

/**
 * The lock as the device reports it: what is in force, not what was asked for. `state`, `commandId`, `since` and `until` are about the lock that was
 * commanded; a lesson's lock stands beside it, and the parts tell of whichever holds.
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

/** `observed`: the agent only watches, it would have done it. */
export type PartState = 'on' | 'off' | 'failed' | 'observed';

/**
 * Locked means that at least one part holds. The firewall is the lock, but a locked screen without it is still no usable laptop: it
 * counts, and the missing part is told. Nothing held: unlocked, whatever was wanted. A firewall that still holds after an unlock: locked.
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
    // What holds for the lesson alone is no lock that somebody commanded.
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

/** "Cannot be read" is not "holds": a computer without our rights to the firewall is not for ever locked. */
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
