import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type {
  Category,
  CategorySource,
  CategorySuggestionStatus,
  KnownCategorySource,
} from '../../../sdk/node/index.ts';
import { school } from '../../app/client/school.ts';

const ALL = { limit: 200 } as const;
const ROWS = 50;
/** An update tells its progress so often (milliseconds). */
const PROGRESS_MS = 2_000;

export const allCategories = queryOptions({
  queryKey: ['categories', 'all'],
  queryFn: async ({ signal }): Promise<readonly Category[]> => {
    const all: Category[] = [];
    for await (const category of school.categories.list(ALL, { signal })) all.push(category);
    return all;
  },
});

export function oneCategory(id: string) {
  return queryOptions({
    queryKey: ['categories', 'one', id],
    queryFn: ({ signal }) => school.categories.get(id, { signal }),
  });
}

/** The server looks up only so many a minute: a host is asked for when somebody sends it, not as it is typed. */
export function lookUp(text: string) {
  return queryOptions({
    queryKey: ['categories', 'of', hostOf(text)],
    queryFn: ({ signal }) => school.categories.lookUp({ domain: hostOf(text) }, { signal }),
    enabled: text !== '',
  });
}

export function suggestions(statuses: readonly CategorySuggestionStatus[]) {
  return infiniteQueryOptions({
    queryKey: ['categories', 'suggestions', statuses],
    queryFn: async ({ pageParam: cursor, signal }) =>
      await school.categories.suggestions.list({ status: statuses, limit: ROWS, cursor }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

export const sources = queryOptions({
  queryKey: ['category-sources', 'all'],
  queryFn: async ({ signal }): Promise<readonly CategorySource[]> => {
    const all: CategorySource[] = [];
    for await (const source of school.categories.sources.list(ALL, { signal })) all.push(source);
    return all;
  },
  refetchInterval: ({ state }) =>
    state.data?.some(({ update }) => update !== null) === true ? PROGRESS_MS : false,
});

export const catalogue = queryOptions({
  queryKey: ['category-sources', 'catalogue'],
  queryFn: async ({ signal }): Promise<readonly KnownCategorySource[]> => {
    const all: KnownCategorySource[] = [];
    for await (const source of school.categories.catalogue(ALL, { signal })) all.push(source);
    return all;
  },
});

/** A whole address is taken for its host. */
function hostOf(text: string): string {
  try {
    return text.includes('://') ? new URL(text).hostname : (text.trim().split('/', 1)[0] ?? '');
  } catch {
    // The server says what is wrong with it.
    return text.trim();
  }
}
