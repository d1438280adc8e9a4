import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Compile } from 'typebox/compile';
import { REMOVAL_FORCED, RemovalHeard, RemovalNote, RemovalReport } from '../../contracts/device/removal.ts';
import { isId } from '../../contracts/ids.ts';
import { JWS_TYPES } from '../../contracts/mqtt/messages.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import type { Log } from '../../kit/log.ts';
import { networkOf } from '../../kit/networks.ts';
import { BadSignature, importPublicKey, verifyJws } from '../../kit/signing.ts';
import type { DeviceRecord } from '../../store/ports/devices.ts';
import type { Store, Transaction } from '../../store/ports/store.ts';
import { isHeldKey } from '../../store/rules/held-key.ts';
import { toAlert } from '../../store/views/alert.ts';
import type { RateLimiter } from '../http/limits/rate-limiter.ts';

const MINUTE_MS = 60_000;
/** Notes a minute of one device, or of one network for notes that prove nothing. */
const NOTES = 10;

const note = Compile(RemovalNote);

/**
 * `POST /agent/v1/removals`: takes the note that a laptop signed before somebody with root removed Schoolgate without the removal code.
 * Anybody who finds the note may send it. The device stays in the list and an alert is raised. An unknown device and a wrong signature get
 * the same refusal.
 */
export function addRemovalRoute(
  app: FastifyInstance,
  {
    store,
    clock,
    limiter,
    log,
  }: {
    readonly store: Pick<Store, 'devices' | 'transaction'>;
    readonly clock: Clock;
    readonly limiter: RateLimiter;
    readonly log: Log;
  },
): void {
  const nobody = generateKeyPairSync('ed25519').publicKey;
  const admit = (window: string): void => {
    const admission = limiter.take(window, NOTES);
    if (!admission.admitted)
      throw new Fault('rate_limited', 'Too many notes; bring it later.', {
        extras: { retryAfterSeconds: admission.resetSeconds },
      });
  };

  app.post<{ Body: RemovalReport }>(
    '/agent/v1/removals',
    { config: { access: 'agent' }, schema: { body: RemovalReport, response: { 200: RemovalHeard } } },
    async ({ body: { deviceId, note: jws }, ip }) => {
      const device = isId('dev', deviceId) ? await store.devices.find(deviceId) : null;
      const told = await provenNote(jws, keyOf(device) ?? nobody);
      if (device === null || told === null || told.deviceId !== deviceId) {
        admit(`refused removal ${networkOf(ip)}`);
        throw new Fault('device_refused', 'No device that is enrolled here has signed this note.');
      }
      admit(`removal ${deviceId}`);
      log.warn({ deviceId, what: told.what }, 'a removal without the code was told');
      await store.transaction((tx) => raiseRemovalAlert(tx, device, told, clock.now()));
      return { heard: true };
    },
  );
}

function keyOf(device: DeviceRecord | null): KeyObject | null {
  if (device === null || device.publicKey === null || isHeldKey(device.publicKey)) return null;
  return importPublicKey(device.publicKey);
}

async function provenNote(jws: string, key: KeyObject): Promise<RemovalNote | null> {
  try {
    const payload = await verifyJws(jws, key, JWS_TYPES.removal);
    return note.Check(payload) ? payload : null;
  } catch (error) {
    if (error instanceof BadSignature) return null;
    throw error;
  }
}

/** Raises the same alert as the gateway does when the device itself reports tampering, so that the two join. */
async function raiseRemovalAlert(
  tx: Transaction,
  { id: deviceId, organisationId, ouId, name }: DeviceRecord,
  { at }: RemovalNote,
  now: number,
): Promise<void> {
  const rule = (await tx.alerts.rules(organisationId)).bypass_attempt;
  if (!rule.enabled) return;
  const { alert, created } = await tx.alerts.raise({
    organisationId,
    type: 'bypass_attempt',
    severity: rule.tamperSeverity,
    title: `Tampering with the agent on ${name}`,
    deviceId,
    user: null,
    ouId,
    policyId: null,
    details: { occurredAt: new Date(Math.min(at, now)).toISOString(), what: REMOVAL_FORCED },
    count: 1,
    sameAs: `bypass_attempt:${deviceId}:tamper`,
    joinsForMs: rule.repeatMinutes * MINUTE_MS,
    at: now,
  });
  if (created)
    await tx.events.append({
      type: 'alert.created',
      organisationId,
      at: now,
      deviceId,
      data: { alert: toAlert(alert) },
    });
}
