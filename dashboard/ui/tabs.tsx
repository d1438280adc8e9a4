import type { ReactNode } from 'react';
import { number } from '../app/words/numbers.ts';
import './tabs.css';

/** What the link of a tab is given. */
export interface TabLinkProps {
  readonly className: string;
  readonly children: ReactNode;
  readonly 'aria-current': 'page' | undefined;
}

export interface TabItem {
  readonly key: string;
  readonly label: string;
  readonly count?: number;
  readonly link: (props: TabLinkProps) => ReactNode;
}

interface TabLinksProps {
  readonly label: string;
  readonly items: readonly TabItem[];
  readonly active: string;
}

/** Links that look like tabs: each has an address of its own. */
export function TabLinks({ label, items, active }: TabLinksProps) {
  return (
    <nav aria-label={label} className="tabs">
      <ul>
        {items.map((item) => (
          <li key={item.key}>
            {item.link({
              className: item.key === active ? 'tab tab-active' : 'tab',
              'aria-current': item.key === active ? 'page' : undefined,
              children: (
                <>
                  {item.label}
                  {item.count === undefined ? null : <span className="tab-count">{number(item.count)}</span>}
                </>
              ),
            })}
          </li>
        ))}
      </ul>
    </nav>
  );
}
