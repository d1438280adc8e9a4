import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { SignJWT } from 'jose';
import { connectAsync } from 'mqtt';
import { MQTT_AUDIENCE, MQTT_PASSWORD_SECONDS } from '../../../contracts/mqtt/messages.ts';
import { topicOf } from '../../../contracts/mqtt/topics.ts';
import { systemRandom } from '../../../kit/random.ts';
import { recordId } from '../../../server/demo/record-id.ts';
import { keyOf, type SimulatedIdentity } from '../../../server/demo/simulated-identity.ts';
import { until } from '../../support/until.ts';
import { type Attack, gatewayCount } from '../stand.ts';
import { hostileLaptops, untilAborted } from './hostile-laptop.ts';

/** 2 kB on the wire, 2 MiB of opening brackets unpacked. */
const BOMB = gzipSync(Buffer.alloc(2 * 1_048_576 - 1, '['));
const AT_ONCE = 32;

/** Refused before it is read, and after. */
const UNREAD = 'refused_total{reason="too_complex"}';
const READ = 'refused_total{reason="bad_json"}';

/** Payloads that are cheap to send and dear to read: they are refused before anything reads them. */
export const DEEP_JSON: Attack = {
  what: 'a laptop sends JSON that nests two million deep, packed',
  async prepare(stand) {
    const [laptop] = await hostileLaptops(stand, 1, 'nester');
    if (laptop === undefined) throw new Error('no laptop');
    let epoch = Math.floor(Date.now() / 1_000);
    const [unread, read] = [await gatewayCount(stand, UNREAD), await gatewayCount(stand, READ)];
    return async (signal) => {
      while (!signal.aborted) await sendBombs(laptop, ++epoch, signal).catch(() => undefined);
      await until(
        async () => (await gatewayCount(stand, UNREAD)) > unread || (await gatewayCount(stand, READ)) > read,
        { what: 'the first bomb to be refused' },
      );
      assert.equal((await gatewayCount(stand, READ)) - read, 0, 'no bomb is read');
    };
  },
};

async function sendBombs(laptop: SimulatedIdentity, epoch: number, signal: AbortSignal): Promise<void> {
  const { deviceId } = laptop;
  const client = await connectAsync(
    laptop.mqttUrls[0] ?? '',
    {
      ca: laptop.certificateAuthority,
      clientId: deviceId,
      username: deviceId,
      password: await passwordOf(laptop, epoch),
      protocolVersion: 4,
      reconnectPeriod: 0,
    },
    false,
  );
  const closed = new Promise<void>((resolve) => {
    client.once('close', () => resolve());
  });
  const gone = Promise.race([closed, untilAborted(signal)]);
  client.on('error', () => undefined);
  while (!signal.aborted && client.connected) {
    const sent = Array.from({ length: AT_ONCE }, () =>
      client.publishAsync(topicOf(deviceId, 'activity'), BOMB, { qos: 1 }).catch(() => undefined),
    );
    await Promise.race([Promise.all(sent), gone]);
  }
  client.end(true);
}

function passwordOf(laptop: SimulatedIdentity, epoch: number): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  return new SignJWT({ epoch })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' })
    .setIssuer(laptop.deviceId)
    .setSubject(laptop.deviceId)
    .setAudience(MQTT_AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(now + MQTT_PASSWORD_SECONDS)
    .setJti(recordId(systemRandom))
    .sign(keyOf(laptop).privateKey);
}
