import { type ReactNode, useId } from 'react';
import './page.css';

interface BlockProps {
  readonly title?: string;
  readonly aside?: ReactNode;
  /** Its name where it has no title. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** A card: what belongs together, under one heading. */
export function Block({ title, aside, label, children }: BlockProps) {
  const id = useId();
  return (
    <section
      className="block"
      aria-labelledby={title === undefined ? undefined : id}
      aria-label={title === undefined ? label : undefined}
    >
      {title === undefined && aside === undefined ? null : (
        <div className="block-head">
          {title === undefined ? null : <h2 id={id}>{title}</h2>}
          {aside === undefined ? null : <div className="block-aside">{aside}</div>}
        </div>
      )}
      {children}
    </section>
  );
}
