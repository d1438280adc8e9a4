/** Belong to one connection, not to the message (RFC 9110 section 7.6.1), or were meant for us. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
]);
/** Frame and address a message: naming them in `Connection` must not take them away. */
const FRAMING: ReadonlySet<string> = new Set(['content-length', 'host']);

/** The fields of a message without those of this hop. Names and values alternate, in their order and spelling (`rawHeaders`). Pure. */
export function endToEndHeaders(raw: readonly string[]): string[] {
  const named = new Set(
    pairsOf(raw)
      .filter(([name]) => name.toLowerCase() === 'connection')
      .flatMap(([, value]) => value.split(','))
      .map((name) => name.trim().toLowerCase())
      .filter((name) => !FRAMING.has(name)),
  );
  return pairsOf(raw)
    .filter(([name]) => !HOP_BY_HOP.has(name.toLowerCase()) && !named.has(name.toLowerCase()))
    .flat();
}

/**
 * The fields with which a request goes on. `Host` is that of the target, whatever the client said (RFC 9112 section 3.2.2), and the body is framed anew. There is no `Via`:
 * it would tell every site that a student of a school is asking.
 */
export function requestHeaders(
  raw: readonly string[],
  { host, chunked }: { readonly host: string; readonly chunked: boolean },
): string[] {
  const kept = pairsOf(endToEndHeaders(raw)).filter(
    ([name]) => name.toLowerCase() !== 'host' && !(chunked && name.toLowerCase() === 'content-length'),
  );
  const framing = chunked ? ['Transfer-Encoding', 'chunked'] : [];
  return ['Host', host, ...kept.flat(), ...framing];
}

function pairsOf(raw: readonly string[]): (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return pairs;
}
