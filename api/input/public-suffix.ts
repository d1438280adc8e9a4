import { getPublicSuffix, parse } from 'tldts';

/**
 * Whether a normalised host is a suffix under which registries give out names, such as `com` or `co.uk` (the ICANN part of
 * publicsuffix.org). Suffixes of companies, such as `github.io`, do not count: a school may want to block all names below. Use it only to
 * check input: the list has 100 kB and must not slow decisions down.
 */
export function isPublicSuffix(host: string): boolean {
  return getPublicSuffix(host, { allowPrivateDomains: false }) === host;
}

/** Whether the list itself names a normalised host as such a suffix. A host of one label, such as a server in a school's own network, is not enough. */
export function isRegistrySuffix(host: string): boolean {
  const { publicSuffix, isIcann } = parse(host, { allowPrivateDomains: false });
  return isIcann === true && publicSuffix === host;
}

/**
 * Whether a normalised host is a suffix under which a company gives out names, such as `github.io` (the private part of publicsuffix.org).
 * A host that matches only a wildcard rule does not count (`ec2-….compute-1.amazonaws.com`): it belongs to one customer.
 */
export function isOwnedSuffix(host: string): boolean {
  return (
    isInWholeList(host) && !isPublicSuffix(host) && !isInWholeList(host.replace(/^[^.]+/, NOBODYS_LABEL))
  );
}

/** A label that no rule names. If a host below it is a suffix, a wildcard rule made it one. */
const NOBODYS_LABEL = 'schoolgate-asks';

function isInWholeList(host: string): boolean {
  return getPublicSuffix(host, { allowPrivateDomains: true }) === host;
}
