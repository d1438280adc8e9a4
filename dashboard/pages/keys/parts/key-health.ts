import type { ApiKey, ApiKeySlot } from '../../../../sdk/node/index.ts';

const DAY_MS = 86_400_000;
/** As the event `api_key.expiring`: from two weeks before on. */
const SOON_DAYS = 14;

export type KeyHealth =
  | { readonly state: 'works' }
  | { readonly state: 'soon'; readonly days: number }
  | { readonly state: 'expired' }
  | { readonly state: 'revoked' };

export function keyHealth({ revokedAt, expiresAt }: ApiKey, now = Date.now()): KeyHealth {
  if (revokedAt !== null) return { state: 'revoked' };
  if (expiresAt === null) return { state: 'works' };
  const left = Date.parse(expiresAt) - now;
  if (left <= 0) return { state: 'expired' };
  return left <= SOON_DAYS * DAY_MS ? { state: 'soon', days: Math.ceil(left / DAY_MS) } : { state: 'works' };
}

export interface Secret {
  readonly slot: ApiKeySlot;
  /** The newest one: the one to use. */
  readonly isNewest: boolean;
  readonly hasEnded: boolean;
}

/** The one or two secrets of a key, the newest first. */
export function secretsOf({ primary, secondary }: ApiKey, now = Date.now()): readonly Secret[] {
  const slots = secondary === null ? [primary] : [primary, secondary];
  return slots
    .toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
    .map((slot, at) => ({
      slot,
      isNewest: at === 0,
      hasEnded: slot.expiresAt !== null && Date.parse(slot.expiresAt) <= now,
    }));
}

/** When the other of two secrets that both work ends; null = one works. */
export function overlapEnd(key: ApiKey, now = Date.now()): string | null {
  const working = secretsOf(key, now).filter(({ hasEnded }) => !hasEnded);
  return working.length < 2 ? null : (working.find(({ isNewest }) => !isNewest)?.slot.expiresAt ?? null);
}

export function lastUse({ primary, secondary }: ApiKey): string | null {
  const times = [primary.lastUsedAt, secondary?.lastUsedAt ?? null].filter((at) => at !== null);
  return times.toSorted().at(-1) ?? null;
}
