import { isIP } from 'node:net';
import type { CategorySourceFormat } from '../../store/ports/category-sources.ts';

/** Why a line of a list gave no name. */
export type LineProblem = 'malformed' | 'not_a_whole_host' | 'too_long';

/** Receives the names of a list as they are written there. */
export interface NameSink {
  name(text: string): void;
  /** A name that the list wants to keep open, with all names below it. */
  exception(text: string): void;
  problem(problem: LineProblem): void;
}

/** Reads the lines of one list, in their order. Comments and other parts of the format are skipped without a problem. */
export type ListReader = (line: string) => void;

/** Makes the reader of a format whose lists have one category. */
export function createListReader(format: Exclude<CategorySourceFormat, 'ut1'>, sink: NameSink): ListReader {
  switch (format) {
    case 'plain':
      return createPlainReader(sink);
    case 'hosts':
      return createHostsReader(sink);
    case 'adblock':
      return createAdblockReader(sink);
    case 'rpz':
      return createRpzReader(sink);
  }
}

const PLAIN_COMMENT = /^\s*(?:[#;!]|\/\/)/;

/** One name a line; `*.name` and `.name` mean the name and all names below it, as a bare name does. Text after a blank or `#` is a comment. */
export function createPlainReader(sink: Pick<NameSink, 'name' | 'problem'>): ListReader {
  return (line) => {
    if (PLAIN_COMMENT.test(line)) return;
    const word = /^\s*([^\s#]+)/.exec(line)?.[1];
    if (word === undefined) return;
    // An address with a path says nothing about the whole host: lists of addresses hold github.com.
    if (word.includes('/')) sink.problem('not_a_whole_host');
    else sink.name(withoutWildcard(word));
  };
}

/** `*.example.com` and `.example.com` without what stands before the name. */
export function withoutWildcard(word: string): string {
  return word.replace(/^(?:\*\.|\.)/, '');
}

/** Names that hosts files carry for the machine itself. */
const LOCAL = new Set([
  'localhost',
  'localhost.localdomain',
  'local',
  'broadcasthost',
  'ip6-localhost',
  'ip6-loopback',
  'ip6-localnet',
  'ip6-mcastprefix',
  'ip6-allnodes',
  'ip6-allrouters',
  'ip6-allhosts',
  '0.0.0.0',
]);

/** The format of /etc/hosts: an address, then names. The address has no meaning here; a line without an address is malformed. */
function createHostsReader(sink: Pick<NameSink, 'name' | 'problem'>): ListReader {
  return (line) => {
    const words = (line.split('#', 1)[0] ?? '').trim().split(/\s+/);
    const [address = '', ...names] = words;
    if (address === '') return;
    if (isIP(address.replace(/%.*$/, '')) === 0 || names.length === 0) {
      sink.problem('malformed');
      return;
    }
    for (const name of names) if (!LOCAL.has(name.toLowerCase())) sink.name(name);
  };
}

/** Matches `||name^` or `@@||name^`, and options. */
const WHOLE_HOST = /^(@@)?\|\|([^/^$*|?&=\s]+)\^?\|?(?:\$(.*))?$/;

/** Options under which a rule still blocks the whole host for everybody. */
const PLAIN_OPTIONS = new Set(['important', 'all', 'document', 'doc', 'popup', '']);

const ADBLOCK_COMMENT = /^\s*(?:!|\[|#(?![@?$%]?#))/;

/**
 * Filters of ad blockers. Only filters of a whole host (`||name^`) and exceptions to them (`@@||name^`) count. Filters of parts of pages,
 * of addresses, by pattern, or with restricting options (`$third-party`, `$domain=…`) say nothing about a host.
 */
function createAdblockReader(sink: NameSink): ListReader {
  return (line) => {
    const text = line.trim();
    if (text === '' || ADBLOCK_COMMENT.test(text)) return;
    const [, exception, name, options] = WHOLE_HOST.exec(text) ?? [];
    const isWhole = (options ?? '').split(',').every((option) => PLAIN_OPTIONS.has(option.trim()));
    // `||name` without the closing `^` also matches `name.other.example`.
    if (name === undefined || !isWhole || !/\^/.test(text)) sink.problem('not_a_whole_host');
    else if (exception === undefined) sink.name(name);
    else sink.exception(name);
  };
}

const CLASSES = new Set(['in', 'ch', 'hs']);

/** Answers that refuse a name: NXDOMAIN, NODATA, no answer. */
const REFUSALS = new Set(['.', '*.', 'rpz-drop.']);

const PASS = 'rpz-passthru.';

/** Triggers by address or by name server instead of by name. */
const OTHER_TRIGGER = /\.rpz-(?:ip|client-ip|nsdname|nsip)$/;

const ADDRESSES = new Set(['a', 'aaaa']);

/**
 * A response policy zone (draft-vixie-dnsop-dns-rpz-00) as a master file (RFC 1035 section 5). `name CNAME .` refuses a name, also with
 * `*.name`; `rpz-passthru.` is an exception; a name with an address record is refused too. Other records and triggers by address are
 * skipped.
 */
function createRpzReader(sink: NameSink): ListReader {
  let origin = '';
  let owner = '';
  let inParentheses = false;

  function record(text: string): void {
    const words = text.trim().split(/\s+/);
    // A line that begins with a blank belongs to the name of the line before.
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

/** Type and value, in lower case, without time to live and class, which come in either order. */
function withoutTtl(words: readonly string[]): readonly string[] {
  const lower = words.map((word) => word.toLowerCase());
  const start = lower.findIndex((word) => !/^\d+[smhdw]?$/.test(word) && !CLASSES.has(word));
  return start < 0 ? [] : lower.slice(start);
}

/** The name that a trigger is about: the owner without the zone's name; null for the zone itself and for other triggers. */
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
