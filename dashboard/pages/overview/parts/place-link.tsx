import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Place } from './places.ts';

interface PlaceLinkProps {
  /** Null = no page shows it to this person: then the words stand alone. */
  readonly place: Place | null;
  readonly children: ReactNode;
}

export function PlaceLink({ place, children }: PlaceLinkProps) {
  if (place === null) return <span>{children}</span>;
  // The places come from the API's answers, so their types are known only when they run.
  return <Link {...(place as unknown as LinkProps)}>{children}</Link>;
}
