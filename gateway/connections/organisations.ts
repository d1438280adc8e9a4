import type { TargetState } from '../../contracts/mqtt/messages.ts';
import type { CampusRecord, OrganisationRecord } from '../../store/ports/organisations.ts';
import type { Store } from '../../store/ports/store.ts';

/** What devices of an organisation share: read often, changed seldom. */
export interface OrganisationSettings {
  readonly record: OrganisationRecord;
  readonly campuses: readonly CampusRecord[];
  /** The category index in use; null = none was made yet. */
  readonly categories: NonNullable<TargetState['categories']> | null;
}

/**
 * Keeps the settings of the organisations whose devices are connected. `campuses` and `categories` are at least as new as `record.settingsVersion`: when they
 * changed in between, the next refresh finds the change and it is delivered with its own version.
 */
export interface Organisations {
  /** @throws when there is no such organisation, or the store does not answer */
  get(id: number): Promise<OrganisationSettings>;
  /** The settings if they were read before. */
  known(id: number): OrganisationSettings | null;
  /**
   * Reads the settings that have changed. A failure of one organisation does not stop the others.
   * @returns the organisations whose settings have changed
   * @throws the first failure, after all were tried
   */
  refresh(): Promise<readonly number[]>;
}

export function createOrganisations(
  store: Pick<Store, 'organisations' | 'campuses' | 'categoryIndexes'>,
): Organisations {
  const known = new Map<number, OrganisationSettings>();

  const read = async (id: number): Promise<OrganisationSettings> => {
    const record = await store.organisations.get(id);
    if (record === null) throw new Error(`there is no organisation ${id}`);
    const campuses = await store.campuses.list(id);
    const index = await store.categoryIndexes.current(id);
    const categories =
      index === null ? null : { version: index.version, hash: index.hash, bytes: index.bytes };
    const settings = { record, campuses, categories };
    known.set(id, settings);
    return settings;
  };

  return {
    async get(id) {
      return known.get(id) ?? (await read(id));
    },
    known: (id) => known.get(id) ?? null,
    async refresh() {
      const changed: number[] = [];
      const failures: unknown[] = [];
      for (const [id, { record }] of known) {
        try {
          const now = await store.organisations.get(id);
          if (now === null || now.settingsVersion === record.settingsVersion) continue;
          await read(id);
          changed.push(id);
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
      return changed;
    },
  };
}
