/**
 * Where a person goes after signing in: an absolute address of this very server. Anything else, and the sign-in page itself, leads to the
 * first page.
 */
export function nextAddress(next: string | undefined, origin: string): string {
  const home = `${origin}/`;
  if (next === undefined || !next.startsWith('/')) return home;
  // Absolute, because a path such as `/.//elsewhere.example` becomes one that begins with two slashes.
  const url = URL.parse(next, origin);
  if (url === null || url.origin !== origin || url.pathname.startsWith('/sign-in')) return home;
  return url.href;
}
