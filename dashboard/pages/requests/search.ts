export interface RequestsSearch {
  readonly tab?: 'decided' | undefined;
}

export function requestsSearch({ tab }: Readonly<Record<string, unknown>>): RequestsSearch {
  return tab === 'decided' ? { tab } : {};
}
