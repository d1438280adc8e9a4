import type { ProtectionState } from '../../../contracts/mqtt/messages.ts';
import type { CampusRecord } from '../../../store/ports/organisations.ts';

/** A change of a device's condition. Durations are milliseconds of the server. */
export type ConditionChange =
  | { readonly kind: 'battery_low'; readonly level: number }
  | { readonly kind: 'battery_charged' }
  | {
      readonly kind: 'protection_changed';
      readonly from: ProtectionState;
      readonly to: ProtectionState;
      readonly lastedMs: number;
    }
  | { readonly kind: 'campus_left'; readonly campus: CampusRecord; readonly lastedMs: number }
  | { readonly kind: 'campus_entered' };

/** From when on a condition counts as changed. Events and alerts have settings of their own. */
export interface ConditionSettings {
  /** Percent. A battery is low at `low`, and no longer low at `charged`. `low` null: no battery is low. */
  readonly battery: { readonly low: number | null; readonly charged: number };
  /** How long each state has to last (milliseconds); null = it makes no change. */
  readonly protectionAfterMs: Readonly<Record<ProtectionState, number | null>>;
  /** How long a device has to be off the campus (milliseconds); null = it never counts as having left. */
  readonly campusLeftAfterMs: number | null;
}

/** The state of a device, by its heartbeats so far. */
export interface Measured {
  /** Percent; null = it has no battery, or does not report it. */
  readonly battery: number | null;
  readonly protection: { readonly state: ProtectionState; readonly lastedMs: number };
  /** Where the device is; null = unknown. `left`: the campus with a geofence that it was on before; null = none. */
  readonly campus:
    | null
    | { readonly isOn: true }
    | { readonly isOn: false; readonly left: CampusRecord | null; readonly lastedMs: number };
}

/** The last reported conditions of a device, so that a change is reported once. */
export interface Told {
  lowBattery: boolean;
  protection: ProtectionState;
  campusLeft: boolean;
}

/** The changes since the last report, by these settings. They count as reported. */
export function tellChanges(
  measured: Measured,
  told: Told,
  settings: ConditionSettings,
): readonly ConditionChange[] {
  const changes = [
    battery(measured, told, settings),
    protection(measured, told, settings),
    campus(measured, told, settings),
  ].filter((change) => change !== null);
  for (const change of changes) tell(told, change);
  return changes;
}

/** Takes a report back: the change is found again as long as it lasts. */
export function untell(told: Told, change: ConditionChange): void {
  switch (change.kind) {
    case 'battery_low':
    case 'battery_charged':
      told.lowBattery = change.kind === 'battery_charged';
      return;
    case 'protection_changed':
      told.protection = change.from;
      return;
    case 'campus_left':
    case 'campus_entered':
      told.campusLeft = change.kind === 'campus_entered';
  }
}

function tell(told: Told, change: ConditionChange): void {
  switch (change.kind) {
    case 'battery_low':
    case 'battery_charged':
      told.lowBattery = change.kind === 'battery_low';
      return;
    case 'protection_changed':
      told.protection = change.to;
      return;
    case 'campus_left':
    case 'campus_entered':
      told.campusLeft = change.kind === 'campus_left';
  }
}

function battery(
  { battery: level }: Measured,
  { lowBattery }: Told,
  { battery: { low, charged } }: ConditionSettings,
): ConditionChange | null {
  if (level === null) return null;
  if (level >= charged) return lowBattery ? { kind: 'battery_charged' } : null;
  if (lowBattery || low === null || level > low) return null;
  return { kind: 'battery_low', level };
}

function protection(
  { protection: { state: to, lastedMs } }: Measured,
  { protection: from }: Told,
  { protectionAfterMs }: ConditionSettings,
): ConditionChange | null {
  const afterMs = protectionAfterMs[to];
  if (to === from || afterMs === null || lastedMs < afterMs) return null;
  return { kind: 'protection_changed', from, to, lastedMs };
}

function campus(
  { campus: where }: Measured,
  { campusLeft }: Told,
  { campusLeftAfterMs: afterMs }: ConditionSettings,
): ConditionChange | null {
  if (where === null) return null;
  if (where.isOn) return campusLeft ? { kind: 'campus_entered' } : null;
  const { left, lastedMs } = where;
  if (campusLeft || left === null || afterMs === null || lastedMs < afterMs) return null;
  return { kind: 'campus_left', campus: left, lastedMs };
}
