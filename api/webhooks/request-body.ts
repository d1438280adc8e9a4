import type { EventBody } from '../../contracts/events/catalogue.ts';
import { isId } from '../../contracts/ids.ts';

/** A body stays under this many bytes of UTF-8 ("under 20 kB", Standard Webhooks 1.0.0: receivers may refuse more). */
const MAX_BODY_BYTES = 20_000;

/**
 * The request body of an event: its JSON, serialised here and nowhere else, so that what is signed is what is sent. A body that would
 * reach 20 kB carries `{"truncated": true, "href": …}` as its data, where `href` is where the API shows the thing in full.
 */
export function requestBody(event: EventBody): string {
  const whole = JSON.stringify(event);
  if (Buffer.byteLength(whole) < MAX_BODY_BYTES) return whole;
  return JSON.stringify({ ...event, data: { truncated: true, href: hrefOf(event) } });
}

function hrefOf(event: EventBody): string {
  const { command } = event.data;
  if (typeof command === 'object' && command !== null && 'id' in command) {
    const { id } = command;
    if (typeof id === 'string' && isId('cmd', id)) return `/v1/commands/${id}`;
  }
  if (event.device_id !== undefined) return `/v1/devices/${event.device_id}`;
  return `/v1/events?after=${event.sequence - 1}&limit=1`;
}
