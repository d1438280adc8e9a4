import t from 'tap';
import { REMOVAL_FORCED } from '../../../../contracts/device/removal.ts';
import { JWS_TYPES } from '../../../../contracts/mqtt/messages.ts';
import { generateSigningKey, type SigningKey, signJws } from '../../../../kit/signing.ts';
import { createRemovalCodes } from '../../../../store/rules/removal-codes.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { createTestDevice } from '../../../support/test-device.ts';
import { startRestServer } from '../rest-server.ts';

const removalCodes = createRemovalCodes(new Uint8Array(32).fill(3));

t.test('who may unenroll a device sees its removal code, and the audit says who looked', async (t) => {
  const server = await startRestServer(t, { api: { removalCodes } });
  const device = await server.makeDevice({ ou: '/High' });
  const path = `/v1/devices/${device.id}/removal-code`;
  t.strictSame((await server.call('GET', path)).body, {
    deviceId: device.id,
    code: removalCodes.codeOf(device),
  });
  const { rows } = await server.store.audit.list({
    organisationId: 1,
    filter: { action: ['removal_codes.viewed'] },
    sort: [],
    limit: 2,
    from: { kind: 'page', page: 1 },
  });
  hasFields(t, rows, [{ target: device.id }]);

  const reader = await server.makeKey({ scopes: ['devices:read'] });
  t.equal((await server.call('GET', path, { key: reader.key })).status, 403, 'reading devices is not enough');
  const elsewhere = await server.makeKey({ ouPath: '/Middle' });
  t.equal((await server.call('GET', path, { key: elsewhere.key })).status, 404, 'of another unit');
  await server.call('DELETE', `/v1/devices/${device.id}`);
  t.equal((await server.call('GET', path)).status, 404, 'of a device that was let go');
});

t.test('a server without removal codes says so', async (t) => {
  const server = await startRestServer(t);
  const device = await server.makeDevice();
  const answer = await server.call('GET', `/v1/devices/${device.id}/removal-code`);
  hasFields(t, answer, { status: 503, body: { code: 'unavailable' } });
});

t.test(
  'a note of a forced removal raises one alert, whoever brings it, and nobody else’s does',
  async (t) => {
    const server = await startRestServer(t);
    const laptop = await createTestDevice({ store: server.store });
    const other = await createTestDevice({ store: server.store });
    const bring = async (deviceId: string, claim: object, key: SigningKey, typ: string = JWS_TYPES.removal) =>
      (
        await server.call('POST', '/agent/v1/removals', {
          key: null,
          body: { deviceId, note: await signJws(claim, key, typ) },
        })
      ).status;
    const claim = { kind: 'removal', deviceId: laptop.id, what: 'unenroll', at: 1_800_000_000_000 };

    t.equal(await bring(laptop.id, claim, generateSigningKey()), 401, 'signed by nobody');
    t.equal(await bring(laptop.id, claim, other.key), 401, 'by another laptop');
    t.equal(await bring(other.id, claim, other.key), 401, 'about another laptop');
    t.equal(await bring(laptop.id, claim, laptop.key, JWS_TYPES.enrollment), 401, 'for another purpose');
    t.equal(await bring(laptop.id, { ...claim, what: 'other' }, laptop.key), 401, 'about something else');
    t.equal(await bring('dev_unknown', claim, laptop.key), 401);
    t.equal(await bring(laptop.id, claim, laptop.key), 200);
    t.equal(await bring(laptop.id, claim, laptop.key), 200, 'again, for the answer may have been lost');

    const { data } = (await server.call('GET', '/v1/alerts')).body;
    t.equal(data.length, 1);
    hasFields(t, data[0], {
      type: 'bypass_attempt',
      deviceId: laptop.id,
      details: { count: 2, what: REMOVAL_FORCED },
    });
  },
);
