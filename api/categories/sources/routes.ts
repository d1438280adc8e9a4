import { Type } from 'typebox';
import { CATEGORY_SOURCE_ID, type CategorySourceInput } from '../../../contracts/rest/categories.ts';
import { closed } from '../../../contracts/rest/resources.ts';
import { base62 } from '../../../kit/random.ts';
import type { CategorySourceRecord } from '../../../store/ports/category-sources.ts';
import type { ListQuery } from '../../../store/ports/list.ts';
import { pageOfAll } from '../../http/lists/page-of-all.ts';
import { defineRoute, type RouteTools } from '../../http/route.ts';
import { listOf, ref } from '../../http/schemas/schema-ref.ts';
import { fieldFault } from '../../input/field-fault.ts';
import { reachOf, requireWholeOrganisation } from '../../input/reach.ts';
import { type BackgroundUpdates, firstStep } from '../background-updates.ts';
import { KNOWN_SOURCES, knownSourceRequest } from '../known-sources.ts';
import {
  createSource,
  deleteSource,
  knownSource,
  redefineSource,
  releaseHeldSource,
  shownSource,
  toCategorySource,
} from '../manage-sources.ts';
import type { SourceRequest } from '../source-definition.ts';
import { requireReadable } from '../update.ts';
import { takeUpdateRight } from '../update-right.ts';

/** Tools of the endpoints of sources, beside those of all endpoints. */
export interface SourceRouteTools extends RouteTools {
  readonly categoryUpdates: BackgroundUpdates;
}

/** People choose the ids of sources. A malformed id is treated as an id that does not exist. */
const SOURCE_PARAMS = Type.Object(
  { id: Type.String({ pattern: CATEGORY_SOURCE_ID, minLength: 1, maxLength: 40 }) },
  closed,
);

type SortField = 'id' | 'names' | 'createdAt';

/** The endpoints of sources of categories. */
export const CATEGORY_SOURCE_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/v1/categories/sources',
    operationId: 'listCategorySources',
    summary: 'List the sources of categories: the lists of names that the school has added',
    tag: 'Policies',
    scope: 'policies:read',
    extension: true,
    list: { sortable: ['id', 'names', 'createdAt'], defaultSort: 'id', updatedSince: true },
    responses: { 200: listOf('CategorySource') },
    handle: ({ caller: { organisationId }, page }, { store, categoryUpdates }: SourceRouteTools) =>
      page(
        {},
        (list: ListQuery<unknown, SortField>) =>
          pageOfAll(store.categorySources.list(organisationId), list, sortValueOf),
        (source) => toCategorySource(source, categoryUpdates.running(organisationId)),
      ),
  }),

  defineRoute({
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
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/categories/sources/{id}',
    operationId: 'getCategorySource',
    summary: 'Get one source of categories, and how far an update is',
    tag: 'Policies',
    scope: 'policies:read',
    extension: true,
    params: SOURCE_PARAMS,
    responses: { 200: ref('CategorySource') },
    faults: ['not_found'],
    handle: async ({ params, caller }, { store, categoryUpdates }: SourceRouteTools) => {
      const source = await knownSource(store, caller.organisationId, params.id);
      const running = categoryUpdates.running(caller.organisationId);
      const body = toCategorySource(source, running);
      // The progress of an update does not change the source's version. So no version is sent while an update runs, and the answer is not
      // cached.
      return { status: 200, body, ...(running === null ? { version: source.updatedAt } : {}) };
    },
  }),

  defineRoute({
    method: 'PATCH',
    path: '/v1/categories/sources/{id}',
    operationId: 'updateCategorySource',
    summary: 'Change the address, the category or the mapping of a source',
    description: 'What was read before stays in use until the next update, which reads all of it anew.',
    tag: 'Policies',
    scope: 'policies:write',
    extension: true,
    params: SOURCE_PARAMS,
    body: ref('CategorySourcePatch'),
    responses: { 200: ref('CategorySource') },
    faults: ['not_found', 'unprocessable', 'ou_not_permitted', 'precondition_failed'],
    handle: ({ params, body, caller, checkIfMatch, transact }, tools: SourceRouteTools) => {
      requireWholeOrganisation(reachOf(caller));
      const { organisationId } = caller;
      return transact(async (tx) => {
        checkIfMatch((await knownSource(tx, organisationId, params.id)).updatedAt);
        const request = { organisationId, id: params.id, ...body };
        const { before, after } = await redefineSource(tx, request, tools.clock.now());
        return {
          status: 200,
          body: toCategorySource(after, tools.categoryUpdates.running(organisationId)),
          version: after.updatedAt,
          audit: {
            action: 'category_source.updated',
            target: after.id,
            before: shownSource(before),
            after: shownSource(after),
          },
        };
      });
    },
  }),

  defineRoute({
    method: 'DELETE',
    path: '/v1/categories/sources/{id}',
    operationId: 'deleteCategorySource',
    summary: 'Remove a source of categories',
    description: 'Its names go out of the index as soon as no update runs.',
    tag: 'Policies',
    scope: 'policies:write',
    extension: true,
    params: SOURCE_PARAMS,
    responses: { 204: null },
    faults: ['not_found', 'ou_not_permitted', 'precondition_failed'],
    handle: async ({ params, caller, checkIfMatch, transact }, tools: SourceRouteTools) => {
      requireWholeOrganisation(reachOf(caller));
      const { organisationId } = caller;
      const reply = await transact(async (tx) => {
        checkIfMatch((await knownSource(tx, organisationId, params.id)).updatedAt);
        const source = await deleteSource(tx, { organisationId, id: params.id }, tools.clock.now());
        return {
          status: 204,
          audit: { action: 'category_source.removed', target: source.id, before: shownSource(source) },
        };
      });
      tools.categoryUpdates.rebuild(organisationId);
      return reply;
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/v1/categories/sources/{id}/update',
    operationId: 'startCategorySourceUpdate',
    summary: 'Read a source of categories now',
    description:
      'In the background: `update` of the source tells how far it is, and `state` what came of it. One update runs at a time; while one does, this is 409.',
    tag: 'Policies',
    scope: 'policies:write',
    extension: true,
    params: SOURCE_PARAMS,
    responses: { 202: ref('CategorySource') },
    faults: ['not_found', 'conflict', 'unprocessable', 'ou_not_permitted'],
    quota: { name: 'category-update', perMinute: 10 },
    handle: async ({ params, caller, transact }, { clock, random, categoryUpdates }: SourceRouteTools) => {
      requireWholeOrganisation(reachOf(caller));
      const { organisationId } = caller;
      const sources = [params.id];
      const holder = base62(random, 20);
      const reply = await transact(async (tx) => {
        const source = await knownSource(tx, organisationId, params.id);
        requireReadable(source);
        const startedAt = clock.now();
        await takeUpdateRight(tx, { organisationId, holder, now: startedAt });
        return {
          status: 202,
          body: toCategorySource(source, { progress: firstStep(sources), startedAt }),
          audit: { action: 'category_source.update_started', target: source.id },
        };
      });
      categoryUpdates.run({ organisationId, sources, holder });
      return reply;
    },
  }),

  defineRoute({
    method: 'POST',
    path: '/v1/categories/sources/{id}/release',
    operationId: 'releaseCategorySource',
    summary: 'Use the list of a source that is held back, after somebody has looked at it',
    description:
      'Names in `accept` may be put into its category, though no other source does; crisis help and public suffixes never. The new index is made in the background. 409 while an update runs, and where nothing is held and no name accepted.',
    tag: 'Policies',
    scope: 'policies:write',
    extension: true,
    params: SOURCE_PARAMS,
    body: ref('CategorySourceRelease'),
    bodyOptional: true,
    responses: { 202: ref('CategorySource') },
    faults: ['not_found', 'conflict', 'unprocessable', 'ou_not_permitted'],
    quota: { name: 'category-release', perMinute: 10 },
    handle: async ({ params, body, caller, transact }, tools: SourceRouteTools) => {
      requireWholeOrganisation(reachOf(caller));
      const { organisationId } = caller;
      const { clock, random, categoryUpdates } = tools;
      const holder = base62(random, 20);
      const reply = await transact(async (tx) => {
        const startedAt = clock.now();
        const request = { organisationId, id: params.id, accept: body.accept ?? [] };
        const { before, after } = await releaseHeldSource(tx, request, startedAt);
        // Takes the update right, because an update that reads this source meanwhile would hold it back again.
        await takeUpdateRight(tx, { organisationId, holder, now: startedAt });
        return {
          status: 202,
          body: toCategorySource(after, { progress: firstStep([]), startedAt }),
          audit: {
            action: 'category_source.released',
            target: after.id,
            before: shownSource(before),
            after: shownSource(after),
          },
        };
      });
      categoryUpdates.run({ organisationId, sources: [], holder });
      return reply;
    },
  }),
];

function sortValueOf(source: CategorySourceRecord, field: SortField): string | number {
  return source[field];
}

/** A request without an address names a source of the catalogue. @throws Fault validation_failed */
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
