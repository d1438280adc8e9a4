import type { EventBody } from '../../contracts/events/catalogue.ts';

/** A body stays under this many bytes of UTF-8 ("under 20 kB", Standard Webhooks 1.0.0: receivers may refuse more). */
const MAX_BODY_BYTES = 20_000;

/**
 * The request body of an event: its JSON, serialised here and nowhere else, so that what is signed is what is sent. A body that would
 * reach 20 kB carries `{"truncated": true, "href": …}` as its data, where `href` is where the API shows the event in full.
 */
export function requestBody(event: EventBody): string {
  const whole = JSON.stringify(event);
  if (Buffer.byteLength(whole) < MAX_BODY_BYTES) return whole;
  return JSON.stringify(truncated(event));
}

/** An event as it is pushed and pulled: what is too large for a body only says where the whole is. */
export function pushedEvent(event: EventBody): EventBody {
  return Buffer.byteLength(JSON.stringify(event)) < MAX_BODY_BYTES ? event : truncated(event);
}

function truncated(event: EventBody): EventBody {
  return { ...event, data: { truncated: true, href: `/v1/events/${event.id}` } };
}
