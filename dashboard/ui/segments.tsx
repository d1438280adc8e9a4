import { Link, type LinkProps } from '@tanstack/react-router';
import { number } from '../app/words/numbers.ts';
import { Icon, type IconName } from './icon.tsx';
import type { Tone } from './pill.tsx';
import './chart.css';

export interface Segment {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  readonly tone: Tone;
  readonly icon?: IconName;
  /** Where those are; undefined = nowhere that this person may go. */
  readonly to?: string | undefined;
  readonly params?: unknown;
  readonly search?: unknown;
}

interface SegmentsProps {
  readonly label: string;
  readonly parts: readonly Segment[];
}

/** One whole in parts: a bar, and under it each part in words, with its number and a link to exactly those. */
export function Segments({ label, parts }: SegmentsProps) {
  const there = parts.filter(({ count }) => count > 0);
  return (
    <div className="segments">
      <div className="segments-bar" aria-hidden="true">
        {there.map(({ key, count, tone }) => (
          <span key={key} className={`segments-part segments-${tone}`} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul className="segments-list" aria-label={label}>
        {parts.map((part) => (
          <li key={part.key}>
            <Part part={part} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Part({ part }: { readonly part: Segment }) {
  const words = (
    <>
      <span className={`segments-key segments-${part.tone}`} aria-hidden="true" />
      {part.icon === undefined ? null : <Icon name={part.icon} />}
      <span className="segments-count">{number(part.count)}</span>
      <span>{part.label}</span>
    </>
  );
  if (part.to === undefined || part.count === 0) return <span className="segments-one">{words}</span>;
  const target = { to: part.to, params: part.params, search: part.search } as unknown as LinkProps;
  return (
    <Link {...target} className="segments-one segments-link">
      {words}
    </Link>
  );
}
