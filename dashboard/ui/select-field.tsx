import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

interface ChoiceGroup {
  readonly group: string;
  readonly items: readonly (string | Choice)[];
}

interface SelectFieldProps {
  readonly label?: ReactNode;
  readonly 'aria-label'?: string;
  readonly description?: ReactNode;
  /** What there is to choose; a bare text is its own name. */
  readonly data: readonly (string | Choice | ChoiceGroup)[];
  /** Null = nothing is chosen. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  /** The name of choosing nothing; without it a choice is never taken back. */
  readonly none?: string | undefined;
  readonly error?: ReactNode;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly className?: string;
}

/** One of a list, as the browser's own select: everybody knows its keys, and a phone shows it its own way. */
export function SelectField({ data, value, onChange, none, ...field }: SelectFieldProps) {
  return (
    <NativeSelect
      {...given(field)}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
    >
      {none !== undefined || value === null ? <option value="">{none ?? ''}</option> : null}
      {data.map((one) =>
        typeof one === 'object' && 'group' in one ? (
          <optgroup key={one.group} label={one.group}>
            {one.items.map(option)}
          </optgroup>
        ) : (
          option(one)
        ),
      )}
    </NativeSelect>
  );
}

function option(one: string | Choice) {
  const { value, label, disabled = false } = typeof one === 'string' ? { value: one, label: one } : one;
  return (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  );
}

type Given<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

/** Fields that are undefined count as not given. */
export function given<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}
