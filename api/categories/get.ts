import { Type } from 'typebox';
import type { CategoryDetails } from '../../contracts/rest/categories.ts';
import { closed } from '../../contracts/rest/resources.ts';
import { timestamp } from '../../store/views/timestamp.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import { notFound } from '../input/field-fault.ts';
import type { CategoryTools } from './category-tools.ts';

export const getCategory = defineRoute({
  method: 'GET',
  path: '/v1/categories/{id}',
  operationId: 'getCategory',
  summary: 'Get one category: what belongs to it, and which sources give it names',
  tag: 'Policies',
  scope: 'policies:read',
  extension: true,
  params: Type.Object(
    { id: Type.String({ pattern: '^[a-z0-9][a-z0-9_]{0,39}$', minLength: 1, maxLength: 40 }) },
    closed,
  ),
  responses: { 200: ref('CategoryDetails') },
  faults: ['not_found', 'unavailable'],
  handle: async ({ params: { id }, caller, gone }, tools: CategoryTools) => {
    const { categories, categorySearch, store, stopping } = tools;
    const category = categories.categories().find((one) => one.id === id);
    if (category === undefined) throw notFound('category');
    const index = await store.categoryIndexes.current(caller.organisationId);
    const sources = await store.categorySources.list(caller.organisationId);
    const counts = await categorySearch.countsOf(sources, AbortSignal.any([gone, stopping]));
    const body: CategoryDetails = {
      ...category,
      description: categories.descriptionOf(id) ?? '',
      updatedAt: index === null ? null : timestamp(index.createdAt),
      sources: Object.entries(counts).flatMap(([source, names]) =>
        names[id] === undefined ? [] : [{ id: source, names: names[id] }],
      ),
    };
    return { status: 200, body };
  },
});
