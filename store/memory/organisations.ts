import type { OrganisationStore } from '../ports/organisations.ts';
import type { Synchronous } from '../synchronous.ts';
import type { Context } from './tables.ts';

export function createOrganisationStore({ tables }: Context): Synchronous<OrganisationStore> {
  return {
    get: (id) => tables.organisations.get(id) ?? null,
    update(id, changes) {
      const known = tables.organisations.get(id);
      if (known === undefined) return;
      const changed = { ...known, ...changes };
      if (JSON.stringify(changed) === JSON.stringify(known)) return;
      tables.organisations.set(id, { ...changed, settingsVersion: known.settingsVersion + 1 });
    },
  };
}

/** Something of the settings has changed that devices are to learn. */
export function bumpSettings({ tables }: Pick<Context, 'tables'>, organisationId: number): void {
  const known = tables.organisations.get(organisationId);
  if (known !== undefined)
    tables.organisations.set(organisationId, { ...known, settingsVersion: known.settingsVersion + 1 });
}
