import { confirmationCode } from '../../kit/enrollment-proof.ts';
import type { AlertFinding } from '../../store/ports/alerts.ts';
import type { DeviceRecord } from '../../store/ports/devices.ts';
import type { EnrollmentRequestRecord } from '../../store/ports/enrollment-requests.ts';
import type { EnrollmentTokenRecord } from '../../store/ports/organisations.ts';
import type { Transaction } from '../../store/ports/store.ts';
import { toAlert } from '../../store/views/alert.ts';

const MINUTE_MS = 60_000;
/** As in the schema of alerts. */
const MAX_WHAT = 300;
const MAX_TITLE = 300;

type Request = Pick<EnrollmentRequestRecord, 'id' | 'organisationId'>;

const sameAs = ({ id }: Request): string => `device_reenrollment:${id}`;

/** Tells administrators that a computer waits for their decision. There is one alert for as long as it waits. */
export async function raiseWaitingAlert(
  tx: Transaction,
  {
    request,
    known,
    at,
  }: { readonly request: EnrollmentRequestRecord; readonly known: DeviceRecord; readonly at: number },
): Promise<void> {
  const { id, hostname, address, publicKey } = request;
  const seen =
    known.status === 'online' ? ' The device itself is online now, so it may be another computer.' : '';
  await raise(tx, known, {
    title: `A computer asks to be enrolled as ${known.name} without its old key`,
    what: `${clip(hostname)} at ${address} shows the code ${confirmationCode(publicKey)}.${seen} schoolgate enrollment-requests approve ${id} (or refuse)`,
    sameAs: sameAs(request),
    lasting: true,
    intended: false,
    at,
  });
}

/** Resolves the alert when nobody waits any more. Without an alert nothing happens. */
export async function endWaitingAlert(tx: Transaction, request: Request, at: number): Promise<void> {
  const { organisationId } = request;
  const alert = await tx.alerts.endCondition(organisationId, sameAs(request), at);
  if (alert === null) return;
  const device = alert.deviceId === null ? {} : { deviceId: alert.deviceId };
  await tx.events.append({
    type: 'alert.resolved',
    organisationId,
    at,
    ...device,
    data: { alert: toAlert(alert) },
  });
}

/** A token was used on a device outside of its unit: a mistake, or an attempt to take a device over. */
export async function raiseForeignTokenAlert(
  tx: Transaction,
  {
    known,
    token,
    hostname,
    address,
    at,
  }: {
    readonly known: DeviceRecord;
    readonly token: EnrollmentTokenRecord;
    readonly hostname: string;
    readonly address: string;
    readonly at: number;
  },
): Promise<void> {
  await raise(tx, known, {
    title: `A token that is not for ${known.name} was used to enroll it anew`,
    what: `${clip(hostname)} at ${address} used the token "${clip(token.name)}" (${token.id}) of ${token.ouPath.slice(0, 80)}. It was refused.`,
    sameAs: `device_reenrollment:foreign:${known.id}`,
    lasting: false,
    intended: false,
    at,
  });
}

/** A token that was made for a device has given it a new key. */
export async function raiseIntendedAlert(
  tx: Transaction,
  {
    known,
    token,
    address,
    at,
  }: {
    readonly known: DeviceRecord;
    readonly token: EnrollmentTokenRecord;
    readonly address: string;
    readonly at: number;
  },
): Promise<void> {
  await raise(tx, known, {
    title: `${known.name} was enrolled anew without its old key`,
    what: `By the token "${clip(token.name)}" (${token.id}), which was made for this, from ${address}.`,
    sameAs: `device_reenrollment:done:${known.id}`,
    lasting: false,
    intended: true,
    at,
  });
}

async function raise(
  tx: Transaction,
  known: DeviceRecord,
  news: Pick<AlertFinding, 'title' | 'sameAs' | 'at'> & {
    readonly what: string;
    readonly lasting: boolean;
    readonly intended: boolean;
  },
): Promise<void> {
  const { organisationId, id: deviceId, ouId } = known;
  const rule = (await tx.alerts.rules(organisationId)).device_reenrollment;
  if (!rule.enabled) return;
  const { title, what, sameAs: same, lasting, intended, at } = news;
  const { alert, created } = await tx.alerts.raise({
    organisationId,
    type: 'device_reenrollment',
    severity: intended ? rule.intendedSeverity : rule.severity,
    title: title.slice(0, MAX_TITLE),
    deviceId,
    user: null,
    ouId,
    policyId: null,
    details: { what: what.slice(0, MAX_WHAT) },
    count: 1,
    sameAs: same,
    joinsForMs: lasting ? null : rule.repeatMinutes * MINUTE_MS,
    at,
  });
  if (created)
    await tx.events.append({
      type: 'alert.created',
      organisationId,
      at,
      deviceId,
      data: { alert: toAlert(alert) },
    });
}

/** A name given by a computer or a person, cut so that the rest of the message fits. */
function clip(text: string): string {
  return text.slice(0, 60);
}
