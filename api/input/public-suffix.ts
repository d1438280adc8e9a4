import { getPublicSuffix, parse } from 'tldts';

/**
 * Whether a normalised host is a suffix under which registries give out names, such as `com` or `co.uk` (the ICANN part of publicsuffix.org). Suffixes of
 * companies, such as `github.io`, are none here: a school may well want to block all of them. Only for checking what people write: the list has 100 kB
 * and no place on the way of a decision.
 */
export function isPublicSuffix(host: string): boolean {
  return getPublicSuffix(host, { allowPrivateDomains: false }) === host;
}

/** Whether a normalised host is such a suffix by the list, and not only because it has one label, as a server in a school's own network may have. */
export function isRegistrySuffix(host: string): boolean {
  const { publicSuffix, isIcann } = parse(host, { allowPrivateDomains: false });
  return isIcann === true && publicSuffix === host;
}

/**
 * Whether a normalised host is a suffix under which a company gives out names, such as `github.io` (the private part of publicsuffix.org). Not what only a rule with
 * a wildcard makes one (`ec2-….compute-1.amazonaws.com`): that is the host of one customer.
 */
export function isOwnedSuffix(host: string): boolean {
  return (
    isInWholeList(host) && !isPublicSuffix(host) && !isInWholeList(host.replace(/^[^.]+/, NOBODYS_LABEL))
  );
}

/** No rule names it: where it makes a suffix, a wildcard did. */
const NOBODYS_LABEL = 'schoolgate-asks';

function isInWholeList(host: string): boolean {
  return getPublicSuffix(host, { allowPrivateDomains: true }) === host;
}
