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

/** Life of a request, decided or not. It covers a week of holidays. */
export const REQUEST_MS = 14 * 86_400_000;

/** Most computers that may wait at once to be accepted as one device. One person makes a few attempts with new keys; more are a flood. */
const MAX_WAITING_OF_DEVICE = 5;

/** The ground on which an enrolled device may be enrolled again. */
export type ReEnrollmentRight =
  /** It holds its present key. */
  | 'key'
  /** The token was made for it. */
  | 'token'
  /** The token's unit holds it, so an administrator has to agree. */
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

/** The result of asking an administrator: approved, or not (yet). */
export type Approval = { readonly approved: true } | { readonly approved: false; readonly refusal: Fault };

/**
 * Asks an administrator whether a known device may have a new key, or returns the decision. The same key and token are the same request. A
 * new request uses the token once.
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
  // Refused requests do not count, so that five false requests do not block the true one.
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

/** The device has its new key. All other requests for it, approved or not, are removed. */
export async function forgetRequestsOf(
  tx: Transaction,
  device: Pick<DeviceRecord, 'id'>,
  at: number,
): Promise<void> {
  for (const request of await tx.enrollmentRequests.ofDevice(device.id)) await forgetRequest(tx, request, at);
}

/** Removes a request with its alert. */
async function forgetRequest(
  tx: Transaction,
  request: Pick<EnrollmentRequestRecord, 'id' | 'organisationId' | 'deviceId'>,
  at: number,
): Promise<void> {
  await tx.enrollmentRequests.delete(request.id);
  await endWaitingAlert(tx, request, at);
}

/** A request that the caller may decide: its device is within reach and it has not expired. @throws Fault not_found */
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
 * Approves or refuses a request. After an approval the computer that asked takes the device's place when it enrolls again. Until then the
 * old key stays valid.
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

/** Requests of one transaction. Other writers wait for it some milliseconds. */
const BATCH = 100;

/** Every hour, removes requests that have expired, with their alerts. */
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
