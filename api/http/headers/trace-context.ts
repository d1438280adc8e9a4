/**
 * The trace id of a request, from its `traceparent` header (W3C Trace Context, section 3.2), so that the caller's trace leads to our log.
 * Null = the header is absent or malformed. The standard asks to ignore a malformed header.
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
