import ipaddr from 'ipaddr.js';
import type { ApiKeyInput, ApiKeyPatch } from '../../contracts/rest/keys.ts';
import { READ_ONLY_SCOPES, SCOPES, type Scope, type Tier } from '../../contracts/scopes.ts';
import { Fault, type FieldError } from '../../kit/fault.ts';
import type { ApiKeyChanges } from '../../store/ports/api-keys.ts';
import { fieldFault } from '../input/field-fault.ts';

/** Reads a new key from a body, without its unit. @throws Fault validation_failed */
export function readApiKey(input: ApiKeyInput, now: number, defaultTier: Tier) {
  const { scopes, ...rest } = readApiKeyPatch(input, now);
  if (scopes === undefined)
    throw fieldFault('#/scopes', 'scopes_or_preset', 'Give "scopes", or a "preset": read-only or full.');
  return {
    tier: defaultTier,
    rateLimitOverride: null,
    ipAllowList: [],
    expiresAt: null,
    ...rest,
    scopes,
    name: input.name.trim(),
  };
}

/** Reads the changes of a merge patch, without the unit. @throws Fault validation_failed */
export function readApiKeyPatch(patch: ApiKeyPatch, now: number): Omit<ApiKeyChanges, 'ouId'> {
  const { name, tier, rateLimitOverride, ipAllowList, expiresAt } = patch;
  const scopes = readScopes(patch);
  return {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(scopes === undefined ? {} : { scopes }),
    ...(tier === undefined ? {} : { tier }),
    ...(rateLimitOverride === undefined ? {} : { rateLimitOverride }),
    ...(ipAllowList === undefined ? {} : { ipAllowList: readNetworks(ipAllowList) }),
    ...(expiresAt === undefined ? {} : { expiresAt: readExpiry(expiresAt, now) }),
  };
}

function readScopes({ scopes, preset }: ApiKeyPatch): readonly Scope[] | undefined {
  if (preset === undefined) return scopes;
  if (scopes !== undefined)
    throw fieldFault('#/preset', 'conflict', 'Give either "scopes" or "preset", not both.');
  return preset === 'full' ? SCOPES : READ_ONLY_SCOPES;
}

function readExpiry(text: string | null, now: number): number | null {
  if (text === null) return null;
  const at = Date.parse(text);
  if (!(at > now)) throw fieldFault('#/expiresAt', 'past', 'The key would have expired already.');
  return at;
}

function readNetworks(texts: readonly string[]): readonly string[] {
  const errors: FieldError[] = [];
  const networks = texts.map((text, at) => {
    const network = plainNetwork(text);
    if (network === null) {
      const detail = `"${text}" is neither an address nor a network in CIDR notation, such as 203.0.113.0/24.`;
      errors.push({ in: 'body', pointer: `#/ipAllowList/${at}`, code: 'cidr', detail });
    }
    return network ?? text;
  });
  if (errors.length > 0)
    throw new Fault('validation_failed', errors[0]?.detail ?? '', { extras: { errors } });
  return [...new Set(networks)];
}

/** The network at its base address, or the single address; null = neither. IPv4 is written as IPv4, never inside IPv6. */
function plainNetwork(text: string): string | null {
  const [base = ''] = text.split('/');
  const isIpv4 = ipaddr.IPv4.isValidFourPartDecimal(base);
  if (!isIpv4 && !ipaddr.IPv6.isValid(base)) return null;
  if (!isIpv4 && (base.includes('%') || ipaddr.IPv6.parse(base).isIPv4MappedAddress())) return null;
  if (base === text) return ipaddr.parse(text).toString();
  if (!ipaddr.isValidCIDR(text)) return null;
  const family = isIpv4 ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${family.networkAddressFromCIDR(text).toString()}/${ipaddr.parseCIDR(text)[1]}`;
}
