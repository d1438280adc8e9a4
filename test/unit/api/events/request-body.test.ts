import t from 'tap';
import { pushedEvent, requestBody } from '../../../../api/events/request-body.ts';
import type { EventBody } from '../../../../contracts/events/catalogue.ts';
import { hasFields } from '../../../support/has-fields.ts';

const DEVICE = 'dev_01kafw2n7qd5g8h1j3k6m9p2rs';

const eventOf = (data: Record<string, unknown>, deviceId?: string): EventBody => ({
  id: 'evt_01kafw3v5xe8m9t2q4r6y8b0cd',
  event: 'device.offline',
  type: 'device.offline',
  timestamp: '2026-11-20T10:00:00.000Z',
  ...(deviceId === undefined ? {} : { device_id: deviceId }),
  sequence: 1234,
  data,
});

/** Data that brings the whole body to exactly so many bytes. */
function dataFor(bytes: number): Record<string, unknown> {
  const empty = Buffer.byteLength(JSON.stringify(eventOf({ text: '' }, DEVICE)));
  return { text: 'x'.repeat(bytes - empty) };
}

t.test('a body is the JSON of the event, unchanged', async (t) => {
  const event = eventOf({ reason: 'silence' }, DEVICE);
  t.equal(requestBody(event), JSON.stringify(event));
});

t.test('a body stays under 20,000 bytes', async (t) => {
  const largest = eventOf(dataFor(19_999), DEVICE);
  t.equal(requestBody(largest), JSON.stringify(largest));
  const tooLarge = JSON.parse(requestBody(eventOf(dataFor(20_000), DEVICE)));
  t.same(tooLarge, eventOf({ truncated: true, href: '/v1/events/evt_01kafw3v5xe8m9t2q4r6y8b0cd' }, DEVICE));
});

t.test('bytes count, not characters', async (t) => {
  const body = requestBody(eventOf({ text: '€'.repeat(7_000) }, DEVICE));
  hasFields(t, JSON.parse(body).data, { truncated: true });
});

t.test('an event is pulled as it is pushed', async (t) => {
  for (const event of [eventOf(dataFor(19_999), DEVICE), eventOf(dataFor(20_000), DEVICE)])
    t.equal(JSON.stringify(pushedEvent(event)), requestBody(event));
});
