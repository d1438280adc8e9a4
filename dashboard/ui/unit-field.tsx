import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Ou } from '../../sdk/node/index.ts';
import { school } from '../app/client/school.ts';
import { common } from '../app/words/common.ts';
import { problemText } from './problem.tsx';
import { SelectField } from './select-field.tsx';

/** Every unit of the school, by path. */
const askUnits = () =>
  queryOptions({
    queryKey: ['ous', 'all'],
    queryFn: async ({ signal }) => {
      const units: Ou[] = [];
      for await (const unit of school.ous.list({ limit: 200 }, { signal })) units.push(unit);
      return units.sort((one, other) => one.path.localeCompare(other.path));
    },
  });

interface UnitFieldProps {
  readonly label: string;
  /** The path of a unit, such as `/Springfield/High`; empty = none is chosen. */
  readonly value: string;
  readonly onChange: (path: string) => void;
  readonly error?: ReactNode;
  readonly required?: boolean;
  /** Offers the whole school first, as `/`. */
  readonly withAll?: boolean;
}

/** Chooses a unit of the school. A unit that is not (or not yet) in the list stays chosen. */
export function UnitField({ label, value, onChange, error, required, withAll = false }: UnitFieldProps) {
  const units = useQuery(askUnits());
  const paths = (units.data ?? []).map(({ path }) => path).filter((path) => withAll || path !== '/');
  const known = value === '' || paths.includes(value) ? paths : [value, ...paths];
  const data = known.map((path) => ({
    value: path,
    label: path === '/' ? common.read().wholeSchool : path.slice(1).replaceAll('/', ' › '),
  }));
  return (
    <SelectField
      label={label}
      data={data}
      value={value === '' ? null : value}
      onChange={(path) => onChange(path ?? '')}
      none={required === true ? undefined : common.read().none}
      required={required === true}
      error={error ?? (units.error === null ? undefined : problemText(units.error))}
    />
  );
}
