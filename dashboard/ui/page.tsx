import { type ReactNode, useEffect } from 'react';
import './page.css';

interface PageProps {
  /** What the page is, for the browser's tab; also its heading, unless `heading` says more. */
  readonly title: string;
  /** Often a sentence, such as "13 of 500 laptops need a look". */
  readonly heading?: ReactNode;
  /** The one thing that one does here. */
  readonly primary?: ReactNode;
  readonly aside?: ReactNode;
  readonly width?: 'full' | 'form' | 'text';
  readonly children: ReactNode;
}

/** A page of the frame: its title, its one primary button, and what it shows. */
export function Page({ title, heading, primary, aside, width = 'full', children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Schoolgate`;
  }, [title]);
  return (
    <div className={`page page-${width}`}>
      <header className="page-head">
        <h1 id="page-title" tabIndex={-1}>
          {heading ?? title}
        </h1>
        {aside === undefined ? null : <div className="page-aside">{aside}</div>}
        {primary === undefined ? null : <div className="page-primary">{primary}</div>}
      </header>
      {children}
    </div>
  );
}
