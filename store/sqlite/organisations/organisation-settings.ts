import type {
  OrganisationSettingsRecord,
  OrganisationSettingsStore,
} from '../../ports/organisation-settings.ts';
import type { Context } from '../connection/context.ts';
import { type Repository, reads, writes } from '../connection/repository.ts';

interface Row {
  readonly version: number;
  readonly document: string;
  readonly updated_at: number;
}

const NOTHING: OrganisationSettingsRecord = { version: 1, updatedAt: null, values: {}, replaced: {} };

export function createOrganisationSettingsStore({
  db,
}: Pick<Context, 'db'>): Repository<OrganisationSettingsStore> {
  const get = db.prepare<[organisationId: number], Row>(
    'SELECT version, document, updated_at FROM organisation_settings WHERE organisation_id = ?',
  );
  const put = db.prepare<[Record<string, unknown>], Row>(
    `INSERT INTO organisation_settings (organisation_id, version, document, updated_at) VALUES (:organisationId, 2, :document, :now)
     ON CONFLICT (organisation_id) DO UPDATE SET version = version + 1, document = :document, updated_at = :now
     RETURNING version, document, updated_at`,
  );
  return {
    get: reads((organisationId) => recordOf(get.get(organisationId))),
    put: writes((organisationId, { values, replaced }, now) =>
      recordOf(put.get({ organisationId, document: JSON.stringify({ values, replaced }), now })),
    ),
  };
}

function recordOf(row: Row | undefined): OrganisationSettingsRecord {
  if (row === undefined) return NOTHING;
  const { values, replaced } = JSON.parse(row.document) as Pick<
    OrganisationSettingsRecord,
    'values' | 'replaced'
  >;
  return { version: row.version, updatedAt: row.updated_at, values, replaced };
}
