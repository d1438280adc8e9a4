export interface CategoriesSearch {
  /** The site that is looked up. */
  readonly host?: string | undefined;
  readonly tab?: 'suggestions' | undefined;
}

export function categoriesSearch({ host, tab }: Readonly<Record<string, unknown>>): CategoriesSearch {
  return {
    host: typeof host === 'string' && host.trim() !== '' ? host : undefined,
    tab: tab === 'suggestions' ? tab : undefined,
  };
}
