import { Fault } from '../../kit/fault.ts';
import type { OuRecord, OuStore } from '../ports/organisations.ts';
import { compareValues } from '../rules/list-page.ts';
import { childPath, ouPathNames } from '../rules/ou-path.ts';
import type { Synchronous } from '../synchronous.ts';
import { type Context, ofOrganisation } from './tables.ts';

export function createOuStore({ tables, ids }: Context): Synchronous<OuStore> {
  const all = (organisationId: number): OuRecord[] =>
    [...tables.ous.values()].filter((ou) => ou.organisationId === organisationId);
  const byPath = (organisationId: number, path: string): OuRecord | null =>
    all(organisationId).find((ou) => ou.path === path) ?? null;
  const make = (parent: OuRecord, name: string, now: number): OuRecord => {
    const path = childPath(parent.path, name);
    const ou = {
      ...parent,
      id: ids.next('ou'),
      name,
      parentId: parent.id,
      path,
      createdAt: now,
      updatedAt: now,
    };
    tables.ous.set(ou.id, ou);
    return ou;
  };
  return {
    get: (organisationId, id) => ofOrganisation(tables.ous.get(id), organisationId),
    byPath,
    ensurePath(organisationId, path, now) {
      const names = ouPathNames(path);
      const root = byPath(organisationId, '/');
      if (root === null) throw new Fault('not_found', 'There is no such organisation.');
      return names.reduce(
        (parent, name) => byPath(organisationId, childPath(parent.path, name)) ?? make(parent, name, now),
        root,
      );
    },
    list: (organisationId) => all(organisationId).sort((a, b) => compareValues(a.path, b.path)),
  };
}
