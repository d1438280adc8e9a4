import type { SearchHit, SearchType } from '../../contracts/rest/search.ts';
import type { Scope } from '../../contracts/scopes.ts';
import { textKey } from '../../kit/text-key.ts';
import type { DeviceRecord } from '../../store/ports/devices.ts';
import type { TextSearch } from '../../store/ports/list.ts';
import type { OuRecord } from '../../store/ports/organisations.ts';
import type { PolicyRecord } from '../../store/ports/policies.ts';
import type { Repositories } from '../../store/ports/store.ts';
import type { UserRecord } from '../../store/ports/users.ts';
import type { Caller } from '../http/authentication/caller.ts';
import { mayReach, reachOf, withinReach } from '../input/reach.ts';

type Stores = Pick<Repositories, 'devices' | 'users' | 'ous' | 'policies'>;

interface Finder {
  readonly scope: Scope;
  find(stores: Stores, caller: Caller, search: TextSearch): Promise<readonly SearchHit[]>;
}

const FINDERS: Readonly<Record<SearchType, Finder>> = {
  device: {
    scope: 'devices:read',
    find: async ({ devices }, _caller, search) => (await devices.search(search)).map(hitOfDevice),
  },
  user: {
    scope: 'users:read',
    find: async ({ users }, _caller, search) => (await users.search(search)).map(hitOfUser),
  },
  ou: {
    scope: 'users:read',
    async find({ ous }, caller, { organisationId, text, limit }) {
      const words = text.split(/\s+/);
      const units = (await ous.list(organisationId)).filter(({ path }) => mayReach(reachOf(caller), path));
      const fitting = units.filter(({ name }) => words.every((word) => textKey(name).includes(word)));
      return fitting.sort(byBeginning(text)).slice(0, limit).map(hitOfUnit);
    },
  },
  policy: {
    scope: 'policies:read',
    async find({ policies }, caller, { organisationId, text, limit }) {
      const { rows } = await policies.list({
        ...{ organisationId, limit, filter: { q: text, ...withinReach(reachOf(caller)) } },
        sort: [{ field: 'name', descending: false }],
        from: { kind: 'page', page: 1 },
      });
      return rows.map(hitOfPolicy);
    },
  },
};

/**
 * Finds things by what people know of them. A type that the caller may not read is left out.
 * @param search.limit of each type
 */
export async function searchAll(
  stores: Stores,
  caller: Caller,
  { q, types, limit }: { readonly q: string; readonly types: readonly SearchType[]; readonly limit: number },
): Promise<{ readonly data: readonly SearchHit[]; readonly more: readonly SearchType[] }> {
  const search: TextSearch = {
    organisationId: caller.organisationId,
    text: textKey(q.trim()),
    ...withinReach(reachOf(caller)),
    limit: limit + 1,
  };
  const data: SearchHit[] = [];
  const more: SearchType[] = [];
  for (const type of types) {
    const { scope, find } = FINDERS[type];
    if (!caller.scopes.includes(scope)) continue;
    const found = await find(stores, caller, search);
    data.push(...found.slice(0, limit));
    if (found.length > limit) more.push(type);
  }
  return { data, more };
}

/** Names that begin with the text come first, then by name. */
function byBeginning(text: string): (one: OuRecord, other: OuRecord) => number {
  const rank = ({ name }: OuRecord): string => `${textKey(name).startsWith(text) ? 0 : 1}${textKey(name)}`;
  return (one, other) => (rank(one) < rank(other) ? -1 : 1);
}

function hitOfDevice({ id, name, user, serial, ouPath }: DeviceRecord): SearchHit {
  return { type: 'device', id, name, detail: user ?? serial, ou: ouPath };
}

function hitOfUser({ id, name, email, ouPath }: UserRecord): SearchHit {
  return { type: 'user', id, name, detail: email, ou: ouPath };
}

function hitOfUnit({ id, name, path }: OuRecord): SearchHit {
  return { type: 'ou', id, name, detail: null, ou: path };
}

function hitOfPolicy({ id, name, description }: PolicyRecord): SearchHit {
  return { type: 'policy', id, name, detail: description?.slice(0, 500) ?? null, ou: null };
}
