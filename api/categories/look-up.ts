import { Type } from 'typebox';
import { normaliseHost, withParents } from '../../contracts/policy/host.ts';
import type { CategoryMatches } from '../../contracts/rest/categories.ts';
import { closed } from '../../contracts/rest/resources.ts';
import { Fault } from '../../kit/fault.ts';
import type { CategorySuggestionRecord } from '../../store/ports/category-suggestions.ts';
import { timestamp } from '../../store/views/timestamp.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import type { CategoryTools } from './category-tools.ts';
import { corrected, correctionsOf } from './corrections.ts';
import type { NameMatch } from './search-lists.ts';

export const lookUpCategories = defineRoute({
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
});

/** What lists say, and what people here know better. */
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
