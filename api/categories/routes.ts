import { Type } from 'typebox';
import { normaliseHost, withParents } from '../../contracts/policy/host.ts';
import type {
  CategoryDetails,
  CategoryMatches,
  KnownCategorySource,
} from '../../contracts/rest/categories.ts';
import { closed } from '../../contracts/rest/resources.ts';
import { Fault } from '../../kit/fault.ts';
import type { CategorySuggestionRecord } from '../../store/ports/category-suggestions.ts';
import type { ListQuery } from '../../store/ports/list.ts';
import { timestamp } from '../../store/views/timestamp.ts';
import { pageOfAll } from '../http/lists/page-of-all.ts';
import { defineRoute, type RouteTools } from '../http/route.ts';
import { listOf, ref } from '../http/schemas/schema-ref.ts';
import { notFound } from '../input/field-fault.ts';
import type { CategoryInfo, CategoryLookup } from './category-lookup.ts';
import type { CategorySearch } from './category-search.ts';
import { corrected, correctionsOf } from './corrections.ts';
import { KNOWN_SOURCES } from './known-sources.ts';
import type { NameMatch } from './search-lists.ts';

/** Tools of the endpoints of categories, beside those of all endpoints. */
export interface CategoryTools extends RouteTools {
  readonly categories: CategoryLookup;
  readonly categorySearch: CategorySearch;
}

type CategorySortField = 'id' | 'name' | 'domainCount';

type CatalogueSortField = 'id' | 'names';

/** The endpoints of categories. */
export const CATEGORY_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/v1/categories',
    operationId: 'listCategories',
    summary: 'List the categories of sites that rules may name',
    tag: 'Policies',
    scope: 'policies:read',
    extension: true,
    list: { sortable: ['id', 'name', 'domainCount'], defaultSort: 'id' },
    responses: { 200: listOf('Category') },
    handle: ({ page }, { categories }: { readonly categories: CategoryLookup }) =>
      page(
        {},
        (list: ListQuery<unknown, CategorySortField>) =>
          pageOfAll(categories.categories(), list, categorySortValue),
        (category) => category,
      ),
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/categories/catalogue',
    operationId: 'listCategoryCatalogue',
    summary: 'List the public lists of sites that a school can add',
    tag: 'Policies',
    scope: 'policies:read',
    extension: true,
    list: { sortable: ['id', 'names'], defaultSort: 'id' },
    responses: { 200: listOf('KnownCategorySource') },
    handle: async ({ caller, page }, { store }) => {
      const sources = await store.categorySources.list(caller.organisationId);
      const added = new Set(sources.flatMap(({ id, location }) => [id, location]));
      const known = KNOWN_SOURCES.map(
        (source): KnownCategorySource => ({
          ...source,
          added: added.has(source.id) || added.has(source.location),
        }),
      );
      return await page(
        {},
        (list: ListQuery<unknown, CatalogueSortField>) =>
          pageOfAll(known, list, (source, field) => source[field]),
        (source) => source,
      );
    },
  }),

  defineRoute({
    method: 'GET',
    path: '/v1/categories/lookup',
    operationId: 'lookUpCategories',
    summary: 'Look up the categories of a domain, and which sources say so',
    description:
      'The categories are those that devices see. A source whose list was replaced a moment ago may be missing from `matches`.',
    tag: 'Policies',
    scope: 'policies:read',
    extension: true,
    query: Type.Object(
      { domain: Type.String({ minLength: 1, maxLength: 253, description: 'A host name: `games.example`.' }) },
      closed,
    ),
    responses: { 200: ref('CategoryMatches') },
    faults: ['unavailable'],
    quota: { name: 'category-lookup', perMinute: 60 },
    handle: async ({ query, caller, gone }, tools: CategoryTools) => {
      const { categories, categorySearch, store, stopping } = tools;
      const domain = hostOf(query.domain);
      const found = new Set(categories.categoriesOf(domain));
      const sources = await store.categorySources.list(caller.organisationId);
      const readAt = new Map(sources.map(({ id, checkedAt }) => [id, checkedAt]));
      const signal = AbortSignal.any([gone, stopping]);
      const names = withParents(domain);
      const listed = found.size === 0 ? [] : await categorySearch.matchesOf(names, sources, signal);
      const matches = withCorrections(
        listed,
        await store.categorySuggestions.accepted(caller.organisationId),
        names,
      );
      const body: CategoryMatches = {
        domain,
        categories: categories
          .categories()
          .filter(({ id }) => found.has(id))
          .map(({ id, name }) => ({
            id,
            name,
            matches: matches
              .filter(({ category }) => category === id)
              .map(({ name, source }) => {
                const at = readAt.get(source) ?? null;
                return { name, source, readAt: at === null ? null : timestamp(at) };
              }),
          })),
      };
      return { status: 200, body };
    },
  }),

  defineRoute({
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
  }),
];

function categorySortValue(category: CategoryInfo, field: CategorySortField): string | number {
  return category[field];
}

/** The matches in the lists, changed by the school's corrections. */
function withCorrections(
  listed: readonly NameMatch[],
  accepted: readonly CategorySuggestionRecord[],
  names: readonly string[],
): readonly NameMatch[] {
  const { isWrong, missing } = corrected(correctionsOf(accepted));
  return [
    ...listed.filter(({ name, category }) => !isWrong(name, category)),
    ...missing
      .filter(({ name }) => names.includes(name))
      .map(({ name, category }) => ({ name, category, source: 'suggestions' })),
  ];
}

function hostOf(text: string): string {
  const host = normaliseHost(text);
  if (host !== null) return host;
  const detail = '"domain" takes a host name, such as games.example.';
  throw new Fault('validation_failed', detail, {
    extras: { errors: [{ in: 'query', parameter: 'domain', code: 'host', detail }] },
  });
}
