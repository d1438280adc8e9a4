import type { EnrollRequest } from '../../contracts/enrollment/enrollment.ts';
import type { Clock } from '../../kit/clock.ts';
import { confirmationCode } from '../../kit/enrollment-proof.ts';
import { Fault } from '../../kit/fault.ts';
import type { IdSource } from '../../kit/random.ts';
import { nextTurn } from '../../kit/turns.ts';
import type { DeviceRecord } from '../../store/ports/devices.ts';
import type { EnrollmentRequestRecord } from '../../store/ports/enrollment-requests.ts';
import type { EnrollmentTokenRecord } from '../../store/ports/organisations.ts';
import type { Repositories, Store, Transaction } from '../../store/ports/store.ts';
import { isWithinOu } from '../../store/rules/ou-path.ts';
import { notFound } from '../input/field-fault.ts';
import { mayReach, type Reach } from '../input/reach.ts';
import type { Job } from '../scheduler/job.ts';
import { endWaitingAlert, raiseWaitingAlert } from './re-enrollment-alerts.ts';

/** A request is good for so long, decided or not: over a week of holidays somebody has looked. */
export const REQUEST_MS = 14 * 86_400_000;

/** So many computers may wait at once for the answer that they are one device. A few tries with new keys are one person's; more are somebody's who floods. */
const MAX_WAITING_OF_DEVICE = 5;

/** By what right a device that is enrolled may be enrolled anew. */
export type ReEnrollmentRight =
  /** It has its present key. */
  | 'key'
  /** Its token was made for it. */
  | 'token'
  /** Its token reaches its unit: an administrator has to agree. */
  | 'ask'
  | 'none';

/** @param proven whether the request is proven by the device's present key */
export function rightToReEnroll(
  known: Pick<DeviceRecord, 'id' | 'ouPath'>,
  { token, proven }: { readonly token: EnrollmentTokenRecord; readonly proven: boolean },
): ReEnrollmentRight {
  if (token.deviceId !== null && token.deviceId !== known.id) return 'none';
  if (proven) return 'key';
  if (token.deviceId === known.id) return 'token';
  if (!isWithinOu(known.ouPath, token.ouPath)) return 'none';
  return token.reEnroll ? 'token' : 'ask';
}

/** What became of asking: it may go on, or not (yet). */
export type Approval = { readonly approved: true } | { readonly approved: false; readonly refusal: Fault };

/**
 * Asks an administrator whether a known device may have a new key, or tells what he has said. The same key and token are the same request; a new one
 * uses the token once.
 * @param redeem uses the token; throws when it is not good any more
 */
export async function askToReEnroll(
  tx: Transaction,
  { ids }: { readonly ids: IdSource },
  {
    known,
    token,
    request,
    address,
    now,
    redeem,
  }: {
    readonly known: DeviceRecord;
    readonly token: EnrollmentTokenRecord;
    readonly request: EnrollRequest;
    readonly address: string;
    readonly now: number;
    readonly redeem: () => Promise<unknown>;
  },
): Promise<Approval> {
  const { publicKey, hardware } = request;
  const asked = await tx.enrollmentRequests.of({ deviceId: known.id, publicKey, tokenId: token.id });
  if (asked !== null && asked.expiresAt > now) return answerOf(asked);
  if (asked !== null) await forgetRequest(tx, asked, now);
  const others = await tx.enrollmentRequests.ofDevice(known.id);
  // What was refused keeps nobody else from asking: the true one may come after five bogus ones.
  const waiting = others.filter(({ status, expiresAt }) => status === 'waiting' && expiresAt > now);
  if (waiting.length >= MAX_WAITING_OF_DEVICE)
    return refused(
      'Several computers have asked already to be enrolled as this device: an administrator has to decide about them first.',
    );
  await redeem();
  const made = await tx.enrollmentRequests.create({
    id: ids.next('erq'),
    organisationId: known.organisationId,
    deviceId: known.id,
    tokenId: token.id,
    publicKey,
    hostname: hardware.hostname,
    address,
    createdAt: now,
    expiresAt: now + REQUEST_MS,
  });
  await raiseWaitingAlert(tx, { request: made, known, at: now });
  return answerOf(made);
}

function answerOf(asked: EnrollmentRequestRecord): Approval {
  if (asked.status === 'approved') return { approved: true };
  if (asked.status === 'refused')
    return refused(
      `An administrator has refused that this computer takes the place of ${asked.deviceName} (request ${asked.id}).`,
    );
  return {
    approved: false,
    refusal: new Fault(
      'enrollment_waiting',
      `This computer is enrolled already, as ${asked.deviceName}, and does not have its old key: an administrator has to agree. Request ${asked.id}, code ${confirmationCode(asked.publicKey)}; on the server: schoolgate enrollment-requests approve ${asked.id}. Then enroll again with the same token.`,
    ),
  };
}

function refused(detail: string): Approval {
  return { approved: false, refusal: new Fault('enrollment_refused', detail) };
}

/** The device has its new key: whoever else asked for it, or was told yes, has to ask anew. */
export async function forgetRequestsOf(
  tx: Transaction,
  device: Pick<DeviceRecord, 'id'>,
  at: number,
): Promise<void> {
  for (const request of await tx.enrollmentRequests.ofDevice(device.id)) await forgetRequest(tx, request, at);
}

/** Takes a request away with the alert about it. */
async function forgetRequest(
  tx: Transaction,
  request: Pick<EnrollmentRequestRecord, 'id' | 'organisationId' | 'deviceId'>,
  at: number,
): Promise<void> {
  await tx.enrollmentRequests.delete(request.id);
  await endWaitingAlert(tx, request, at);
}

/** A request that the caller may decide: of a device within reach, and still good. @throws Fault not_found */
async function requestInReach(
  { enrollmentRequests }: Pick<Repositories, 'enrollmentRequests'>,
  reach: Reach,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<EnrollmentRequestRecord> {
  const request = await enrollmentRequests.get(reach.organisationId, id);
  if (request === null || request.expiresAt <= now || !mayReach(reach, request.ouPath))
    throw notFound('enrollment request');
  return request;
}

/**
 * Says yes or no. After a yes the computer that asked takes the device's place when it enrolls again; until then the old key is good.
 * @throws Fault not_found, conflict when it was decided before
 */
export async function decideRequest(
  tx: Transaction,
  reach: Reach,
  decision: {
    readonly id: string;
    readonly status: 'approved' | 'refused';
    readonly by: string;
    readonly now: number;
  },
): Promise<{ readonly before: EnrollmentRequestRecord; readonly after: EnrollmentRequestRecord }> {
  const { status, by, now } = decision;
  const before = await requestInReach(tx, reach, decision);
  if (!(await tx.enrollmentRequests.decide(before.id, { status, by, at: now })))
    throw new Fault('conflict', `The request is ${before.status} already.`);
  await endWaitingAlert(tx, before, now);
  return { before, after: await requestInReach(tx, reach, decision) };
}

const HOUR_MS = 3_600_000;

/** Requests of one transaction: other writers wait for it some milliseconds. */
const BATCH = 100;

/** Every hour, takes away what nobody has decided or used in its time, with the alerts about it. */
export function createExpiredEnrollmentRequestsJob({
  store,
  clock,
}: {
  readonly store: Pick<Store, 'transaction'>;
  readonly clock: Clock;
}): Job {
  return {
    name: 'enrollment_requests.purge',
    next: (after) => (Math.floor(after / HOUR_MS) + 1) * HOUR_MS,
    async run(signal) {
      for (let taken = BATCH; taken === BATCH && !signal.aborted; ) {
        taken = await store.transaction(async (tx) => {
          const now = clock.now();
          const expired = await tx.enrollmentRequests.expired(now, BATCH);
          for (const request of expired) await forgetRequest(tx, request, now);
          return expired.length;
        });
        await nextTurn();
      }
    },
  };
}
