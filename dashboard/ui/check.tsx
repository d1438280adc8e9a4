import { type ChangeEventHandler, type MouseEventHandler, useEffect, useRef } from 'react';
import './check.css';

interface CheckProps {
  readonly 'aria-label': string;
  readonly checked: boolean;
  /** Some of what it stands for is chosen. */
  readonly indeterminate?: boolean;
  readonly disabled?: boolean;
  readonly tabIndex?: number;
  readonly onChange?: ChangeEventHandler<HTMLInputElement>;
  readonly onClick?: MouseEventHandler<HTMLInputElement>;
}

/** A check of a row, light enough for thousands; a form uses Mantine's. */
export function Check({ indeterminate = false, onChange = ignore, ...input }: CheckProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current !== null) field.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return <input ref={field} type="checkbox" className="check" onChange={onChange} {...input} />;
}

/** A row's click says more than its change: whether Shift was held. */
function ignore(): void {
  // Nothing.
}
