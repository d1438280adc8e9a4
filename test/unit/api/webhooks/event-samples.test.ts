import t from 'tap';
import { sampleEvent } from '../../../../api/webhooks/event-samples.ts';
import { EVENT_TYPES, TEST_EVENT } from '../../../../contracts/events/catalogue.ts';
import { hasFields } from '../../../support/has-fields.ts';

const SAMPLE = { id: 'evt_01kafw3v5xe8m9t2q4r6y8b0cd', at: Date.UTC(2026, 10, 20, 10) } as const;

t.test('what is asked for decides what a sample says of itself', async (t) => {
  hasFields(t, sampleEvent('policy.created', SAMPLE), {
    id: SAMPLE.id,
    event: 'policy.created',
    type: 'policy.created',
    timestamp: '2026-11-20T10:00:00.000Z',
    sequence: 0,
    device_id: undefined,
  });
});

t.test('only what happens to a device names one', async (t) => {
  for (const type of EVENT_TYPES) {
    const { device_id, data } = sampleEvent(type, SAMPLE);
    const { device } = data as { readonly device?: { readonly id: string } };
    if (device !== undefined) t.equal(device_id, device.id, type);
    if (/^(policy\.(c|u|d)|override|classroom|report|api_key|webhook)/.test(type))
      t.notOk('device_id' in sampleEvent(type, SAMPLE), type);
  }
});

t.test('a sample tells what its event is about', async (t) => {
  for (const [type, data] of [
    ['device.offline', { device: { status: 'offline' }, reason: 'silence' }],
    ['device.locked', { device: { lock: { state: 'locked' } }, commandId: String }],
    ['device.unlocked', { device: { lock: { state: 'unlocked' } } }],
    ['device.low_battery', { device: { battery: 14 } }],
    [
      'device.protection_changed',
      { device: { protection: { state: 'unprotected' } }, from: 'enforcing', to: 'unprotected' },
    ],
    ['policy.violation', { log: { action: 'block' }, count: 3 }],
    ['game.detected', { log: { category: 'games' } }],
    ['geofence.breached', { device: { campus: 'off-campus' } }],
    ['command.succeeded', { command: { status: 'succeeded', completedAt: String, result: {} } }],
    ['command.failed', { command: { status: 'failed', error: { code: 'not_possible' } } }],
    ['command.expired', { command: { status: 'expired' } }],
    ['command.cancelled', { command: { status: 'cancelled' } }],
    ['command.superseded', { command: { status: 'superseded' } }],
    ['alert.acknowledged', { alert: { status: 'acknowledged', acknowledgedBy: String } }],
    ['alert.resolved', { alert: { status: 'resolved', resolvedBy: String } }],
    ['override.ended', { override: { endedAt: String }, reason: 'ended' }],
    ['classroom.session_started', { session: { conflicts: [] } }],
    ['classroom.session_ended', { session: { status: 'ended' }, reason: 'time' }],
    ['webhook.disabled', { reason: 'gone' }],
    [TEST_EVENT, { test: true }],
  ] as const)
    hasFields(t, sampleEvent(type, SAMPLE).data, data, type);
});
