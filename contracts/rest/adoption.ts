import { type Static, Type } from 'typebox';
import { closed, Timestamp } from './resources.ts';

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
/** Most versions that are listed: a school year of changes. */
export const MAX_ADOPTION_VERSIONS = 200;

/** How many devices should and do enforce the policy versions. */
const PolicyAdoption = Type.Object(
  {
    version: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The present version, which every device should enforce',
    }),
    ou: Type.String({ maxLength: 1_000, description: 'The unit whose subtree is counted' }),
    devices: Count,
    enforcing: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Devices that enforce it, by their last report',
    }),
    versions: Type.Array(
      Type.Object(
        {
          version: Count,
          reported: Count,
          enforcing: Count,
          enforcingThisOrNewer: Type.Integer({
            minimum: 0,
            maximum: Number.MAX_SAFE_INTEGER,
            description: 'A policy of this `version` is live on so many of the devices that it applies to',
          }),
        },
        closed,
      ),
      {
        maxItems: MAX_ADOPTION_VERSIONS,
        description: 'The present version and each that a device reports, the newest first',
      },
    ),
    withoutVersion: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Devices that have reported none',
    }),
    generatedAt: Timestamp,
  },
  { $id: 'PolicyAdoption', ...closed },
);
export type PolicyAdoption = Static<typeof PolicyAdoption>;

/** The schemas by their names in the OpenAPI document. */
export const ADOPTION_SCHEMAS = { PolicyAdoption } as const;
