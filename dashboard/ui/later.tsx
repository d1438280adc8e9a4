import { type ComponentType, createElement, lazy, Suspense } from 'react';

/** A part of a page whose code comes when it first shows, such as a dialog. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
  return (props) => <Suspense>{createElement(Part, props)}</Suspense>;
}
