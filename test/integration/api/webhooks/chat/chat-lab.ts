import type { Test } from 'tap';
import { chatAddressContext } from '../../../../../api/webhooks/chat/address.ts';
import type { createWebhookDelivery } from '../../../../../api/webhooks/delivery/delivery.ts';
import { newWebhookSecret, webhookSecretContext } from '../../../../../api/webhooks/sending/signature.ts';
import type { EventType } from '../../../../../contracts/events/catalogue.ts';
import {
  type ChatKind,
  isChatKind,
  type WebhookKind,
} from '../../../../../contracts/events/webhook-kinds.ts';
import { encodeId } from '../../../../../contracts/ids.ts';
import { systemRandom } from '../../../../../kit/random.ts';
import { createSealer } from '../../../../../kit/sealing.ts';
import type { DeliveryRecord } from '../../../../../store/ports/events.ts';
import { DEFAULT_ORGANISATION_ID } from '../../../../../store/ports/organisations.ts';
import { createFakeClock, type FakeClock } from '../../../../support/fake-clock.ts';
import { until } from '../../../../support/until.ts';
import { createDeliveryLab, type DeliveryLab, type Endpoint } from '../delivery-lab.ts';

/** The lab of deliveries, with chats in it. */
export interface ChatLab extends Omit<DeliveryLab, 'endpoint' | 'fire' | 'worker'> {
  readonly clock: FakeClock;
  /** @param url of a receiver; the record has a mask, as after a registration */
  chat(kind: ChatKind, url: string): Promise<Endpoint>;
  /** A webhook that is no chat. */
  endpoint(url: string): Promise<Endpoint>;
  /** Commits an event for each device, all in one transaction, and wakes whoever listens. */
  fire(devices: readonly number[], type?: EventType): Promise<void>;
  worker(): ReturnType<typeof createWebhookDelivery>;
  /** The deliveries of an endpoint once all that began are written down: none is claimed, and each that fits has this status. */
  settled(
    endpoint: Endpoint,
    status: DeliveryRecord['status'],
    count: number,
  ): Promise<readonly DeliveryRecord[]>;
}

/** Long enough that nothing happens but by wake-up and by the time of what is due. */
const POLL_MS = 24 * 3_600_000;

export async function createChatLab(t: Test): Promise<ChatLab> {
  const clock = createFakeClock();
  const lab = await createDeliveryLab(t, clock);
  const { store } = lab;
  const sealer = createSealer({ masterKey: systemRandom.bytes(32), random: systemRandom });
  const register = async (kind: WebhookKind, url: string): Promise<Endpoint> => {
    const id = encodeId('whk', systemRandom.bytes(16));
    const secret = newWebhookSecret(systemRandom);
    const now = clock.now();
    const sealedSecret = isChatKind(kind)
      ? sealer.seal(url, chatAddressContext(id))
      : sealer.seal(secret, webhookSecretContext(id));
    await store.webhooks.create({
      id,
      organisationId: DEFAULT_ORGANISATION_ID,
      url: isChatKind(kind) ? 'https://chat.example/***' : url,
      kind,
      events: ['*'],
      description: null,
      enabled: true,
      disabledReason: null,
      signature: 'hmac',
      headers: {},
      createdAt: now,
      updatedAt: now,
      sealedSecret,
    });
    return { id, secret };
  };
  return {
    ...lab,
    clock,
    chat: register,
    endpoint: (url) => register('standard', url),
    fire: (devices, type = 'device.offline') =>
      store.transaction(async (tx) => {
        for (const number of devices) {
          const deviceId = encodeId('dev', new Uint8Array(16).fill(number % 256, 8).fill(number >> 8, 0, 8));
          await tx.events.append({
            type,
            organisationId: DEFAULT_ORGANISATION_ID,
            at: clock.now(),
            deviceId,
            data: { device: { id: deviceId, name: `LIB-${number}` }, reason: 'silence' },
          });
        }
      }),
    worker: () => lab.worker({ sealer, limits: { pollMs: POLL_MS } }),
    settled: (endpoint, status, count) =>
      until(
        async () => {
          const found = (await lab.deliveries(endpoint)).filter((each) => each.status === status);
          return found.length === count && found;
        },
        { what: `${count} deliveries that are ${status}` },
      ),
  };
}
