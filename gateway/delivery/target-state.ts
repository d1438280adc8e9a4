import type { RemovalVerifier } from '../../contracts/device/removal.ts';
import type {
  AnswerTarget,
  CommandMessage,
  LockTarget,
  OverrideTarget,
  PolicyTarget,
  SessionTarget,
  TargetState,
} from '../../contracts/mqtt/messages.ts';
import type { BundleOverride } from '../../contracts/policy/model.ts';
import { textKey } from '../../kit/text-key.ts';
import type { AccessRequestRecord } from '../../store/ports/access-requests.ts';
import type { ClaimingSession } from '../../store/ports/classroom.ts';
import type { CommandRecord } from '../../store/ports/commands.ts';
import type { DeviceRecord } from '../../store/ports/devices.ts';
import type { DeviceBundle, PackedBundle } from '../../store/rules/device-bundles.ts';
import type { OrganisationSettings } from '../connections/organisations.ts';

/** How long after its signing a target state is accepted: it is sent on an open connection, and signed anew each time. */
const TARGET_VALID_MS = 3_600_000;

/** Grows by one when target states get a new member that every device must learn at once. 1: the verifier of the removal code. */
const FORM = 1;

/** The version of a device's target state. It grows with every change of the device's own part, of the organisation's settings and of the form. */
export function targetVersionOf(
  device: Pick<DeviceRecord, 'targetVersion'>,
  { record }: OrganisationSettings,
): number {
  return device.targetVersion + record.settingsVersion + FORM;
}

/** Classroom sessions, overrides and answers of a device. Read after the version, so that they are at least as new. */
export interface Claims {
  readonly sessions: readonly ClaimingSession[];
  readonly overrides: readonly BundleOverride[];
  readonly answers: readonly AccessRequestRecord[];
}

/** The policy bundle of a device. Read after the version too. */
interface Enforcement extends DeviceBundle {
  /** The hash of the bundle that the device reports; null = none, or unknown. */
  readonly heldHash: string | null;
}

/** The target state of a device, ready to be signed. */
export function composeTarget(
  device: DeviceRecord,
  {
    settings,
    claims,
    enforcement: { bundle, people, heldHash },
    removal,
  }: {
    readonly settings: OrganisationSettings;
    readonly claims: Claims;
    readonly enforcement: Enforcement;
    /** Null: this server has no removal codes. */
    readonly removal: RemovalVerifier | null;
  },
  now: number,
): TargetState {
  const { record, campuses, categories } = settings;
  return {
    kind: 'target',
    deviceId: device.id,
    version: targetVersionOf(device, settings),
    issuedAt: now,
    expiresAt: now + TARGET_VALID_MS,
    lock: lockTargetOf(device),
    settings: {
      heartbeatSeconds: record.heartbeatSeconds,
      organisation: record.name,
      helpLine: record.helpLine,
      campuses: campuses.map(({ id, name, cidrs, gatewayMacs, bssids, ssids }) => ({
        id,
        name,
        cidrs: [...cidrs],
        gatewayMacs: [...gatewayMacs],
        bssids: [...bssids],
        ssids: [...ssids],
      })),
      accountDomain: record.accountDomain,
      ouPath: device.ouPath,
      people: people.map(({ user, ouPath }) => ({ user, ouPath })),
    },
    ...(bundle === null ? {} : { policy: policyTargetOf(bundle, heldHash) }),
    ...(categories === null ? {} : { categories }),
    sessions: claims.sessions.map(sessionTargetOf),
    overrides: claims.overrides.map(overrideTargetOf),
    ...(claims.answers.length === 0 ? {} : { answers: claims.answers.map(answerTargetOf) }),
    ...(removal === null ? {} : { removal }),
  };
}

function policyTargetOf(
  { version, hash, bytes, inline }: PackedBundle,
  heldHash: string | null,
): PolicyTarget {
  const known = { version, hash, bytes };
  return inline === null || hash === heldHash ? known : { ...known, inline };
}

function sessionTargetOf(session: ClaimingSession): SessionTarget {
  const { id, name, mode, allowedUrls, startsAt, endsAt, students } = session;
  return {
    ...{ id, name, mode, startsAt, endsAt },
    allowedUrls: [...allowedUrls],
    students: students === null ? null : [...students],
  };
}

function overrideTargetOf({ id, site, scope, startsAt, expiresAt }: BundleOverride): OverrideTarget {
  return { id, site, scope: { ...scope }, startsAt, expiresAt };
}

function answerTargetOf({
  id,
  host,
  user,
  status,
  words,
  decidedAt,
  updatedAt,
}: AccessRequestRecord): AnswerTarget {
  return {
    ...{ id, host, words },
    user: user === null ? null : textKey(user),
    state: status === 'allowed' ? 'allowed' : 'refused',
    at: decidedAt ?? updatedAt,
  };
}

/** A command, ready to be signed. Null for a lock or unlock that another one has replaced. */
export function composeCommand(
  device: DeviceRecord,
  command: CommandRecord,
  now: number,
): CommandMessage | null {
  const aboutLock = command.type === 'lock' || command.type === 'unlock';
  if (aboutLock && device.lock.commandId !== command.id) return null;
  return {
    kind: 'command',
    deviceId: device.id,
    commandId: command.id,
    sequence: command.sequence,
    type: command.type,
    params: { ...command.params },
    ...(aboutLock ? { lock: lockTargetOf(device) } : {}),
    issuedAt: now,
    expiresAt: command.expiresAt,
  };
}

function lockTargetOf({ lock }: DeviceRecord): LockTarget {
  const { wanted, commandId, sequence, message, until, durationMinutes, pin } = lock;
  return {
    wanted,
    commandId,
    sequence,
    message,
    until,
    durationMinutes,
    pin: pin === null ? null : { ...pin },
  };
}
