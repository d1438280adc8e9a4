import type { CategorySourceInput } from '../../../contracts/rest/categories.ts';
import { defineRoute } from '../../http/route.ts';
import { ref } from '../../http/schemas/schema-ref.ts';
import { fieldFault } from '../../input/field-fault.ts';
import { reachOf, requireWholeOrganisation } from '../../input/reach.ts';
import { KNOWN_SOURCES, knownSourceRequest } from '../known-sources.ts';
import { createSource, shownSource } from '../manage-sources.ts';
import type { SourceRequest } from '../source-definition.ts';
import type { SourceRouteTools } from './source-route.ts';
import { toCategorySource } from './source-view.ts';

export const createCategorySource = defineRoute({
  method: 'POST',
  path: '/v1/categories/sources',
  operationId: 'createCategorySource',
  summary: 'Add a source of categories',
  description: 'It is read by its next update: the one of the night, or one that you ask for.',
  tag: 'Policies',
  scope: 'policies:write',
  extension: true,
  body: ref('CategorySourceInput'),
  responses: { 201: ref('CategorySource') },
  faults: ['already_exists', 'unprocessable', 'ou_not_permitted'],
  handle: ({ body, caller, transact }, { clock, categoryUpdates }: SourceRouteTools) => {
    requireWholeOrganisation(reachOf(caller));
    const request = requestOf(caller.organisationId, body);
    return transact(async (tx) => {
      const source = await createSource(tx, request, clock.now());
      return {
        status: 201,
        body: toCategorySource(source, categoryUpdates.running(caller.organisationId)),
        headers: { location: `/v1/categories/sources/${source.id}` },
        version: source.updatedAt,
        audit: { action: 'category_source.added', target: source.id, after: shownSource(source) },
      };
    });
  },
});

/** One of the catalogue where no address is given. @throws Fault validation_failed */
function requestOf(organisationId: number, input: CategorySourceInput): SourceRequest {
  const { id, location, format, category, mapping = {} } = input;
  if (location !== undefined) {
    if (format === undefined) throw fieldFault('#/format', 'required', 'Say how the list is written.');
    return { organisationId, id, location, format, category: category ?? null, mapping };
  }
  if (format !== undefined || category !== undefined)
    throw fieldFault('#/location', 'required', 'A list of your own has an address.');
  const known = KNOWN_SOURCES.find((source) => source.id === id);
  if (known === undefined)
    throw fieldFault(
      '#/location',
      'required',
      `The catalogue (GET /v1/categories/catalogue) has no “${id}”: a list of your own has an address.`,
    );
  return knownSourceRequest(organisationId, known, mapping);
}
