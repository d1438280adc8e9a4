import t from 'tap';
import type { PinHash } from '../../../../contracts/device/lock.ts';
import type {
  CampusId,
  ClassroomSessionId,
  CommandId,
  OverrideId,
  UserId,
} from '../../../../contracts/ids.ts';
import type { OrganisationSettings } from '../../../../gateway/connections/organisations.ts';
import { composeCommand, composeTarget, targetVersionOf } from '../../../../gateway/delivery/target-state.ts';
import type { DeviceRecord } from '../../../../store/ports/devices.ts';
import { commandRecord } from '../command-records.ts';
import { DEVICE_ID, deviceRecord } from '../device-records.ts';

const NOW = 1_700_000_000_000;
const HOUR = 3_600_000;

const settings: OrganisationSettings = {
  record: {
    id: 1,
    name: 'Springfield',
    kind: 'live',
    plan: 'standard',
    timezone: 'UTC',
    settingsVersion: 40,
    accountDomain: 'school.example',
    helpLine: '555',
    heartbeatSeconds: 30,
  },
  campuses: [
    {
      id: 'cam_1' as CampusId,
      organisationId: 1,
      name: 'High',
      cidrs: ['10.1.0.0/16'],
      gatewayMacs: ['00:00:5e:00:53:01'],
      bssids: ['00:00:5e:00:53:02'],
      ssids: ['School'],
      geofence: { latitude: 1, longitude: 2, radiusMeters: 3 },
    } as unknown as OrganisationSettings['campuses'][number],
  ],
  categories: null,
};
const bundle = { version: 7, hash: 'h', bytes: 90, packed: Buffer.alloc(0), inline: 'AAAA' };
const ana = { userId: 'usr_1' as UserId, user: 'ana@x.example', ouPath: '/High' };
const nothing = {
  settings,
  claims: { sessions: [], overrides: [], answers: [] },
  enforcement: { bundle: null, people: [], heldHash: null },
  removal: null,
};
const pin: PinHash = { algorithm: 'scrypt', n: 2, r: 8, p: 1, salt: 's', hash: 'x' } as unknown as PinHash;
const lock: DeviceRecord['lock'] = {
  wanted: true,
  confirmed: false,
  since: 1,
  until: NOW + HOUR,
  message: 'Eyes up',
  requestedBy: 'somebody',
  commandId: 'cmd_1' as CommandId,
  sequence: 4,
  durationMinutes: 60,
  pin,
};
const lockTold = {
  wanted: true,
  commandId: 'cmd_1',
  sequence: 4,
  message: 'Eyes up',
  until: NOW + HOUR,
  durationMinutes: 60,
  pin,
};

t.test(
  'the version grows with the device’s own changes and with the organisation’s, and begins with 1',
  async (t) => {
    t.equal(targetVersionOf({ targetVersion: 2 }, settings), 43);
    const fresh = { ...settings, record: { ...settings.record, settingsVersion: 0 } };
    t.equal(targetVersionOf({ targetVersion: 0 }, fresh), 1);
    t.equal(targetVersionOf({ targetVersion: 2 }, fresh), 3);
  },
);

t.test(
  'the target state holds what the device is to know, and nothing of the geofence or the asker',
  async (t) => {
    const device = deviceRecord({ targetVersion: 2, lock });
    t.strictSame(
      composeTarget(
        device,
        {
          ...nothing,
          removal: { salt: 's', hash: 'h' },
          enforcement: { ...nothing.enforcement, people: [ana] },
        },
        NOW,
      ),
      {
        kind: 'target',
        deviceId: DEVICE_ID,
        version: 43,
        issuedAt: NOW,
        expiresAt: NOW + HOUR,
        lock: lockTold,
        settings: {
          heartbeatSeconds: 30,
          organisation: 'Springfield',
          helpLine: '555',
          campuses: [
            {
              id: 'cam_1',
              name: 'High',
              cidrs: ['10.1.0.0/16'],
              gatewayMacs: ['00:00:5e:00:53:01'],
              bssids: ['00:00:5e:00:53:02'],
              ssids: ['School'],
            },
          ],
          accountDomain: 'school.example',
          ouPath: '/High',
          people: [{ user: 'ana@x.example', ouPath: '/High' }],
        },
        sessions: [],
        overrides: [],
        removal: { salt: 's', hash: 'h' },
      },
    );
  },
);

t.test('a lock without a PIN has none', async (t) => {
  const { lock: told } = composeTarget(deviceRecord({ lock: { ...lock, pin: null } }), nothing, NOW);
  t.strictSame(told, { ...lockTold, pin: null });
});

t.test('the categories and the policy are named where there are some', async (t) => {
  const categories = { version: 3, hash: 'c', bytes: 5 };
  const target = composeTarget(
    deviceRecord(),
    {
      ...nothing,
      settings: { ...settings, categories },
      enforcement: { bundle, people: [], heldHash: null },
    },
    NOW,
  );
  t.strictSame(target.categories, categories);
  t.strictSame(target.policy, { version: 7, hash: 'h', bytes: 90, inline: 'AAAA' });
});

t.test('a bundle that the device has, or that is too long, is named alone', async (t) => {
  for (const [one, heldHash] of [
    [bundle, 'h'],
    [{ ...bundle, inline: null }, 'other'],
  ] as const) {
    const enforcement = { bundle: one, people: [], heldHash };
    const { policy } = composeTarget(deviceRecord(), { ...nothing, enforcement }, NOW);
    t.strictSame(policy, { version: 7, hash: 'h', bytes: 90 });
  }
});

t.test('sessions and overrides are told as they are', async (t) => {
  const session = {
    id: 'cls_1' as ClassroomSessionId,
    name: 'Biology',
    mode: 'focus',
    startsAt: NOW,
    endsAt: NOW + HOUR,
    allowedUrls: ['wiki.example'],
    students: ['ana@x.example'],
  };
  const override = {
    id: 'ovr_1' as OverrideId,
    site: 'video.example',
    scope: { type: 'device', id: DEVICE_ID },
    startsAt: NOW,
    expiresAt: NOW + HOUR,
  };
  const target = composeTarget(
    deviceRecord(),
    {
      ...nothing,
      claims: {
        sessions: [
          { ...session, ends: 'unsaid' },
          { ...session, students: null },
        ] as never,
        overrides: [{ ...override, reason: 'unsaid' }] as never,
        answers: [],
      },
    },
    NOW,
  );
  t.strictSame(target.sessions as unknown, [session, { ...session, students: null }]);
  t.strictSame(target.overrides as unknown, [override]);
});

t.test('a command says what is to be done; one about the lock says how the lock is to be', async (t) => {
  const device = deviceRecord({ lock });
  const expiresAt = NOW + 5_000;
  const common = { kind: 'command', deviceId: DEVICE_ID, issuedAt: NOW, expiresAt };
  t.strictSame(composeCommand(device, commandRecord(9, { expiresAt }), NOW), {
    ...common,
    commandId: 'cmd_9',
    sequence: 9,
    type: 'message',
    params: { text: 'number 9' },
  });
  for (const type of ['lock', 'unlock'] as const) {
    t.strictSame(composeCommand(device, commandRecord(1, { type, expiresAt, params: {} }), NOW), {
      ...common,
      commandId: 'cmd_1',
      sequence: 1,
      type,
      params: {},
      lock: lockTold,
    });
    t.equal(composeCommand(device, commandRecord(2, { type }), NOW), null, 'another is behind the lock now');
  }
});
