import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useState } from 'react';

export interface Suggestion {
  readonly value: string;
  readonly label: string;
  readonly note?: string;
}

interface SuggestFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly find: (text: string, signal: AbortSignal) => Promise<readonly Suggestion[]>;
  /** Else what is picked becomes the text. */
  readonly onPick?: (option: Suggestion) => void;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
  readonly required?: boolean;
  readonly placeholder?: string;
}

/** How long nobody types before it looks (milliseconds). */
const PAUSE_MS = 150;

/** A field for text that offers what there is. Any text may stay in it. */
export function SuggestField({ value, onChange, find, onPick, ...field }: SuggestFieldProps) {
  const id = useId();
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() });
  const text = useSettled(value.trim());
  const found = useQuery({
    queryKey: ['suggest', id, text],
    queryFn: ({ signal }) => find(text, signal),
    enabled: box.dropdownOpened && text !== '',
    placeholderData: (before) => before,
    gcTime: 60_000,
  });
  const options = value.trim() === '' ? [] : (found.data ?? []);
  const pick = (picked: string) => {
    const option = options.find((one) => one.value === picked);
    box.closeDropdown();
    if (option === undefined) return;
    if (onPick === undefined) onChange(option.value);
    else onPick(option);
  };
  return (
    <Combobox store={box} onOptionSubmit={pick} transitionProps={{ duration: 0 }}>
      <Combobox.Target>
        <TextInput
          {...withoutUndefined(field)}
          value={value}
          autoComplete="off"
          onChange={(event) => {
            onChange(event.currentTarget.value);
            box.openDropdown();
          }}
          onFocus={() => box.openDropdown()}
          onBlur={() => box.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={options.length === 0}>
        <Combobox.Options aria-label={field.label} mah={280} className="suggest-options">
          {options.map((option) => (
            <Combobox.Option key={option.value} value={option.value}>
              {option.label}
              {option.note === undefined ? null : <span className="quiet text-meta"> {option.note}</span>}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

type Given<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

function withoutUndefined<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}
