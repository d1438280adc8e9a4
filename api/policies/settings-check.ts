import ipaddr from 'ipaddr.js';
import { isAddress, normaliseHost } from '../../contracts/policy/host.ts';
import type { PolicySettings } from '../../contracts/policy/settings.ts';
import { isRegistrySuffix } from '../input/public-suffix.ts';
import type { FieldProblem } from './validation.ts';

/** Checks settings beyond their schema. Problems are in the order of the document; empty = the settings are valid. */
export function checkSettings({
  internalNames = [],
  vpnServers = [],
}: PolicySettings): readonly FieldProblem[] {
  return [
    ...internalNames.flatMap(({ domain, resolvers }, at) => [
      ...domainProblems(domain, `#/settings/internalNames/${at}/domain`),
      ...resolvers.flatMap((text, index) =>
        addressProblems(text, `#/settings/internalNames/${at}/resolvers/${index}`),
      ),
    ]),
    ...vpnServers.flatMap((text, at) => networkProblems(text, `#/settings/vpnServers/${at}`)),
  ];
}

function domainProblems(text: string, pointer: string): readonly FieldProblem[] {
  const host = normaliseHost(text);
  if (host === null || isAddress(host))
    return [{ pointer, code: 'invalid_host', detail: 'Write a host without scheme, port and path.' }];
  if (!isRegistrySuffix(host)) return [];
  const detail = 'Anybody may have a name under this suffix: your resolvers cannot speak for all of them.';
  return [{ pointer, code: 'public_suffix', detail }];
}

function addressProblems(text: string, pointer: string): readonly FieldProblem[] {
  return isPlainAddress(text) ? [] : [{ pointer, code: 'invalid_network', detail: 'Write an IP address.' }];
}

function networkProblems(text: string, pointer: string): readonly FieldProblem[] {
  const [, bits] = text.split('/');
  const isNetwork = bits === undefined ? isPlainAddress(text) : ipaddr.isValidCIDR(text) && Number(bits) > 0;
  const detail = 'Write an IP address, or a network in CIDR notation that is not the whole internet.';
  return isNetwork ? [] : [{ pointer, code: 'invalid_network', detail }];
}

function isPlainAddress(text: string): boolean {
  if (text.includes('%')) return false;
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}
