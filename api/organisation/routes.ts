import { Fault } from '../../kit/fault.ts';
import type { FileSettings } from '../../store/rules/organisation-settings.ts';
import { defineRoute, type RouteTools } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { audited, changeSettings, settingsInReach, shownSettings } from './organisation.ts';
import { readSettings } from './read-settings.ts';

/** Tools of the settings of the organisation. */
export interface OrganisationTools extends RouteTools {
  /** What the configuration file says; null = this server has none. */
  readonly fileSettings: FileSettings | null;
}

/** The endpoints of the organisation's settings. */
export const ORGANISATION_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/v1/organization',
    operationId: 'getOrganization',
    summary: 'Get the settings of the organisation, and where each value comes from',
    description:
      'Secrets are never shown: `passwordSet` and `clientSecretSet` say whether there is one. Chat rooms are webhooks of a chat kind (`POST /v1/webhooks`). Who is limited to a unit is refused.',
    tag: 'Organization',
    scope: 'organization:manage',
    personal: true,
    extension: true,
    responses: { 200: ref('Organization') },
    faults: ['not_found', 'ou_not_permitted', 'unavailable'],
    handle: async ({ caller }, { store, fileSettings }: OrganisationTools) => {
      const known = await settingsInReach(store, caller);
      const body = shownSettings(known, fileOf(fileSettings));
      return { status: 200, body, version: body.version };
    },
  }),

  defineRoute({
    method: 'PATCH',
    path: '/v1/organization',
    operationId: 'updateOrganization',
    summary: 'Set settings of the organisation in the place of what the configuration file says',
    description:
      'What is set here takes effect at once, also in every device’s policies, and wins over the file until null takes it back. `mail`, `singleSignOn`, `plan` and a lower `retention.auditDays` are set by an owner who is signed in. A secret belongs to the server and the name that it was set for: with others it is given anew.',
    tag: 'Organization',
    scope: 'organization:manage',
    personal: true,
    extension: true,
    body: ref('OrganizationPatch'),
    responses: { 200: ref('Organization') },
    faults: ['not_found', 'ou_not_permitted', 'precondition_failed', 'unavailable'],
    handle: (
      { body, caller, checkIfMatch, transact },
      { clock, sealer, fileSettings }: OrganisationTools,
    ) => {
      const file = fileOf(fileSettings);
      return transact(async (tx) => {
        const known = await settingsInReach(tx, caller);
        checkIfMatch(known.here.version);
        const order = { caller, known, patch: body, now: clock.now() };
        const changed = await changeSettings(tx, { file, sealer }, order);
        const shown = shownSettings(changed, file);
        return {
          status: 200,
          body: shown,
          version: shown.version,
          ...(changed === known
            ? {}
            : {
                audit: {
                  action: 'organization.updated',
                  target: null,
                  before: audited(shownSettings(known, file)),
                  after: audited(shown, readSettings(body).keys()),
                },
              }),
        };
      });
    },
  }),
];

function fileOf(fileSettings: FileSettings | null): FileSettings {
  if (fileSettings !== null) return fileSettings;
  throw new Fault('unavailable', 'This server has no settings to be changed here.');
}
