import type { ClassroomSessionId } from '../../contracts/ids.ts';
import type {
  AccessRequestDecision,
  AllowDecision,
  AllowedFor,
  RefuseDecision,
} from '../../contracts/rest/access-requests.ts';
import type { OverrideInput } from '../../contracts/rest/overrides.ts';
import { Fault } from '../../kit/fault.ts';
import { textKey } from '../../kit/text-key.ts';
import type { AccessRequestEnd, AccessRequestRecord } from '../../store/ports/access-requests.ts';
import type { OverrideRecord } from '../../store/ports/overrides.ts';
import type { Repositories, Transaction } from '../../store/ports/store.ts';
import { isWithinOu } from '../../store/rules/ou-path.ts';
import { changeAlert } from '../alerts/alerts.ts';
import type { Reach } from '../input/reach.ts';
import { readWebAddress } from '../input/web-address.ts';
import { createOverride, type OverrideTools } from '../overrides/overrides.ts';
import { othersFor, requestInReach } from './access-requests.ts';

export interface Decider {
  readonly reach: Reach;
  /** Becomes `decidedBy`. */
  readonly by: string;
}

export interface Decided {
  readonly before: AccessRequestRecord;
  readonly request: AccessRequestRecord;
  readonly overrides: readonly OverrideRecord[];
  /** Other requests for this host that the same decision answered. */
  readonly others: readonly AccessRequestRecord[];
}

/**
 * Answers an open request, with those of others that the answer covers. Their alerts are resolved and their laptops told.
 * @throws Fault not_found, conflict when it is not open any more, and those of `createOverride`
 */
export async function decideRequest(
  tx: Transaction,
  tools: OverrideTools,
  { reach, by }: Decider,
  { id, decision }: { readonly id: string; readonly decision: AccessRequestDecision },
): Promise<Decided> {
  const before = await requestInReach(tx, reach, id);
  const at = tools.clock.now();
  if (before.status === 'open' && before.expiresAt <= at) throw new Fault('conflict', 'Its time is over.');
  if (before.status !== 'open') throw new Fault('conflict', `The request is ${before.status} already.`);
  const allowed =
    decision.decision === 'allow' ? await allow(tx, tools, { reach, by, before, decision }) : null;
  const end: AccessRequestEnd = {
    status: decision.decision === 'allow' ? 'allowed' : 'refused',
    by,
    words: decision.words?.trim() || null,
    overrideIds: allowed?.overrides.map((override) => override.id) ?? [],
    at,
  };
  const covered = allowed?.covers ?? ((): boolean => isRefusedToo(decision));
  const others: AccessRequestRecord[] = [];
  for (const other of await othersFor(tx, reach, before)) {
    if (!(await covered(other))) continue;
    const ended = await endRequest(tx, other, end);
    if (ended !== null) others.push(ended);
  }
  const request = await endRequest(tx, before, end);
  if (request === null) throw new Fault('conflict', 'The request was decided just now.');
  return { before, request, overrides: allowed?.overrides ?? [], others };
}

function isRefusedToo(decision: AllowDecision | RefuseDecision): boolean {
  return decision.decision === 'refuse' && decision.others === true;
}

/**
 * Ends a request, resolves its alert and tells its laptop. Null = it had ended before.
 * @param end with `by` null it ends by itself
 */
export async function endRequest(
  tx: Transaction,
  { id }: AccessRequestRecord,
  end: AccessRequestEnd,
): Promise<AccessRequestRecord | null> {
  const ended = await tx.accessRequests.end(id, end);
  if (ended === null) return null;
  tx.wake({ kind: 'device', deviceId: ended.deviceId });
  tx.wake({ kind: 'changed', id });
  const { organisationId, alertId } = ended;
  const alert = alertId === null ? null : await tx.alerts.get(organisationId, alertId);
  if (alert !== null && alert.status !== 'resolved')
    await changeAlert(
      tx,
      alert,
      { status: 'resolved', ...(end.words === null ? {} : { note: end.words }) },
      end,
    );
  return ended;
}

/** Makes the overrides of a decision. `covers` tells which other requests for the host they answer. */
async function allow(
  tx: Transaction,
  tools: OverrideTools,
  {
    reach,
    by,
    before,
    decision,
  }: Decider & { readonly before: AccessRequestRecord; readonly decision: AllowDecision },
) {
  const { for: whom, ttlMinutes, alsoHosts = [] } = decision;
  const { scope, covers } = await scopeFor(tx, { whom, before, now: tools.clock.now() });
  const reason = `Asked for: ${before.id}`;
  const overrides: OverrideRecord[] = [];
  const sites = new Map([
    [before.host, '#/for'],
    ...alsoHosts.map((host, at): [string, string] => {
      const pointer = `#/alsoHosts/${at}`;
      return [readWebAddress(host, pointer).host, pointer];
    }),
  ]);
  for (const [site, pointer] of sites) {
    const input = { scope, site, ttlMinutes, reason };
    try {
      overrides.push(await createOverride(tx, tools, { reach, createdBy: by }, input));
    } catch (error) {
      throw error instanceof Fault ? pointedTo(error, pointer) : error;
    }
  }
  return { overrides, covers };
}

interface Scope {
  readonly scope: OverrideInput['scope'];
  /** Whether the override opens the host for who made another request, too. */
  readonly covers: (other: AccessRequestRecord) => boolean | Promise<boolean>;
}

/** @throws Fault unprocessable when there is no such person, lesson or unit */
async function scopeFor(
  tx: Pick<Repositories, 'users' | 'devices' | 'ous' | 'classroomSessions'>,
  about: {
    readonly whom: AllowedFor;
    readonly before: AccessRequestRecord;
    readonly now: number;
  },
): Promise<Scope> {
  const { organisationId, deviceId, user, ouPath } = about.before;
  const person = user === null ? null : await tx.users.byEmail(organisationId, user);
  switch (about.whom) {
    case 'student':
      if (person === null)
        throw unfit('unknown_user', 'Nobody of the roster asked. Allow it for the device.');
      return { scope: { type: 'student', id: person.id }, covers: (other) => isSame(other.user, user) };
    case 'device':
      return { scope: { type: 'device', id: deviceId }, covers: (other) => other.deviceId === deviceId };
    case 'session': {
      const claiming = await tx.classroomSessions.claiming(deviceId, about.now);
      const session = claiming.findLast(({ startsAt }) => startsAt <= about.now);
      if (session === undefined) throw unfit('no_session', 'The device is in no lesson now.');
      const devices = new Set<string>(
        await tx.classroomSessions.claimedDevices(session.id as ClassroomSessionId),
      );
      return { scope: { type: 'session', id: session.id }, covers: (other) => devices.has(other.deviceId) };
    }
    case 'ou': {
      const unit = person?.ouPath ?? ouPath;
      // As `decide` does: the unit of the person counts, and that of the device only where nobody is known.
      const unitOf = async ({ user: asker, ouPath: own }: AccessRequestRecord): Promise<string> =>
        (asker === null ? null : await tx.users.byEmail(organisationId, asker))?.ouPath ?? own;
      return {
        scope: { type: 'ou', id: unit },
        covers: async (other) => isWithinOu(await unitOf(other), unit),
      };
    }
    case 'everyone':
      return { scope: { type: 'ou', id: '/' }, covers: () => true };
  }
}

/** The faults of an override speak of its own body, which the caller has not written. */
function pointedTo({ code, detail, extras }: Fault, pointer: string): Fault {
  const errors = extras.errors?.map((error) => ({ ...error, pointer }));
  return new Fault(code, detail, { extras: errors === undefined ? extras : { ...extras, errors } });
}

function isSame(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && textKey(one) === textKey(other);
}

function unfit(code: string, detail: string): Fault {
  return new Fault('unprocessable', detail, {
    extras: { errors: [{ in: 'body', pointer: '#/for', code, detail }] },
  });
}
