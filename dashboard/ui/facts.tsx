import type { ReactNode } from 'react';
import './page.css';

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

/** What is known of one thing, each with its name. */
export function Facts({ items }: { readonly items: readonly Fact[] }) {
  return (
    <dl className="facts">
      {items.map(({ label, value }) => (
        <div key={label} className="facts-one">
          <dt className="quiet text-meta">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
