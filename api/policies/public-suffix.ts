import { getPublicSuffix } from 'tldts';

/**
 * Whether a normalised host is a suffix under which registries give out names, such as `com` or `co.uk` (the ICANN part of publicsuffix.org). Suffixes of
 * companies, such as `github.io`, are none here: a school may well want to block all of them. Only for checking what people write: the list has 100 kB
 * and no place on the way of a decision.
 */
export function isPublicSuffix(host: string): boolean {
  return getPublicSuffix(host, { allowPrivateDomains: false }) === host;
}
