import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { given } from './select-field.tsx';

interface NumberFieldProps {
  readonly label?: ReactNode;
  readonly 'aria-label'?: string;
  readonly description?: ReactNode;
  /** An empty text = no number. */
  readonly value: number | string;
  readonly onChange: (value: number | string) => void;
  readonly min?: number;
  readonly max?: number;
  /** The unit, shown behind the number. */
  readonly suffix?: string;
  readonly placeholder?: string;
  readonly error?: ReactNode;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly className?: string;
}

/** A whole number. What is no number stays in the field, and the form says so. */
export function NumberField({ value, onChange, suffix, ...field }: NumberFieldProps) {
  return (
    <TextInput
      {...given(field)}
      type="number"
      step={1}
      inputMode="numeric"
      value={value}
      onChange={({ currentTarget: { value: text, valueAsNumber } }) =>
        onChange(Number.isNaN(valueAsNumber) ? text : valueAsNumber)
      }
      rightSection={suffix === undefined ? undefined : <span className="quiet text-meta">{suffix}</span>}
      rightSectionWidth={suffix === undefined ? undefined : 72}
    />
  );
}
