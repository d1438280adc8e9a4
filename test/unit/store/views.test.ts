import t from 'tap';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { SHOWN_ONLINE_MS, statusShown } from '../../../contracts/device/presence.ts';
import { Campus, Command, Device, EnrollmentToken } from '../../../contracts/rest/resources.ts';
import { Webhook } from '../../../contracts/rest/webhooks.ts';
import { createIdSource, systemRandom } from '../../../kit/random.ts';
import type { CommandRecord } from '../../../store/ports/commands.ts';
import type { DeviceRecord } from '../../../store/ports/devices.ts';
import type { WebhookRecord } from '../../../store/ports/events.ts';
import type { CampusRecord } from '../../../store/ports/organisations.ts';
import { newDevice } from '../../../store/rules/device-changes.ts';
import { toCampus } from '../../../store/views/campus.ts';
import { toCommand } from '../../../store/views/command.ts';
import { toDevice } from '../../../store/views/device.ts';
import { toEnrollmentToken } from '../../../store/views/enrollment-token.ts';
import { toWebhook } from '../../../store/views/webhook.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { hasFields } from '../../support/has-fields.ts';

const clock = createFakeClock();
const ids = createIdSource({ clock, random: systemRandom });
const NOW = clock.now();

const DEVICE: DeviceRecord = newDevice(
  {
    id: ids.next('dev'),
    organisationId: 1,
    ouId: ids.next('ou'),
    publicKey: 'k',
    hardware: {
      machineId: 'm',
      serial: 'SN1',
      hostname: 'cart-07',
      platform: 'linux',
      osVersion: 'Ubuntu',
      manufacturer: null,
      model: null,
    },
    agentVersion: '1.0.0',
    now: NOW,
  },
  '/High',
);

/** The view, which must fit its schema in the contract. */
function fitting<S extends TSchema>(schema: S, view: Static<S>): Static<S> {
  const [problem] = Value.Errors(schema, view);
  if (problem !== undefined) throw new Error(`${problem.instancePath}: ${problem.message}`);
  return view;
}

t.test('a device is shown as the contract says', (t) => {
  t.same(fitting(Device, toDevice(DEVICE, NOW)), {
    id: DEVICE.id,
    name: 'cart-07',
    status: 'offline',
    user: null,
    lastSeen: '2026-11-20T10:00:00.000Z',
    campus: 'unknown',
    battery: null,
    ou: '/High',
    platform: 'linux',
    osVersion: 'Ubuntu',
    serial: 'SN1',
    assetTag: null,
    agentVersion: '1.0.0',
    protection: { state: 'unknown', policyVersion: null, since: null },
    lock: { state: 'unlocked', since: null, until: null, message: null, requestedBy: null },
    enrolledAt: '2026-11-20T10:00:00.000Z',
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
    tags: [],
  });
  t.end();
});

t.test('the lock is shown as wanted and confirmed together, and never its PIN', (t) => {
  const pin = { salt: 'salt', hash: 'hash', cost: 2, blockSize: 8, parallelization: 1 };
  const lock = {
    ...DEVICE.lock,
    wanted: true,
    since: NOW,
    until: NOW + 1,
    message: 'Lost',
    requestedBy: 'key_1',
    pin,
  };
  const locking = fitting(Device, toDevice({ ...DEVICE, lock }, NOW));
  t.same(locking.lock, {
    state: 'locking',
    since: '2026-11-20T10:00:00.000Z',
    until: '2026-11-20T10:00:00.001Z',
    message: 'Lost',
    requestedBy: 'key_1',
  });
  t.equal(toDevice({ ...DEVICE, lock: { ...lock, confirmed: true } }, NOW).lock.state, 'locked');
  t.equal(
    toDevice({ ...DEVICE, lock: { ...lock, wanted: false, confirmed: true } }, NOW).lock.state,
    'unlocking',
  );
  t.end();
});

t.test('a device is shown online until it was unheard for longer than presence allows', (t) => {
  const online = { ...DEVICE, status: 'online', lastSeenAt: NOW } as const;
  t.equal(toDevice(online, NOW + SHOWN_ONLINE_MS - 1).status, 'online');
  t.equal(toDevice(online, NOW + SHOWN_ONLINE_MS).status, 'offline');
  t.equal(
    toDevice({ ...online, disconnectedAt: NOW, disconnectReason: 'stopped' }, NOW).status,
    'online',
    'what presence has announced stands',
  );
  t.equal(statusShown({ ...online, status: 'offline' }, NOW), 'offline');
  t.equal(
    statusShown({ ...online, lastSeenAt: NOW + 60_000 }, NOW),
    'online',
    'a clock that was set back harms nothing',
  );
  t.end();
});

t.test('a command, a webhook, a campus and a token are shown as the contract says', (t) => {
  const command: CommandRecord = {
    id: ids.next('cmd'),
    organisationId: 1,
    deviceId: DEVICE.id,
    sequence: 1,
    type: 'lock',
    params: { message: 'Lost' },
    status: 'failed',
    createdAt: NOW,
    expiresAt: NOW + 1,
    sentAt: null,
    acknowledgedAt: null,
    completedAt: NOW,
    result: null,
    error: { code: 'no', detail: 'No.' },
    requestedBy: 'key_1',
  };
  const { sequence: _s, organisationId: _o, ...shown } = command;
  const time = '2026-11-20T10:00:00.000Z';
  t.same(fitting(Command, toCommand(command)), {
    ...shown,
    createdAt: time,
    expiresAt: '2026-11-20T10:00:00.001Z',
    completedAt: time,
  });
  t.same(toCommand({ ...command, error: null, result: { ok: true } }).result, { ok: true });

  const webhook: WebhookRecord = {
    id: ids.next('whk'),
    organisationId: 1,
    url: 'https://sis.example/',
    kind: 'standard',
    events: ['*'],
    description: null,
    enabled: false,
    disabledReason: 'It answered 410.',
    signature: 'hmac',
    headers: { 'x-site': 'high' },
    createdAt: NOW,
    updatedAt: NOW,
    version: 3,
    lastSuccessAt: NOW,
    failuresInARow: 4,
    enabledAt: NOW,
  };
  const view = fitting(Webhook, toWebhook(webhook));
  hasFields(t, view, {
    failing: true,
    lastSuccessAt: time,
    disabledReason: 'It answered 410.',
    headers: { 'x-site': 'high' },
    updatedAt: time,
  });
  t.notOk('failuresInARow' in view);

  const campus: CampusRecord = {
    id: ids.next('cam'),
    organisationId: 1,
    name: 'High',
    cidrs: ['192.0.2.0/24'],
    gatewayMacs: [],
    bssids: [],
    ssids: ['School'],
    geofence: { lat: 1, lon: 2, radiusMeters: 30 },
    createdAt: NOW,
    updatedAt: NOW,
  };
  hasFields(t, fitting(Campus, toCampus(campus)), {
    name: 'High',
    geofence: { radiusMeters: 30 },
    createdAt: time,
  });
  t.equal(toCampus({ ...campus, geofence: null }).geofence, null);

  const token = {
    id: ids.next('enr'),
    organisationId: 1,
    name: 'Carts',
    ouId: DEVICE.ouId,
    ouPath: '/High',
    maxUses: null,
    uses: 2,
    expiresAt: NOW,
    reEnroll: false,
    deviceId: null,
    createdAt: NOW,
  };
  t.same(fitting(EnrollmentToken, toEnrollmentToken(token)), {
    id: token.id,
    name: 'Carts',
    ou: '/High',
    maxUses: null,
    uses: 2,
    expiresAt: time,
    reEnroll: false,
    deviceId: null,
    createdAt: time,
  });
  t.end();
});
