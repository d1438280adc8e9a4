import { SchoolgateError } from './errors.ts';

/** A browser manages trust and proxies itself. */
export function nodeFetch(_options: object): Promise<typeof fetch> {
  throw new SchoolgateError('`ca`, `fingerprint` and `proxy` are for Node: a browser has its own.');
}
