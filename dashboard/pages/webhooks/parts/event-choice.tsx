import { MultiSelect, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { problemText } from '../../../ui/problem.tsx';
import { askEventTypes } from '../queries.ts';
import { webhooksWords } from '../words.ts';
import { eventLabel } from './event-label.ts';

interface EventChoiceProps {
  readonly all: boolean;
  readonly events: readonly string[];
  readonly onChange: (changed: { readonly all?: boolean; readonly events?: readonly string[] }) => void;
  readonly error?: ReactNode;
}

/** All events, or some by name and by group. */
export function EventChoice({ all, events, onChange, error }: EventChoiceProps) {
  const w = webhooksWords.read();
  const types = useQuery(askEventTypes());
  return (
    <div className="stack">
      <Switch
        label={w.allEvents}
        checked={all}
        onChange={(event) => onChange({ all: event.currentTarget.checked })}
      />
      {all ? null : (
        <MultiSelect
          label={w.events}
          description={w.eventsNote}
          data={eventGroups(types.data ?? [], events)}
          value={[...events]}
          onChange={(chosen) => onChange({ events: chosen })}
          error={error ?? (types.error === null ? undefined : problemText(types.error))}
          searchable
          clearable
          hidePickedOptions
          maxDropdownHeight={320}
        />
      )}
    </div>
  );
}

interface EventGroup {
  readonly group: string;
  readonly items: { readonly value: string; readonly label: string }[];
}

/** The events by what they are about, each group with "all of these" first. What is chosen stays, also where no event is called so. */
function eventGroups(types: readonly string[], chosen: readonly string[]): EventGroup[] {
  const w = webhooksWords.read();
  const prefixes = [...new Set(types.map((type) => type.slice(0, type.indexOf('.'))))];
  const groups = prefixes.map((prefix) => ({
    group: prefix,
    items: [
      { value: `${prefix}.*`, label: w.allOf(`${prefix}.*`) },
      ...types
        .filter((type) => type.startsWith(`${prefix}.`))
        .map((type) => ({ value: type, label: eventLabel(type) })),
    ],
  }));
  const known = new Set(groups.flatMap(({ items }) => items.map(({ value }) => value)));
  const others = chosen.filter((event) => !known.has(event));
  if (others.length === 0) return groups;
  return [
    ...groups,
    { group: w.otherEvents, items: others.map((event) => ({ value: event, label: event })) },
  ];
}
