/**
 * The trace that a request belongs to, from its `traceparent` header (W3C Trace Context, section 3.2), so that the caller's trace leads to
 * our log. Null when the header is absent or malformed: then it is ignored, as the standard asks.
 */
export function traceIdOf(header: string | string[] | undefined): string | null {
  if (typeof header !== 'string') return null;
  const [, version, traceId, parentId] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(?:-.*)?$/.exec(header) ?? [];
  if (version === undefined || version === 'ff' || traceId === undefined || parentId === undefined)
    return null;
  const empty = /^0+$/;
  return empty.test(traceId) || empty.test(parentId) ? null : traceId;
}
