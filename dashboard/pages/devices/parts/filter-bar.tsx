import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { areShortcutsOn } from '../../../app/client/browser-settings.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { later } from '../../../ui/later.tsx';
import type { DevicesSearch } from '../search.ts';
import { devicesWords } from '../words.ts';
import { chipsOf } from './chips.ts';
import type { Typed } from './use-typed.ts';

const FilterForm = later(async () => (await import('./filter-form.tsx')).FilterForm);

interface Bar {
  readonly search: DevicesSearch;
  readonly typed: Typed;
  readonly onFilter: (search: DevicesSearch) => void;
  /** What stands at the end of the line. */
  readonly children: ReactNode;
}

/** The search, the conditions, and what changes the table's look. */
export function FilterBar({ search, typed, onFilter, children }: Bar) {
  const w = devicesWords.read();
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  useFilterKey(() => setOpen(true));
  const chips = chipsOf(search);
  return (
    <div className="devices-filters">
      <search className="devices-tools">
        <span className="devices-search">
          <Icon name="search" />
          <input
            type="search"
            aria-label={w.searchLabel}
            placeholder={w.searchHint}
            value={typed.text}
            onChange={({ currentTarget }) => typed.change(currentTarget.value)}
            maxLength={200}
          />
        </span>
        <Button variant="default" leftSection={<Icon name="filter" />} onClick={() => setOpen(true)}>
          {w.filterButton}
        </Button>
        <span className="devices-tools-end">{children}</span>
      </search>
      {chips.length > 0 && (
        <ul className="devices-chips" aria-label={w.chipsLabel}>
          {chips.map(({ key, text, without }) => (
            <li key={key}>
              <Link to="/devices" search={without} className="devices-chip" aria-label={w.removeFilter(text)}>
                {text}
                <Icon name="x" size={14} />
              </Link>
            </li>
          ))}
          <li>
            <Link to="/devices" search={{ sort: search.sort }} className="devices-clear">
              {w.clearFilters}
            </Link>
          </li>
        </ul>
      )}
      <Dialog opened={isOpen} onClose={close} title={w.filterTitle} size="wide">
        {isOpen && (
          <FilterForm
            search={search}
            onClose={close}
            onDone={(next) => {
              close();
              onFilter(next);
            }}
          />
        )}
      </Dialog>
    </div>
  );
}

/** F opens the filters, outside fields, unless keys of one letter are off. */
function useFilterKey(open: () => void): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.key !== 'f' || event.ctrlKey || event.metaKey || event.altKey || !areShortcutsOn()) return;
      const { target } = event;
      if (
        !(target instanceof HTMLElement) ||
        target.closest('input, textarea, select, [role="dialog"]') !== null
      )
        return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  });
}
