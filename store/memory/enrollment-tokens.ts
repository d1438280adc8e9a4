import type { EnrollmentTokenRecord, EnrollmentTokenStore } from '../ports/organisations.ts';
import type { Synchronous } from '../synchronous.ts';
import { type Context, ofOrganisation, type Tables } from './tables.ts';

type Entry = Tables['enrollmentTokens'] extends Map<string, infer Value> ? Value : never;

export function createEnrollmentTokenStore({ tables }: Context): Synchronous<EnrollmentTokenStore> {
  const { enrollmentTokens, ous } = tables;
  const shown = ({ secretHash: _, ...token }: Entry): EnrollmentTokenRecord => {
    const ou = ous.get(token.ouId);
    if (ou === undefined) throw new Error(`there is no organisational unit ${token.ouId}`);
    return { ...token, ouPath: ou.path };
  };
  const find = (organisationId: number, id: string): Entry | null =>
    ofOrganisation(enrollmentTokens.get(id), organisationId);
  const withSecret = (secretHash: string): Entry | null =>
    [...enrollmentTokens.values()].find((token) => token.secretHash === secretHash) ?? null;
  return {
    create(token) {
      const entry = { ...token, uses: 0 };
      const record = shown(entry);
      enrollmentTokens.set(token.id, entry);
      return record;
    },
    list: (organisationId) =>
      [...enrollmentTokens.values()]
        .filter((token) => token.organisationId === organisationId)
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .map(shown),
    get(organisationId, id) {
      const entry = find(organisationId, id);
      return entry === null ? null : shown(entry);
    },
    bySecret(secretHash) {
      const entry = withSecret(secretHash);
      return entry === null ? null : shown(entry);
    },
    redeem(secretHash, now) {
      const entry = withSecret(secretHash);
      if (entry === null) return null;
      const usedUp = entry.maxUses !== null && entry.uses >= entry.maxUses;
      const expired = entry.expiresAt !== null && entry.expiresAt <= now;
      if (usedUp || expired) return null;
      const used = { ...entry, uses: entry.uses + 1 };
      enrollmentTokens.set(entry.id, used);
      return shown(used);
    },
    delete: (organisationId, id) => find(organisationId, id) !== null && enrollmentTokens.delete(id),
  };
}
