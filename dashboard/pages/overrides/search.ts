export interface OverridesSearch {
  readonly tab?: 'past' | undefined;
}

export function overridesSearch({ tab }: Readonly<Record<string, unknown>>): OverridesSearch {
  return tab === 'past' ? { tab } : {};
}
