import type { ReactNode } from 'react';
import './page.css';

interface EmptyProps {
  readonly title: string;
  /** What one does about it. */
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

/** In the place of a list that has nothing: says why, and what to do. */
export function Empty({ title, action, children }: EmptyProps) {
  return (
    <div className="empty">
      <p className="text-heading">{title}</p>
      {children === undefined ? null : <div className="quiet">{children}</div>}
      {action}
    </div>
  );
}
