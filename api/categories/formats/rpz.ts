import type { ListReader, NameSink } from './list-reader.ts';
import { withoutWildcard } from './plain.ts';

const CLASSES = new Set(['in', 'ch', 'hs']);
/** Answers that mean “no”: NXDOMAIN, NODATA, no answer. */
const REFUSALS = new Set(['.', '*.', 'rpz-drop.']);
const PASS = 'rpz-passthru.';
/** Triggers by address or name server, not by name. */
const OTHER_TRIGGER = /\.rpz-(?:ip|client-ip|nsdname|nsip)$/;
const ADDRESSES = new Set(['a', 'aaaa']);

/**
 * A response policy zone (draft-vixie-dnsop-dns-rpz-00) as a master file (RFC 1035 section 5): `name CNAME .`, also for `*.name`; `rpz-passthru.` is an exception; a
 * name that gets an address is refused too. Other records, and triggers by address, are passed over.
 */
export function createRpzReader(sink: NameSink): ListReader {
  let origin = '';
  let owner = '';
  let inParentheses = false;

  function record(text: string): void {
    const words = text.trim().split(/\s+/);
    // A line that begins with a blank is about the name of the line before.
    if (!/^\s/.test(text)) owner = words.shift()?.toLowerCase() ?? '';
    const [type = '', value = ''] = withoutTtl(words);
    if (type !== 'soa') take(sink, { type, value, name: triggerOf(owner, origin) });
    else if (origin === '' && owner.endsWith('.')) origin = owner;
  }

  return (line) => {
    const text = line.replace(/;.*$/, '');
    if (inParentheses) {
      inParentheses = !text.includes(')');
      return;
    }
    if (text.trim() === '') return;
    inParentheses = text.includes('(') && !text.includes(')');
    if (!text.startsWith('$')) record(text);
    else origin = /^\$ORIGIN\s+(\S+)/i.exec(text)?.[1]?.toLowerCase() ?? origin;
  };
}

/** Type and value, in lower case, behind time to live and class, which come in either order. */
function withoutTtl(words: readonly string[]): readonly string[] {
  const lower = words.map((word) => word.toLowerCase());
  const start = lower.findIndex((word) => !/^\d+[smhdw]?$/.test(word) && !CLASSES.has(word));
  return start < 0 ? [] : lower.slice(start);
}

/** The name that is asked for: the owner without the zone's own name; null for the zone itself and for other triggers. */
function triggerOf(owner: string, origin: string): string | null {
  if (owner === '' || owner === '@' || owner === origin) return null;
  const relative =
    origin !== '' && origin !== '.' && owner.endsWith(`.${origin}`)
      ? owner.slice(0, -origin.length - 1)
      : owner;
  const name = relative.replace(/\.$/, '');
  return OTHER_TRIGGER.test(name) ? null : withoutWildcard(name);
}

function take(
  sink: NameSink,
  { type, value, name }: { readonly type: string; readonly value: string; readonly name: string | null },
): void {
  if (name === null) return;
  if (ADDRESSES.has(type)) sink.name(name);
  else if (type !== 'cname') return;
  else if (value === PASS) sink.exception(name);
  else if (REFUSALS.has(value)) sink.name(name);
  else sink.problem('not_a_whole_host');
}
