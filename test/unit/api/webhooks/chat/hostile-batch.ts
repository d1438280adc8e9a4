import type { Batch } from '../../../../../api/webhooks/chat/message.ts';
import type { EventBody } from '../../../../../contracts/events/catalogue.ts';

/** An event as the queue holds it. */
export function eventBody(type: string, data: Readonly<Record<string, unknown>>, number = 1): EventBody {
  const at = String(number).padStart(26, '0');
  return {
    id: `evt_${at}`,
    event: type,
    type,
    timestamp: '2026-11-20T10:00:00.000Z',
    device_id: `dev_${at}`,
    sequence: number,
    data,
  };
}

export function device(name: string): Readonly<Record<string, unknown>> {
  return { device: { id: 'dev_x', name, user: 'ana@x.example', ou: '/Springfield/High' }, reason: 'silence' };
}

/** So many devices, all with this name but for a number before it. */
export function offline(count: number, name: string): Batch {
  const bodies = Array.from({ length: Math.min(count, 40) }, (_, at) =>
    eventBody('device.offline', device(count === 1 ? name : `${at + 1} ${name}`), at + 1),
  );
  const [first, ...others] = bodies;
  if (first === undefined) throw new Error('a batch has an event');
  return { bodies: [first, ...others], counts: { events: count, devices: count } };
}

/** Everything that any of the chats gives a meaning to. */
export const HOSTILE =
  '<!channel> <!here> <@U024BE7LHZ> <users/all> @everyone @here <@&1> <#1> *b* _i_ ~s~ `c` ||s|| [x](https://evil.example) https://evil.example <https://evil.example|x> <at>all</at> <b>b</b> &lt; \u202E {{DATE(2026-01-01T00:00:00Z)}}';
/** Four bytes and two UTF-16 units each. */
export const LONG = '😀'.repeat(5_000);

/** Whether no character was cut in two. */
export function isWhole(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
