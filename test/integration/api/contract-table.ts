/**
 * The endpoints of the contract with what they need, one a line: the sixteen of the specification first, marked with `*`. `-` = any key;
 * `owner` and `admin` = people signed in to the dashboard.
 */
const TABLE = `
* GET /v1/devices                          devices:read
* GET /v1/devices/{id}                     devices:read
* POST /v1/devices/{id}/command            devices:write
* POST /v1/devices/{id}/lock               devices:write
* GET /v1/users                            users:read
* POST /v1/users                           users:write
* GET /v1/policies                         policies:read
* POST /v1/policies                        policies:write
* DELETE /v1/policies/{id}                 policies:write
* GET /v1/logs                             logs:read
* GET /v1/alerts                           alerts:read
* GET /v1/reports/weekly                   reports:read
* POST /v1/classroom/sessions              classroom:write
* GET /v1/activity                         activity:read
* POST /v1/webhooks                        webhooks:manage
* PATCH /v1/policies/{id}                  policies:write
PATCH /v1/devices/{id}                     devices:write
DELETE /v1/devices/{id}                    devices:write
GET /v1/devices/{id}/removal-code          devices:write
GET /v1/devices/summary                    devices:read
GET /v1/devices/{id}/state                 devices:read
GET /v1/devices/{id}/history               devices:read
GET /v1/evidence                           devices:read
GET /v1/evidence/devices                   devices:read
GET /v1/policies/adoption                  policies:read
GET /v1/reports/hourly                     reports:read
GET /v1/commands                           devices:read
GET /v1/commands/{id}                      devices:read
GET /v1/devices/{id}/commands              devices:read
GET /v1/commands/batches                   devices:read
GET /v1/commands/batches/{id}              devices:read
GET /v1/enrollment-tokens                  devices:read
GET /v1/campuses                           devices:read
GET /v1/campuses/{id}                      devices:read
POST /v1/commands/{id}/cancel              devices:write
POST /v1/commands/batch                    devices:write
POST /v1/commands/batch/preview            devices:write
POST /v1/commands/batches/{id}/retry       devices:write
POST /v1/commands/batches/{id}/cancel      devices:write
POST /v1/enrollment-tokens                 devices:write
DELETE /v1/enrollment-tokens/{id}          devices:write
POST /v1/campuses                          devices:write
PATCH /v1/campuses/{id}                    devices:write
DELETE /v1/campuses/{id}                   devices:write
GET /v1/users/{id}                         users:read
GET /v1/ous                                users:read
GET /v1/ous/{id}                           users:read
PATCH /v1/users/{id}                       users:write
DELETE /v1/users/{id}                      users:write
POST /v1/users/batch                       users:write
POST /v1/ous                               users:write
PATCH /v1/ous/{id}                         users:write
DELETE /v1/ous/{id}                        users:write
GET /v1/policies/{id}                      policies:read
GET /v1/categories                         policies:read
GET /v1/categories/catalogue               policies:read
GET /v1/categories/{id}                    policies:read
GET /v1/categories/lookup                  policies:read
GET /v1/categories/sources                 policies:read
GET /v1/categories/sources/{id}            policies:read
POST /v1/categories/sources                policies:write
PATCH /v1/categories/sources/{id}          policies:write
DELETE /v1/categories/sources/{id}         policies:write
POST /v1/categories/sources/{id}/update    policies:write
POST /v1/categories/sources/{id}/release   policies:write
GET /v1/categories/suggestions             policies:read
GET /v1/categories/suggestions/{id}        policies:read
POST /v1/categories/suggestions            policies:write
PATCH /v1/categories/suggestions/{id}      policies:write
GET /v1/overrides                          policies:read
GET /v1/overrides/{id}                     policies:read
POST /v1/policies/explain                  policies:read
POST /v1/policies/preview                  policies:read logs:read
POST /v1/overrides                         policies:write
DELETE /v1/overrides/{id}                  policies:write
GET /v1/access-requests                    alerts:read
GET /v1/access-requests/{id}               alerts:read
POST /v1/access-requests/{id}/decision     policies:write
GET /v1/classroom/sessions                 classroom:write
GET /v1/classroom/sessions/{id}            classroom:write
PATCH /v1/classroom/sessions/{id}          classroom:write
POST /v1/classroom/sessions/{id}/end       classroom:write
GET /v1/webhooks                           webhooks:manage
GET /v1/webhooks/{id}                      webhooks:manage
PATCH /v1/webhooks/{id}                    webhooks:manage
DELETE /v1/webhooks/{id}                   webhooks:manage
GET /v1/webhooks/{id}/deliveries           webhooks:manage
GET /v1/alerts/{id}                        alerts:read
GET /v1/scopes                             -
PATCH /v1/alerts/{id}                      alerts:write
GET /v1/alert-rules                        alerts:read
GET /v1/alert-rules/{type}                 alerts:read
PATCH /v1/alert-rules/{type}               alerts:write
GET /v1/alert-notifications                alerts:write
PATCH /v1/alert-notifications              alerts:write
GET /v1/audit                              owner admin
GET /v1/organization                       organization:manage
PATCH /v1/organization                     organization:manage
GET /v1/search                             -
GET /v1/attention                          -
GET /v1/live                               owner admin helpdesk teacher viewer
GET /v1/keys                               owner
POST /v1/keys                              owner
GET /v1/keys/{id}                          owner
PATCH /v1/keys/{id}                        owner
DELETE /v1/keys/{id}                       owner
POST /v1/keys/{id}/rotate                  owner
`;

export interface Promised {
  /** `GET /v1/devices`. */
  readonly call: string;
  /** One of the sixteen of the specification. */
  readonly given: boolean;
  /** Scopes or roles with spaces between, or `-`. */
  readonly needs: string;
}

export const CONTRACT: readonly Promised[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [, star, call = '', needs = ''] = /^(\* )?(\S+ \S+) +(.+)$/.exec(line) ?? [];
    return { call, given: star !== undefined, needs: needs.trim() };
  });
