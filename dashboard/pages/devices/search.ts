/** What the address of the list of laptops holds: the parameters of `GET /v1/devices`, by their names there. */
const LISTS = [
  'status',
  'protection',
  'lock',
  'ou',
  'campus',
  'platform',
  'tag',
  'user',
  'agentVersion',
  'os',
  'protectionReason',
] as const;
/** A moment may also be an age, such as `7d`: then the address means the same tomorrow. */
const TEXTS = ['q', 'sort', 'lastSeenBefore', 'protectionSinceBefore', 'lockSinceBefore'] as const;
const NUMBERS = ['minBattery', 'maxBattery', 'minPolicyVersion', 'maxPolicyVersion'] as const;

export type ListName = (typeof LISTS)[number];
export type DevicesSearch = { readonly [name in ListName]?: readonly string[] | undefined } & {
  readonly [name in (typeof TEXTS)[number]]?: string | undefined;
} & { readonly [name in (typeof NUMBERS)[number]]?: number | undefined } & {
  readonly policyVersion?: readonly number[] | undefined;
};

/** Drops what it cannot read. A single value stands for a list of one. */
export function devicesSearch(raw: Readonly<Record<string, unknown>>): DevicesSearch {
  const found: Record<string, unknown> = {};
  const keep = (name: string, value: unknown): void => {
    if (value !== undefined) found[name] = value;
  };
  for (const name of LISTS) keep(name, listOf(raw[name], textOf));
  for (const name of TEXTS) keep(name, textOf(raw[name]));
  for (const name of NUMBERS) keep(name, numberOf(raw[name]));
  keep('policyVersion', listOf(raw.policyVersion, numberOf));
  return found;
}

function listOf<T>(value: unknown, read: (one: unknown) => T | undefined): readonly T[] | undefined {
  const values = [value].flat().flatMap((one) => {
    const item = read(one);
    return item === undefined ? [] : [item];
  });
  return values.length === 0 ? undefined : values;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}
