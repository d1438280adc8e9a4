import type { EventBody } from '../../contracts/events/catalogue.ts';

/** A body stays below this many bytes of UTF-8 ("under 20 kB", Standard Webhooks 1.0.0: receivers may refuse more). */
const MAX_BODY_BYTES = 20_000;

/**
 * The request body of an event. The event's JSON is made only here, so that the signed bytes are the sent bytes. A body that would reach 20
 * kB carries `{"truncated": true, "href": …}` as its data; `href` is where the API shows the whole event.
 */
export function requestBody(event: EventBody): string {
  const whole = JSON.stringify(event);
  if (Buffer.byteLength(whole) < MAX_BODY_BYTES) return whole;
  return JSON.stringify(truncated(event));
}

/** An event as webhooks send it and the API lists it. An event that is too large for a body only says where the whole event is. */
export function pushedEvent(event: EventBody): EventBody {
  return Buffer.byteLength(JSON.stringify(event)) < MAX_BODY_BYTES ? event : truncated(event);
}

function truncated(event: EventBody): EventBody {
  return { ...event, data: { truncated: true, href: `/v1/events/${event.id}` } };
}
