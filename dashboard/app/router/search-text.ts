/** The query of an address, as the API has it too: a list repeats its name (`status=online&status=offline`). Begins with `?`, or is empty. */
export function searchText(search: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    for (const one of [value].flat())
      if (one !== undefined && one !== null) parameters.append(name, String(one));
  return parameters.size === 0 ? '' : `?${parameters}`;
}

/** Reads it. Everything is text, or a list of texts: a search for `123` is no number. */
export function readSearch(text: string): Record<string, string | string[]> {
  const parameters = new URLSearchParams(text);
  const found: Record<string, string | string[]> = {};
  for (const name of new Set(parameters.keys())) {
    const [first = '', ...others] = parameters.getAll(name);
    found[name] = others.length === 0 ? first : [first, ...others];
  }
  return found;
}
