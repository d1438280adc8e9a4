import { SchoolgateError } from './errors.ts';

/** A browser has trust and proxies of its own. */
export function nodeFetch(_options: object): Promise<typeof fetch> {
  throw new SchoolgateError('`ca`, `fingerprint` and `proxy` are for Node: a browser has its own.');
}
