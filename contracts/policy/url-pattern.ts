import { isAddress, normaliseHost, parentOf } from './host.ts';
import { compileWildcard, matchesPrefix, matchesWhole, type Wildcard } from './wildcard.ts';

/**
 * A pattern of `urls` or `allowedUrls`. It matches a host and all names below it; with a path it matches addresses whose path and query
 * begin with that path. `*` stands for any run of characters, also in the host. The path counts only for plain http, where it is visible;
 * elsewhere the host decides alone.
 */
export interface UrlPattern {
  /** The domain that holds every host that can match; null = any. Used as an index. */
  readonly anchor: string | null;
  /** Null = every host within the anchor matches. */
  readonly host: Wildcard | null;
  /** Null = every path matches. */
  readonly path: Wildcard | null;
}

const SCHEME = /^https?:\/\//i;
const PORT = /:\d{1,5}$/;

/** The two parts of a written pattern, without scheme. The path begins with `/`, or is empty. */
export function splitUrlPattern(text: string): { readonly host: string; readonly path: string } {
  const bare = text.trim().replace(SCHEME, '');
  const slash = bare.search(/[/?]/);
  if (slash < 0) return { host: bare, path: '' };
  const path = bare.slice(slash);
  return { host: bare.slice(0, slash), path: path.startsWith('/') ? path : `/${path}` };
}

/** Reads a pattern; a port in it is ignored. @returns null when its host is none: it fits nothing */
export function compileUrlPattern(text: string): UrlPattern | null {
  const { host, path } = splitUrlPattern(text);
  const written = host.replace(PORT, '');
  const pathPattern = path === '' || path === '/' ? null : compileWildcard(normalisePath(path));
  if (!written.includes('*')) {
    const anchor = normaliseHost(written);
    return anchor === null ? null : { anchor, host: null, path: pathPattern };
  }
  const wild = normaliseWildHost(written);
  if (wild === null) return null;
  return { anchor: anchorOf(wild), host: compileWildcard(wild), path: pathPattern };
}

/**
 * Whether a pattern matches a host that lies within its anchor.
 * @param path of `pathOf`; null = not known
 */
export function matchesUrl(pattern: UrlPattern, host: string, path: string | null): boolean {
  if (pattern.host !== null && !matchesWildHost(pattern.host, host)) return false;
  return pattern.path === null || path === null || matchesPrefix(pattern.path, path);
}

/** Path and query of a plain http address, in the form for comparison; null for other addresses, whose path is encrypted. */
export function pathOf(url: string | null): string | null {
  if (url === null || !/^http:\/\//i.test(url)) return null;
  const hash = url.indexOf('#');
  const visible = hash < 0 ? url : url.slice(0, hash);
  const start = visible.slice(7).search(/[/?\\]/);
  if (start < 0) return '/';
  const path = visible.slice(7 + start);
  return normalisePath(path.startsWith('?') ? `/${path}` : path);
}

/**
 * Gives equal paths the same spelling (RFC 3986 section 6.2.2): unreserved characters unescaped, escapes in upper case, `\` as `/` and no
 * dot segments in the path, as in browsers. So `/%70rivate` and `/a/../private` do not get past a rule for `/private`.
 */
function normalisePath(written: string): string {
  const query = written.indexOf('?');
  const path = query < 0 ? written : written.slice(0, query);
  const plain = unescaped(path.includes('\\') ? path.replaceAll('\\', '/') : path);
  const straight = plain.includes('/.') ? withoutDots(plain) : plain;
  return query < 0 ? straight : straight + unescaped(written.slice(query));
}

function matchesWildHost(wild: Wildcard, host: string): boolean {
  // A leading star also covers the labels before it: a match of a domain above matches the host too. A name may have 127 labels.
  if (wild.pieces[0]?.text === '') return matchesWhole(wild, host);
  for (let name: string | null = host; name !== null; name = parentOf(name))
    if (matchesWhole(wild, name)) return true;
  return false;
}

/** A host with stars, in lower case, if each of its labels is possible in a host; only ASCII, because half a Unicode label has no ASCII form. */
function normaliseWildHost(host: string): string | null {
  const lower = host.toLowerCase().replace(/\.+$/, '');
  if (lower === '' || !/^[a-z0-9_*.-]+$/.test(lower)) return null;
  return lower.split('.').includes('') ? null : lower;
}

/** The labels after the last that has a star: `*.a.example` → `a.example`. */
function anchorOf(wild: string): string | null {
  const dot = wild.indexOf('.', wild.lastIndexOf('*'));
  const anchor = dot < 0 ? '' : wild.slice(dot + 1);
  return anchor === '' || isAddress(anchor) ? null : anchor;
}

function unescaped(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : escaped.toUpperCase();
  });
}

/** RFC 3986 section 5.2.4. */
function withoutDots(path: string): string {
  const kept: string[] = [];
  const segments = path.split('/');
  for (const [index, segment] of segments.entries()) {
    const last = index === segments.length - 1;
    if (segment === '..') {
      if (kept.length > 1) kept.pop();
      if (last) kept.push('');
    } else if (segment === '.') {
      if (last) kept.push('');
    } else kept.push(segment);
  }
  return kept.join('/');
}
