// Must come before the packages of @peculiar, which find their parts by reflected metadata.
import 'reflect-metadata';
import { isIP } from 'node:net';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_nameConstraints,
  NameConstraints,
} from '@peculiar/asn1-x509';
import { Extension, X509Certificate } from '@peculiar/x509';
import ipaddr from 'ipaddr.js';
import { parse } from 'tldts';
import { isOwnedSuffix, isRegistrySuffix } from '../../api/input/public-suffix.ts';

/** The hosts that an authority is made for. */
export interface AuthorityHosts {
  /** The hosts that people and devices use. Their parent domains belong to the school. */
  readonly namedHosts: readonly string[];
  /** All hosts of the server. A name among them may come from a network that is not the school's, so its parent domain is not included. */
  readonly hosts: readonly string[];
}

/**
 * Names that are only used inside a network: RFC 6761 section 6.3, RFC 6762 section 3, RFC 8375, `.internal` as ICANN reserved it in 2024, and `.lan`, which
 * home and school routers give out.
 */
const PRIVATE_DOMAINS = ['home.arpa', 'internal', 'lan', 'local', 'localhost'] as const;

/** Addresses that every network has for itself: loopback, RFC 1918, RFC 3927, RFC 6598, RFC 4193, RFC 4291 section 2.5.6. */
const PRIVATE_NETWORKS = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
] as const;

/** The subnet of an IPv6 address, 64 bits (RFC 4291 section 2.5.4): a machine changes its address within it every day (RFC 8981). */
const IPV6_SUBNET_BITS = 64;

/** A critical extension: a client that does not know it must refuse the certificate (RFC 5280 section 4.2.1.10). */
const CRITICAL = true;

/**
 * The extension that limits an authority to the school's own names and to private addresses: for the named hosts their parent domain, for the others the host
 * itself. A host under which anybody can get names, such as `school` or `co.uk`, is left out.
 */
export function nameConstraintsFor({ namedHosts, hosts }: AuthorityHosts): Extension {
  const ownHosts = [...new Set([...namedHosts, ...hosts])].filter((host) => !isSharedSuffix(host));
  const domains = [
    ...PRIVATE_DOMAINS,
    ...ownHosts
      .filter((host) => isIP(host) === 0)
      .map((host) => (namedHosts.includes(host) ? parentDomain(host) : host)),
  ];
  const networks = [
    ...PRIVATE_NETWORKS,
    ...ownHosts.filter((host) => isIP(host) !== 0 && !inAny(PRIVATE_NETWORKS, host)).map(ownNetwork),
  ];
  const permitted = [
    ...withoutCovered(domains).map((dNSName) => new GeneralName({ dNSName })),
    ...[...new Set(networks)].map((iPAddress) => new GeneralName({ iPAddress })),
  ];
  const permittedSubtrees = new GeneralSubtrees(permitted.map((base) => new GeneralSubtree({ base })));
  return new Extension(
    id_ce_nameConstraints,
    CRITICAL,
    AsnConvert.serialize(new NameConstraints({ permittedSubtrees })),
  );
}

/** Whether an authority is limited to certain names at all. */
export function hasNameConstraints(authority: string): boolean {
  return new X509Certificate(authority).getExtension(id_ce_nameConstraints) !== null;
}

/**
 * The hosts that an authority may put into a certificate. With one other host in it, every client refuses the whole certificate.
 * @throws Error when its name constraints are malformed
 */
export function vouchedHosts(authority: string, hosts: readonly string[]): readonly string[] {
  const extension = new X509Certificate(authority).getExtension(id_ce_nameConstraints);
  if (extension === null) return hosts;
  const { permittedSubtrees, excludedSubtrees } = AsnConvert.parse(extension.value, NameConstraints);
  const permitted = (permittedSubtrees ?? []).map(({ base }) => base);
  const excluded = (excludedSubtrees ?? []).map(({ base }) => base);
  return hosts.filter((host) => {
    const ofItsKind = permitted.filter(
      ({ dNSName, iPAddress }) => (isIP(host) === 0 ? dNSName : iPAddress) !== undefined,
    );
    const allowed = ofItsKind.length === 0 || ofItsKind.some((base) => covers(base, host));
    return allowed && !excluded.some((base) => covers(base, host));
  });
}

function covers({ dNSName, iPAddress }: GeneralName, host: string): boolean {
  if (isIP(host) !== 0) return iPAddress !== undefined && inAny([iPAddress], host);
  return dNSName !== undefined && isBeneath(host, dNSName.toLowerCase());
}

/** A constraint covers the name itself and all names below it. */
function isBeneath(host: string, domain: string): boolean {
  return domain === '' || host === domain || host.endsWith(`.${domain}`);
}

function inAny(networks: readonly string[], host: string): boolean {
  const address = ipaddr.parse(host);
  return networks.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network);
    return base.kind() === address.kind() && address.match(base, bits);
  });
}

/** The domain above a host where it is still somebody's own, else the host: `school.example` for `gate.school.example` and for itself. */
function parentDomain(host: string): string {
  const { domain } = parse(host, { allowPrivateDomains: true });
  return domain === null || domain === host ? host : host.slice(host.indexOf('.') + 1);
}

function isSharedSuffix(host: string): boolean {
  return isIP(host) === 0 && (isRegistrySuffix(host) || isOwnedSuffix(host));
}

function ownNetwork(host: string): string {
  const address = ipaddr.parse(host);
  if (address.kind() === 'ipv4') return `${address.toString()}/32`;
  if (address.range() !== 'unicast') return `${address.toString()}/128`;
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${host}/${IPV6_SUBNET_BITS}`);
  return `${network.toString()}/${IPV6_SUBNET_BITS}`;
}

function withoutCovered(domains: readonly string[]): readonly string[] {
  const distinct = [...new Set(domains)];
  return distinct.filter((each) => !distinct.some((other) => other !== each && isBeneath(each, other)));
}
