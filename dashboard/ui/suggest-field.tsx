import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { given } from './select-field.tsx';

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

/** A field for text that offers what there is, as the browser's own list. Any text may stay in it. */
export function SuggestField({ value, onChange, find, onPick, ...field }: SuggestFieldProps) {
  const id = useId();
  const [isActive, setIsActive] = useState(false);
  const text = useSettled(value.trim());
  const found = useQuery({
    queryKey: ['suggest', id, text],
    queryFn: ({ signal }) => find(text, signal),
    enabled: isActive && text !== '',
    placeholderData: (before) => before,
    gcTime: 60_000,
  });
  const options = value.trim() === '' ? [] : (found.data ?? []);
  const shown = ({ value: own, label }: Suggestion): string => (onPick === undefined ? own : label);
  const change = (next: string): void => {
    const picked = options.find((option) => shown(option) === next);
    if (picked === undefined || onPick === undefined) onChange(next);
    else onPick(picked);
  };
  return (
    <>
      <TextInput
        {...given(field)}
        value={value}
        list={id}
        autoComplete="off"
        onChange={(event) => change(event.currentTarget.value)}
        onFocus={() => setIsActive(true)}
        onBlur={() => setIsActive(false)}
      />
      <datalist id={id}>
        {options.map((option) => (
          <option key={option.value} value={shown(option)}>
            {[option.label, option.note]
              .filter((part) => part !== undefined && part !== shown(option))
              .join(' · ')}
          </option>
        ))}
      </datalist>
    </>
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
