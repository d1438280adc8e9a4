import type { ApiKey, ApiKeyInput, Scope } from '../../../../sdk/node/index.ts';

const DAY_MS = 86_400_000;

/** How long a key works: some days from now, for ever, or as it was. */
export type KeyLife = '30' | '90' | '365' | 'never' | 'same';

/** What is typed of a key. */
export interface KeyFields {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly ou: string;
  readonly life: KeyLife;
  /** Networks, one a line. */
  readonly networks: string;
  /** Requests a minute; empty = what is usual. */
  readonly limit: number | string;
}

export const NEW_KEY: KeyFields = { name: '', scopes: [], ou: '', life: '365', networks: '', limit: '' };

export function fieldsOf(key: ApiKey): KeyFields {
  return {
    name: key.name,
    scopes: key.scopes,
    ou: key.ou ?? '',
    life: 'same',
    networks: key.ipAllowList.join('\n'),
    limit: key.rateLimitOverride ?? '',
  };
}

/** As the API takes it, for a new key and for a changed one. */
export function inputOf(
  { name, scopes, ou, life, networks, limit }: KeyFields,
  now = Date.now(),
): ApiKeyInput {
  return {
    name: name.trim(),
    scopes: scopes as readonly Scope[],
    ou: ou === '' ? null : ou,
    ipAllowList: networks
      .split(/[\n,]+/)
      .map((network) => network.trim())
      .filter((network) => network !== ''),
    rateLimitOverride: limit === '' ? null : Number(limit),
    ...(life === 'same'
      ? {}
      : { expiresAt: life === 'never' ? null : new Date(now + Number(life) * DAY_MS) }),
  };
}
