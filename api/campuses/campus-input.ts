import ipaddr from 'ipaddr.js';
import type { CampusInput, CampusPatch } from '../../contracts/rest/requests.ts';
import { Fault, type FieldError } from '../../kit/fault.ts';
import type { CampusInput as StoredInput } from '../../store/ports/organisations.ts';

/** Reads a whole campus from a body. Networks get their base address and MAC addresses lower case with colons, the form that devices compare. */
export function readCampus(input: CampusInput): StoredInput {
  return {
    cidrs: [],
    gatewayMacs: [],
    bssids: [],
    ssids: [],
    geofence: null,
    ...readCampusPatch(input),
    name: input.name.trim(),
  };
}

/** Reads the changes of a merge patch. @throws Fault validation_failed with one field error for each malformed network */
export function readCampusPatch(patch: CampusPatch): Partial<StoredInput> {
  const { name, cidrs, geofence, gatewayMacs, bssids, ssids } = patch;
  return {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(cidrs === undefined ? {} : { cidrs: readNetworks(cidrs) }),
    ...(geofence === undefined ? {} : { geofence }),
    ...(gatewayMacs === undefined ? {} : { gatewayMacs: distinct(gatewayMacs.map(plainMac)) }),
    ...(bssids === undefined ? {} : { bssids: distinct(bssids.map(plainMac)) }),
    ...(ssids === undefined ? {} : { ssids: distinct(ssids) }),
  };
}

function readNetworks(cidrs: readonly string[]): readonly string[] {
  const errors: FieldError[] = [];
  const networks = cidrs.map((text, at) => {
    const network = plainNetwork(text);
    if (network === null) {
      const detail = `"${text}" is not a network in CIDR notation, such as 10.20.0.0/16.`;
      errors.push({ in: 'body', pointer: `#/cidrs/${at}`, code: 'cidr', detail });
    }
    return network ?? text;
  });
  if (errors.length > 0)
    throw new Fault('validation_failed', errors[0]?.detail ?? '', { extras: { errors } });
  return distinct(networks);
}

/** The network with its base address: `10.20.3.4/16` becomes `10.20.0.0/16`. Null = malformed, or all addresses (`/0` is no campus). */
function plainNetwork(text: string): string | null {
  if (!ipaddr.isValidCIDR(text)) return null;
  const [address, length] = ipaddr.parseCIDR(text);
  if (address instanceof ipaddr.IPv4 && !ipaddr.IPv4.isValidFourPartDecimal(text.split('/')[0] ?? ''))
    return null;
  if (length === 0) return null;
  const family = address instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${family.networkAddressFromCIDR(text).toString()}/${length}`;
}

function plainMac(mac: string): string {
  return mac.toLowerCase().replaceAll('-', ':');
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
