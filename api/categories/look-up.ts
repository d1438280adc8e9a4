import { Type } from 'typebox';
import { normaliseHost, withParents } from '../../contracts/policy/host.ts';
import type { CategoryMatches } from '../../contracts/rest/categories.ts';
import { closed } from '../../contracts/rest/resources.ts';
import { Fault } from '../../kit/fault.ts';
import { timestamp } from '../../store/views/timestamp.ts';
import { defineRoute } from '../http/route.ts';
import { ref } from '../http/schemas/schema-ref.ts';
import type { CategoryTools } from './category-tools.ts';

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
    const matches =
      found.size === 0 ? [] : await categorySearch.matchesOf(withParents(domain), sources, signal);
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
            .map((match) => {
              const at = readAt.get(match.source) ?? null;
              return { name: match.name, source: match.source, readAt: at === null ? null : timestamp(at) };
            }),
        })),
    };
    return { status: 200, body };
  },
});

function hostOf(text: string): string {
  const host = normaliseHost(text);
  if (host !== null) return host;
  const detail = '"domain" takes a host name, such as games.example.';
  throw new Fault('validation_failed', detail, {
    extras: { errors: [{ in: 'query', parameter: 'domain', code: 'host', detail }] },
  });
}
