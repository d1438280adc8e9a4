import type { CampusRecord, CampusStore } from '../ports/organisations.ts';
import { campusNameTaken, changedCampus, newCampus } from '../rules/campus-changes.ts';
import { compareValues } from '../rules/list-page.ts';
import { textKey } from '../rules/text-key.ts';
import type { Synchronous } from '../synchronous.ts';
import { bumpSettings } from './organisations.ts';
import { type Context, ofOrganisation } from './tables.ts';

export function createCampusStore(context: Context): Synchronous<CampusStore> {
  const { campuses } = context.tables;
  const all = (organisationId: number): CampusRecord[] =>
    [...campuses.values()].filter((campus) => campus.organisationId === organisationId);
  const find = (organisationId: number, id: string): CampusRecord | null =>
    ofOrganisation(campuses.get(id), organisationId);
  const write = (campus: CampusRecord): CampusRecord => {
    const holder = all(campus.organisationId).find(({ name }) => textKey(name) === textKey(campus.name));
    if (holder !== undefined && holder.id !== campus.id) throw campusNameTaken(holder.id);
    campuses.set(campus.id, campus);
    bumpSettings(context, campus.organisationId);
    return campus;
  };
  return {
    list: (organisationId) =>
      all(organisationId).sort((a, b) => compareValues(textKey(a.name), textKey(b.name))),
    get: find,
    create: (organisationId, id, input, now) => write(newCampus({ organisationId, id, now }, input)),
    update(organisationId, id, changes, now) {
      const known = find(organisationId, id);
      if (known === null) return null;
      const changed = changedCampus(known, changes, now);
      return changed === known ? known : write(changed);
    },
    delete(organisationId, id) {
      if (find(organisationId, id) === null) return false;
      campuses.delete(id);
      bumpSettings(context, organisationId);
      return true;
    },
  };
}
