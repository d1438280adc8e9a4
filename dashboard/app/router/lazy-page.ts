import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router';

/** A page that is loaded when it opens, together with its words. */
export function lazyPage<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  words: { load(): Promise<void> },
  load: () => Promise<Module>,
  name: Name,
): { readonly loader: () => Promise<void>; readonly component: AsyncRouteComponent<object> } {
  return { loader: () => words.load(), component: lazyRouteComponent(load, name) };
}
